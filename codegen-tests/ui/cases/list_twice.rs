//! Two of one name.

#[tfrt::kernel("my.half")]
fn half(x: i32) -> i32 {
    x / 2
}

#[tfrt::kernel("my.half")]
fn other(x: i32) -> i32 {
    x / 2
}

tfrt::kernels! { MY = [half, other] }

fn main() {}
