//! The way from Rust into functions that wait.

#![expect(unsafe_code, reason = "frames are made of words whose forms are in a record")]

use super::Start;
use super::record::Shape;
use super::room::SMALL_SLOTS;
use crate::abi::{Form, Slot, unboxed};
use crate::code::{Code, EntryRecord};
use smallvec::SmallVec;
use std::sync::Arc;
use tfrt_host::context::RequestContext;
use tfrt_host::frame::has_room_for;
use tfrt_host::kernel::{ScalarType, Value};

/// Arguments that need no allocation.
const MANY: usize = 16;

/// Compiled code, and how Rust enters one function of it if that waits and takes scalars only: what it
/// takes is at hand without a look into the tables of the code.
#[derive(Clone, Debug)]
pub(crate) struct Entrance {
    code: Arc<Code>,
    waiting: Option<Waiting>,
}

#[derive(Clone, Debug)]
struct Waiting {
    /// Of the code.
    shape: Shape,
    params: usize,
    /// As which scalars the first parameters come.
    scalars: [ScalarType; SMALL_SLOTS],
    results: usize,
    /// It looks whether the run is cancelled before.
    looks: bool,
    /// Bytes of stack that it needs.
    stack: usize,
}

impl Waiting {
    fn of(code: &Code, entry: &EntryRecord) -> Option<Self> {
        let (record, looks) = entry.frame()?;
        let record = &code.frames[record];
        let mut scalars = [ScalarType::Chain; SMALL_SLOTS];
        for (index, form) in record.slots[..record.params].iter().enumerate() {
            let scalar = form.scalar()?;
            if let Some(place) = scalars.get_mut(index) {
                *place = scalar;
            }
        }
        Some(Self {
            shape: Shape::of(record),
            params: record.params,
            scalars,
            results: record.results.len(),
            looks,
            stack: entry.stack,
        })
    }
}

impl Entrance {
    /// To that entry of the code.
    pub(crate) fn new(code: &Arc<Code>, entry: u32) -> Self {
        Self { code: Arc::clone(code), waiting: Waiting::of(code, code.entry(entry)) }
    }

    pub(crate) fn code(&self) -> &Arc<Code> {
        &self.code
    }

    /// The function waits and takes scalars only: otherwise the rest is of no use.
    pub(crate) fn waits(&self) -> bool {
        self.waiting.is_some()
    }

    /// Calls the function on arguments that are there unboxed, as their words; false if these are not as
    /// many as it has, or if there is not the stack for it: then nothing has happened.
    #[inline(always)]
    pub(crate) fn call(
        &self,
        request: &RequestContext,
        depth: u32,
        arguments: &[Slot],
        results: &mut [Value],
    ) -> bool {
        let Self { code, waiting } = self;
        let Some(waiting) = waiting else { return false };
        if arguments.len() != waiting.params
            || results.len() != waiting.results
            || !has_room_for(waiting.stack)
        {
            return false;
        }
        let void = if waiting.looks
            && let Some(error) = request.cancelled()
        {
            Some(error.clone())
        } else {
            // What else there is in a slot would be owned.
            let argument =
                |index: usize| arguments.get(index).map(|slot| Slot { word: slot.word, err: 0 });
            let start = Start { code, request, depth };
            // SAFETY: the first slots are the parameters', all scalars, and the record is of that code.
            unsafe { start.run(waiting.shape.record(), argument, results) }
        };
        if let Some(error) = void {
            results.fill(Value::Error(error));
        }
        true
    }

    /// The words of arguments that are there unboxed, for [`Entrance::call`], in front of the others;
    /// false if one is not, or if they are not as many as it has, or not so few.
    #[inline(always)]
    pub(crate) fn few_words(&self, arguments: &[Value], words: &mut [Slot; SMALL_SLOTS]) -> bool {
        let Some(waiting) = &self.waiting else { return false };
        if arguments.len() != waiting.params || arguments.len() > SMALL_SLOTS {
            return false;
        }
        let mut places = words.iter_mut().zip(arguments).zip(&waiting.scalars);
        places.all(|((word, argument), &scalar)| {
            unboxed(Some(scalar), argument).map(|bits| word.word = bits).is_some()
        })
    }

    /// The same for any number.
    pub(crate) fn words(&self, arguments: &[Value]) -> Option<SmallVec<[Slot; MANY]>> {
        let Waiting { shape, params, .. } = self.waiting.as_ref()?;
        let forms = &shape.record().slots[..*params];
        let word = |(argument, form): (&Value, &Form)| unboxed(form.scalar(), argument);
        let words = arguments.iter().zip(forms).map(word);
        let words = words.map(|word| Some(Slot { word: word?, err: 0 }));
        if arguments.len() == forms.len() { words.collect() } else { None }
    }
}
