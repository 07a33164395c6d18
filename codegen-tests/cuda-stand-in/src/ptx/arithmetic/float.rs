//! Floats of 32 and 64 bits, rounded as IEEE 754 says.

use super::super::error::ReadError;
use super::super::instruction::Rounding;
use super::super::opcode::Function::{One, Three, Two};
use super::super::opcode::{Function, Opcode, Pure};
use super::super::types::Type::{F32, F64, Pred};
use super::rounding::{self, SINGLE};
use super::{approximate, half};

/// Denormal operands and results become zero.
pub(super) const FLUSH: u8 = 1;
/// Results are cut to 0..1, NaN to 0.
const SATURATE: u8 = 2;
/// Two bits of a direction stand above these.
const DIRECTION: u8 = 2;

/// A function for each combination of flushing, saturation and direction.
macro_rules! by_mode {
    ($mode:expr, $f:ident) => {
        match $mode {
            0 => $f::<0>,
            1 => $f::<1>,
            2 => $f::<2>,
            3 => $f::<3>,
            4 => $f::<4>,
            5 => $f::<5>,
            6 => $f::<6>,
            7 => $f::<7>,
            8 => $f::<8>,
            9 => $f::<9>,
            10 => $f::<10>,
            11 => $f::<11>,
            12 => $f::<12>,
            13 => $f::<13>,
            14 => $f::<14>,
            _ => $f::<15>,
        }
    };
}
/// An operand.
#[inline]
pub(super) fn input<const MODE: u8>(bits: u64) -> f32 {
    let value = f32::from_bits(bits as u32);
    if MODE & FLUSH != 0 && value.is_subnormal() { 0.0_f32.copysign(value) } else { value }
}

/// A result. All NaNs are one.
#[inline]
pub(super) fn output<const MODE: u8>(value: f32) -> u64 {
    if MODE & SATURATE != 0 {
        // A NaN passes neither comparison.
        let cut = if value >= 1.0 {
            1.0
        } else if value > 0.0 {
            value
        } else {
            0.0
        };
        return output_plain::<MODE>(cut);
    }
    output_plain::<MODE>(value)
}

#[inline]
fn output_plain<const MODE: u8>(value: f32) -> u64 {
    if value.is_nan() {
        return SINGLE.nan();
    }
    if MODE & FLUSH != 0 && value.is_subnormal() {
        return u64::from(0.0_f32.copysign(value).to_bits());
    }
    u64::from(value.to_bits())
}

fn direction(mode: u8) -> Rounding {
    match mode >> DIRECTION {
        0 => Rounding::Nearest,
        1 => Rounding::Zero,
        2 => Rounding::Down,
        _ => Rounding::Up,
    }
}

/// A result to odd in its direction. A sum of zero has the sign that its direction says.
fn directed<const MODE: u8>(odd: f64) -> u64 {
    output::<MODE>(f32::from_bits(SINGLE.narrow(odd, direction(MODE)) as u32))
}

/// The sign of an exact zero, of two addends that cancel, is negative downwards.
fn sum_sign<const MODE: u8>(sum: f64, a: f64, b: f64) -> f64 {
    let cancels = sum == 0.0 && !(a.is_sign_negative() && b.is_sign_negative());
    if cancels
        && direction(MODE) == Rounding::Down
        && (a != 0.0 || a.is_sign_negative() != b.is_sign_negative())
    {
        return -0.0;
    }
    sum
}

fn add<const MODE: u8>(a: u64, b: u64) -> u64 {
    let (a, b) = (input::<MODE>(a), input::<MODE>(b));
    if direction(MODE) == Rounding::Nearest {
        return output::<MODE>(a + b);
    }
    let (a, b) = (f64::from(a), f64::from(b));
    directed::<MODE>(sum_sign::<MODE>(rounding::add_odd(a, b), a, b))
}
fn sub<const MODE: u8>(a: u64, b: u64) -> u64 {
    add::<MODE>(a, b ^ 0x8000_0000)
}
fn mul<const MODE: u8>(a: u64, b: u64) -> u64 {
    let (a, b) = (input::<MODE>(a), input::<MODE>(b));
    if direction(MODE) == Rounding::Nearest {
        return output::<MODE>(a * b);
    }
    directed::<MODE>(f64::from(a) * f64::from(b))
}
fn fma<const MODE: u8>(a: u64, b: u64, c: u64) -> u64 {
    let (a, b, c) = (input::<MODE>(a), input::<MODE>(b), input::<MODE>(c));
    if direction(MODE) == Rounding::Nearest {
        return output::<MODE>(a.mul_add(b, c));
    }
    let (product, c) = (f64::from(a) * f64::from(b), f64::from(c));
    directed::<MODE>(sum_sign::<MODE>(rounding::add_odd(product, c), product, c))
}
fn div<const MODE: u8>(a: u64, b: u64) -> u64 {
    let (a, b) = (input::<MODE>(a), input::<MODE>(b));
    if direction(MODE) == Rounding::Nearest {
        return output::<MODE>(a / b);
    }
    directed::<MODE>(rounding::div_odd(f64::from(a), f64::from(b)))
}
fn rcp<const MODE: u8>(a: u64) -> u64 {
    div::<MODE>(u64::from(1.0_f32.to_bits()), a)
}
fn sqrt<const MODE: u8>(a: u64) -> u64 {
    let a = input::<MODE>(a);
    if direction(MODE) == Rounding::Nearest {
        return output::<MODE>(a.sqrt());
    }
    directed::<MODE>(rounding::sqrt_odd(f64::from(a)))
}
fn min<const MODE: u8>(a: u64, b: u64) -> u64 {
    let (a, b) = (input::<MODE>(a), input::<MODE>(b));
    output::<MODE>(if lesser(f64::from(a), f64::from(b)) { a } else { b })
}
fn max<const MODE: u8>(a: u64, b: u64) -> u64 {
    let (a, b) = (input::<MODE>(a), input::<MODE>(b));
    output::<MODE>(if greater(f64::from(a), f64::from(b)) { a } else { b })
}
fn min_nan<const MODE: u8>(a: u64, b: u64) -> u64 {
    if either_nan(a, b) { SINGLE.nan() } else { min::<MODE>(a, b) }
}
fn max_nan<const MODE: u8>(a: u64, b: u64) -> u64 {
    if either_nan(a, b) { SINGLE.nan() } else { max::<MODE>(a, b) }
}
fn either_nan(a: u64, b: u64) -> bool {
    f32::from_bits(a as u32).is_nan() || f32::from_bits(b as u32).is_nan()
}
fn abs<const MODE: u8>(a: u64) -> u64 {
    u64::from(input::<MODE>(a).to_bits() & 0x7FFF_FFFF)
}
fn neg<const MODE: u8>(a: u64) -> u64 {
    u64::from(input::<MODE>(a).to_bits() ^ 0x8000_0000)
}

/// Whether the first is the smaller: a NaN is not, and -0 is smaller than +0.
pub(super) fn lesser(a: f64, b: f64) -> bool {
    a < b || b.is_nan() || a == b && a.is_sign_negative()
}

pub(super) fn greater(a: f64, b: f64) -> bool {
    a > b || b.is_nan() || a == b && a.is_sign_positive()
}

fn double(a: u64) -> f64 {
    f64::from_bits(a)
}

/// The instruction on floats.
pub(super) fn find(op: &mut Opcode<'_>) -> Result<Option<Pure>, ReadError> {
    let Some(kind) = op.peek_kind() else { return Ok(None) };
    match op.name {
        "testp" => return test(op).map(Some),
        "copysign" => {
            op.kind()?;
            return Ok(match kind {
                F32 => Some(Pure::same(F32, Two(|a, b| a & 0x8000_0000 | b & 0x7FFF_FFFF))),
                F64 => Some(Pure::same(F64, Two(|a, b| a & 1 << 63 | b & !(1 << 63)))),
                _ => None,
            });
        }
        "selp" => {
            op.kind()?;
            let sources = [kind, kind, Pred, Pred];
            return Ok(Some(Pure::new(kind, sources, Three(|a, b, p| if p != 0 { a } else { b }))));
        }
        "slct" => return Ok(None),
        _ => {}
    }
    let approximate = op.take("approx");
    if approximate || matches!(op.name, "ex2" | "lg2" | "sin" | "cos" | "tanh" | "rsqrt") {
        return approximate::find(op, approximate);
    }
    let found = match kind {
        F32 => single(op)?,
        F64 => wide(op)?,
        _ => return half::find(op, kind),
    };
    op.kind()?;
    Ok(found.map(|function| Pure::same(kind, function)))
}

fn single(op: &mut Opcode<'_>) -> Result<Option<Function>, ReadError> {
    let mut mode = 0;
    if op.take("ftz") {
        mode |= FLUSH;
    }
    if op.take("sat") {
        mode |= SATURATE;
    }
    if op.name == "div" && op.take("full") {
        // Within two units of the last place: the nearest is.
        return Ok((mode & SATURATE == 0).then_some(Two(by_mode!(mode, div))));
    }
    let rounded = op.one_of(&["rn", "rz", "rm", "rp"]);
    mode |= match rounded {
        None | Some("rn") => 0,
        Some("rz") => 1 << DIRECTION,
        Some("rm") => 2 << DIRECTION,
        Some(_) => 3 << DIRECTION,
    };
    let needs = matches!(op.name, "fma" | "mad" | "div" | "rcp" | "sqrt");
    let may = needs || matches!(op.name, "add" | "sub" | "mul");
    let saturates = matches!(op.name, "add" | "sub" | "mul" | "fma" | "mad");
    if needs && rounded.is_none() || !may && rounded.is_some() || !saturates && mode & SATURATE != 0
    {
        return Err(op.refuse());
    }
    let nan = matches!(op.name, "min" | "max") && op.take("NaN");
    Ok(Some(match op.name {
        "add" => Two(by_mode!(mode, add)),
        "sub" => Two(by_mode!(mode, sub)),
        "mul" => Two(by_mode!(mode, mul)),
        "fma" | "mad" => Three(by_mode!(mode, fma)),
        "div" => Two(by_mode!(mode, div)),
        "rcp" => One(by_mode!(mode, rcp)),
        "sqrt" => One(by_mode!(mode, sqrt)),
        "min" if nan => Two(by_mode!(mode, min_nan)),
        "max" if nan => Two(by_mode!(mode, max_nan)),
        "min" => Two(by_mode!(mode, min)),
        "max" => Two(by_mode!(mode, max)),
        "abs" => One(by_mode!(mode, abs)),
        "neg" => One(by_mode!(mode, neg)),
        _ => return Ok(None),
    }))
}

/// Doubles. Directions other than to the nearest are refused: their modifier stays unused.
fn wide(op: &mut Opcode<'_>) -> Result<Option<Function>, ReadError> {
    let rounded = op.take("rn");
    if matches!(op.name, "fma" | "mad" | "div" | "rcp" | "sqrt") && !rounded {
        return Err(op.refuse());
    }
    Ok(Some(match op.name {
        "add" => Two(|a, b| (double(a) + double(b)).to_bits()),
        "sub" => Two(|a, b| (double(a) - double(b)).to_bits()),
        "mul" => Two(|a, b| (double(a) * double(b)).to_bits()),
        "fma" | "mad" => Three(|a, b, c| double(a).mul_add(double(b), double(c)).to_bits()),
        "div" => Two(|a, b| (double(a) / double(b)).to_bits()),
        "rcp" => One(|a| (1.0 / double(a)).to_bits()),
        "sqrt" => One(|a| double(a).sqrt().to_bits()),
        "min" => Two(|a, b| if lesser(double(a), double(b)) { a } else { b }),
        "max" => Two(|a, b| if greater(double(a), double(b)) { a } else { b }),
        "abs" => One(|a| a & !(1 << 63)),
        "neg" => One(|a| a ^ 1 << 63),
        _ => return Ok(None),
    }))
}

/// What kind of number a float is.
fn test(op: &mut Opcode<'_>) -> Result<Pure, ReadError> {
    fn single(a: u64) -> f32 {
        f32::from_bits(a as u32)
    }
    let what = op.need(&["finite", "infinite", "number", "notanumber", "normal", "subnormal"])?;
    let kind = op.kind()?;
    let function: fn(u64) -> u64 = match (what, kind) {
        ("finite", F32) => |a| single(a).is_finite().into(),
        ("infinite", F32) => |a| single(a).is_infinite().into(),
        ("number", F32) => |a| (!single(a).is_nan()).into(),
        ("notanumber", F32) => |a| single(a).is_nan().into(),
        ("normal", F32) => |a| single(a).is_normal().into(),
        ("subnormal", F32) => |a| single(a).is_subnormal().into(),
        ("finite", F64) => |a| double(a).is_finite().into(),
        ("infinite", F64) => |a| double(a).is_infinite().into(),
        ("number", F64) => |a| (!double(a).is_nan()).into(),
        ("notanumber", F64) => |a| double(a).is_nan().into(),
        ("normal", F64) => |a| double(a).is_normal().into(),
        ("subnormal", F64) => |a| double(a).is_subnormal().into(),
        _ => return Err(op.refuse()),
    };
    Ok(Pure::new(Pred, [kind; 4], One(function)))
}
