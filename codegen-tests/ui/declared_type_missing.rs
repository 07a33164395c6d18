//! A type that is nowhere, and one that is no type of values.

pub struct Plain;

tfrt::tfrt_graph! {
    mod graph;
    type !my.a = crate::Nowhere;
    type !my.b = crate::Plain;
    func.func @f(%x: !my.a, %y: !my.b) -> (!my.a, !my.b) {
        tfrt.return %x, %y : !my.a, !my.b
    }
}

fn main() {}
