//! Attributes of a declared kernel: a wrong one in the program, a kind that is none, and a
//! declaration that is not the definition's.

/// Scales.
#[tfrt::kernel("my.scale", pure)]
pub fn scale(x: i32, factor: tfrt::Attr<i32>) -> i32 {
    x.wrapping_mul(factor.0)
}

tfrt::tfrt_graph! {
    mod wrong;
    kernel my.scale = pure crate::scale(i32, attr factor: i32) -> i32;
    func.func @go(%x: i32) -> i32 {
        %y = "my.scale"(%x) {factor = "three"} : (i32) -> i32
        tfrt.return %y : i32
    }
}

tfrt::tfrt_graph! {
    mod unknown;
    kernel my.scale = pure crate::scale(i32, attr factor: number) -> i32;
}

tfrt::tfrt_graph! {
    mod other;
    kernel my.scale = pure crate::scale(i32, attr factor: string) -> i32;
}

fn main() {}
