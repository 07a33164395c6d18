//! Loops that wait between trips for the values of the trip before: the runtime's, over compiled
//! bodies. Where the body allows it the trip's frame is in the loop, so that however many trips wait,
//! nothing is allocated but the loop.

use crate::abi::{Activation, Slot, ref_word};
use crate::code::Code;
use crate::frame::{JitFrame, Large, Room, Small};
use smallvec::SmallVec;
use std::sync::Arc;
use tfrt_host::context::RequestContext;
use tfrt_host::error::Error;
use tfrt_host::frame::{
    Later, LoopValues, grow_stack_for, repeat_frames, repeat_later, while_frames, while_later,
};
use tfrt_host::kernel::{Function, Value};
use tfrt_host::value::{AnyPromise, AnyRef};

/// Values of a loop that need no allocation of their own.
const INLINE: usize = 4;

/// The values that a loop carries.
pub(crate) struct Carried(SmallVec<[Value; INLINE]>);

impl FromIterator<Value> for Carried {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

/// Runs loop `record` from `values` on; `control` is the count of trips or the first condition.
/// `results` receive later values.
pub(crate) fn run(
    activation: &Activation<'_>,
    record: usize,
    depth: u32,
    control: u32,
    values: Carried,
    results: &mut [Slot],
) {
    let (code, request) = (activation.code, activation.request);
    let shape = &code.loops[record];
    let entry = code.entry(shape.body);
    let condition = shape.condition.then_some(control != 0);
    let count = control.cast_signed();
    let produced = results.len() + usize::from(shape.condition);
    let frame = entry.frame().filter(|_| shape.framed).map(|(frame, _)| frame);
    let last = grow_stack_for(entry.stack, || match frame {
        Some(frame) => {
            let trips = Trips { code: Arc::clone(code), frame, depth };
            if code.frames[frame].small {
                trips.run::<Small>(request, condition, count, values)
            } else {
                trips.run::<Large>(request, condition, count, values)
            }
        }
        None => {
            let body = crate::function::function(code, shape.body);
            called(request, body, depth, produced, condition, count, values)
        }
    });
    for (result, value) in results.iter_mut().zip(last.0) {
        *result = Slot { word: ref_word(value.into_ref()), err: 0 };
    }
}

/// A loop whose body is called.
fn called(
    request: &RequestContext,
    body: Function,
    depth: u32,
    produced: usize,
    condition: Option<bool>,
    count: i32,
    values: Carried,
) -> Carried {
    let trip = move |request: &RequestContext, mut values: Carried| {
        let mut results = Carried::empty(produced);
        body.call(request, depth, &mut values.0, &mut results.0);
        results
    };
    match condition {
        Some(first) => while_later(request, Ok(first), values, move |request, values| {
            trip(request, values).split()
        }),
        None => repeat_later(request, count, values, trip),
    }
}

/// A loop that makes its body's frames.
struct Trips {
    code: Arc<Code>,
    /// The number of the body's frame record.
    frame: usize,
    depth: u32,
}

impl Trips {
    fn run<R: Room>(
        self,
        request: &RequestContext,
        condition: Option<bool>,
        count: i32,
        values: Carried,
    ) -> Carried {
        let Self { code, frame, depth } = self;
        let begin =
            move |mut values: Carried| JitFrame::<R>::on(&code, frame, depth, &mut values.0);
        let finish = |frame: &mut JitFrame<R>| {
            let mut results = Carried::empty(frame.results());
            frame.give(&mut results.0);
            if let Some(error) = frame.void() {
                results.0.fill(Value::Error(error.clone()));
            }
            results
        };
        match condition {
            Some(first) => {
                while_frames(request, Ok(first), values, begin, move |frame| finish(frame).split())
            }
            None => repeat_frames(request, count, values, begin, finish),
        }
    }
}

impl Carried {
    fn empty(count: usize) -> Self {
        (0..count).map(|_| Value::Empty).collect()
    }

    /// The last is the condition.
    fn split(mut self) -> (Self, Later<bool>) {
        let condition = self.0.pop().unwrap_or_default();
        (self, Later::from_value(condition))
    }
}

impl LoopValues for Carried {
    type Later = Self;
    type Promises = SmallVec<[AnyPromise; INLINE]>;

    fn into_later(self) -> Self {
        self
    }

    fn count(later: &Self) -> usize {
        later.0.len()
    }

    fn pending(later: &Self) -> Option<&AnyRef> {
        later.0.iter().find_map(|value| match value {
            Value::Ref(value) if !value.is_available() => Some(value),
            _ => None,
        })
    }

    fn take_available(later: Self) -> Option<Self> {
        Some(later)
    }

    fn all_errors(count: usize, error: &Error) -> Self {
        Self(SmallVec::from_elem(Value::Error(error.clone()), count))
    }

    fn promises(count: usize) -> (Self::Promises, Self) {
        let mut promises = SmallVec::new();
        let promised = (0..count).map(|_| {
            let (promise, value) = AnyRef::indirect();
            promises.push(promise);
            Value::Ref(value)
        });
        let later = promised.collect();
        (promises, later)
    }

    fn fulfil(promises: Self::Promises, later: Self) {
        for (promise, value) in promises.into_iter().zip(later.0) {
            promise.forward(value.into_ref());
        }
    }
}
