//! Numbers of about 106 bits: the unevaluated sum of two doubles. The algorithms are those of Dekker
//! (1971) and Knuth: exact sums and products, without a fused multiply-add, so that every processor
//! computes the same.

/// A number as the sum of a double and of a much smaller one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dd {
    pub(super) hi: f64,
    pub(super) lo: f64,
}

impl Dd {
    pub(super) const fn of(hi: f64, lo: f64) -> Self {
        Self { hi, lo }
    }

    /// The exact sum of two doubles.
    #[inline]
    pub(super) fn sum(a: f64, b: f64) -> Self {
        let hi = a + b;
        let part = hi - a;
        Self { hi, lo: (a - (hi - part)) + (b - part) }
    }

    /// The exact sum of two doubles of which the first is the greater one, or zero.
    #[inline]
    pub(super) fn ordered(a: f64, b: f64) -> Self {
        let hi = a + b;
        Self { hi, lo: b - (hi - a) }
    }

    /// The exact product of two doubles, if it and 2^28 times either does not overflow, and the
    /// product's last bits do not underflow.
    #[inline]
    pub(super) fn product(a: f64, b: f64) -> Self {
        let hi = a * b;
        let ((a_high, a_low), (b_high, b_low)) = (split(a), split(b));
        let lo = a_low * b_low - (((hi - a_high * b_high) - a_low * b_high) - a_high * b_low);
        Self { hi, lo }
    }

    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        let high = Self::sum(self.hi, other.hi);
        let low = Self::sum(self.lo, other.lo);
        let high = Self::ordered(high.hi, high.lo + low.hi);
        Self::ordered(high.hi, high.lo + low.lo)
    }

    #[inline]
    pub(super) fn minus(self, other: Self) -> Self {
        self.plus(other.negated())
    }

    #[inline]
    pub(super) fn negated(self) -> Self {
        Self { hi: -self.hi, lo: -self.lo }
    }

    #[inline]
    pub(super) fn times(self, other: Self) -> Self {
        let high = Self::product(self.hi, other.hi);
        Self::ordered(high.hi, high.lo + (self.hi * other.lo + self.lo * other.hi))
    }

    #[inline]
    pub(super) fn scaled(self, by: f64) -> Self {
        let high = Self::product(self.hi, by);
        Self::ordered(high.hi, high.lo + self.lo * by)
    }

    /// By a divisor that is not zero.
    #[inline]
    pub(super) fn over(self, divisor: Self) -> Self {
        let first = self.hi / divisor.hi;
        let rest = self.minus(divisor.scaled(first));
        Self::ordered(first, rest.hi / divisor.hi)
    }

    /// The square root; of zero, zero.
    #[inline]
    pub(super) fn root(self) -> Self {
        if self.hi == 0.0 {
            return self;
        }
        let first = self.hi.sqrt();
        let rest = self.minus(Self::product(first, first));
        Self::ordered(first, rest.hi / (2.0 * first))
    }

    /// By a power of two, without rounding if nothing underflows.
    #[inline]
    pub(super) fn doubled(self, exponent: i32) -> Self {
        let by = power_of_two(exponent);
        Self { hi: self.hi * by, lo: self.lo * by }
    }

    #[inline]
    pub(super) fn value(self) -> f64 {
        self.hi + self.lo
    }
}

impl From<f64> for Dd {
    #[inline]
    fn from(hi: f64) -> Self {
        Self { hi, lo: 0.0 }
    }
}

/// A double as the sum of two of 26 bits.
#[inline]
fn split(value: f64) -> (f64, f64) {
    let scaled = value * 134_217_729.0; // 2^27 + 1
    let high = scaled - (scaled - value);
    (high, value - high)
}

/// 2^exponent, of a normal double.
#[inline]
pub(super) fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// A positive double as a number in [1, 2) and a power of two.
#[inline]
pub(super) fn normalized(value: f64) -> (f64, i32) {
    // The least subnormal is 2^-1074.
    let (value, shift) =
        if value < f64::MIN_POSITIVE { (value * 18_014_398_509_481_984.0, 54) } else { (value, 0) };
    let bits = value.to_bits();
    let exponent = (bits >> 52) as i32 - 1023 - shift;
    (f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52), exponent)
}

/// A number times a power of two, as a double: rounded once more if it is subnormal.
#[inline]
pub(super) fn finish(number: Dd, exponent: i32) -> f64 {
    let value = number.value();
    match exponent {
        -1000..=1000 => value * power_of_two(exponent),
        ..-1000 => value * power_of_two((exponent + 1000).max(-1000)) * power_of_two(-1000),
        _ => value * power_of_two((exponent - 1000).min(1000)) * power_of_two(1000),
    }
}

/// A polynomial by Horner's rule, from the constant coefficient.
#[inline]
pub(super) fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient)
}
