//! An attribute whose name is misspelt.

#[tfrt::kernel("my.scale", pure)]
pub fn scale(x: i32, factor: tfrt::Attr<i32>) -> i32 {
    x.wrapping_mul(factor.0)
}

tfrt::kernels! { MY = [scale] }

tfrt::tfrt_graph! {
    mod graph;
    kernels = [MY];
    func.func @f(%x: i32) -> i32 {
        %a = "my.scale"(%x) {facotr = 2 : i32} : (i32) -> i32
        tfrt.return %a : i32
    }
}

fn main() {}
