//! Results of another type.

#[tfrt::kernel("my.half")]
pub fn half(x: i32) -> i32 {
    x / 2
}

tfrt::kernels! { MY = [half] }

tfrt::tfrt_graph! {
    mod graph;
    kernels = [MY];
    func.func @f(%x: i32) -> i32 {
        %a = "my.half"(%x) : (i32) -> i64
        tfrt.return %x : i32
    }
}

fn main() {}
