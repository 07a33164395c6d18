//! What machine code runs under.

use super::code::Code;
use crate::abi::{MAX_DEPTH, STATE, Slot};
use std::cell::OnceCell;
use std::sync::Arc;
use tfrt_host::context::RequestContext;
use tfrt_host::error::Error;

const _: () = {
    assert!(std::mem::offset_of!(Activation<'static>, state) == STATE as usize);
    assert!(std::mem::offset_of!(Activation<'static>, max_depth) == MAX_DEPTH as usize);
};

/// The state of one call from Rust into machine code. Created on entry and alive until the call
/// returns.
#[repr(C)]
pub(crate) struct Activation<'a> {
    /// A word that is zero unless the run is cancelled: [`RequestContext::state_address`].
    state: *const usize,
    /// Calls that may nest.
    pub(crate) max_depth: u32,
    /// The run.
    pub(crate) request: &'a RequestContext,
    /// The running code.
    pub(crate) code: &'a Arc<Code>,
    poison: OnceCell<Error>,
}

impl<'a> Activation<'a> {
    #[inline]
    pub(crate) fn new(code: &'a Arc<Code>, request: &'a RequestContext) -> Self {
        Self {
            state: request.state_address(),
            max_depth: request.host().max_call_depth(),
            request,
            code,
            poison: OnceCell::new(),
        }
    }

    /// The error that poisons the activation, if an infallible operation failed. The caller
    /// replaces every result by it. Dependent steps and further kernel calls do not run.
    pub(crate) fn poisoned(&self) -> Option<&Error> {
        self.poison.get()
    }

    /// Poisons the activation, unless it is poisoned already.
    #[cold]
    pub(crate) fn poison(&self, error: Error) {
        let _ = self.poison.set(error);
    }

    /// The error that poisoned the activation, if any: see [`Activation::poisoned`].
    pub(crate) fn into_poison(self) -> Option<Error> {
        self.poison.into_inner()
    }
}

/// A compiled function as Rust calls it: takes the call depth, slots with owned arguments, and
/// space for its results.
pub(crate) type FunctionCode =
    unsafe extern "C" fn(*const Activation<'_>, u32, *const Slot, *mut Slot);

/// A compiled segment, which runs on the slots of its frame.
pub(crate) type SegmentCode = unsafe extern "C" fn(*const Activation<'_>, u32, *mut Slot);
