//! An attribute of another name than the parameter.

#[tfrt::kernel("my.scale", pure)]
pub fn scale(x: i32, factor: tfrt::Attr<i32>) -> i32 {
    x.wrapping_mul(factor.0)
}

tfrt::tfrt_graph! {
    mod graph;
    kernel my.scale = crate::scale(i32, attr by: i32) -> i32;
}

fn main() {}
