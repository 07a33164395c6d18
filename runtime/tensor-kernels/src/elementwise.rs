//! Elements that depend on those at the same place of other tensors.

use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel::Chain;
use tfrt_numeric::Places;
use tfrt_tensor::{Access, Element, Inputs, MutableTensor, TensorError, TensorShape};

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
pub trait Elements: Places {
    /// The number of tensors.
    const COUNT: usize;
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
}

impl<T: Element, const N: usize> Elements for [T; N] {
    const COUNT: usize = N;

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
}

impl<A: Elements, B: Elements> Elements for (A, B) {
    const COUNT: usize = A::COUNT + B::COUNT;

    fn expect(tensors: &[&MutableTensor]) -> Result<(), TensorError> {
        let (a, b) = tensors.split_at(A::COUNT);
        A::expect(a)?;
        B::expect(b)
    }

    fn slices<'a>(inputs: &Inputs<'a, '_>, first: usize) -> Result<Self::Slices<'a>, TensorError> {
        let a = A::slices(inputs, first)?;
        Ok((a, B::slices(inputs, first + A::COUNT)?))
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
    tfrt_numeric::each(&ctx, slices, output, set).map_err(|ended| ctx.end_of_run(ended))?;
    Ok(Chain)
}

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
