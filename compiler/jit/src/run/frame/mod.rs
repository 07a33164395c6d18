//! Frames of suspending functions: slots that segments run on, and results that are delivered
//! before or after the function has returned.

#![expect(unsafe_code, reason = "slots own words that machine code leaves in them")]

mod record;

pub(crate) use record::FrameRecord;

use crate::abi::{Form, Slot, pack, ref_in, ref_word, release, unpack};
use crate::run::activation::Activation;
use crate::run::code::Code;
use record::Delivery;
use smallvec::{SmallVec, smallvec};
use std::mem::take;
use std::sync::Arc;
use tfrt_host::context::RequestContext;
use tfrt_host::error::Error;
use tfrt_host::frame::{Frame, LoopValues, SegmentDef, start};
use tfrt_host::kernel::Value;
use tfrt_host::value::AnyRef;

/// Slots stored inline in a frame. Few are needed, because values with disjoint live ranges share a
/// slot.
const INLINE_SLOTS: usize = 8;
/// The same of results.
const INLINE_RESULTS: usize = 4;

/// The frame of one call.
#[derive(Debug)]
pub(crate) struct JitFrame {
    code: Arc<Code>,
    /// The number of its record in the code.
    record: usize,
    depth: u32,
    /// Why every result is this error instead. See [`Activation::poisoned`].
    poisoned: Option<Error>,
    /// Zero, or what the record says.
    slots: SmallVec<[Slot; INLINE_SLOTS]>,
    /// Of each result.
    deliveries: SmallVec<[Delivery; INLINE_RESULTS]>,
}

/// Calls the function of frame record `record`: consumes `arguments` and returns each result in the
/// form that callers expect.
///
/// # Safety
/// `arguments` hold the parameters in the forms of the record.
pub(crate) unsafe fn call(
    activation: &Activation<'_>,
    record: usize,
    depth: u32,
    arguments: &[Slot],
    results: &mut [Slot],
) {
    let mut frame = JitFrame::new(activation.code, record, depth);
    frame.slots[..arguments.len()].copy_from_slice(arguments);
    let poisoned = start(frame, activation.request, |frame| {
        for (index, result) in results.iter_mut().enumerate() {
            *result = match frame.take_at_once(index) {
                Some((_, slot)) => slot,
                None => Slot { word: ref_word(frame.take_later(index).into_ref()), err: 0 },
            };
        }
        frame.poisoned.clone()
    });
    if let Some(error) = poisoned {
        // The caller of the outer activation replaces its results.
        activation.poison(error);
    }
}

impl JitFrame {
    /// A frame with empty slots.
    fn new(code: &Arc<Code>, record: usize, depth: u32) -> Self {
        let shape = &code.frames[record];
        Self {
            code: Arc::clone(code),
            record,
            depth,
            poisoned: None,
            slots: smallvec![Slot::default(); shape.slots.len()],
            deliveries: shape.results.iter().map(|_| Delivery::Open).collect(),
        }
    }

    /// The frame of frame record `record` on arguments that are available.
    ///
    /// # Errors
    /// An argument is an error that the function does not take, as of several the last, or of another
    /// type, or their number is wrong.
    pub(crate) fn of_values(
        code: &Arc<Code>,
        record: usize,
        depth: u32,
        arguments: LoopValues,
    ) -> Result<Self, Error> {
        let mut frame = Self::new(code, record, depth);
        let shape = &code.frames[record];
        if arguments.len() != shape.params {
            return Err(Error::bug("a function is entered with too few arguments, or too many"));
        }
        let slots = frame.slots.iter_mut().zip(&shape.slots);
        for ((slot, &form), argument) in slots.take(shape.params).zip(arguments).rev() {
            *slot = unpack(form, argument)?;
        }
        Ok(frame)
    }

    /// The results, or promises of them. None is given twice.
    ///
    /// # Errors
    /// Every result is this error instead.
    pub(crate) fn take_values(&mut self) -> Result<LoopValues, Error> {
        if let Some(error) = &self.poisoned {
            return Err(error.clone());
        }
        let count = self.record().results.len();
        let result = |index| match self.take_at_once(index) {
            // SAFETY: the slot holds what its form says, and was emptied.
            Some((form, slot)) => unsafe { pack(form, slot) },
            None => self.take_later(index),
        };
        Ok((0..count).map(result).collect())
    }

    fn record(&self) -> &FrameRecord {
        &self.code.frames[self.record]
    }

    /// A result that is available when the entry returns: its slot and its form.
    fn take_at_once(&mut self, index: usize) -> Option<(Form, Slot)> {
        let result = &self.code.frames[self.record].results[index];
        result.at_once.then(|| (result.form, take(&mut self.slots[result.slot])))
    }

    /// Any other result, or a promise of it.
    fn take_later(&mut self, index: usize) -> Value {
        let Self { code, record, slots, deliveries, poisoned, .. } = self;
        code.frames[*record].results[index].take_or_promise(
            &mut deliveries[index],
            slots,
            poisoned.as_ref(),
        )
    }
}

impl Frame for JitFrame {
    fn segments(&self) -> &[SegmentDef] {
        &self.record().defs
    }

    fn pending(&self, segment: u32, index: u32) -> Option<&AnyRef> {
        let slot = self.record().segments[segment as usize].waits[index as usize];
        // SAFETY: what is waited for is held as a later value, a reference that the slot owns for
        // as long as it is not written to.
        let any = unsafe { ref_in(&self.slots[slot].word) }?;
        (!any.is_available()).then_some(any)
    }

    fn run(&mut self, segment: u32, request: &RequestContext) {
        let Self { code, record, depth, poisoned, slots, deliveries } = self;
        let record = &code.frames[*record];
        let shape = &record.segments[segment as usize];
        if poisoned.is_none() {
            let activation = Activation::new(code, request);
            code.run_segment(shape.code, record.stack, &activation, *depth, slots);
            *poisoned = activation.into_poison();
        }
        for &index in &shape.delivers {
            record.results[index].deliver(&mut deliveries[index], slots, poisoned.as_ref());
        }
    }
}

impl Drop for JitFrame {
    fn drop(&mut self) {
        let record = &self.code.frames[self.record];
        for &slot in &record.owning {
            let held = take(&mut self.slots[slot]);
            // Most are empty by now.
            if held.word | held.err != 0 {
                // SAFETY: slots are zero or hold what their form says; this one is emptied.
                unsafe { release(record.slots[slot], held) };
            }
        }
    }
}
