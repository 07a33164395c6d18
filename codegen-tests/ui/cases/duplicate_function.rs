//! Functions of one name.

tfrt::tfrt_graph! {
    mod graph;
    func.func @f(%x: i32) -> i32 {
        tfrt.return %x : i32
    }
    func.func @f(%x: i32) -> i32 {
        tfrt.return %x : i32
    }
}

fn main() {}
