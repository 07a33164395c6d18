//! Functions that a card approximates: here they are computed in 64 bits and rounded to the nearest, which is within
//! every error that PTX allows.

use super::super::error::ReadError;
use super::super::instruction::Rounding;
use super::super::opcode::Function::{One, Two};
use super::super::opcode::{Opcode, Pure};
use super::super::types::Type::{self, Bf16, Bf16x2, F16, F16x2, F32, F64};
use super::float::{FLUSH, input, output};
use super::rounding::{BRAIN, Format, HALF};

/// A function for f32 with and without flushing.
macro_rules! single {
    ($flush:expr, $f:expr) => {
        if $flush {
            |a: u64| output::<FLUSH>($f(f64::from(input::<FLUSH>(a))) as f32)
        } else {
            |a: u64| output::<0>($f(f64::from(input::<0>(a))) as f32)
        }
    };
}

fn inverse(a: f64) -> f64 {
    1.0 / a
}
fn inverse_root(a: f64) -> f64 {
    1.0 / a.sqrt()
}

/// The instruction; `.approx` is used already, if it was there.
pub(super) fn find(op: &mut Opcode<'_>, approximate: bool) -> Result<Option<Pure>, ReadError> {
    let flush = op.take("ftz");
    let kind = op.kind()?;
    if !(approximate || op.name == "ex2" && kind == F32) {
        return Err(op.refuse());
    }
    let function = match (op.name, kind) {
        ("rcp", F32) => One(single!(flush, inverse)),
        ("sqrt", F32) => One(single!(flush, f64::sqrt)),
        ("rsqrt", F32) => One(single!(flush, inverse_root)),
        ("ex2", F32) => One(single!(flush, f64::exp2)),
        ("lg2", F32) => One(single!(flush, f64::log2)),
        ("sin", F32) => One(single!(flush, f64::sin)),
        ("cos", F32) => One(single!(flush, f64::cos)),
        ("tanh", F32) if !flush => One(single!(false, f64::tanh)),
        ("div", F32) if flush => Two(divide::<FLUSH>),
        ("div", F32) => Two(divide::<0>),
        // The upper half of a double, the lower is zero.
        ("rcp", F64) if flush => One(|a| upper(inverse, a)),
        ("rsqrt", F64) if flush => One(|a| upper(inverse_root, a)),
        ("rsqrt", F64) => One(|a| inverse_root(f64::from_bits(a)).to_bits()),
        ("ex2" | "tanh", F16 | F16x2 | Bf16 | Bf16x2) => One(halves(op.name == "ex2", kind)),
        _ => return Err(op.refuse()),
    };
    Ok(Some(Pure::same(kind, function)))
}

/// A quotient; by a divisor above 2^126 it is zero, or NaN where both are infinite.
fn divide<const MODE: u8>(a: u64, b: u64) -> u64 {
    let (a, b) = (input::<MODE>(a), input::<MODE>(b));
    if b.is_finite() && b.abs() > f32::from_bits(0x7E80_0000) {
        let zero =
            0.0_f32.copysign(if a.is_sign_negative() == b.is_sign_negative() { 1.0 } else { -1.0 });
        return output::<MODE>(if a.is_finite() { zero } else { f32::NAN });
    }
    output::<MODE>(a / b)
}

fn upper(f: fn(f64) -> f64, a: u64) -> u64 {
    let cut = f64::from_bits(a & !0xFFFF_FFFF);
    let flushed = if cut.is_subnormal() { 0.0_f64.copysign(cut) } else { cut };
    let value = f(flushed);
    let value = if value.is_subnormal() { 0.0_f64.copysign(value) } else { value };
    value.to_bits() & !0xFFFF_FFFF
}

fn halves(power: bool, kind: Type) -> super::super::instruction::Unary {
    fn lane(format: Format, widen: fn(u16) -> f64, f: fn(f64) -> f64, bits: u64) -> u64 {
        format.narrow(f(widen(bits as u16)), Rounding::Nearest)
    }
    fn half(bits: u16) -> f64 {
        ::half::f16::from_bits(bits).to_f64()
    }
    fn brain(bits: u16) -> f64 {
        ::half::bf16::from_bits(bits).to_f64()
    }
    macro_rules! pair {
        ($format:ident, $widen:ident, $f:expr) => {
            |a| lane($format, $widen, $f, a) | lane($format, $widen, $f, a >> 16) << 16
        };
    }
    match (power, kind) {
        (true, F16) => |a| lane(HALF, half, f64::exp2, a),
        (true, F16x2) => pair!(HALF, half, f64::exp2),
        (true, Bf16) => |a| lane(BRAIN, brain, f64::exp2, a),
        (true, _) => pair!(BRAIN, brain, f64::exp2),
        (false, F16) => |a| lane(HALF, half, f64::tanh, a),
        (false, F16x2) => pair!(HALF, half, f64::tanh),
        (false, Bf16) => |a| lane(BRAIN, brain, f64::tanh, a),
        (false, _) => pair!(BRAIN, brain, f64::tanh),
    }
}
