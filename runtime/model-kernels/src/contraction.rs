//! Sums of products over any dimensions, and determinants.

use crate::cost;
use crate::element::{Elementary, Number, Scalar};
use crate::output::{index, indices, invalid, output, strides};
use half::{bf16, f16};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, shapes};
use tfrt_numeric::{Arithmetic, Ended, Fused};
use tfrt_tensor::Tensor;

/// The products of elements of all operands, summed: ONNX's `Einsum`, whose letters are numbers here. `labels`
/// has one for each dimension of each operand, one operand after the other; the result has the dimensions
/// `output`, and over all others is summed. Dimensions with one label have one size, or 1 and are broadcast; an
/// operand that has a label twice gives its diagonal.
///
/// A sum is one chain from zero, in the order of the labels that the result has not, as they come first, the
/// last of them the fastest. A step multiplies all operands but the last and adds the fused product with this.
///
/// # Errors
/// `2 labels for 3 dimensions`; `dimensions of one label have 2 and 3`; `label 3 of the result is not there, or
/// there twice`; a tensor of another element type.
#[kernel("nn.einsum.{T}", pure, assembly = Assembly::TYPED_RESULTS, infer = "einsum({T}) -> {T}",
    T = [i8, i16, i32, i64, u8, u16, u32, u64, f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn einsum<T: Scalar<Work: Arithmetic>>(
    ctx: ExecCtx<'_>,
    operands: &[&Tensor],
    labels: Attr<&[i64]>,
    output: Attr<&[i64]>,
) -> Result<Tensor, KernelError> {
    let all: Vec<Vec<i64>> = operands.iter().map(|it| it.shape().dimensions().to_vec()).collect();
    let shape = shapes::einsum(&all, labels.0, output.0).map_err(invalid)?;
    let elements: Vec<&[T]> =
        operands.iter().map(|operand| operand.elements::<T>()).collect::<Result<_, _>>()?;
    // The loops: those of the result, then those that are summed over.
    let mut loops = output.0.to_vec();
    for &label in labels.0 {
        if !loops.contains(&label) {
            loops.push(label);
        }
    }
    let sizes = shapes::sizes_of_labels(&all, labels.0, &loops).map_err(invalid)?;
    // From one element of each operand to the next along a loop.
    let mut steps = vec![vec![0_usize; operands.len()]; loops.len()];
    let mut rest = labels.0;
    for (operand, shape) in all.iter().enumerate() {
        let (own, others) = rest.split_at(shape.len());
        rest = others;
        for ((label, stride), &size) in own.iter().zip(strides(shape)).zip(shape) {
            if let Some(at) = loops.iter().position(|other| other == label)
                && size != 1
            {
                steps[at][operand] = steps[at][operand].saturating_add(stride.unsigned_abs());
            }
        }
    }
    let kept = shape.len();
    let summed = indices(&sizes[kept..]);
    let none = summed.contains(&0);
    crate::output::output::<T>(ctx, &shape, |output| {
        // A sum of nothing is 0, which the elements are already.
        if none {
            return Ok(());
        }
        let sizes = indices(&shape);
        let mut outer = vec![0; kept];
        let mut start = vec![0; elements.len()];
        for element in output {
            let mut inner = vec![0; summed.len()];
            let mut places = start.clone();
            let mut sum = T::Work::ZERO;
            for step in 0_u64.. {
                if step.is_multiple_of(1 << 16) && ctx.request.cancelled().is_some() {
                    return Err(Ended);
                }
                let mut factors = elements.iter().zip(&places).map(|(all, &at)| all[at].work());
                let last = factors.next_back().unwrap_or(T::Work::ONE);
                let product = factors.fold(T::Work::ONE, Arithmetic::times);
                sum = sum.fused(product, last);
                if !advance(&mut inner, &summed, &steps[kept..], &mut places) {
                    break;
                }
            }
            *element = T::rounded_from(sum);
            advance(&mut outer, &sizes, &steps[..kept], &mut start);
        }
        Ok(())
    })
}

/// The next place of nested loops, the last of which is the innermost, and of the operands there; whether
/// there was one.
fn advance(at: &mut [usize], sizes: &[usize], steps: &[Vec<usize>], places: &mut [usize]) -> bool {
    for dimension in (0..at.len()).rev() {
        at[dimension] += 1;
        let again = at[dimension] == sizes[dimension];
        for (place, step) in places.iter_mut().zip(&steps[dimension]) {
            if again {
                *place -= step * (sizes[dimension] - 1);
            } else {
                *place += step;
            }
        }
        if !again {
            return true;
        }
        at[dimension] = 0;
    }
    false
}

/// The determinant of each matrix: ONNX's `Det`, by elimination with the greatest pivot of each column, the
/// first of equal ones. That of a matrix without elements is 1.
///
/// # Errors
/// `a tensor of shape [2, 3] has no square matrices`; a tensor of another element type.
#[kernel("nn.det.{T}", pure, cost = cost::exponential(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "det({T}) -> {T}", T = [f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn det<T: Number<Work: Elementary>>(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
) -> Result<Tensor, KernelError> {
    let from = tensor.shape().dimensions();
    let shape = shapes::det(from).map_err(invalid)?;
    let tensor = T::widened(ctx, tensor)?;
    let elements = tensor.elements::<T::Work>()?;
    let size = from.last().copied().map_or(0, index);
    let result = output::<T::Work>(ctx, &shape, |output| {
        for (number, result) in output.iter_mut().enumerate() {
            if ctx.request.cancelled().is_some() {
                return Err(Ended);
            }
            let of = number * size * size;
            *result = determinant(&mut elements[of..of + size * size].to_vec(), size);
        }
        Ok(())
    })?;
    T::rounded(ctx, result)
}

/// The determinant of a matrix, whose rows are reduced on the way.
fn determinant<W: Elementary>(matrix: &mut [W], size: usize) -> W {
    let mut all = W::ONE;
    for column in 0..size {
        let greatest = (column..size).fold(column, |best, row| {
            let [a, b] = [best, row].map(|row| matrix[row * size + column].size());
            if b > a { row } else { best }
        });
        if greatest != column {
            (0..size).for_each(|at| matrix.swap(greatest * size + at, column * size + at));
            all = W::ZERO.minus(all);
        }
        let pivot = matrix[column * size + column];
        all = all.times(pivot);
        if pivot == W::ZERO {
            return W::ZERO;
        }
        for row in column + 1..size {
            let factor = matrix[row * size + column].divided(pivot);
            for at in column..size {
                let less = factor.times(matrix[column * size + at]);
                matrix[row * size + at] = matrix[row * size + at].minus(less);
            }
        }
    }
    all
}
