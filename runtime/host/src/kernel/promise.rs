//! Promises of scalars whose type is known when the program runs: for engines that hold scalars as
//! bits, and would otherwise make a value of its own to forward to.

use super::{Chain, KernelType, ScalarType};
use crate::error::Error;
use crate::value::{AnyRef, AsyncRef, Promise};

macro_rules! scalars {
    ($($scalar:ident = $rust:ty),* $(,)?) => {
        /// The one right to resolve a pending scalar, by its bits. Dropped unused, the value becomes
        /// an error, as with [`Promise`]. Thread-safe.
        #[derive(Debug)]
        #[must_use = "a promise dropped unused makes its value an error"]
        pub enum ScalarPromise {$(
            #[doc = concat!("Of a `", stringify!($rust), "`.")]
            $scalar(Promise<$rust>),
        )*}

        impl ScalarPromise {
            /// A pending value of that type, and the right to resolve it.
            pub fn pending(scalar: ScalarType) -> (Self, AnyRef) {
                match scalar {$(
                    ScalarType::$scalar => {
                        let (promise, value) = AsyncRef::pending();
                        (Self::$scalar(promise), value.into_any())
                    }
                )*}
            }

            /// Gives the value its content and runs the waiters on this thread. Bits above those of the
            /// type are ignored. If those of the type are no value, it becomes an error.
            pub fn set(self, bits: u64) {
                match self {$(
                    Self::$scalar(promise) => match <$rust as KernelType>::from_bits(low::<$rust>(bits)) {
                        Some(value) => promise.set(value),
                        None => promise.fail(Error::bug("bits are no value")),
                    },
                )*}
            }

            /// Makes the value an error and runs the waiters on this thread.
            pub fn fail(self, error: Error) {
                match self {$(Self::$scalar(promise) => promise.fail(error),)*}
            }
        }
    };
}

/// As many of the bits as a `T` has.
fn low<T>(bits: u64) -> u64 {
    let above = 64 - 8 * size_of::<T>() as u32;
    u64::MAX.checked_shr(above).map_or(0, |mask| bits & mask)
}

scalars! {
    Chain = Chain, I1 = bool, I8 = i8, I16 = i16, I32 = i32, I64 = i64, UI8 = u8, UI16 = u16,
    UI32 = u32, UI64 = u64, F32 = f32, F64 = f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scalar_is_what_its_bits_are() {
        let (promise, value) = ScalarPromise::pending(ScalarType::F32);
        assert!(!value.is_available());
        promise.set(u64::from(1.5f32.to_bits()));
        assert_eq!(value.get::<f32>(), Some(&1.5));
    }

    #[test]
    fn an_error_and_bits_that_are_no_value() {
        let (promise, value) = ScalarPromise::pending(ScalarType::I8);
        promise.fail(Error::bug("no"));
        assert!(value.error().is_some());
        let (promise, value) = ScalarPromise::pending(ScalarType::I1);
        promise.set(2);
        assert!(value.error().is_some());
        let (promise, value) = ScalarPromise::pending(ScalarType::I1);
        promise.set(0xff_ff01);
        assert_eq!(value.get::<bool>(), Some(&true));
        let (promise, value) = ScalarPromise::pending(ScalarType::UI16);
        promise.set(u64::MAX);
        assert_eq!(value.get::<u16>(), Some(&u16::MAX));
        let (promise, value) = ScalarPromise::pending(ScalarType::Chain);
        promise.set(7);
        assert_eq!(value.get::<Chain>(), Some(&Chain));
        let (promise, value) = ScalarPromise::pending(ScalarType::I64);
        drop(promise);
        assert!(value.error().is_some());
    }
}
