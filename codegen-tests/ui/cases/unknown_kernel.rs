//! A kernel that is neither in the library nor declared.

tfrt::tfrt_graph! {
    mod graph;
    func.func @f(%x: i32) -> i32 {
        %y = "my.unknown"(%x) : (i32) -> i32
        tfrt.return %y : i32
    }
}

fn main() {}
