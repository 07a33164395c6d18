//! Kernels of tensors that compute each element by a function of scalars.

use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_tensor::{Point, Stored, Tensor, pointwise, try_pointwise};

/// Kernels of tensors, of which one function of [`cost`](crate::cost) says what they take, and one rule
/// what types they have. Each computes every element by the function of scalars that is named last,
/// through [`map`] or [`try_map`].
macro_rules! elementwise {
    ($bound:ident, $types:tt, $cost:ident, $map:ident, $infer:literal; $($(#[$doc:meta])*
        $name:ident($first:ident $(, $operand:ident)*) = $op:literal, $scalar:path;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// `tensor shape mismatch: A vs. B`; a tensor of another element type; the error of any
        /// element.
        #[kernel($op, pure, cost = crate::cost::$cost($first), assembly = Assembly::TYPED_RESULTS, infer = $infer, T = $types)]
        pub fn $name<T: $bound + ::tfrt_tensor::Stored>(
            ctx: ::tfrt_host::context::ExecCtx<'_>,
            $first: ::tfrt_tensor::Tensor,
            $($operand: ::tfrt_tensor::Tensor,)*
        ) -> Result<::tfrt_tensor::Tensor, ::tfrt_host::error::KernelError> {
            let of = |[$first, $($operand),*]: [T; [stringify!($first) $(, stringify!($operand))*].len()]| {
                $scalar($first, $($operand),*)
            };
            $map(ctx, [$first, $($operand),*], of)
        }
    )*};
}

pub(crate) use elementwise;

/// The results of `of` for the elements at each place of tensors of one shape.
pub(crate) fn map<S: Scalars, U: Stored, const N: usize>(
    ctx: ExecCtx<'_>,
    inputs: [Tensor; N],
    of: impl Fn(S) -> U + Sync,
) -> Result<Tensor, KernelError> {
    pointwise(ctx, inputs, |elements| of(S::loaded(elements)).stored())
}

/// [`map`] of a function that may fail: with an error of some element.
pub(crate) fn try_map<S: Scalars, U: Stored, const N: usize>(
    ctx: ExecCtx<'_>,
    inputs: [Tensor; N],
    of: impl Fn(S) -> Result<U, KernelError> + Sync,
) -> Result<Tensor, KernelError> {
    try_pointwise(ctx, inputs, |elements| Ok(of(S::loaded(elements))?.stored()))
}

/// The scalars of several tensors at one place, as [`Point`] has their elements.
pub(crate) trait Scalars {
    /// The elements.
    type Elements: Point;
    /// Their scalars.
    fn loaded(elements: Self::Elements) -> Self;
}

impl<T: Stored, const N: usize> Scalars for [T; N] {
    type Elements = [T::Element; N];
    #[inline]
    fn loaded(elements: Self::Elements) -> Self {
        elements.map(T::loaded)
    }
}

impl<A: Scalars, B: Scalars> Scalars for (A, B) {
    type Elements = (A::Elements, B::Elements);
    #[inline]
    fn loaded((a, b): Self::Elements) -> Self {
        (A::loaded(a), B::loaded(b))
    }
}
