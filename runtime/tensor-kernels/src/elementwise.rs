//! Elements that depend on those at the same place of other tensors.

use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel::Chain;
use tfrt_tensor::{Access, Element, Inputs, MutableTensor, TensorError, TensorShape};

/// Elements that a thread computes at a time.
const PART: usize = 1 << 14;

/// The elements of some tensors at one place: those of one type in an array, those of several in pairs
/// of arrays or pairs.
///
/// ```
/// use tfrt_host::context::ExecCtx;
/// use tfrt_host::error::{ErrorCode, KernelError};
/// use tfrt_host::kernel::Chain;
/// use tfrt_tensor::{I1, MutableTensor};
/// use tfrt_tensor_kernels::each;
///
/// /// Sets the output to the numbers, negated where that is true.
/// fn negate(
///     ctx: ExecCtx<'_>,
///     truths: &MutableTensor,
///     numbers: &MutableTensor,
///     output: &MutableTensor,
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
    /// Checks the kind and the element type of each tensor.
    ///
    /// # Errors
    /// A tensor of another kind or element type.
    ///
    /// # Panics
    /// There are fewer than [`COUNT`](Self::COUNT).
    fn expect(tensors: &[&MutableTensor]) -> Result<(), TensorError>;
    /// The elements of the inputs from the given one on.
    ///
    /// # Errors
    /// As [`Inputs::get`].
    fn slices<'a>(inputs: &Inputs<'a, '_>, first: usize) -> Result<Self::Slices<'a>, TensorError>;
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

    fn expect(tensors: &[&MutableTensor]) -> Result<(), TensorError> {
        tensors.iter().try_for_each(|tensor| tensor.dense()?.expect::<T>())
    }

    fn slices<'a>(inputs: &Inputs<'a, '_>, first: usize) -> Result<Self::Slices<'a>, TensorError> {
        let mut slices = [&[][..]; N];
        for (slice, index) in slices.iter_mut().zip(first..) {
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

    fn expect(tensors: &[&MutableTensor]) -> Result<(), TensorError> {
        let (a, b) = tensors.split_at(A::COUNT);
        A::expect(a)?;
        B::expect(b)
    }

    fn slices<'a>(inputs: &Inputs<'a, '_>, first: usize) -> Result<Self::Slices<'a>, TensorError> {
        let a = A::slices(inputs, first)?;
        Ok((a, B::slices(inputs, first + A::COUNT)?))
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
    inputs: [&MutableTensor; N],
    output: &MutableTensor,
    set: impl Fn(E, &mut U) + Sync,
) -> Result<Chain, KernelError> {
    const { assert!(E::COUNT == N) };
    output.dense()?.expect::<U>()?;
    E::expect(&inputs)?;
    let mut access = access(&inputs, output)?;
    let (elements, output) = access.split::<U>(0)?;
    let slices = E::slices(&elements, 0)?;
    let bytes = bytemuck::cast_slice_mut(output);
    parts(ctx, bytes, size_of::<U>(), &|start, output| {
        let output: &mut [U] = bytemuck::cast_slice_mut(output);
        // Of one length, which the compiler sees: no place needs a check.
        let slices = E::part(slices, start, output.len());
        for (index, element) in output.iter_mut().enumerate() {
            set(E::at(slices, index), element);
        }
    })?;
    Ok(Chain)
}

// What follows is the part of `each` that does not depend on types: rustc compiles it once, and not for
// each of hundreds of kernels.

/// Access to tensors of one shape.
fn access<'a>(
    inputs: &[&'a MutableTensor],
    output: &'a MutableTensor,
) -> Result<Access<'a>, KernelError> {
    let tensors = inputs.iter().chain([&output]);
    expect_one_shape(&tensors.map(|tensor| tensor.metadata().shape).collect::<Vec<_>>())?;
    let buffers = inputs.iter().map(|input| Ok(input.dense()?.buffer()));
    let buffers = buffers.collect::<Result<Vec<_>, TensorError>>()?;
    Ok(Access::new(&buffers, &[output.dense()?.buffer()])?)
}

/// Calls `set` for parts of an output whose elements have the given size, with the place of the first.
fn parts(
    ctx: ExecCtx<'_>,
    output: &mut [u8],
    size: usize,
    set: &(dyn Fn(usize, &mut [u8]) + Sync),
) -> Result<(), KernelError> {
    let part = PART * size;
    let whole = output.len() / part * part;
    let (parts, rest) = output.split_at_mut(whole);
    tfrt_numeric::rows(&ctx, parts, part, PART, &|first, output| set(first * PART, output))
        .map_err(|ended| ctx.end_of_run(ended))?;
    set(whole / size, rest);
    Ok(())
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
    Err(KernelError::new(ErrorCode::InvalidArgument, format!("tensor shape mismatch: {all}")))
}
