//! Products of matrices.

use crate::cost;
use crate::element::Number;
use crate::output::{broadcast_strides, index, indices, invalid, output};
use half::{bf16, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, shapes};
use tfrt_numeric::{Arithmetic, InstructionSet, Matmul, Strides};
use tfrt_tensor::Tensor;

/// The product of matrices, or of two tensors of them whose outer dimensions are broadcast: ONNX's
/// `MatMul`. A vector on the left is a row, one on the right a column. Each element is one chain of fused
/// multiplications and additions along the inner dimension, from zero; integers wrap.
///
/// # Errors
/// `shapes [2, 3] and [4, 5] have no product: 3 is not 4`; a tensor of another element type.
#[kernel("nn.matmul.{T}", pure, cost = cost::matmul(a, b), assembly = Assembly::TYPED_RESULTS,
    infer = "matmul({T}) -> {T}",
    T = [i32, i64, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn matmul<T: Number<Work: Arithmetic>>(
    ctx: ExecCtx<'_>,
    a: &Tensor,
    b: &Tensor,
) -> Result<Tensor, KernelError> {
    let (a, b) = (T::widened(ctx, a)?, T::widened(ctx, b)?);
    let [left, right] = [&a, &b].map(|tensor| tensor.shape().dimensions());
    let product = Product::new([left, right])?;
    let factors = [a.elements::<T::Work>()?, b.elements::<T::Work>()?];
    let result = output::<T::Work>(ctx, &product.shape, |c| {
        product.matmul.add_to(&ctx, InstructionSet::chosen(), factors, c)
    })?;
    T::rounded(ctx, result)
}

/// A product of tensors of one shape each.
pub(crate) struct Product {
    /// The shape of the result.
    pub(crate) shape: Vec<i64>,
    /// How it is computed.
    pub(crate) matmul: Matmul,
}

impl Product {
    /// Of these shapes.
    ///
    /// # Errors
    /// They have no product.
    pub(crate) fn new([left, right]: [&[i64]; 2]) -> Result<Self, KernelError> {
        let shape = shapes::matmul(left, right).map_err(invalid)?;
        let (batch_a, rows, inner) = match left {
            [batch @ .., rows, inner] => (batch, *rows, *inner),
            _ => (&[][..], 1, left[0]),
        };
        let (batch_b, columns) = match right {
            [batch @ .., _, columns] => (batch, *columns),
            _ => (&[][..], 1),
        };
        let rank = batch_a.len().max(batch_b.len());
        let sizes = indices(&shape[..rank]);
        let strides = [batch_a, batch_b].map(|batch| broadcast_strides(batch, rank));
        let batch = Strides::new(&sizes, [&strides[0], &strides[1]], [0, 0]);
        let [rows, inner, columns] = [rows, inner, columns].map(index);
        Ok(Self { shape, matmul: Matmul { rows, inner, columns, batch } })
    }
}
