//! A kernel that gives its result when it returns, declared as one that gives it later.

#[tfrt::kernel("my.half")]
pub fn half(x: i32) -> i32 {
    x / 2
}

tfrt::tfrt_graph! {
    mod graph;
    kernel my.half = later crate::half(i32) -> i32;
}

fn main() {}
