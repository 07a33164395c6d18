//! The ops as kernels without chains, for functions whose ops run in order: dialect `tf_sync`. The result is an operand,
//! which they write; its bits are those of the op's. Suffixes are the names of element types that tensors print.
#![expect(clippy::too_many_arguments, reason = "the kernels' operands and attributes")]

use crate::elementwise::binary::{Operator, compute_into};
use crate::elementwise::unary::{logistic, real_into};
use crate::matmul::{Fusion, product_into};
use crate::output::{expect, write_raw};
use crate::{Activated, FusedOps, Number, concat, softmax, tile};
use half::f16;
use tfrt_bef::Dense;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::Attr;
use tfrt_numeric::{Arithmetic, Float, functions};
use tfrt_tensor::{
    DenseHostTensor, Element, MutableTensor, TensorError, TensorMetadata, TensorShape,
};

/// Checks the element type of an operand.
fn dense<T: Element>(tensor: &MutableTensor) -> Result<&DenseHostTensor, TensorError> {
    let dense = tensor.dense()?;
    dense.expect::<T>()?;
    Ok(dense)
}

macro_rules! binary {
    ($($(#[$doc:meta])* $function:ident $name:literal $operator:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// Those of the op; `output tensor has the wrong shape`; another element type; a read-only output.
        #[kernel($name, effects(writes), T = [
            u8 as "u8", u16 as "u16", u32 as "u32", u64 as "u64", i8, i16, i32, i64, f16, f32, f64
        ])]
        pub fn $function<T: Number>(
            ctx: ExecCtx<'_>,
            lhs: &MutableTensor,
            rhs: &MutableTensor,
            output: &MutableTensor,
        ) -> Result<(), KernelError> {
            compute_into::<T>(ctx, Operator::$operator, [lhs, rhs], dense::<T>(output)?)
        }
    )*};
}

binary! {
    /// The sum.
    add_v2 "tf_sync.AddV2.{T}" Add;
    /// The product.
    mul "tf_sync.Mul.{T}" Mul;
    /// The quotient; of integers, truncated.
    real_div "tf_sync.RealDiv.{T}" Div;
    /// The difference.
    sub "tf_sync.Sub.{T}" Sub;
}

macro_rules! unary {
    ($($(#[$doc:meta])* $function:ident $name:literal $of:path;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// `output tensor has the wrong shape`; another element type; a read-only output.
        #[kernel($name, effects(writes), T = [f32, f64])]
        pub fn $function<T: Element + Float>(
            ctx: ExecCtx<'_>,
            input: &MutableTensor,
            output: &MutableTensor,
        ) -> Result<(), KernelError> {
            real_into::<T>(ctx, dense::<T>(input)?, dense::<T>(output)?, $of)
        }
    )*};
}

unary! {
    /// The natural logarithm.
    log "tf_sync.Log.{T}" functions::log;
    /// The natural logarithm of 1 and the element.
    log1p "tf_sync.Log1p.{T}" functions::log1p;
    /// One over the square root.
    rsqrt "tf_sync.Rsqrt.{T}" functions::rsqrt;
    /// `1 / (1 + exp(-x))`.
    sigmoid "tf_sync.Sigmoid.{T}" logistic;
}

/// Softmax along the last dimension.
///
/// # Errors
/// `output tensor has the wrong shape`; another element type; a read-only output.
#[kernel("tf_sync.Softmax.{T}", effects(writes), T = [f32, f64])]
pub fn softmax<T: Element + Arithmetic + Float>(
    ctx: ExecCtx<'_>,
    logits: &MutableTensor,
    output: &MutableTensor,
) -> Result<(), KernelError> {
    softmax::softmax_into::<T>(ctx, dense::<T>(logits)?, dense::<T>(output)?, false)
}

/// The logarithm of the softmax along the last dimension.
///
/// # Errors
/// `output tensor has the wrong shape`; another element type; a read-only output.
#[kernel("tf_sync.LogSoftmax.{T}", effects(writes), T = [f32, f64])]
pub fn log_softmax<T: Element + Arithmetic + Float>(
    ctx: ExecCtx<'_>,
    logits: &MutableTensor,
    output: &MutableTensor,
) -> Result<(), KernelError> {
    softmax::softmax_into::<T>(ctx, dense::<T>(logits)?, dense::<T>(output)?, true)
}

/// The product of two matrices with a bias, and an activation: `inputs` are what `fused_ops` needs.
///
/// # Errors
/// Those of `tf._FusedMatMul`; `output tensor has the wrong shape`; another element type; a read-only output.
#[kernel("tf_sync._FusedMatMul.{T}", effects(writes), T = [f32, f64])]
pub fn fused_matmul<T: Activated>(
    ctx: ExecCtx<'_>,
    a: &MutableTensor,
    b: &MutableTensor,
    output: &MutableTensor,
    inputs: &[&MutableTensor],
    fused_ops: Attr<FusedOps>,
    transpose_a: Attr<bool>,
    transpose_b: Attr<bool>,
) -> Result<(), KernelError> {
    let (a, b, output) = (dense::<T>(a)?, dense::<T>(b)?, dense::<T>(output)?);
    let inputs = inputs.iter().map(|input| dense::<T>(input));
    let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
    let fusion = Fusion::<T>::new(Some(&fused_ops.0), &inputs, output.metadata())?;
    let transposed = [transpose_a.0, transpose_b.0];
    product_into::<T>(ctx, [a, b], transposed, output, |column, sum| fusion.of(column, sum))
}

/// Tensors, one behind the other along a dimension: all but the last, which is written.
///
/// # Errors
/// Those of `tf.ConcatV2`; `output tensor has the wrong shape`; another element type; a read-only output.
#[kernel("tf_sync.ConcatV2.{T}", effects(writes), T = [f32, f64])]
pub fn concat_v2<T: Element>(
    ctx: ExecCtx<'_>,
    axis: i32,
    tensors: &[&MutableTensor],
) -> Result<(), KernelError> {
    let tensors = tensors.iter().map(|tensor| dense::<T>(tensor));
    let tensors = tensors.collect::<Result<Vec<_>, _>>()?;
    let Some((output, inputs)) = tensors.split_last() else {
        return Err("there are no tensors to concatenate".into());
    };
    concat::concat_into(ctx, inputs, axis.into(), output)
}

/// A tensor, as often along each dimension as the multiples say.
///
/// # Errors
/// Those of `tf.Tile`; `output tensor has the wrong shape`; another element type; a read-only output.
#[kernel("tf_sync.Tile.{T}", effects(writes), T = [
    u8 as "u8", u16 as "u16", u32 as "u32", u64 as "u64", i8, i16, i32, i64, f16, f32, f64
])]
pub fn tile<T: Element>(
    ctx: ExecCtx<'_>,
    input: &MutableTensor,
    multiples: &MutableTensor,
    output: &MutableTensor,
) -> Result<(), KernelError> {
    tile::tile_into(ctx, dense::<T>(input)?, multiples, dense::<T>(output)?)
}

/// Strings, as often along each dimension as fit into the output.
///
/// # Errors
/// `Unsupported tensor rank`, `output tensor has the wrong shape`: its sizes are no multiples; a tensor of another kind.
#[kernel("tf_sync.Tile.string", effects(writes))]
pub fn tile_string(
    ctx: ExecCtx<'_>,
    input: &MutableTensor,
    output: &MutableTensor,
) -> Result<(), KernelError> {
    let (MutableTensor::String(from), MutableTensor::String(to)) = (input, output) else {
        let [from, to] = [input, output].map(MutableTensor::type_name);
        return Err(format!("tensors of kinds {from} and {to}, expected StringHost").into());
    };
    tile::strings_into(ctx, from, to)
}

/// The elements of the attribute `value`.
///
/// # Errors
/// `output tensor has the wrong shape`; another element type; a read-only output.
#[kernel("tf_sync.Const", effects(writes))]
pub fn constant(output: &MutableTensor, value: Attr<&Dense>) -> Result<(), KernelError> {
    let Dense { dtype, shape, data } = value.0;
    let output = output.dense()?;
    expect(output, &TensorMetadata { dtype: *dtype, shape: TensorShape::new(shape)? })?;
    write_raw::<u8, u8, 0>([], output, |[], output| {
        if output.len() != data.len() {
            return Err(
                format!("{} bytes of elements, expected {}", data.len(), output.len()).into()
            );
        }
        output.copy_from_slice(data);
        Ok(())
    })
}

tfrt_host::kernels! {
    /// The kernels of the dialect `tf_sync`.
    pub TF_SYNC = [
        add_v2,
        concat_v2,
        constant,
        fused_matmul,
        log,
        log1p,
        log_softmax,
        mul,
        real_div,
        rsqrt,
        sigmoid,
        softmax,
        sub,
        tile,
        tile_string,
    ]
}
