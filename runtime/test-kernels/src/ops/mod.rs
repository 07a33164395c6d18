//! The test ops of the Core Runtime, `tfrt_test.*`: they convert, complete late, fail and print.

pub mod dense;
pub mod late;
pub mod make;
mod metadata;
pub mod print;

use tfrt_core_runtime::OpList;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_tensor::{DenseHostTensor, Element, TensorError, TensorShape};

/// The test ops.
pub static OPS: OpList = OpList::new(&[
    dense::ADD,
    dense::ADD_DENSEONLY,
    dense::ADD_DENSEONLY2,
    dense::ADD_DENSEONLY3,
    dense::ARGMAX,
    dense::BROADCAST,
    dense::CAST,
    dense::EQUAL,
    dense::MATMUL,
    dense::REDUCE_MEAN,
    dense::RELU,
    late::ERROR_TENSOR,
    late::NEVER,
    late::NOOP,
    late::NOOP_NO_MD,
    late::PANIC,
    late::TOO_FEW,
    make::CREATE_COO_TENSOR,
    make::CREATE_DENSE_TENSOR,
    make::CREATE_FROM_SCALAR,
    make::ODD_COLLECTOR,
    print::IDENTITY,
    print::IDENTITY_DENSE_ONLY,
    print::PRINT,
    print::PRINT_ADDRESS,
]);

/// Evaluates an expression for the Rust type `T` of an element type of these kinds; `None` for another.
macro_rules! with_type {
    ($of:expr, $T:ident => $call:expr; $($dtype:ident $rust:ty),*) => {
        match $of {
            $(tfrt_tensor::DType::$dtype => {
                type $T = $rust;
                Some($call)
            })*
            _ => None,
        }
    };
    (numeric $of:expr, $T:ident => $call:expr) => {
        $crate::ops::with_type!(
            $of, $T => $call;
            Ui8 u8, Ui16 u16, Ui32 u32, Ui64 u64, I8 i8, I16 i16, I32 i32, I64 i64, F32 f32, F64 f64
        )
    };
}
use with_type;

/// A tensor of the elements, in memory of the run.
fn tensor<T: Element>(
    ctx: ExecCtx<'_>,
    shape: &TensorShape,
    elements: &[T],
) -> Result<DenseHostTensor, KernelError> {
    Ok(DenseHostTensor::copy_of(shape.clone(), elements, ctx.allocator())?)
}

/// The sizes of a matrix.
fn matrix(tensor: &DenseHostTensor) -> Result<[usize; 2], TensorError> {
    let wrong = || TensorError::from(format!("shape {} is no matrix", tensor.shape()));
    let [rows, columns] = tensor.shape().dimensions() else { return Err(wrong()) };
    let size = |size: &i64| usize::try_from(*size).map_err(|_| wrong());
    Ok([size(rows)?, size(columns)?])
}
