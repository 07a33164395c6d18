//! Finished machine code and everything it refers to, owned together and freed together.

#![expect(unsafe_code, reason = "machine code is called by address and freed by hand")]

use crate::abi::{Activation, Entry, Form, LoopRecord, NativeRecord, OpRecord, SegmentCode, Slot};
use crate::frame::FrameRecord;
use cranelift_jit::JITModule;
use std::fmt;
use std::sync::Arc;
use tfrt_compiler::plan::FnId;
use tfrt_host::context::RequestContext;
use tfrt_host::error::Error;
use tfrt_host::kernel::{NativeDef, Signature};

/// What is called from Rust.
#[derive(Debug)]
pub(crate) struct EntryRecord {
    pub(crate) signature: Signature,
    /// It is this function.
    pub(crate) native: Option<&'static NativeDef>,
    /// See `FnPlan::anything`.
    pub(crate) anything: Option<FnId>,
    pub(crate) params: Vec<Form>,
    pub(crate) results: Vec<Form>,
    /// Bytes of stack that it needs.
    pub(crate) stack: usize,
    pub(crate) code: Entry,
}

/// One compiled program. Whoever may still run it holds an `Arc` of it: functions handed out,
/// suspended frames, and callers on the stack.
pub(crate) struct Code {
    /// Taken only in `drop`.
    module: Option<JITModule>,
    /// Indexed by op number in machine code.
    pub(crate) ops: Vec<OpRecord>,
    pub(crate) loops: Vec<LoopRecord>,
    pub(crate) frames: Vec<FrameRecord>,
    pub(crate) natives: Vec<NativeRecord>,
    /// By [`FnId`]: the functions that are entered from Rust.
    pub(crate) entries: Vec<Option<EntryRecord>>,
    pub(crate) size: usize,
}

// SAFETY: `JITModule` is `Send` but not `Sync` because of its lazily filled symbol table; nothing
// touches the module between its construction and `drop`, which has exclusive access. All other
// fields are `Send + Sync`.
unsafe impl Sync for Code {}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code").field("size", &self.size).finish_non_exhaustive()
    }
}

impl Code {
    pub(crate) fn new(
        module: JITModule,
        ops: Vec<OpRecord>,
        loops: Vec<LoopRecord>,
        frames: Vec<FrameRecord>,
        natives: Vec<NativeRecord>,
        entries: Vec<Option<EntryRecord>>,
        size: usize,
    ) -> Self {
        Self { module: Some(module), ops, loops, frames, natives, entries, size }
    }

    /// The entry of a function. Only ids that were requested while compiling are asked for.
    pub(crate) fn entry(&self, id: FnId) -> &EntryRecord {
        self.entries
            .get(id.0 as usize)
            .and_then(Option::as_ref)
            .expect("lowering asked for an entry of every function that is entered from Rust")
    }

    /// Enters a function. What `arguments` own passes to it; `results` own what it leaves, unless
    /// an error is returned: then the activation was void, and nothing is owned.
    pub(crate) fn enter(
        self: &Arc<Self>,
        id: FnId,
        request: &RequestContext,
        depth: u32,
        arguments: &[Slot],
        results: &mut [Slot],
    ) -> Result<(), Error> {
        let entry = self.entry(id);
        assert!(arguments.len() == entry.params.len() && results.len() == entry.results.len());
        let activation = Activation::new(self, request);
        tfrt_host::frame::grow_stack_for(entry.stack, || {
            // SAFETY: the code was compiled for exactly these numbers of slots, of the forms in
            // `entry`, which callers fill accordingly; `self` keeps it mapped during the call.
            unsafe {
                (entry.code)(
                    &raw const activation,
                    depth,
                    arguments.as_ptr(),
                    results.as_mut_ptr(),
                );
            }
        });
        match activation.void.into_inner() {
            None => Ok(()),
            Some(error) => {
                for (form, slot) in entry.results.iter().zip(results) {
                    // SAFETY: the function left each result in its form, or zeros.
                    unsafe { crate::abi::release(*form, std::mem::take(slot)) };
                }
                Err(error)
            }
        }
    }

    /// Runs a segment on the slots of a frame; `slots` has the length its record says.
    pub(crate) fn run_segment(
        &self,
        code: SegmentCode,
        stack: usize,
        activation: &Activation<'_>,
        depth: u32,
        slots: &mut [Slot],
    ) {
        tfrt_host::frame::grow_stack_for(stack, || {
            // SAFETY: the segment was compiled for a frame of this many slots; the caller holds
            // an `Arc` of this code.
            unsafe { code(std::ptr::from_ref(activation), depth, slots.as_mut_ptr()) };
        });
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the last owner is gone: no function, frame or caller can run this code.
            unsafe { module.free_memory() };
        }
    }
}

/// The address of compiled code as a function that is entered through slots.
///
/// # Safety
/// `address` is the finished code of a function lowered with the signature of [`Entry`].
pub(crate) unsafe fn entry_at(address: *const u8) -> Entry {
    // SAFETY: by the caller's promise.
    unsafe { std::mem::transmute::<*const u8, Entry>(address) }
}

/// The address of compiled code as a segment.
///
/// # Safety
/// `address` is the finished code of a function lowered with the signature of [`SegmentCode`].
pub(crate) unsafe fn segment_at(address: *const u8) -> SegmentCode {
    // SAFETY: by the caller's promise.
    unsafe { std::mem::transmute::<*const u8, SegmentCode>(address) }
}
