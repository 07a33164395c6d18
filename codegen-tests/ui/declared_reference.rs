//! A kernel that takes a reference, declared by value.

#[tfrt::kernel("my.show")]
pub fn show(x: &i32) -> i32 {
    *x
}

tfrt::tfrt_graph! {
    mod graph;
    kernel my.show = crate::show(i32) -> i32;
}

fn main() {}
