//! A kernel that is declared pure and is not.

#[tfrt::kernel("my.half")]
pub fn half(x: i32) -> i32 {
    x / 2
}

tfrt::tfrt_graph! {
    mod graph;
    kernel my.half = pure crate::half(i32) -> i32;
}

fn main() {}
