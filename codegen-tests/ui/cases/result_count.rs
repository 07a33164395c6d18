//! Too few and too many results.

#[tfrt::kernel("my.half")]
pub fn half(x: i32) -> i32 {
    x / 2
}

tfrt::kernels! { MY = [half] }

tfrt::tfrt_graph! {
    mod graph;
    kernels = [MY];
    func.func @f(%x: i32) -> i32 {
        %a, %b = "my.half"(%x) : (i32) -> (i32, i32)
        %c = tfrt.div.i32 %x, %x
        "tfrt.add.i32"(%x, %x) : (i32, i32) -> ()
        tfrt.return %a : i32
    }
}

fn main() {}
