//! A kernel that takes more than declared.

#[tfrt::kernel("my.add")]
pub fn add(x: i32, y: i32) -> i32 {
    x + y
}

tfrt::tfrt_graph! {
    mod graph;
    kernel my.add = crate::add(i32) -> i32;
}

fn main() {}
