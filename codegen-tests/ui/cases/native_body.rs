//! A native function is declared without a body, and any other with one.

tfrt::tfrt_graph! {
    mod graph;
    func.func private @f(i32) -> i32
    func.func private @g(%x: i32) -> i32 attributes {tfrt.native} {
        tfrt.return %x : i32
    }
}

fn main() {}
