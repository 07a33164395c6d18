//! Function headers that cannot be read.

tfrt::tfrt_graph! {
    mod graph;
    func.func f(%x: i32) -> i32 {
        tfrt.return %x : i32
    }
    func.func @g(x: i32) -> i32 {
        tfrt.return %x : i32
    }
    func.func @h(%x i32) -> i32 {
        tfrt.return %x : i32
    }
}

fn main() {}
