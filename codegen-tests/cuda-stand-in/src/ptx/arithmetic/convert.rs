//! Conversions.

use super::super::error::ReadError;
use super::super::instruction::{Conversion, Rounding};
use super::super::opcode::Opcode;
use super::super::types::Type::{self, Bf16, Bf16x2, F16, F16x2, F32, F64};
use super::super::types::mask;
use super::rounding::{BRAIN, HALF, SINGLE};

/// The conversion of a `cvt`. The caller knows the register.
pub(in super::super) fn find(op: &mut Opcode<'_>) -> Result<Conversion, ReadError> {
    let (rounding, integral) =
        match op.one_of(&["rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi"]) {
            None => (None, false),
            Some("rn") => (Some(Rounding::Nearest), false),
            Some("rz") => (Some(Rounding::Zero), false),
            Some("rm") => (Some(Rounding::Down), false),
            Some("rp") => (Some(Rounding::Up), false),
            Some("rni") => (Some(Rounding::Nearest), true),
            Some("rzi") => (Some(Rounding::Zero), true),
            Some("rmi") => (Some(Rounding::Down), true),
            Some(_) => (Some(Rounding::Up), true),
        };
    let (flush, saturate, relu) = (op.take("ftz"), op.take("sat"), op.take("relu"));
    let (to, from) = (op.kind()?, op.kind()?);
    let packed = matches!(to, F16x2 | Bf16x2);
    let known = match (from.is_float(), to.is_float()) {
        _ if matches!(from, Type::Pred | F16x2 | Bf16x2) || to == Type::Pred => false,
        _ if packed => from == F32 && rounding.is_some() && !integral,
        (false, false) => rounding.is_none() && !flush && !(saturate && holds(to, from)),
        (true, false) => rounding.is_some() && integral,
        (false, true) => rounding.is_some() && !integral,
        // Into a wider format nothing is rounded.
        (true, true) if to == from => rounding.is_some() == integral,
        (true, true) if to.size() > from.size() => rounding.is_none(),
        (true, true) => rounding.is_some() && !integral && to.size() < from.size(),
    };
    let relu_known = !relu || matches!(to, F16 | Bf16 | F16x2 | Bf16x2) && from == F32;
    let flush_known = !flush || matches!(from, F32 | F16) || to == F32;
    if !known || !relu_known || !flush_known {
        return Err(op.refuse());
    }
    let rounding = rounding.unwrap_or(Rounding::Nearest);
    Ok(Conversion { to, from, register: to.size(), rounding, integral, saturate, relu, flush })
}

impl Conversion {
    /// The value as the other type, extended to the register.
    pub(in super::super) fn apply(&self, bits: u64) -> u64 {
        match (self.from.is_float(), self.to.is_float()) {
            (false, false) => self.extend(if self.saturate {
                clamp(self.to, integer(self.from, bits)) as u64
            } else {
                spread(self.from, bits)
            }),
            (true, false) => {
                let value = self.round(self.float(bits));
                // A conversion of Rust clamps, too, and makes zero of NaN.
                self.extend(clamp(self.to, value as i128) as u64)
            }
            (false, true) => self.narrow_integer(integer(self.from, bits)),
            (true, true) => {
                let value = self.float(bits);
                let value = if self.integral { self.round(value) } else { value };
                self.narrow(value)
            }
        }
    }

    /// Two floats into one register, the first in the upper half.
    pub(in super::super) fn pack(&self, a: u64, b: u64) -> u64 {
        let half = if self.to == F16x2 { F16 } else { Bf16 };
        let one = Self { to: half, ..*self };
        one.apply(a) << 16 | one.apply(b)
    }

    fn extend(&self, value: u64) -> u64 {
        spread(self.to, value) & mask(self.register)
    }

    fn float(&self, bits: u64) -> f64 {
        let value = widen(self.from, bits);
        if self.flush && self.from == F32 && f32::from_bits(bits as u32).is_subnormal() {
            return 0.0_f64.copysign(value);
        }
        value
    }

    fn round(&self, value: f64) -> f64 {
        match self.rounding {
            Rounding::Nearest => value.round_ties_even(),
            Rounding::Zero => value.trunc(),
            Rounding::Down => value.floor(),
            Rounding::Up => value.ceil(),
        }
    }

    fn narrow(&self, value: f64) -> u64 {
        let mut value = value;
        if self.saturate {
            value = if value >= 1.0 {
                1.0
            } else if value > 0.0 {
                value
            } else {
                0.0
            };
        }
        if self.relu && value < 0.0 {
            value = 0.0;
        }
        match self.to {
            F32 => {
                let bits = SINGLE.narrow(value, self.rounding);
                if self.flush && f32::from_bits(bits as u32).is_subnormal() {
                    bits & 0x8000_0000
                } else {
                    bits
                }
            }
            F16 => HALF.narrow(value, self.rounding),
            Bf16 => BRAIN.narrow(value, self.rounding),
            _ => value.to_bits(),
        }
    }

    /// An integer of 64 bits does not fit into a double: its last bits are made odd where a format keeps less.
    fn narrow_integer(&self, value: i128) -> u64 {
        if self.to == F64 {
            return self.double(value).to_bits();
        }
        let magnitude = value.unsigned_abs();
        let excess = (128 - magnitude.leading_zeros()).saturating_sub(53);
        let kept = magnitude >> excess;
        let lost = magnitude & ((1 << excess) - 1) != 0;
        let odd = (kept | u128::from(lost)) as f64 * f64::from(1_u32 << excess);
        self.narrow(if value < 0 { -odd } else { odd })
    }

    fn double(&self, value: i128) -> f64 {
        let near = value as f64;
        let exact = near as i128;
        let step_down = match self.rounding {
            Rounding::Nearest => false,
            Rounding::Zero => exact.unsigned_abs() > value.unsigned_abs(),
            Rounding::Down => exact > value,
            Rounding::Up => exact < value,
        };
        match (step_down, self.rounding) {
            (false, _) => near,
            (true, Rounding::Down) => near.next_down(),
            (true, Rounding::Up) => near.next_up(),
            (true, _) if near > 0.0 => near.next_down(),
            (true, _) => near.next_up(),
        }
    }
}

/// Whether an integer type has all values of another one: then nothing is saturated, and `.sat` is refused.
fn holds(to: Type, from: Type) -> bool {
    match (to.is_signed(), from.is_signed()) {
        (true, false) => to.size() > from.size(),
        (false, true) => false,
        _ => to.size() >= from.size(),
    }
}

/// A float of any kind.
fn widen(kind: Type, bits: u64) -> f64 {
    match kind {
        F32 => f64::from(f32::from_bits(bits as u32)),
        F16 => ::half::f16::from_bits(bits as u16).to_f64(),
        Bf16 => ::half::bf16::from_bits(bits as u16).to_f64(),
        _ => f64::from_bits(bits),
    }
}

/// An integer of any kind, extended to 64 bits.
fn spread(kind: Type, bits: u64) -> u64 {
    let above = 64 - 8 * kind.size();
    if kind.is_signed() {
        ((bits << above).cast_signed() >> above).cast_unsigned()
    } else {
        (bits << above) >> above
    }
}

/// An integer of any kind.
fn integer(kind: Type, bits: u64) -> i128 {
    let bits = spread(kind, bits);
    if kind.is_signed() { i128::from(bits.cast_signed()) } else { i128::from(bits) }
}

/// The nearest value of the type.
fn clamp(kind: Type, value: i128) -> i128 {
    let bits = 8 * kind.size();
    if kind.is_signed() {
        value.clamp(-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    } else {
        value.clamp(0, (1 << bits) - 1)
    }
}
