//! Lists that cannot be read.

#[tfrt::kernel("my.half")]
fn half(x: i32) -> i32 {
    x / 2
}

tfrt::kernels! {}

tfrt::kernels! { A }

tfrt::kernels! { B = half }

tfrt::kernels! { C = [half half] }

tfrt::kernels! { D = [type i32] }

tfrt::kernels! { E = [type i32 = i32] }

tfrt::kernels! { F = [type i32 = "i32"] }

tfrt::kernels! { G = [half("my.half")] }

tfrt::kernels! { crate = "tfrt"; H = [half] }

fn main() {}
