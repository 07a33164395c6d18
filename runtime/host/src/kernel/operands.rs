//! The operands of a call, read where the engine stores them.
#![expect(unsafe_code, reason = "reads registers that other threads may write next to")]

use super::{Borrowed, KernelType, Value};
use crate::value::AsyncRef;
use smallvec::SmallVec;
use std::fmt;
use std::marker::PhantomData;
use std::mem;
use std::ptr::NonNull;

/// Operands of a list for which nothing is allocated.
const FEW: usize = 4;

/// The operands of one call: values that the call owns and may take, or registers that it only
/// reads. Single-owner.
///
/// Invariant: for `'a`, every operand's slot, counted from `base`, holds an initialised value that
/// no other code writes. A slot that is not lent is exclusive to this struct.
///
/// ```
/// use tfrt_host::kernel::{Operands, Value};
///
/// let mut values = [Value::new(7), Value::new(true)];
/// let mut operands = Operands::owned(&mut values);
/// assert_eq!(operands.value::<i32>(0), Some(7));
/// assert_eq!(operands.borrowed::<bool>(1).as_deref(), Some(&true));
/// assert_eq!(operands.value::<f32>(1), None); // it is an `i1`
/// ```
pub struct Operands<'a> {
    base: NonNull<Value>,
    /// The slot of each operand. `None`: they are contiguous from `base`.
    slots: Option<&'a [u32]>,
    len: usize,
    /// By position: whether the operand must stay in its slot. From position 64 on, none is lent,
    /// unless all are.
    lent: u64,
    _values: PhantomData<&'a mut [Value]>,
}

impl<'a> Operands<'a> {
    /// Operands that belong to the call.
    #[inline(always)]
    #[must_use]
    pub fn owned(values: &'a mut [Value]) -> Self {
        Self::lending(values, 0)
    }

    /// Operands that belong to the call, except those whose bit is set in `lent`: they stay in
    /// their slots, and taking one clones it. Positions from 64 on have no bit.
    #[inline(always)]
    #[must_use]
    pub fn lending(values: &'a mut [Value], lent: u64) -> Self {
        let len = values.len();
        let base = NonNull::from(values).cast();
        Self { base, slots: None, len, lent, _values: PhantomData }
    }

    /// Operands in registers, indexed from `base`. They stay there.
    ///
    /// # Safety
    /// For `'a`, each of these registers holds an initialised value that no code writes.
    #[inline(always)]
    #[must_use]
    pub unsafe fn in_registers(base: NonNull<Value>, registers: &'a [u32]) -> Self {
        let len = registers.len();
        Self { base, slots: Some(registers), len, lent: u64::MAX, _values: PhantomData }
    }

    /// The number of operands.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The slot of the operand at that position.
    #[inline(always)]
    fn slot(&self, position: usize) -> Option<NonNull<Value>> {
        let slot = match self.slots {
            Some(slots) => *slots.get(position)? as usize,
            None if position < self.len => position,
            None => return None,
        };
        // SAFETY: by the invariant the slot is in bounds.
        Some(unsafe { self.base.add(slot) })
    }

    fn is_lent(&self, position: usize) -> bool {
        self.slots.is_some() || (position < 64 && self.lent >> position & 1 != 0)
    }

    /// The operand at that position.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, position: usize) -> Option<&Value> {
        // SAFETY: by the invariant it is initialised and not written by others; `take` needs `self`
        // exclusively.
        self.slot(position).map(|slot| unsafe { slot.as_ref() })
    }

    /// All operands.
    pub fn iter(&self) -> impl Iterator<Item = &Value> {
        (0..self.len).filter_map(|position| self.get(position))
    }

    /// Takes the operand at that position; clones it if it is lent. `Empty` if there is none.
    pub fn take(&mut self, position: usize) -> Value {
        match self.slot(position) {
            None => Value::Empty,
            // SAFETY: as in `get`.
            Some(slot) if self.is_lent(position) => unsafe { slot.as_ref() }.clone(),
            // SAFETY: by the invariant the slot is exclusive to this struct, which is borrowed
            // exclusively.
            Some(mut slot) => mem::take(unsafe { slot.as_mut() }),
        }
    }

    /// The operands from that position on, if they are contiguous.
    #[must_use]
    pub fn rest(&self, from: usize) -> Option<&[Value]> {
        if self.slots.is_some() {
            return None;
        }
        // SAFETY: as in `get`: the slice covers exactly the operands.
        unsafe { std::slice::from_raw_parts(self.base.as_ptr(), self.len) }.get(from..)
    }

    /// Like `rest`, to be taken, if none is lent.
    #[must_use]
    pub fn rest_mut(&mut self, from: usize) -> Option<&mut [Value]> {
        if self.slots.is_some() || self.lent != 0 {
            return None;
        }
        // SAFETY: as in `take`: the slice covers exactly the operands, and none is lent.
        unsafe { std::slice::from_raw_parts_mut(self.base.as_ptr(), self.len) }.get_mut(from..)
    }

    /// The operand at that position by value: moved out if it is the only reference, else cloned.
    /// `None` if it is not a `T`.
    #[inline(always)]
    #[must_use]
    pub fn value<T: KernelType + Clone>(&mut self, position: usize) -> Option<T> {
        match self.get(position)? {
            Value::Scalar(scalar, bits) if T::SCALAR == Some(*scalar) => T::from_bits(*bits),
            _ => self.boxed(position),
        }
    }

    /// Not inlined, so that entries over unboxed scalars stay short.
    #[inline(never)]
    fn boxed<T: KernelType + Clone>(&mut self, position: usize) -> Option<T> {
        let Value::Ref(any) = self.get(position)? else { return None };
        let content = any.get::<T>()?;
        if T::SCALAR.is_some() || self.is_lent(position) {
            return Some(content.clone());
        }
        let Value::Ref(any) = self.take(position) else { return None };
        any.downcast::<T>().ok()?.take()?.ok()
    }

    /// The operand at that position, borrowed. `None` if it is not a `T`.
    #[inline(always)]
    #[must_use]
    pub fn borrowed<T: KernelType>(&self, position: usize) -> Option<Borrowed<'_, T>> {
        self.get(position)?.get()
    }

    /// The operand at that position as a counted reference; a scalar is boxed. A kernel of a
    /// non-strict op (`bef.nonstrict`) may get errors and pending values here; a pending value that
    /// turns out to be of another type becomes an error of the reference. `None` if it is not a
    /// `T`; then it stays in its slot.
    #[inline]
    #[must_use]
    pub fn reference<T: KernelType>(&mut self, position: usize) -> Option<AsyncRef<T>> {
        match self.get(position)? {
            Value::Scalar(scalar, bits) if T::SCALAR == Some(*scalar) => {
                T::from_bits(*bits).map(AsyncRef::available)
            }
            Value::Error(error) => Some(AsyncRef::from_error(error.clone())),
            Value::Ref(_) => {
                let Value::Ref(any) = self.take(position) else { return None };
                match any.downcast() {
                    Ok(reference) => Some(reference),
                    Err(other) => {
                        self.put_back(position, Value::Ref(other));
                        None
                    }
                }
            }
            Value::Scalar(..) | Value::Empty => None,
        }
    }

    /// The operands from that position on, each as by [`value`](Operands::value).
    ///
    /// # Errors
    /// The position of the first that is not a `T`.
    pub fn values<T: KernelType + Clone>(&mut self, from: usize) -> Result<Vec<T>, usize> {
        (from..self.len).map(|position| self.value(position).ok_or(position)).collect()
    }

    /// The operands from that position on, each as by [`borrowed`](Operands::borrowed).
    ///
    /// # Errors
    /// The position of the first that is not a `T`.
    pub fn all_borrowed<T: KernelType>(
        &self,
        from: usize,
    ) -> Result<SmallVec<[Borrowed<'_, T>; FEW]>, usize> {
        (from..self.len).map(|position| self.borrowed(position).ok_or(position)).collect()
    }

    /// The operands from that position on, each as by [`reference`](Operands::reference).
    ///
    /// # Errors
    /// The position of the first that is not a `T`.
    pub fn references<T: KernelType>(&mut self, from: usize) -> Result<Vec<AsyncRef<T>>, usize> {
        (from..self.len).map(|position| self.reference(position).ok_or(position)).collect()
    }

    /// Undoes a [`take`](Operands::take).
    #[cold]
    fn put_back(&mut self, position: usize, value: Value) {
        if let Some(mut slot) = self.slot(position).filter(|_| !self.is_lent(position)) {
            // SAFETY: as in `take`.
            *unsafe { slot.as_mut() } = value;
        }
    }
}

impl fmt::Debug for Operands<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
