//! An optional attribute that BEF's order of names puts before one that is not.

#[tfrt::kernel("my.scale", pure)]
pub fn scale(x: i32, by: tfrt::Attr<Option<i32>>, factor: tfrt::Attr<i32>) -> i32 {
    x.wrapping_mul(factor.0).wrapping_mul(by.0.unwrap_or(1))
}

fn main() {}
