//! The kernels of this project, for its programs and its tool.

/// Squares a number, wrapping on overflow.
#[tfrt::kernel("my.square", pure)]
pub fn square(x: i32) -> i32 {
    x.wrapping_mul(x)
}

tfrt::kernels! {
    /// All kernels of this project.
    pub MY = [square]
}

/// The programs of the folder `graphs/`.
pub mod graphs {
    tfrt::include_graphs!("graphs");
}

tfrt::tfrt_graph! { pub mod digits = "../networks/digits.onnx"; }

tfrt::tfrt_graph! {
    pub mod inline;
    kernels = [MY];
    func.func @twice_squared(%x: i32) -> i32 {
        %square = "my.square"(%x) : (i32) -> i32
        %y = tfrt.add.i32 %square, %square
        tfrt.return %y : i32
    }
}
