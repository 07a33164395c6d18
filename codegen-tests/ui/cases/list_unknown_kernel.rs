//! A kernel that the lists named here do not have, with and without lists.

#[tfrt::kernel("my.half")]
fn half(x: i32) -> i32 {
    x / 2
}

tfrt::kernels! { MY = [half] }

tfrt::tfrt_graph! {
    mod without;
    func.func @f(%x: i32) -> i32 {
        %a = "my.half"(%x) : (i32) -> i32
        tfrt.return %a : i32
    }
}

tfrt::tfrt_graph! {
    mod with;
    kernels = [crate::MY];
    func.func @f(%x: i32) -> i32 {
        %a = "my.half"(%x) : (i32) -> i32
        %b = "my.hald"(%a) : (i32) -> i32
        tfrt.return %b : i32
    }
}

fn main() {}
