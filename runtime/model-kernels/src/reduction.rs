//! Reductions, and the places of the greatest and least elements.

use crate::cost;
use crate::element::{Number, Rational};
use crate::output::{index, indices, invalid, list, output, strides};
use half::{bf16, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, shapes};
use tfrt_numeric::{
    Arithmetic, Extremes, Fold, Greatest, InstructionSet, Least, Product, Reduction, Strides, Sum,
    SumOfSizes, SumOfSquares,
};
use tfrt_tensor::{Element, Tensor};

/// What remains of the elements along some dimensions.
struct Reduced {
    tensor: Tensor,
    /// How many elements became one.
    count: usize,
}

/// Along which dimensions a tensor is reduced.
struct Along<'a> {
    axes: &'a [i64],
    /// Keeps them, with size 1.
    keep: bool,
    /// Reduces along none if there are no axes, instead of all.
    noop: bool,
}

impl<'a> Along<'a> {
    fn new(
        axes: Option<&'a Tensor>,
        keepdims: Attr<bool>,
        noop_with_empty_axes: Attr<bool>,
    ) -> Result<Self, KernelError> {
        let axes = axes.map(list).transpose()?.unwrap_or_default();
        Ok(Self { axes, keep: keepdims.0, noop: noop_with_empty_axes.0 })
    }
}

/// A reduction of tensors of one shape.
pub(crate) struct Reducing {
    /// The shape of the result.
    pub(crate) shape: Vec<i64>,
    /// How it is computed.
    pub(crate) reduction: Reduction,
}

impl Reducing {
    /// Of that shape along some axes, which are kept with size 1 or go; of no axes along all or, with `noop`, none.
    ///
    /// # Errors
    /// The axes are none of the shape.
    pub(crate) fn new(
        from: &[i64],
        axes: &[i64],
        keep: bool,
        noop: bool,
    ) -> Result<Self, KernelError> {
        let shape = shapes::reduce(from, axes, keep, noop).map_err(invalid)?;
        let gone = shapes::dimensions(from, axes).map_err(invalid)?;
        let is_gone = |dimension: &usize| axes.is_empty() && !noop || gone.contains(dimension);
        let count = (0..from.len()).filter(is_gone).map(|dimension| from[dimension]);
        let count = count.map(index).fold(1, usize::saturating_mul);
        let (sizes, strides) = (indices(from), strides(from));
        let part = |gone: bool| {
            let of = (0..from.len()).filter(|dimension| is_gone(dimension) == gone);
            let (sizes, strides): (Vec<_>, Vec<_>) = of.map(|at| (sizes[at], strides[at])).unzip();
            Strides::new(&sizes, [&strides], [0])
        };
        Ok(Self { shape, reduction: Reduction { kept: part(false), reduced: part(true), count } })
    }
}

/// Reduces a tensor.
fn reduced<T: Element>(
    ctx: ExecCtx<'_>,
    fold: impl Fold<T>,
    tensor: &Tensor,
    Along { axes, keep, noop }: Along<'_>,
) -> Result<Reduced, KernelError> {
    let Reducing { shape, reduction } =
        Reducing::new(tensor.shape().dimensions(), axes, keep, noop)?;
    let elements = tensor.elements::<T>()?;
    let tensor = output::<T>(ctx, &shape, |output| {
        reduction.run(&ctx, InstructionSet::chosen(), fold, elements, output)
    })?;
    Ok(Reduced { tensor, count: reduction.count })
}

/// Reductions by a fold alone.
macro_rules! reductions {
    ($($(#[$doc:meta])* $name:ident = $op:literal, $fold:ident, $bound:ident, $types:tt;)*) => {$(
        $(#[$doc])*
        ///
        /// Along `axes`; without any, along all dimensions or, with `noop_with_empty_axes`, along none. With
        /// `keepdims`, the result has these with size 1. Element
        /// `i` of those that are reduced goes to lane `i mod 16`, and lanes are joined pairwise, 8, 4, 2 and
        /// 1 apart.
        ///
        /// # Errors
        /// `axis 2 is no dimension of shape [2, 3]`; `axis 1 is there twice`; a tensor of another element
        /// type.
        #[kernel($op, pure, cost = cost::reduction(tensor), assembly = Assembly::TYPED_RESULTS,
            infer = "reduce({T}, i64) -> {T}", T = $types)]
        pub fn $name<T: Number<Work: $bound>>(
            ctx: ExecCtx<'_>,
            tensor: &Tensor,
            axes: Option<&Tensor>,
            keepdims: Attr<bool>,
            noop_with_empty_axes: Attr<bool>,
        ) -> Result<Tensor, KernelError> {
            let tensor = T::widened(ctx, tensor)?;
            let along = Along::new(axes, keepdims, noop_with_empty_axes)?;
            let reduced = reduced::<T::Work>(ctx, $fold, &tensor, along)?;
            T::rounded(ctx, reduced.tensor)
        }
    )*};
}

reductions! {
    /// The sum: ONNX's `ReduceSum`; integers wrap.
    reduce_sum = "nn.reduce_sum.{T}", Sum, Arithmetic,
        [i32, i64, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64];
    /// The product: ONNX's `ReduceProd`; integers wrap.
    reduce_prod = "nn.reduce_prod.{T}", Product, Arithmetic,
        [i32, i64, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64];
    /// The sum of absolute values: ONNX's `ReduceL1`; integers wrap.
    reduce_l1 = "nn.reduce_l1.{T}", SumOfSizes, Arithmetic,
        [i32, i64, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64];
    /// The sum of squares, each rounded: ONNX's `ReduceSumSquare`; integers wrap.
    reduce_sum_square = "nn.reduce_sum_square.{T}", SumOfSquares, Arithmetic,
        [i32, i64, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64];
    /// The greatest: ONNX's `ReduceMax`. NaN is greater than all numbers, and +0 than -0; of none it is
    /// the least of the type.
    reduce_max = "nn.reduce_max.{T}", Greatest, Extremes,
        [i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64];
    /// The least: ONNX's `ReduceMin`. NaN is less than all numbers, and -0 than +0; of none it is the
    /// greatest of the type.
    reduce_min = "nn.reduce_min.{T}", Least, Extremes,
        [i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64];
}

/// The mean: the [sum](reduce_sum), divided once by the number of elements; that of no elements is NaN.
/// ONNX's `ReduceMean`.
///
/// # Errors
/// As `nn.reduce_sum`.
#[kernel("nn.reduce_mean.{T}", pure, cost = cost::reduction(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "reduce({T}, i64) -> {T}", T = [f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn reduce_mean<T: Number<Work: Rational>>(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    axes: Option<&Tensor>,
    keepdims: Attr<bool>,
    noop_with_empty_axes: Attr<bool>,
) -> Result<Tensor, KernelError> {
    let tensor = T::widened(ctx, tensor)?;
    let along = Along::new(axes, keepdims, noop_with_empty_axes)?;
    let Reduced { tensor, count } = reduced::<T::Work>(ctx, Sum, &tensor, along)?;
    let mean = tfrt_tensor::pointwise(ctx, [tensor], |[sum]: [T::Work; 1]| sum.divided_by(count))?;
    T::rounded(ctx, mean)
}

/// The square root of the [sum of squares](reduce_sum_square): ONNX's `ReduceL2`.
///
/// # Errors
/// As `nn.reduce_sum`.
#[kernel("nn.reduce_l2.{T}", pure, cost = cost::reduction(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "reduce({T}, i64) -> {T}", T = [f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn reduce_l2<T: Number<Work: Rational>>(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    axes: Option<&Tensor>,
    keepdims: Attr<bool>,
    noop_with_empty_axes: Attr<bool>,
) -> Result<Tensor, KernelError> {
    let tensor = T::widened(ctx, tensor)?;
    let along = Along::new(axes, keepdims, noop_with_empty_axes)?;
    let sums = reduced::<T::Work>(ctx, SumOfSquares, &tensor, along)?;
    let roots = tfrt_tensor::pointwise(ctx, [sums.tensor], |[sum]: [T::Work; 1]| sum.root())?;
    T::rounded(ctx, roots)
}

/// The place along `axis` of the first element that none exceeds, or of the last.
fn place<T: Element + PartialOrd>(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    (axis, keep, last): (i64, bool, bool),
    exceeds: impl Fn(T, T) -> bool + Sync,
) -> Result<Tensor, KernelError> {
    let elements = tensor.elements::<T>()?;
    let from = tensor.shape().dimensions();
    let shape = shapes::place(from, axis, keep).map_err(invalid)?;
    let dimension = shapes::dimension(from, axis).map_err(invalid)?;
    output::<i64>(ctx, &shape, |output| {
        let (mut sizes, mut strides) = (indices(from), strides(from));
        let (length, apart) = (sizes.remove(dimension), strides.remove(dimension).unsigned_abs());
        let kept = Strides::new(&sizes, [&strides], [0]);
        tfrt_numeric::place(&ctx, (elements, &kept), (length, apart), last, &exceeds, output)
    })
}

/// The places of elements that none exceeds.
macro_rules! places {
    ($($(#[$doc:meta])* $name:ident = $op:literal, $exceeds:expr;)*) => {$(
        $(#[$doc])*
        ///
        /// Counted from zero along `axis`; of equal ones, the first or, with `select_last_index`, the last;
        /// with `keepdims`, the result has that dimension with size 1. A NaN exceeds every number.
        ///
        /// # Errors
        /// `a tensor of shape [2, 0] has no elements along axis 1`; `axis 2 is no dimension of shape [2, 3]`;
        /// a tensor of another element type.
        #[kernel($op, pure, cost = cost::reduction(tensor), assembly = Assembly::TYPED_RESULTS,
            infer = "place({T}) -> i64",
            T = [i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64])]
        pub fn $name<T: Element + PartialOrd>(
            ctx: ExecCtx<'_>,
            tensor: &Tensor,
            axis: Attr<i64>,
            keepdims: Attr<bool>,
            select_last_index: Attr<bool>,
        ) -> Result<Tensor, KernelError> {
            let options = (axis.0, keepdims.0, select_last_index.0);
            place::<T>(ctx, tensor, options, $exceeds)
        }
    )*};
}

places! {
    /// The places of the greatest elements: ONNX's `ArgMax`.
    argmax = "nn.argmax.{T}", |a, b| a > b;
    /// The places of the least elements: ONNX's `ArgMin`.
    argmin = "nn.argmin.{T}", |a, b| a < b;
}
