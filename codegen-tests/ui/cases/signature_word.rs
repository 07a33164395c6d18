//! A signature that there is not.

tfrt::tfrt_graph! {
    mod graph;
    func.func @f(%x: i32) -> i32 attributes {tfrt.signature = "now"} {
        tfrt.return %x : i32
    }
}

fn main() {}
