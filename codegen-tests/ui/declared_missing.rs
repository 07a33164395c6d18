//! A declared kernel that is defined nowhere.

tfrt::tfrt_graph! {
    mod graph;
    kernel my.half = crate::half(i32) -> i32;
    func.func @f(%x: i32) -> i32 {
        %y = "my.half"(%x) : (i32) -> i32
        tfrt.return %y : i32
    }
}

fn main() {}
