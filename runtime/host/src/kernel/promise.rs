//! Promises of scalars whose type is known when the program runs: for engines that hold scalars as
//! bits, and would otherwise make a value of its own to forward to.
#![expect(unsafe_code, reason = "gives values their content by its bits")]

use super::{Chain, ScalarType};
use crate::error::Error;
use crate::value::{AnyPromise, AnyRef, WordType};

/// The one right to resolve a pending scalar, by its bits. Dropped unused, the value becomes an error, as
/// with [`Promise`](crate::value::Promise). Eight bytes: the type is in the value, and who resolves it says
/// it again. Thread-safe.
#[derive(Debug)]
#[must_use = "a promise dropped unused makes its value an error"]
pub struct ScalarPromise(AnyPromise);

impl ScalarPromise {
    /// A pending value of that type, and the right to resolve it.
    #[inline(always)]
    pub fn pending(scalar: ScalarType) -> (Self, AnyRef) {
        let (promise, value) = AnyRef::pending_word(TYPES[scalar as usize]);
        (Self(promise), value)
    }

    /// Gives the value its content and runs the waiters on this thread. Bits above those of the
    /// type are ignored. If it is of another type, or those of the type are no value, it becomes an error.
    #[inline]
    pub fn set(self, scalar: ScalarType, bits: u64) {
        let ty = TYPES[scalar as usize];
        if !self.0.is_word(ty) || (scalar == ScalarType::I1 && bits & 0xff > 1) {
            return self.fail(Error::bug("bits are no value of the type"));
        }
        // SAFETY: the value is of that type, of which only `bool` has bits that are no value.
        unsafe { self.0.set_word(ty, bits) };
    }

    /// Makes the value an error and runs the waiters on this thread.
    #[cold]
    pub fn fail(self, error: Error) {
        self.0.fail(error);
    }
}

macro_rules! types {
    ($($scalar:ident = $rust:ty),* $(,)?) => {{
        let mut count = 0;
        $(
            assert!(ScalarType::$scalar as usize == count, "each is where its number says");
            count += 1;
        )*
        [$(WordType::of::<$rust>()),*]
    }};
}

/// The types of scalars, by their numbers.
static TYPES: [WordType; 12] = types! {
    Chain = Chain, I1 = bool, I8 = i8, I16 = i16, I32 = i32, I64 = i64, UI8 = u8, UI16 = u16,
    UI32 = u32, UI64 = u64, F32 = f32, F64 = f64,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scalar_is_what_its_bits_are() {
        let (promise, value) = ScalarPromise::pending(ScalarType::F32);
        assert!(!value.is_available());
        promise.set(ScalarType::F32, u64::from(1.5f32.to_bits()));
        assert_eq!(value.get::<f32>(), Some(&1.5));
    }

    #[test]
    fn an_error_and_bits_that_are_no_value() {
        let (promise, value) = ScalarPromise::pending(ScalarType::I8);
        promise.fail(Error::bug("no"));
        assert!(value.error().is_some());
        let (promise, value) = ScalarPromise::pending(ScalarType::I1);
        promise.set(ScalarType::I1, 2);
        assert!(value.error().is_some());
        let (promise, value) = ScalarPromise::pending(ScalarType::I1);
        promise.set(ScalarType::I1, 0xff_ff01);
        assert_eq!(value.get::<bool>(), Some(&true));
        let (promise, value) = ScalarPromise::pending(ScalarType::I8);
        promise.set(ScalarType::UI8, 2);
        assert!(value.error().is_some());
        let (promise, value) = ScalarPromise::pending(ScalarType::UI16);
        promise.set(ScalarType::UI16, u64::MAX);
        assert_eq!(value.get::<u16>(), Some(&u16::MAX));
        let (promise, value) = ScalarPromise::pending(ScalarType::Chain);
        promise.set(ScalarType::Chain, 7);
        assert_eq!(value.get::<Chain>(), Some(&Chain));
        let (promise, value) = ScalarPromise::pending(ScalarType::I64);
        drop(promise);
        assert!(value.error().is_some());
    }
}
