//! Float constants: conversion from decimal text to bits, and from bits to the text that MLIR
//! prints.
//!
//! MLIR prints six significant digits in scientific notation if they round-trip, else as many
//! digits as the type can need, else the bits in hexadecimal. Digits match LLVM's `APFloat`, which
//! rounds ties up.

use tfrt_bef::DType;

/// A float type that constants may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Format {
    /// Bits of the exponent.
    exponent: u32,
    /// Bits of the fraction.
    fraction: u32,
}

/// `f64`, the type of a constant that names none.
const F64: Format = Format { exponent: 11, fraction: 52 };

impl Format {
    /// The format of the type of that name.
    pub(super) fn of(ty: &str) -> Option<Self> {
        let dtype = DType::from_mlir(ty)?;
        let fraction = dtype.fraction_bits()?;
        Some(Self { exponent: dtype.bits()? - 1 - fraction, fraction })
    }

    /// Bits altogether.
    pub(super) fn width(self) -> u32 {
        1 + self.exponent + self.fraction
    }

    /// The sign's bit.
    fn sign(self) -> u64 {
        1 << (self.exponent + self.fraction)
    }

    /// The exponent field of infinities and NaN.
    fn special(self) -> u64 {
        (1 << self.exponent) - 1
    }

    /// The bits of a decimal number without sign, read as MLIR reads it: as the nearest `f64`,
    /// which then becomes the nearest number of the type. What is too large is infinite.
    pub(super) fn parse(self, text: &str) -> u64 {
        let value: f64 = text.parse().expect("the lexer and the printer make decimal numbers");
        if self == F64 { value.to_bits() } else { self.narrow(value) }
    }

    /// The bits with the sign changed.
    pub(super) fn negate(self, bits: u64) -> u64 {
        bits ^ self.sign()
    }

    /// Rounds to nearest, ties to even. `value` is not negative.
    fn narrow(self, value: f64) -> u64 {
        let bits = value.to_bits();
        let exponent = (bits >> 52) as i64 - 1023;
        let bias = (1_i64 << (self.exponent - 1)) - 1;
        if exponent > bias {
            return self.special() << self.fraction;
        }
        if exponent < -bias - i64::from(self.fraction) - 1 {
            return 0;
        }
        let significand = (bits & ((1 << 52) - 1)) | (1 << 52);
        // A subnormal has an exponent below the range of its field, and fewer bits.
        let below = (1 - bias - exponent).max(0);
        let shift = 52 - i64::from(self.fraction) + below;
        let kept = significand >> shift;
        let rest = significand & ((1 << shift) - 1);
        let half = 1_u64 << (shift - 1);
        let up = rest > half || (rest == half && kept & 1 == 1);
        // The leading bit of a normal number adds one to the exponent field, as does a carry.
        let field = if below > 0 { 0 } else { (exponent + bias - 1) as u64 };
        (field << self.fraction) + kept + u64::from(up)
    }

    /// The text that MLIR prints.
    pub(super) fn print(self, bits: u64) -> String {
        let magnitude = bits & (self.sign() - 1);
        let sign = if bits & self.sign() == 0 { "" } else { "-" };
        if magnitude >> self.fraction != self.special() {
            let short = self.scientific(magnitude);
            if self.parse(&short) == magnitude {
                return format!("{sign}{short}");
            }
            let full = self.full(magnitude);
            if full.contains('.') {
                return format!("{sign}{full}");
            }
        }
        format!("0x{bits:X}")
    }

    /// Six significant digits, at least six after the point, in scientific form.
    fn scientific(self, magnitude: u64) -> String {
        if magnitude == 0 {
            return "0.000000e+00".to_owned();
        }
        let (digits, exponent) = self.decimal(magnitude, 6);
        let (first, rest) = digits.split_at(1);
        let power = exponent + as_power(rest.len());
        let sign = if power < 0 { '-' } else { '+' };
        format!("{first}.{rest:0<6}e{sign}{:02}", power.unsigned_abs())
    }

    /// All digits that the type can need, in plain form unless that takes many zeros.
    fn full(self, magnitude: u64) -> String {
        if magnitude == 0 {
            return "0".to_owned();
        }
        const PADDING: i32 = 3;
        let precision = 2 + (self.fraction as usize + 1) * 59 / 196;
        let (digits, exponent) = self.decimal(magnitude, precision);
        let count = as_power(digits.len());
        let leading = exponent + count - 1;
        let scientific = if exponent >= 0 {
            exponent > PADDING || count + exponent > as_power(precision)
        } else {
            leading < -PADDING
        };
        if scientific {
            let (first, rest) = digits.split_at(1);
            let rest = if rest.is_empty() { "0" } else { rest };
            let sign = if leading < 0 { '-' } else { '+' };
            format!("{first}.{rest}E{sign}{}", leading.unsigned_abs())
        } else if exponent >= 0 {
            format!("{digits}{}", "0".repeat(exponent.unsigned_abs() as usize))
        } else if leading >= 0 {
            let (whole, rest) = digits.split_at(leading.unsigned_abs() as usize + 1);
            format!("{whole}.{rest}")
        } else {
            format!("0.{}{digits}", "0".repeat(leading.unsigned_abs() as usize - 1))
        }
    }

    /// At most `precision` digits, the last not zero, and the power of ten of the last. The
    /// number is finite and not zero.
    fn decimal(self, magnitude: u64, precision: usize) -> (String, i32) {
        let field = magnitude >> self.fraction;
        let fraction = magnitude & ((1 << self.fraction) - 1);
        let significand = if field == 0 { fraction } else { fraction | (1 << self.fraction) };
        let bias = (1_i32 << (self.exponent - 1)) - 1;
        let zeros = significand.trailing_zeros();
        // Fields have at most eleven bits.
        let power = (field.max(1) as i32) - bias - self.fraction as i32 + zeros as i32;
        let mut number = Natural::new(significand >> zeros);
        let mut exponent = power.min(0);
        for _ in 0..power.unsigned_abs() {
            // N·2^-e is N·5^e·10^-e.
            number.multiply(if power < 0 { 5 } else { 2 });
        }
        // First cut without rounding, to the bits that the digits need.
        let needed = (precision * 196).div_ceil(59);
        for _ in 0..number.bits().saturating_sub(needed) * 59 / 196 {
            number.divide_by_ten();
            exponent += 1;
        }
        let mut digits = Vec::new();
        while !number.is_zero() {
            let digit = number.divide_by_ten();
            if digits.is_empty() && digit == 0 {
                exponent += 1;
            } else {
                digits.push(digit);
            }
        }
        // Then round. The digits stand with the last one first.
        let dropped = digits.len().saturating_sub(precision);
        if dropped > 0 {
            exponent += as_power(dropped);
            let up = digits[dropped - 1] >= 5;
            digits.drain(..dropped);
            if up {
                round_up(&mut digits, &mut exponent);
            }
            let zeros = digits.iter().take_while(|&&digit| digit == 0).count();
            digits.drain(..zeros);
            exponent += as_power(zeros);
        }
        (digits.iter().rev().map(|&digit| char::from(b'0' + digit)).collect(), exponent)
    }
}

/// Adds one to the last digit, which stands first.
fn round_up(digits: &mut Vec<u8>, exponent: &mut i32) {
    let nines = digits.iter().take_while(|&&digit| digit == 9).count();
    digits.drain(..nines);
    *exponent += as_power(nines);
    match digits.first_mut() {
        Some(digit) => *digit += 1,
        None => digits.push(1),
    }
}

/// A number of digits, of which there are never more than a few hundred.
fn as_power(digits: usize) -> i32 {
    i32::try_from(digits).expect("a float has few digits")
}

/// A natural number of any size, low limb first, without leading zero limbs.
struct Natural(Vec<u32>);

impl Natural {
    fn new(value: u64) -> Self {
        let mut limbs = vec![value as u32, (value >> 32) as u32];
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        Self(limbs)
    }

    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    fn bits(&self) -> usize {
        self.0.last().map_or(0, |top| self.0.len() * 32 - top.leading_zeros() as usize)
    }

    fn multiply(&mut self, factor: u32) {
        let mut carry = 0;
        for limb in &mut self.0 {
            let product = u64::from(*limb) * u64::from(factor) + carry;
            *limb = product as u32;
            carry = product >> 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    /// Divides and returns the remainder.
    fn divide_by_ten(&mut self) -> u8 {
        let mut remainder = 0;
        for limb in self.0.iter_mut().rev() {
            let part = (remainder << 32) | u64::from(*limb);
            *limb = (part / 10) as u32;
            remainder = part % 10;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        remainder as u8
    }
}
