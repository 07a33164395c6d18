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

/// What machine code runs under: made where Rust enters it, alive until it returns.
#[repr(C)]
pub(crate) struct Activation<'a> {
    /// A word that is zero while the run is not cancelled: [`RequestContext::state_address`].
    state: *const usize,
    /// Calls that may nest.
    pub(crate) max_depth: u32,
    /// The run.
    pub(crate) request: &'a RequestContext,
    /// The running code.
    pub(crate) code: &'a Arc<Code>,
    void: OnceCell<Error>,
}

impl<'a> Activation<'a> {
    #[inline]
    pub(crate) fn new(code: &'a Arc<Code>, request: &'a RequestContext) -> Self {
        Self {
            state: request.state_address(),
            max_depth: request.host().max_call_depth(),
            request,
            code,
            void: OnceCell::new(),
        }
    }

    /// Why the activation is void, if it is: what cannot fail did. Whoever entered it replaces every
    /// result by this error. What depends on the failure does not run, nor what goes through the shim.
    pub(crate) fn void(&self) -> Option<&Error> {
        self.void.get()
    }

    /// Makes it void, if it is not yet.
    #[cold]
    pub(crate) fn make_void(&self, error: Error) {
        let _ = self.void.set(error);
    }

    /// What is left to say at the end: see [`Activation::void`].
    pub(crate) fn into_void(self) -> Option<Error> {
        self.void.into_inner()
    }
}

/// A compiled function as Rust enters it: with the depth of the call, slots with arguments, which it
/// takes over, and room for its results.
pub(crate) type FunctionCode =
    unsafe extern "C" fn(*const Activation<'_>, u32, *const Slot, *mut Slot);

/// A compiled segment: works on the slots of its frame.
pub(crate) type SegmentCode = unsafe extern "C" fn(*const Activation<'_>, u32, *mut Slot);
