//! A kernel declared with another type than its definition has.

#[tfrt::kernel("my.half")]
pub fn half(x: i32) -> i32 {
    x / 2
}

tfrt::tfrt_graph! {
    mod graph;
    kernel my.half = crate::half(i64) -> i64;
    func.func @f(%x: i64) -> i64 {
        %y = "my.half"(%x) : (i64) -> i64
        tfrt.return %y : i64
    }
}

fn main() {}
