//! Floats of 16 bits as whole numbers, which have no rounding of their own.

use half::f16;

/// Halves.
pub(crate) const HALF: Small =
    Small { name: "f16", scale: 24, widen: |x| f16::from_bits(x).to_f64(), infinity: 0x7C00 };

/// A format of 16 bits whose finite numbers are whole multiples of `2^-scale`.
pub(crate) struct Small {
    pub(crate) name: &'static str,
    pub(crate) scale: u32,
    pub(crate) widen: fn(u16) -> f64,
    pub(crate) infinity: u16,
}

impl Small {
    /// The number in units of `2^-scale`.
    pub(crate) fn fixed(&self, bits: u16) -> i128 {
        ((self.widen)(bits) * 2.0_f64.powi(self.scale as i32)) as i128
    }

    /// The number in units of `2^-(2 · scale)`, which hold the numbers near a product, too.
    pub(crate) fn fine(&self, bits: u16) -> i128 {
        ((self.widen)(bits) * 2.0_f64.powi(2 * self.scale as i32)) as i128
    }

    /// The nearest number to `value · 2^-(2 · scale)`, ties to an even last bit, as sorted magnitudes say.
    pub(crate) fn nearest(&self, value: i128) -> u16 {
        let magnitude = value.unsigned_abs().cast_signed();
        let (mut low, mut high) = (0_u16, self.infinity);
        // The largest number that is not above.
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if self.fine(middle) <= magnitude { low = middle } else { high = middle }
        }
        // Past the largest number, the next step would be as wide as the last one.
        let below = self.fine(low);
        let above =
            if high == self.infinity { 2 * below - self.fine(low - 1) } else { self.fine(high) };
        let (down, up) = (magnitude - below, above - magnitude);
        let found = if down < up || down == up && low & 1 == 0 { low } else { high };
        if value < 0 { found | 0x8000 } else { found }
    }
}
