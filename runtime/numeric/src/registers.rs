//! Registers of several numbers.
#![expect(unsafe_code, reason = "registers are types of some processors")]

/// A number with fused multiplication and addition.
///
/// ```
/// use tfrt_numeric::Fused;
/// assert_eq!(1.0_f32.fused(2.0, 3.0), 7.0);
/// ```
pub trait Fused: Copy {
    /// This and the product of the others, rounded once; of integers, wrapping. An instruction where a
    /// body is compiled for a set that has it, else a function.
    #[must_use]
    fn fused(self, factor: Self, other: Self) -> Self;
}

/// Numbers in a register.
pub trait Register<T>: Copy {
    /// How many.
    const LANES: usize;
    /// The same number in each place.
    ///
    /// # Safety
    /// The processor has the instructions.
    unsafe fn all(number: T) -> Self;
    /// The numbers at this place.
    ///
    /// # Safety
    /// As above, and there are as many.
    unsafe fn load(from: *const T) -> Self;
    /// Writes the numbers to this place.
    ///
    /// # Safety
    /// As above, and there is room for as many.
    unsafe fn store(self, to: *mut T);
    /// The sums of these and the products of the others, rounded once.
    ///
    /// # Safety
    /// The processor has the instructions.
    unsafe fn fused(self, factors: Self, others: Self) -> Self;
    /// For those that are less than a bound the bound. Zeros and what is no number stay.
    ///
    /// # Safety
    /// As above.
    unsafe fn at_least(self, bound: Self) -> Self;
    /// For those that are greater than a bound the bound. Zeros and what is no number stay.
    ///
    /// # Safety
    /// As above.
    unsafe fn at_most(self, bound: Self) -> Self;
}

/// A register as the compiler makes it of an array.
#[derive(Clone, Copy, Debug)]
pub struct Lanes<T, const COUNT: usize>([T; COUNT]);

impl<T: Copy, const COUNT: usize> Lanes<T, COUNT> {
    #[inline(always)]
    fn with(mut self, others: Self, of: impl Fn(T, T) -> T) -> Self {
        for (number, other) in self.0.iter_mut().zip(others.0) {
            *number = of(*number, other);
        }
        self
    }
}

impl<T: Fused + PartialOrd, const COUNT: usize> Register<T> for Lanes<T, COUNT> {
    const LANES: usize = COUNT;

    #[inline(always)]
    unsafe fn all(number: T) -> Self {
        Self([number; COUNT])
    }

    #[inline(always)]
    unsafe fn load(from: *const T) -> Self {
        // SAFETY: the caller says that there are as many; an array is aligned as its elements.
        Self(unsafe { from.cast::<[T; COUNT]>().read() })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut T) {
        // SAFETY: as above.
        unsafe { to.cast::<[T; COUNT]>().write(self.0) }
    }

    #[inline(always)]
    unsafe fn fused(mut self, factors: Self, others: Self) -> Self {
        for (sum, (factor, other)) in self.0.iter_mut().zip(factors.0.into_iter().zip(others.0)) {
            *sum = sum.fused(factor, other);
        }
        self
    }

    #[inline(always)]
    unsafe fn at_least(self, bound: Self) -> Self {
        self.with(bound, |number, bound| if number < bound { bound } else { number })
    }

    #[inline(always)]
    unsafe fn at_most(self, bound: Self) -> Self {
        self.with(bound, |number, bound| if number > bound { bound } else { number })
    }
}

#[cfg(target_arch = "x86_64")]
macro_rules! registers {
    ($($register:ident of $lanes:literal $number:ident:
        $all:ident $load:ident $store:ident $fused:ident $max:ident $min:ident)*) => {$(
        impl Register<$number> for std::arch::x86_64::$register {
            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn all(number: $number) -> Self {
                // SAFETY: the caller says that the processor has the instruction.
                unsafe { std::arch::x86_64::$all(number) }
            }

            #[inline(always)]
            unsafe fn load(from: *const $number) -> Self {
                // SAFETY: as above, and that there are as many numbers.
                unsafe { std::arch::x86_64::$load(from) }
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut $number) {
                // SAFETY: as above.
                unsafe { std::arch::x86_64::$store(to, self) }
            }

            #[inline(always)]
            unsafe fn fused(self, factors: Self, others: Self) -> Self {
                // SAFETY: the caller says that the processor has the instruction.
                unsafe { std::arch::x86_64::$fused(factors, others, self) }
            }

            #[inline(always)]
            unsafe fn at_least(self, bound: Self) -> Self {
                // The second operand, if both are zeros or one is no number.
                // SAFETY: as above.
                unsafe { std::arch::x86_64::$max(bound, self) }
            }

            #[inline(always)]
            unsafe fn at_most(self, bound: Self) -> Self {
                // SAFETY: as above.
                unsafe { std::arch::x86_64::$min(bound, self) }
            }
        }
    )*};
}

#[cfg(target_arch = "x86_64")]
registers! {
    __m256 of 8 f32: _mm256_set1_ps _mm256_loadu_ps _mm256_storeu_ps _mm256_fmadd_ps
        _mm256_max_ps _mm256_min_ps
    __m256d of 4 f64: _mm256_set1_pd _mm256_loadu_pd _mm256_storeu_pd _mm256_fmadd_pd
        _mm256_max_pd _mm256_min_pd
    __m512 of 16 f32: _mm512_set1_ps _mm512_loadu_ps _mm512_storeu_ps _mm512_fmadd_ps
        _mm512_max_ps _mm512_min_ps
    __m512d of 8 f64: _mm512_set1_pd _mm512_loadu_pd _mm512_storeu_pd _mm512_fmadd_pd
        _mm512_max_pd _mm512_min_pd
}

/// The registers of each instruction set for floats.
#[cfg(target_arch = "x86_64")]
pub(crate) mod wide {
    pub(crate) use std::arch::x86_64::{
        __m256 as Avx2F32, __m256d as Avx2F64, __m512 as Avx512F32, __m512d as Avx512F64,
    };
}

/// The same where there are no such sets.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) mod wide {
    use super::Lanes;
    pub(crate) type Avx2F32 = Lanes<f32, 4>;
    pub(crate) type Avx2F64 = Lanes<f64, 4>;
    pub(crate) type Avx512F32 = Lanes<f32, 4>;
    pub(crate) type Avx512F64 = Lanes<f64, 4>;
}
