//! The integers `i1`, `i8`, `i16`, `i32` and `i64`, which have no sign of their own. An op reads them as
//! signed or as unsigned, computes in 64 bits and keeps the low bits of the result.

/// An integer of up to 64 bits.
///
/// ```
/// use tfrt_numeric::Integer;
/// assert_eq!((true.signed(), true.unsigned()), (-1, 1));
/// assert_eq!(i8::wrap(0x180), -128);
/// ```
pub trait Integer: Copy + Eq {
    /// The number of bits.
    const WIDTH: u32;
    /// The value in two's complement: of `i1`, 0 or -1.
    #[must_use]
    fn signed(self) -> i64;
    /// The value without sign.
    #[must_use]
    fn unsigned(self) -> u64;
    /// The low bits.
    #[must_use]
    fn wrap(bits: u64) -> Self;
    /// The low bits of a signed result.
    #[must_use]
    #[inline]
    fn wrap_signed(value: i64) -> Self {
        Self::wrap(value.cast_unsigned())
    }
    /// The signed quotient, toward zero, and the remainder: of the least integer and -1, itself and zero.
    /// `None` by zero.
    ///
    /// ```
    /// use tfrt_numeric::Integer;
    /// assert_eq!((-7_i32).divided_by(2), Some((-3, -1)));
    /// assert_eq!(i32::MIN.divided_by(-1), Some((i32::MIN, 0)));
    /// assert_eq!(7_i32.divided_by(0), None);
    /// ```
    #[must_use]
    #[inline]
    fn divided_by(self, other: Self) -> Option<(Self, Self)> {
        let (a, b) = (self.signed(), other.signed());
        (b != 0)
            .then(|| (Self::wrap_signed(a.wrapping_div(b)), Self::wrap_signed(a.wrapping_rem(b))))
    }
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Integer for $integer {
            const WIDTH: u32 = <$integer>::BITS;
            #[inline]
            fn signed(self) -> i64 {
                i64::from(self)
            }
            #[inline]
            fn unsigned(self) -> u64 {
                u64::from(self.cast_unsigned())
            }
            #[inline]
            fn wrap(bits: u64) -> Self {
                bits as Self
            }
        }
    )*};
}

integers!(i8 i16 i32 i64);

impl Integer for bool {
    const WIDTH: u32 = 1;
    #[inline]
    fn signed(self) -> i64 {
        -i64::from(self)
    }
    #[inline]
    fn unsigned(self) -> u64 {
        u64::from(self)
    }
    #[inline]
    fn wrap(bits: u64) -> Self {
        bits & 1 == 1
    }
}
