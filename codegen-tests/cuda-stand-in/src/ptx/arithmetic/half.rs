//! Floats of 16 bits, one or two in a register. Each result is rounded once.

use super::super::error::ReadError;
use super::super::instruction::Rounding;
use super::super::opcode::Function::{One, Three, Two};
use super::super::opcode::{Opcode, Pure};
use super::super::types::Type::{self, Bf16, Bf16x2, F16, F16x2};
use super::float::{greater, lesser};
use super::rounding::{BRAIN, Format, HALF, add_odd, fma_odd};

const FLUSH: u8 = 1;
const SATURATE: u8 = 2;
/// A negative result is zero; of a minimum or maximum, instead: a NaN operand gives NaN.
const RELU: u8 = 4;

/// One of the two formats, in one or two lanes.
pub(super) trait Lanes {
    const FORMAT: Format;
    const COUNT: u32;
    fn widen(bits: u16) -> f64;
}

struct Half;
struct Halves;
struct Brain;
struct Brains;

macro_rules! lanes {
    ($($name:ident $format:ident $count:literal $kind:ident),*) => {$(
        impl Lanes for $name {
            const FORMAT: Format = $format;
            const COUNT: u32 = $count;
            fn widen(bits: u16) -> f64 { ::half::$kind::from_bits(bits).to_f64() }
        }
    )*};
}
lanes!(Half HALF 1 f16, Halves HALF 2 f16, Brain BRAIN 1 bf16, Brains BRAIN 2 bf16);

fn flush<L: Lanes>(bits: u16) -> u16 {
    let exponent = (1_u16 << L::FORMAT.exponent) - 1;
    if bits >> L::FORMAT.fraction & exponent == 0 { bits & 0x8000 } else { bits }
}

fn input<L: Lanes, const MODE: u8>(bits: u64, lane: u32) -> f64 {
    let bits = (bits >> (16 * lane)) as u16;
    L::widen(if MODE & FLUSH != 0 { flush::<L>(bits) } else { bits })
}

fn output<L: Lanes, const MODE: u8>(value: f64) -> u64 {
    let mut value = value;
    if MODE & SATURATE != 0 {
        value = if value >= 1.0 {
            1.0
        } else if value > 0.0 {
            value
        } else {
            0.0
        };
    }
    if MODE & RELU != 0 && value < 0.0 {
        value = 0.0;
    }
    let bits = L::FORMAT.narrow(value, Rounding::Nearest) as u16;
    u64::from(if MODE & FLUSH != 0 { flush::<L>(bits) } else { bits })
}

fn lanes<L: Lanes>(f: impl Fn(u32) -> u64) -> u64 {
    (0..L::COUNT).fold(0, |all, lane| all | f(lane) << (16 * lane))
}

fn add<L: Lanes, const MODE: u8>(a: u64, b: u64) -> u64 {
    lanes::<L>(|i| output::<L, MODE>(add_odd(input::<L, MODE>(a, i), input::<L, MODE>(b, i))))
}
fn sub<L: Lanes, const MODE: u8>(a: u64, b: u64) -> u64 {
    lanes::<L>(|i| output::<L, MODE>(add_odd(input::<L, MODE>(a, i), -input::<L, MODE>(b, i))))
}
fn mul<L: Lanes, const MODE: u8>(a: u64, b: u64) -> u64 {
    lanes::<L>(|i| output::<L, MODE>(input::<L, MODE>(a, i) * input::<L, MODE>(b, i)))
}
fn fma<L: Lanes, const MODE: u8>(a: u64, b: u64, c: u64) -> u64 {
    lanes::<L>(|i| {
        output::<L, MODE>(fma_odd(
            input::<L, MODE>(a, i),
            input::<L, MODE>(b, i),
            input::<L, MODE>(c, i),
        ))
    })
}
fn choose<L: Lanes, const MODE: u8>(a: u64, b: u64, first: fn(f64, f64) -> bool) -> u64 {
    lanes::<L>(|i| {
        let (x, y) = (input::<L, MODE>(a, i), input::<L, MODE>(b, i));
        if MODE & RELU != 0 && (x.is_nan() || y.is_nan()) {
            return L::FORMAT.nan();
        }
        L::FORMAT.narrow(if first(x, y) { x } else { y }, Rounding::Nearest)
    })
}
fn min<L: Lanes, const MODE: u8>(a: u64, b: u64) -> u64 {
    choose::<L, MODE>(a, b, lesser)
}
fn max<L: Lanes, const MODE: u8>(a: u64, b: u64) -> u64 {
    choose::<L, MODE>(a, b, greater)
}
fn abs<L: Lanes, const MODE: u8>(a: u64) -> u64 {
    lanes::<L>(|i| u64::from(signless::<L, MODE>(a, i) & 0x7FFF))
}
fn neg<L: Lanes, const MODE: u8>(a: u64) -> u64 {
    lanes::<L>(|i| u64::from(signless::<L, MODE>(a, i) ^ 0x8000))
}
/// The bits of a lane: signs change without rounding.
fn signless<L: Lanes, const MODE: u8>(a: u64, lane: u32) -> u16 {
    let bits = (a >> (16 * lane)) as u16;
    if MODE & FLUSH != 0 { flush::<L>(bits) } else { bits }
}

macro_rules! by_kind {
    ($kind:expr, $mode:expr, $f:ident) => {
        match $kind {
            F16 => by_kind!(@ $mode, $f, Half),
            F16x2 => by_kind!(@ $mode, $f, Halves),
            Bf16 => by_kind!(@ $mode, $f, Brain),
            _ => by_kind!(@ $mode, $f, Brains),
        }
    };
    (@ $mode:expr, $f:ident, $lanes:ident) => {
        match $mode {
            0 => $f::<$lanes, 0>,
            1 => $f::<$lanes, 1>,
            2 => $f::<$lanes, 2>,
            3 => $f::<$lanes, 3>,
            4 => $f::<$lanes, 4>,
            _ => $f::<$lanes, 5>,
        }
    };
}

/// The instruction on floats of 16 bits.
pub(super) fn find(op: &mut Opcode<'_>, kind: Type) -> Result<Option<Pure>, ReadError> {
    if !matches!(kind, F16 | F16x2 | Bf16 | Bf16x2) {
        return Ok(None);
    }
    let rounded = op.take("rn");
    let brain = matches!(kind, Bf16 | Bf16x2);
    // The cards flush and saturate halves only.
    let flush = !brain && op.take("ftz");
    let choice = matches!(op.name, "min" | "max");
    let saturate = !brain && matches!(op.name, "add" | "sub" | "mul" | "fma") && op.take("sat");
    let relu = op.name == "fma" && op.take("relu") || choice && op.take("NaN");
    if rounded && !matches!(op.name, "add" | "sub" | "mul" | "fma")
        || !rounded && op.name == "fma"
        || saturate && relu
    {
        return Err(op.refuse());
    }
    let mode = u8::from(flush) * FLUSH + u8::from(saturate) * SATURATE + u8::from(relu) * RELU;
    let function = match op.name {
        "add" => Two(by_kind!(kind, mode, add)),
        "sub" => Two(by_kind!(kind, mode, sub)),
        "mul" => Two(by_kind!(kind, mode, mul)),
        "fma" => Three(by_kind!(kind, mode, fma)),
        "min" => Two(by_kind!(kind, mode, min)),
        "max" => Two(by_kind!(kind, mode, max)),
        "abs" => One(by_kind!(kind, mode, abs)),
        "neg" => One(by_kind!(kind, mode, neg)),
        _ => return Ok(None),
    };
    op.kind()?;
    Ok(Some(Pure::same(kind, function)))
}
