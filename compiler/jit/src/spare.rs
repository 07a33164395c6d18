//! What compiling works in, kept from one compilation to the next: making it anew, growing it and
//! taking it down takes longer than compiling a small function.

use cranelift_codegen::ir::Function;
use std::sync::{Mutex, PoisonError};

/// How many of a kind are kept.
const KEPT: usize = 4;
/// The greatest [`size`] of a function in which something that is kept has been used: what it
/// holds on to grows with that. What one thread compiles with is then 1.6 MB at most, as a heap
/// checker counts it.
const SMALL: usize = 4096;

/// Things of one kind that are in no use. Thread-safe.
pub(crate) struct Spare<T>(Mutex<Vec<T>>);

impl<T> Spare<T> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    pub(crate) fn take(&self) -> Option<T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Keeps a thing that was used for functions of this [`size`] at most, if it is small and few
    /// are kept already.
    pub(crate) fn keep(&self, thing: T, largest: usize) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if largest <= SMALL && kept.len() < KEPT {
            kept.push(thing);
        }
    }
}

/// What a function consists of, in number.
pub(crate) fn size(function: &Function) -> usize {
    let Function { stencil, .. } = function;
    stencil.dfg.num_insts() + stencil.dfg.num_values() + stencil.dfg.num_blocks()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_are_kept_and_none_that_is_large() {
        let spare = Spare::new();
        spare.keep(0, SMALL + 1);
        assert_eq!(spare.take(), None);
        for thing in 0..=KEPT {
            spare.keep(thing, SMALL);
        }
        assert_eq!(std::iter::from_fn(|| spare.take()).count(), KEPT);
    }
}
