//! A list that is nowhere.

tfrt::tfrt_graph! {
    mod graph;
    kernels = [crate::MY];
    func.func @f(%x: i32) -> i32 {
        tfrt.return %x : i32
    }
}

fn main() {}
