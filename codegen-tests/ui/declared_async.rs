//! An ordinary function, declared as an async one.

#[tfrt::kernel("my.half")]
pub fn half(x: i32) -> i32 {
    x / 2
}

tfrt::tfrt_graph! {
    mod graph;
    kernel my.half = async crate::half(i32) -> i32;
}

fn main() {}
