//! Too few and too many operands.

#[tfrt::kernel("my.half")]
pub fn half(x: i32) -> i32 {
    x / 2
}

tfrt::kernels! { MY = [half] }

tfrt::tfrt_graph! {
    mod graph;
    kernels = [MY];
    func.func @f(%x: i32) -> i32 {
        %a = "tfrt.add.i32"(%x) : (i32) -> i32
        %b = "my.half"(%x, %x) : (i32, i32) -> i32
        tfrt.return %b : i32
    }
}

fn main() {}
