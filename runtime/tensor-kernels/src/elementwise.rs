//! Elements that depend on those at the same place of other tensors.

use crate::rows;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel::Chain;
use tfrt_tensor::{Access, Element, Tensor, TensorShape};

/// Elements that a thread computes at a time.
const PART: usize = 1 << 14;

/// Calls `set` for each place, with the inputs' elements and the output's. All have one shape. Idle
/// threads help with large tensors.
///
/// # Errors
/// `tensor shape mismatch: A vs. B`; a tensor of another kind or element type; a read-only output.
pub fn each<T: Element, U: Element, const N: usize>(
    ctx: ExecCtx<'_>,
    inputs: [&Tensor; N],
    output: &Tensor,
    set: impl Fn([T; N], &mut U) + Sync,
) -> Result<Chain, KernelError> {
    let output = output.dense()?;
    output.expect::<U>()?;
    let mut buffers = Vec::with_capacity(N);
    for input in inputs {
        let input = input.dense()?;
        input.expect::<T>()?;
        buffers.push(input.buffer());
    }
    let shapes = inputs.iter().map(|input| input.metadata().shape);
    expect_one_shape(&shapes.chain([output.shape().clone()]).collect::<Vec<_>>())?;
    let mut access = Access::new(&buffers, &[output.buffer()])?;
    let (elements, output) = access.split::<U>(0)?;
    let mut values = [&[][..]; N];
    for (index, values) in values.iter_mut().enumerate() {
        *values = elements.get::<T>(index)?;
    }
    let part = |start: usize, output: &mut [U]| {
        // Of one length, which the compiler sees: no place needs a check.
        let values = values.map(|values| &values[start..][..output.len()]);
        for (index, element) in output.iter_mut().enumerate() {
            set(values.map(|values| values[index]), element);
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
