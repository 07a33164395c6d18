//! The graph that the cases of wrong uses share.

#[tfrt::kernel("my.read")]
async fn read(x: i32) -> i32 {
    x
}

tfrt::kernels! { pub(crate) MY = [read] }

tfrt::tfrt_graph! {
    pub mod graph;
    kernels = [MY];
    func.func @f(%x: i32) -> i32 {
        %y = tfrt.add.i32 %x, %x
        tfrt.return %y : i32
    }
    func.func @fails(%x: i32) -> i32 {
        %q, %r = tfrt.div.i32 %x, %x
        tfrt.return %q : i32
    }
    func.func @later(%x: i32) -> i32 {
        %y = "my.read"(%x) : (i32) -> i32
        tfrt.return %y : i32
    }
    func.func private @hidden(%x: i32) -> i32 {
        tfrt.return %x : i32
    }
}
