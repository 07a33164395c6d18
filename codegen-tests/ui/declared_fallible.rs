//! A kernel that cannot fail, declared fallible.

#[tfrt::kernel("my.half")]
pub fn half(x: i32) -> i32 {
    x / 2
}

tfrt::tfrt_graph! {
    mod graph;
    kernel my.half = fallible crate::half(i32) -> i32;
}

fn main() {}
