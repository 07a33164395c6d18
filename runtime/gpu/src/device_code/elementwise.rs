//! Operations of elements.

use super::DeviceCode;
use super::launch::{FLOATS, File, Kernel, NUMBERS, args, over};
use super::operand::{Operand, invalid, small};
use tfrt_cuda::Stream;
use tfrt_host::error::KernelError;
use tfrt_tensor::DType;

/// An operation of two elements.
///
/// ```
/// use tfrt_gpu::device_code::Binary;
/// assert_ne!(Binary::Add, Binary::Div);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// The sum; integers wrap.
    Add,
    /// The difference; integers wrap.
    Sub,
    /// The product; integers wrap.
    Mul,
    /// The quotient, of floats.
    Div,
}

/// A function of an element.
///
/// ```
/// use tfrt_gpu::device_code::Unary;
/// assert_ne!(Unary::Relu, Unary::Tanh);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// Zero if the element is less, else the element. NaN and -0 stay.
    Relu,
    /// The hyperbolic tangent.
    Tanh,
    /// `1 / (1 + exp(-x))`.
    Sigmoid,
    /// The exponential.
    Exp,
    /// The natural logarithm.
    Log,
}

/// Dimensions of operands that are broadcast.
const RANK: usize = 5;

impl DeviceCode {
    /// An operation of each two elements of tensors, which are broadcast. Its result may be over an operand of its shape.
    ///
    /// Both have the result's shape or one element; or they become at most five dimensions, when those are joined that
    /// both have, or both have not.
    ///
    /// # Errors
    /// `unimplemented broadcasting high-dimensional tensors`; shapes that do not fit each other; another element type;
    /// the driver's.
    pub fn binary(
        &self,
        stream: &Stream,
        operation: Binary,
        [a, b]: [Operand<'_>; 2],
        out: Operand<'_>,
    ) -> Result<(), KernelError> {
        let name = match operation {
            Binary::Add => "add",
            Binary::Sub => "sub",
            Binary::Mul => "mul",
            Binary::Div => "div",
        };
        let dtype = signless(out.dtype);
        if [a, b].iter().any(|it| it.dtype != out.dtype)
            || broadcast(a.shape, b.shape)? != out.shape
        {
            let [left, right, result] =
                [a, b, out].map(|it| format!("{} {:?}", it.dtype.name(), it.shape));
            return Err(invalid(format!("'{name}' of {left} and {right} is not {result}")));
        }
        let small_integers = [DType::I8, DType::I16];
        let types = match operation {
            Binary::Div => &FLOATS[..],
            _ => &[&NUMBERS[..], &small_integers].concat(),
        };
        let kernel = Kernel::of(File::Elementwise, name, dtype, types)?;
        if out.count == 0 {
            return Ok(());
        }
        let step = |it: Operand<'_>| {
            if it.count == 1 { Some(0_u32) } else { (it.count == out.count).then_some(1) }
        };
        if let (Some(left), Some(right)) = (step(a), step(b)) {
            let args = args![a, b, out, out.count as u64, left, right];
            return self.0.launch(stream, kernel, over(out.count), &args);
        }
        let strided = match operation {
            Binary::Add => "add_strided",
            Binary::Sub => "sub_strided",
            Binary::Mul => "mul_strided",
            Binary::Div => "div_strided",
        };
        let kernel = Kernel::of(File::Elementwise, strided, dtype, &NUMBERS)?;
        let [sizes, left, right] = strides(a, b, out)?;
        let args = args![a, b, out, out.small()?; sizes[1..].iter().copied(); left; right];
        self.0.launch(stream, kernel, over(out.count), &args)
    }

    /// A function of each element. Its result may be over the operand.
    ///
    /// # Errors
    /// Another type or shape of the result; a type that the function is not for; the driver's.
    pub fn unary(
        &self,
        stream: &Stream,
        function: Unary,
        x: Operand<'_>,
        out: Operand<'_>,
    ) -> Result<(), KernelError> {
        let (name, types) = match function {
            Unary::Relu => ("relu", &NUMBERS[..]),
            Unary::Tanh => ("tanh", &FLOATS[..]),
            Unary::Sigmoid => ("sigmoid", &FLOATS[..]),
            Unary::Exp => ("exp", &FLOATS[..]),
            Unary::Log => ("log", &FLOATS[..]),
        };
        out.expect(x.dtype, x.shape)?;
        let kernel = Kernel::of(File::Elementwise, name, x.dtype, types)?;
        if out.count == 0 {
            return Ok(());
        }
        self.0.launch(stream, kernel, over(out.count), &args![x, out, out.count as u64])
    }

    /// A tensor with an element of the bias added for each place of a dimension. Its result may be over the tensor.
    ///
    /// # Errors
    /// There is no such dimension; a bias of another size; another type or shape of the result; the driver's.
    pub fn bias_add(
        &self,
        stream: &Stream,
        x: Operand<'_>,
        bias: Operand<'_>,
        dimension: usize,
        out: Operand<'_>,
    ) -> Result<(), KernelError> {
        out.expect(x.dtype, x.shape)?;
        let size = x.shape.get(dimension);
        let size =
            size.ok_or_else(|| invalid(format!("{:?} has no dimension {dimension}", x.shape)))?;
        bias.expect(x.dtype, &[*size])?;
        let kernel = Kernel::of(File::Elementwise, "bias_add", x.dtype, &NUMBERS)?;
        if out.count == 0 {
            return Ok(());
        }
        let inner = small(x.sizes()[dimension + 1..].iter().product())?;
        let args = args![x, bias, out, out.small()?, bias.small()?, inner];
        self.0.launch(stream, kernel, over(out.count), &args)
    }
}

/// The type whose sums have the same bits.
fn signless(dtype: DType) -> DType {
    match dtype {
        DType::Ui8 => DType::I8,
        DType::Ui16 => DType::I16,
        DType::Ui32 => DType::I32,
        DType::Ui64 => DType::I64,
        other => other,
    }
}

/// The shape of both, broadcast.
fn broadcast(a: &[i64], b: &[i64]) -> Result<Vec<i64>, KernelError> {
    let rank = a.len().max(b.len());
    let size =
        |shape: &[i64], at: usize| (at + shape.len()).checked_sub(rank).map_or(1, |at| shape[at]);
    let sizes = (0..rank).map(|at| match (size(a, at), size(b, at)) {
        (1, other) | (other, 1) => Some(other),
        (one, other) => (one == other).then_some(one),
    });
    let shape: Option<Vec<_>> = sizes.collect();
    shape.ok_or_else(|| invalid(format!("shapes {a:?} and {b:?} are not broadcast")))
}

/// The sizes of the result and the strides of both operands, of five dimensions.
fn strides(
    a: Operand<'_>,
    b: Operand<'_>,
    out: Operand<'_>,
) -> Result<[[u32; RANK]; 3], KernelError> {
    let sizes = out.sizes();
    // From the innermost dimension on: its size, and whether the operands have it.
    let mut joined: Vec<(usize, [bool; 2])> = Vec::new();
    for (at, &size) in sizes.iter().enumerate().rev().filter(|(_, size)| **size != 1) {
        let has = |shape: &[i64]| {
            (at + shape.len()).checked_sub(sizes.len()).is_some_and(|at| shape[at] != 1)
        };
        let has = [has(a.shape), has(b.shape)];
        match joined.last_mut().filter(|(_, last)| *last == has) {
            Some((inner, _)) => *inner *= size,
            None => joined.push((size, has)),
        }
    }
    if joined.len() > RANK {
        return Err(invalid("unimplemented broadcasting high-dimensional tensors"));
    }
    let (mut all, mut next) = ([[1; RANK], [0; RANK], [0; RANK]], [1, 1]);
    for (index, (size, has)) in joined.into_iter().enumerate() {
        let at = RANK - 1 - index;
        all[0][at] = small(size)?;
        for operand in 0..2 {
            if has[operand] {
                all[1 + operand][at] = small(next[operand])?;
                next[operand] *= size;
            }
        }
    }
    Ok(all)
}
