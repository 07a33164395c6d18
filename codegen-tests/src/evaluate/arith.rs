//! The dialect `arith`, after its definition in MLIR and the numeric contract, by way of integers
//! that are wide enough for every result.

use super::float::{self, Format};
use super::kernels::{DIVISION, Failure};
use super::scalar::{Content, Scalar, divided};

/// The results of an op: `addi.i32`.
pub(super) fn apply(op: &str, scalars: &[Scalar]) -> Option<Vec<Result<Content, Failure>>> {
    let parts: Vec<&str> = op.split('.').collect();
    let one = |scalar: Scalar| vec![Ok(scalar)];
    let results = match (parts.as_slice(), scalars) {
        (["select", _], &[Scalar::I1(condition), a, b]) => one(if condition { a } else { b }),
        (["cmpi", predicate, ty], &[a, b]) => {
            let (a, b) = (Integer::of(a, width(ty)?)?, Integer::of(b, width(ty)?)?);
            one(Scalar::I1(compare(predicate, a, b)?))
        }
        (["cmpf", predicate, ty], &[a, b]) => {
            let format = Format::of(ty)?;
            one(Scalar::I1(float::compare(predicate, format.value(a)?, format.value(b)?)?))
        }
        ([op, ty], &[a, b]) => match Format::of(ty) {
            Some(format) => one(float::binary(op, format, a, b)?),
            None => binary(op, width(ty)?, a, b)?,
        },
        ([op, ty], &[a]) => one(float::unary(op, Format::of(ty)?, a)?),
        ([op, from, to], &[a]) => one(cast(op, from, to, a)?),
        _ => return None,
    };
    Some(results.into_iter().map(|result| result.map(Content::Scalar)).collect())
}

fn cast(op: &str, from: &str, to: &str, a: Scalar) -> Option<Scalar> {
    let read = || Integer::of(a, width(from)?);
    let limited = |least: i128, most: i128| {
        let value = float::truncated(Format::of(from)?.value(a)?);
        integer(width(to)?, value.clamp(least, most))
    };
    match op {
        "extsi" => integer(width(to)?, read()?.signed),
        "extui" | "trunci" => integer(width(to)?, read()?.unsigned),
        "extf" | "truncf" => Some(Format::of(to)?.rounded(Format::of(from)?.value(a)?)),
        "sitofp" => Some(Format::of(to)?.of_integer(read()?.signed)),
        "uitofp" => Some(Format::of(to)?.of_integer(read()?.unsigned)),
        "fptosi" => {
            let half = 1 << (width(to)? - 1);
            limited(-half, half - 1)
        }
        "fptoui" => limited(0, (1 << width(to)?) - 1),
        "bitcast" => {
            let bits = match a {
                Scalar::F16(bits) | Scalar::Bf16(bits) => bits.into(),
                Scalar::F32(value) => value.to_bits().into(),
                Scalar::F64(value) => value.to_bits().into(),
                _ => read()?.unsigned,
            };
            let whole = || integer(width(to)?, bits);
            whole().or_else(|| {
                let all: u64 = bits.try_into().ok()?;
                Some(Format::of(to)?.scalar(false, all))
            })
        }
        _ => None,
    }
}

pub(super) fn width(ty: &str) -> Option<u32> {
    ty.strip_prefix('i')?.parse().ok()
}

/// An integer as its two readings.
#[derive(Clone, Copy)]
pub(super) struct Integer {
    pub(super) signed: i128,
    pub(super) unsigned: i128,
}

impl Integer {
    pub(super) fn of(scalar: Scalar, width: u32) -> Option<Self> {
        let (signed, found) = match scalar {
            Scalar::I1(value) => (-i128::from(value), 1),
            Scalar::I8(value) => (value.into(), 8),
            Scalar::I16(value) => (value.into(), 16),
            Scalar::I32(value) => (value.into(), 32),
            Scalar::I64(value) => (value.into(), 64),
            _ => return None,
        };
        let unsigned = if signed < 0 { signed + (1 << found) } else { signed };
        (width == found).then_some(Self { signed, unsigned })
    }
}

/// The integer of that width that is congruent.
pub(super) fn integer(width: u32, value: i128) -> Option<Scalar> {
    let size = 1_i128 << width;
    let unsigned = value.rem_euclid(size);
    let signed = if unsigned >= size / 2 { unsigned - size } else { unsigned };
    Some(match width {
        1 => Scalar::I1(unsigned == 1),
        8 => Scalar::I8(signed.try_into().ok()?),
        16 => Scalar::I16(signed.try_into().ok()?),
        32 => Scalar::I32(signed.try_into().ok()?),
        64 => Scalar::I64(signed.try_into().ok()?),
        _ => return None,
    })
}

/// The greatest integer whose product with a positive one is not greater.
fn floor(a: i128, b: i128) -> i128 {
    (a - a.rem_euclid(b)) / b
}

fn binary(op: &str, width: u32, a: Scalar, b: Scalar) -> Option<Vec<Result<Scalar, Failure>>> {
    let (a, b) = (Integer::of(a, width)?, Integer::of(b, width)?);
    let one = |value: i128| Some(vec![Ok(integer(width, value)?)]);
    // Quotient and remainder of the readings that the op's name says, and what it makes of them.
    let divide = |a: i128, b: i128, of: fn(i128, i128, i128) -> i128| match divided(a, b) {
        None => Some(vec![Err(DIVISION)]),
        Some((quotient, remainder)) => one(of(quotient, remainder, b)),
    };
    let bits = |of: fn(i128, i128) -> bool| {
        let bit =
            |at: u32| (1_i128 << at) * i128::from(of(a.unsigned >> at & 1, b.unsigned >> at & 1));
        one((0..width).map(bit).sum())
    };
    let size = 1_i128 << width;
    let beyond = b.unsigned >= i128::from(width);
    let power = if beyond { size } else { 1 << b.unsigned };
    match op {
        "addi" => one(a.signed + b.signed),
        "subi" => one(a.signed - b.signed),
        "muli" => one(a.signed * b.signed),
        "divsi" => divide(a.signed, b.signed, |quotient, _, _| quotient),
        "divui" => divide(a.unsigned, b.unsigned, |quotient, _, _| quotient),
        "remsi" => divide(a.signed, b.signed, |_, remainder, _| remainder),
        "remui" => divide(a.unsigned, b.unsigned, |_, remainder, _| remainder),
        // The quotient toward zero is not the greater or lesser one where the signs say so.
        "ceildivsi" => divide(a.signed, b.signed, |quotient, remainder, b| {
            quotient + i128::from(remainder != 0 && remainder.signum() == b.signum())
        }),
        "ceildivui" => divide(a.unsigned, b.unsigned, |quotient, remainder, _| {
            quotient + i128::from(remainder != 0)
        }),
        "floordivsi" => divide(a.signed, b.signed, |quotient, remainder, b| {
            quotient - i128::from(remainder != 0 && remainder.signum() != b.signum())
        }),
        "andi" => bits(|a, b| a + b == 2),
        "ori" => bits(|a, b| a + b > 0),
        "xori" => bits(|a, b| a != b),
        "shli" => one(if beyond { 0 } else { a.unsigned * power }),
        "shrsi" => one(floor(a.signed, power)),
        "shrui" => one(floor(a.unsigned, power)),
        "maxsi" => one(a.signed.max(b.signed)),
        "maxui" => one(a.unsigned.max(b.unsigned)),
        "minsi" => one(a.signed.min(b.signed)),
        "minui" => one(a.unsigned.min(b.unsigned)),
        "addui_extended" => {
            let sum = a.unsigned + b.unsigned;
            Some(vec![Ok(integer(width, sum)?), Ok(Scalar::I1(sum >= size))])
        }
        "mulsi_extended" => {
            let product = a.signed * b.signed;
            Some(vec![Ok(integer(width, product)?), Ok(integer(width, floor(product, size))?)])
        }
        "mului_extended" => {
            let product = a.unsigned.unsigned_abs() * b.unsigned.unsigned_abs();
            let (low, high) = (product % size.unsigned_abs(), product / size.unsigned_abs());
            let half = |half: u128| integer(width, half.try_into().ok()?);
            Some(vec![Ok(half(low)?), Ok(half(high)?)])
        }
        _ => None,
    }
}

fn compare(predicate: &str, a: Integer, b: Integer) -> Option<bool> {
    Some(match predicate {
        "eq" => a.unsigned == b.unsigned,
        "ne" => a.unsigned != b.unsigned,
        "slt" => a.signed < b.signed,
        "sle" => a.signed <= b.signed,
        "sgt" => a.signed > b.signed,
        "sge" => a.signed >= b.signed,
        "ult" => a.unsigned < b.unsigned,
        "ule" => a.unsigned <= b.unsigned,
        "ugt" => a.unsigned > b.unsigned,
        "uge" => a.unsigned >= b.unsigned,
        _ => return None,
    })
}
