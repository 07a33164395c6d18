//! Elements that depend on those at the same place of other tensors.

use crate::rows;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel::Chain;
use tfrt_tensor::{Access, Element, Inputs, Tensor, TensorError, TensorShape};

/// Elements that a thread computes at a time.
const PART: usize = 1 << 14;

/// The elements of some tensors at one place: those of one type in an array, those of several in pairs
/// of arrays or pairs.
///
/// ```
/// use tfrt_host::context::ExecCtx;
/// use tfrt_host::error::KernelError;
/// use tfrt_host::kernel::Chain;
/// use tfrt_tensor::{I1, Tensor};
/// use tfrt_tensor_kernels::each;
///
/// /// Sets the output to the numbers, negated where that is true.
/// fn negate(
///     ctx: ExecCtx<'_>,
///     truths: &Tensor,
///     numbers: &Tensor,
///     output: &Tensor,
/// ) -> Result<Chain, KernelError> {
///     let set = |([truth], [number]): ([I1; 1], [f32; 1]), result: &mut f32| {
///         *result = if bool::from(truth) { -number } else { number };
///     };
///     each(ctx, [truths, numbers], output, set)
/// }
/// ```
pub trait Elements: Copy {
    /// The number of tensors.
    const COUNT: usize;
    /// All elements of each tensor.
    type Slices<'a>: Copy + Sync;
    /// The elements of the tensors from the given one on.
    ///
    /// # Errors
    /// As [`Inputs::get`], and a tensor of another element type.
    fn slices<'a>(
        tensors: &[&Tensor],
        inputs: &Inputs<'a, '_>,
        first: usize,
    ) -> Result<Self::Slices<'a>, TensorError>;
    /// As many elements from a place on.
    #[must_use]
    fn part(slices: Self::Slices<'_>, start: usize, length: usize) -> Self::Slices<'_>;
    /// The elements at a place.
    #[must_use]
    fn at(slices: Self::Slices<'_>, index: usize) -> Self;
}

impl<T: Element, const N: usize> Elements for [T; N] {
    const COUNT: usize = N;
    type Slices<'a> = [&'a [T]; N];

    fn slices<'a>(
        tensors: &[&Tensor],
        inputs: &Inputs<'a, '_>,
        first: usize,
    ) -> Result<Self::Slices<'a>, TensorError> {
        let mut slices = [&[][..]; N];
        for (slice, index) in slices.iter_mut().zip(first..) {
            tensors[index].dense()?.expect::<T>()?;
            *slice = inputs.get::<T>(index)?;
        }
        Ok(slices)
    }

    #[inline]
    fn part(slices: Self::Slices<'_>, start: usize, length: usize) -> Self::Slices<'_> {
        slices.map(|slice| &slice[start..][..length])
    }

    #[inline]
    fn at(slices: Self::Slices<'_>, index: usize) -> Self {
        slices.map(|slice| slice[index])
    }
}

impl<A: Elements, B: Elements> Elements for (A, B) {
    const COUNT: usize = A::COUNT + B::COUNT;
    type Slices<'a> = (A::Slices<'a>, B::Slices<'a>);

    fn slices<'a>(
        tensors: &[&Tensor],
        inputs: &Inputs<'a, '_>,
        first: usize,
    ) -> Result<Self::Slices<'a>, TensorError> {
        let a = A::slices(tensors, inputs, first)?;
        Ok((a, B::slices(tensors, inputs, first + A::COUNT)?))
    }

    #[inline]
    fn part((a, b): Self::Slices<'_>, start: usize, length: usize) -> Self::Slices<'_> {
        (A::part(a, start, length), B::part(b, start, length))
    }

    #[inline]
    fn at((a, b): Self::Slices<'_>, index: usize) -> Self {
        (A::at(a, index), B::at(b, index))
    }
}

/// Calls `set` for each place, with the inputs' elements and the output's. All have one shape. Idle
/// threads help with large tensors.
///
/// # Errors
/// `tensor shape mismatch: A vs. B`; a tensor of another kind or element type; a read-only output.
pub fn each<E: Elements, U: Element, const N: usize>(
    ctx: ExecCtx<'_>,
    inputs: [&Tensor; N],
    output: &Tensor,
    set: impl Fn(E, &mut U) + Sync,
) -> Result<Chain, KernelError> {
    const { assert!(E::COUNT == N) };
    let output = output.dense()?;
    output.expect::<U>()?;
    let mut buffers = Vec::with_capacity(N);
    for input in inputs {
        buffers.push(input.dense()?.buffer());
    }
    let shapes = inputs.iter().map(|input| input.metadata().shape);
    expect_one_shape(&shapes.chain([output.shape().clone()]).collect::<Vec<_>>())?;
    let mut access = Access::new(&buffers, &[output.buffer()])?;
    let (elements, output) = access.split::<U>(0)?;
    let slices = E::slices(&inputs, &elements, 0)?;
    let part = |start: usize, output: &mut [U]| {
        // Of one length, which the compiler sees: no place needs a check.
        let slices = E::part(slices, start, output.len());
        for (index, element) in output.iter_mut().enumerate() {
            set(E::at(slices, index), element);
        }
    };
    let whole = output.len() / PART * PART;
    let (parts, rest) = output.split_at_mut(whole);
    rows(ctx, parts, PART, PART, |index, output| part(index * PART, output));
    part(whole, rest);
    Ok(Chain)
}

/// Checks that tensors have one shape.
///
/// # Errors
/// `tensor shape mismatch: A vs. B`, with all shapes.
pub fn expect_one_shape(shapes: &[TensorShape]) -> Result<(), KernelError> {
    if shapes.windows(2).all(|pair| pair[0] == pair[1]) {
        return Ok(());
    }
    let all = shapes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" vs. ");
    Err(KernelError::from(format!("tensor shape mismatch: {all}")))
}
