//! A type that has no Rust type.

tfrt::tfrt_graph! {
    mod graph;
    func.func @f(%x: !my.thing) -> !my.thing {
        tfrt.return %x : !my.thing
    }
}

fn main() {}
