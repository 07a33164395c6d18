//! An attribute of a kind that the kernel does not take.

/// Scales.
#[tfrt::kernel("my.scale", pure)]
pub fn scale(x: i32, factor: tfrt::Attr<i32>) -> i32 {
    x.wrapping_mul(factor.0)
}

tfrt::kernels! { MY = [scale] }

tfrt::tfrt_graph! {
    mod wrong;
    kernels = [MY];
    func.func @go(%x: i32) -> i32 {
        %y = "my.scale"(%x) {factor = "three"} : (i32) -> i32
        tfrt.return %y : i32
    }
}

fn main() {}
