//! A plain function, that is no kernel.

pub fn half(x: i32) -> i32 {
    x / 2
}

tfrt::tfrt_graph! {
    mod graph;
    kernel my.half = crate::half(i32) -> i32;
}

fn main() {}
