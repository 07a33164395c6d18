//! A kernel with an operand of a Rust type that programs do not have.
use tfrt::kernel;

#[kernel("my.index")]
fn index(at: usize) -> i32 {
    i32::try_from(at).unwrap_or(i32::MAX)
}

tfrt::kernels! { MY = [index] }

tfrt::tfrt_graph! {
    mod indexed;
    kernels = [crate::MY];
    func.func @one(%x: i32) -> i32 {
        tfrt.return %x : i32
    }
}

fn main() {
    let _ = tfrt::catalogue().with(&MY);
}
