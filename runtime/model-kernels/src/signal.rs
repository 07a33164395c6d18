//! Fourier transforms.

use crate::cost;
use crate::element::{Elementary, Number, Rational};
use crate::output::{index, indices, invalid, list, output};
use half::{bf16, f16};
use std::f64::consts::TAU;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Assembly, Attr, shapes};
use tfrt_numeric::{Arithmetic, Ended, functions};
use tfrt_tensor::Tensor;

/// The discrete Fourier transform of each signal along `axis`, a list of one: ONNX's `DFT`. The last dimension
/// has a real part, or this and the imaginary one. `length` is a list of one number, to which a signal is cut off
/// or filled up with zeros, or a list without elements, if it is its own.
///
/// With `onesided`, a transform has the first half, of `length / 2 + 1`, and an inverse one is made of this half
/// and has real parts only; its own length is `2 (size - 1)`.
///
/// Each element is a sum in order, of products with the cosines and sines of the angle in `f64`, rounded.
///
/// # Errors
/// `a tensor of shape [4, 3] has no signal along axis 0`; `a signal has one length of 0 or more`; `expected one
/// axis, got 2`; a tensor of another element type.
#[kernel("nn.dft.{T}", pure, cost = cost::exponential(tensor), assembly = Assembly::TYPED_RESULTS,
    infer = "dft({T}, i64, i64) -> {T}", T = [f16 as "f16", bf16 as "bf16", f32, f64])]
pub fn dft<T: Number<Work: Elementary>>(
    ctx: ExecCtx<'_>,
    tensor: &Tensor,
    length: &Tensor,
    axis: &Tensor,
    inverse: Attr<bool>,
    onesided: Attr<bool>,
) -> Result<Tensor, KernelError> {
    let (from, axis, length) = (tensor.shape().dimensions(), list(axis)?, list(length)?);
    let part = (inverse.0, onesided.0);
    let shape = shapes::dft(from, Some(length), axis, part).map_err(invalid)?;
    let at = shapes::dimension(from, axis[0]).map_err(invalid)?;
    // The length of the transform, of which the result may have a half.
    let whole = shapes::dft(from, Some(length), axis, (inverse.0, onesided.0 && inverse.0));
    let whole = index(whole.map_err(invalid)?[at]);
    let halved = inverse.0 && onesided.0;
    let tensor = T::widened(ctx, tensor)?;
    let elements = tensor.elements::<T::Work>()?;
    let result = output::<T::Work>(ctx, &shape, |output| {
        let (from, to) = (indices(from), indices(&shape));
        let (inputs, outputs) = (from[at], to[at]);
        let [parts_in, parts_out] = [&from, &to].map(|sizes| sizes[sizes.len() - 1]);
        // The signals between the axis and the parts, which both have.
        let inner: usize = to[at + 1..to.len() - 1].iter().product();
        let outer: usize = to[..at].iter().product();
        let direction = if inverse.0 { 1.0 } else { -1.0 };
        let angle = |turn: usize| TAU * turn as f64 / whole as f64;
        for (row, k) in (0..outer).flat_map(|row| (0..outputs).map(move |k| (row, k))) {
            for column in 0..inner {
                if ctx.request.cancelled().is_some() {
                    return Err(Ended);
                }
                let (mut real, mut imaginary) = (T::Work::ZERO, T::Work::ZERO);
                let mut turn = 0;
                let used = if halved { whole } else { whole.min(inputs) };
                for n in 0..used {
                    // Of one half, the other has the same real parts and the negative imaginary ones.
                    let mirrored = halved && n > whole / 2;
                    let source = if mirrored { whole - n } else { n };
                    if source < inputs {
                        let place = ((row * inputs + source) * inner + column) * parts_in;
                        let x = elements[place];
                        let mut y = if parts_in == 2 { elements[place + 1] } else { T::Work::ZERO };
                        if mirrored {
                            y = T::Work::ZERO.minus(y);
                        }
                        let cos = T::Work::of_f64(functions::cos(angle(turn)));
                        let sin = T::Work::of_f64(direction * functions::sin(angle(turn)));
                        real = real.plus(x.times(cos).minus(y.times(sin)));
                        imaginary = imaginary.plus(x.times(sin).plus(y.times(cos)));
                    }
                    // `k n` modulo the length.
                    turn = (turn + k) % whole;
                }
                if inverse.0 {
                    real = real.divided_by(whole);
                    imaginary = imaginary.divided_by(whole);
                }
                let place = ((row * outputs + k) * inner + column) * parts_out;
                output[place] = real;
                if parts_out == 2 {
                    output[place + 1] = imaginary;
                }
            }
        }
        Ok(())
    })?;
    T::rounded(ctx, result)
}
