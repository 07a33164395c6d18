//! Attributes of another kind or out of range.

#[tfrt::kernel("my.scale", pure)]
pub fn scale(x: i32, factor: tfrt::Attr<i32>) -> i32 {
    x.wrapping_mul(factor.0)
}

tfrt::kernels! { MY = [scale] }

tfrt::tfrt_graph! {
    mod graph;
    kernels = [MY];
    func.func @f(%x: i32) -> i32 {
        %a = "my.scale"(%x) {factor = 4294967296 : i64} : (i32) -> i32
        %b = "my.scale"(%a) {factor = 1.5 : f32} : (i32) -> i32
        %c = "my.scale"(%b) {factor = [1 : i32, 2 : i32]} : (i32) -> i32
        %d = "my.scale"(%c) {factor = i32} : (i32) -> i32
        tfrt.return %d : i32
    }
}

fn main() {}
