//! Operands of another type.

#[tfrt::kernel("my.half")]
pub fn half(x: i32) -> i32 {
    x / 2
}

tfrt::kernels! { MY = [half] }

tfrt::tfrt_graph! {
    mod graph;
    kernels = [MY];
    func.func @f(%x: i32) -> i32 {
        %b = tfrt.constant.i64 1
        %a = "my.half"(%b) : (i64) -> i32
        %c = tfrt.add.i32 %a, %b
        tfrt.return %a : i32
    }
}

fn main() {}
