//! Compiled functions that only compute, as callers who know their types enter them: with nothing in
//! between.

#![expect(unsafe_code, reason = "machine code is called by address")]

use super::Function;

/// A scalar in memory, as machine code takes it and leaves it.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Slot {
    /// Its bits; as an argument, zero above those of its type.
    pub word: u64,
    /// Of a result that may be an error, zero or the error: for the engine.
    pub err: u64,
}

/// The code of a leaf: takes nothing of meaning, twice; then its arguments, and room for its results.
pub type LeafCode = unsafe extern "C" fn(*const (), u32, *const Slot, *mut Slot);

/// A function of unboxed scalars that always gives its results, and calls nothing and looks at nothing
/// on the way. Thread-safe.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    code: LeafCode,
    arguments: usize,
    results: usize,
}

/// A [`Leaf`] and the function that keeps its code.
#[derive(Clone, Debug)]
pub struct LeafFunction {
    leaf: Leaf,
    _function: Function,
}

impl Leaf {
    /// A leaf of so many arguments and results.
    ///
    /// # Safety
    /// This is its code, takes less than a page of stack, and stays for as long as the function that
    /// it is given out for.
    #[must_use]
    pub unsafe fn new(code: LeafCode, arguments: usize, results: usize) -> Self {
        Self { code, arguments, results }
    }

    pub(super) fn of(self, function: Function) -> LeafFunction {
        LeafFunction { leaf: self, _function: function }
    }
}

impl LeafFunction {
    /// Calls it: the words of the results are whole, zero above their bits.
    ///
    /// # Panics
    /// If these are other numbers of arguments or results than its signature says.
    #[inline]
    pub fn call(&self, arguments: &[Slot], results: &mut [Slot]) {
        let Leaf { code, arguments: takes, results: gives } = self.leaf;
        assert!(arguments.len() == takes && results.len() == gives, "as the signature says");
        // SAFETY: by the promise of whoever made the leaf this is such code, and the function that
        // keeps it is here; there are as many arguments as it reads and as much room as it fills.
        unsafe { code(std::ptr::null(), 0, arguments.as_ptr(), results.as_mut_ptr()) };
    }
}
