//! A type alias that is made of itself.

tfrt::tfrt_graph! {
    mod graph;
    !t = tuple<!t>
    func.func @f(%x: !t) -> !t {
        tfrt.return %x : !t
    }
}

fn main() {}
