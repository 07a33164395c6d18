//! The direct entry of kernels that make one scalar of scalars: operands are read where the engine
//! has them and the result is written where it belongs, without a frame.
#![expect(unsafe_code, reason = "reads registers that other threads may write next to")]

use super::{KernelType, Value};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

/// Reads the operands, calls the kernel and writes the result. False if an operand is anything but
/// an unboxed scalar of the right type, or there are not as many as the kernel takes: then nothing
/// has been written, and the kernel's thunk knows what to do.
///
/// May panic where the kernel does; engines go through
/// [`KernelDef::enter_directly`](super::KernelDef::enter_directly).
pub type DirectEntry = fn(Registers<'_>, Operands<'_>, &mut MaybeUninit<Value>) -> bool;

/// The registers of an engine.
#[derive(Clone, Copy, Debug)]
pub struct Registers<'a>(NonNull<Value>, PhantomData<&'a Value>);

/// The numbers of the registers that are a kernel's operands.
#[derive(Clone, Copy, Debug)]
pub struct Operands<'a>(&'a [u32]);

impl Registers<'_> {
    /// # Safety
    /// For `'a`, and with whatever operands these registers are passed on together: each number is
    /// one of a value, counted from `base`, that nobody writes to.
    #[inline]
    #[must_use]
    pub unsafe fn new(base: NonNull<Value>) -> Self {
        Self(base, PhantomData)
    }
}

impl<'a> Operands<'a> {
    /// # Safety
    /// They are only passed on together with registers that have them.
    #[inline]
    #[must_use]
    pub unsafe fn new(registers: &'a [u32]) -> Self {
        Self(registers)
    }

    /// How many there are.
    #[inline(always)]
    pub(super) fn count(self) -> usize {
        self.0.len()
    }

    /// The scalar that the operand at that position is.
    #[inline(always)]
    pub(super) fn scalar<T: KernelType>(
        self,
        registers: Registers<'_>,
        position: usize,
    ) -> Option<T> {
        let register = *self.0.get(position)? as usize;
        // SAFETY: these registers have this operand, and nobody writes to it.
        match unsafe { registers.0.add(register).as_ref() } {
            Value::Scalar(scalar, bits) if T::SCALAR == Some(*scalar) => T::from_bits(*bits),
            _ => None,
        }
    }
}
