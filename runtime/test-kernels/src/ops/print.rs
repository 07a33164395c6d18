//! Test ops that show their arguments, and that give them back.

use tfrt_core_runtime::{HostTensor, NumericTensor, op};
use tfrt_host::context::ExecCtx;
use tfrt_host::kernel::Chain;
use tfrt_tensor::{DenseHostTensor, MutableTensor};

/// Prints a tensor and a newline.
#[op("tfrt_test.print")]
pub fn print(ctx: ExecCtx<'_>, x: &HostTensor) -> Chain {
    ctx.request.print(&format!("{}\n", x.0));
    Chain
}

/// Prints where a dense tensor's elements are.
#[op("tfrt_test.print_address")]
pub fn print_address(ctx: ExecCtx<'_>, x: &NumericTensor) -> Chain {
    let text = match &x.0 {
        MutableTensor::Dense(dense) => {
            format!("DenseHostTensor: buffer={:#x}\n", dense.buffer().address())
        }
        _ => "Unsupported tensor type\n".to_owned(),
    };
    ctx.request.print(&text);
    Chain
}

/// Its argument, as a dense tensor.
#[op("tfrt_test.identity", pure)]
pub fn identity(x: DenseHostTensor) -> DenseHostTensor {
    x
}

/// Its argument, as a dense tensor.
#[op("tfrt_test.identity_dense_only", pure)]
pub fn identity_dense_only(x: DenseHostTensor) -> DenseHostTensor {
    x
}
