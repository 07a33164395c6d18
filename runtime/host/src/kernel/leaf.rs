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

/// How many arguments the functions take that take them in registers, at most.
pub const WORDS: usize = 4;

/// Machine code over [`Slot`]s, by address: as C functions take their arguments. First come what it
/// runs under and the depth of the call.
#[derive(Clone, Copy, Debug)]
pub enum ScalarCode {
    /// Arguments and room for results are in memory.
    Slots(unsafe extern "C" fn(*const (), u32, *const Slot, *mut Slot)),
    /// The words of at most [`WORDS`] arguments, and the one result there may be, are in registers;
    /// the others are zero.
    Words(unsafe extern "C" fn(*const (), u32, u64, u64, u64, u64) -> Slot),
}

impl ScalarCode {
    /// Calls it with so many arguments for so many results.
    ///
    /// # Safety
    /// It is code for just that, and runs under just that; there are as many arguments, which it may
    /// read, and there is as much room, which it may write to.
    #[inline(always)]
    pub unsafe fn call(
        self,
        under: *const (),
        depth: u32,
        (arguments, given): (*const Slot, usize),
        (results, asked): (*mut Slot, usize),
    ) {
        match self {
            // SAFETY: as the caller promises.
            Self::Slots(code) => unsafe { code(under, depth, arguments, results) },
            Self::Words(code) => {
                let word = |n: usize| match n < given {
                    // SAFETY: as the caller promises, there is an argument of that number.
                    true => unsafe { (*arguments.add(n)).word },
                    false => 0,
                };
                // SAFETY: as the caller promises.
                let left = unsafe { code(under, depth, word(0), word(1), word(2), word(3)) };
                if asked > 0 {
                    // SAFETY: as the caller promises, there is room for a result.
                    unsafe { results.write(left) };
                }
            }
        }
    }
}

/// A function of unboxed scalars that always gives its results, and calls nothing and looks at nothing
/// on the way. Thread-safe.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    code: ScalarCode,
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
    /// This is its code, which does not look at what it runs under or at the depth, takes less than a
    /// page of stack, and stays for as long as the function that it is given out for.
    #[must_use]
    pub unsafe fn new(code: ScalarCode, arguments: usize, results: usize) -> Self {
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
        unsafe {
            let arguments = (arguments.as_ptr(), arguments.len());
            code.call(std::ptr::null(), 0, arguments, (results.as_mut_ptr(), results.len()));
        }
    }
}
