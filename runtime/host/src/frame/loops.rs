//! Loops whose bodies suspend: iterations run in an ordinary loop as long as their values are
//! available. Otherwise the loop moves to the heap, together with the frame of the current
//! iteration, and resumes when a value becomes available. One allocation per loop, however many
//! iterations wait; the stack stays constant either way.
//!
//! A suspended loop is owned by the waiter of the pending value, as a frame at a barrier is.

use super::MaybeDone;
use super::start::{Frame, Running, SegmentDef, Stop};
use crate::context::RequestContext;
use crate::error::Error;
use crate::kernel::{Promises, Suspended, Value, resume_when_ready};
use crate::value::AnyRef;
use crate::value::unwind::{caught, unknown_kernel};
use smallvec::SmallVec;
use std::mem::take;

/// The loop-carried values. Scalars are unboxed, and up to four values are stored inline.
pub type LoopValues = SmallVec<[Value; 4]>;

/// Decides whether another iteration follows.
///
/// ```
/// use tfrt_host::context::{Host, RequestContext};
/// use tfrt_host::frame::{LoopControl, LoopValues, run_loop_of_calls};
/// use tfrt_host::kernel::Value;
///
/// let double = |_: &RequestContext, values: LoopValues| {
///     let x = values[0].get::<i32>().map_or(0, |x| *x);
///     Ok(LoopValues::from_iter([Value::new(2 * x)]))
/// };
/// let host = Host::builder().build()?;
/// let first = LoopValues::from_iter([Value::new(1)]);
/// let last = run_loop_of_calls(&host.context(), LoopControl::count(5), first, double);
/// assert_eq!(last[0].get::<i32>().as_deref(), Some(&32));
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
#[derive(Debug)]
pub struct LoopControl {
    /// The remaining number of iterations, if they are counted.
    left: Option<u32>,
    condition: MaybeDone<bool>,
}

impl LoopControl {
    /// A fixed number of iterations; none if the count is negative.
    #[must_use]
    pub fn count(count: i32) -> Self {
        let left = Some(u32::try_from(count).unwrap_or(0));
        Self { left, condition: true.into() }
    }

    /// Iterates while a condition is true: first this one, then the last result of the body.
    #[must_use]
    pub fn condition(first: bool) -> Self {
        Self { left: None, condition: first.into() }
    }

    /// Takes the condition from the results of an iteration.
    fn update(&mut self, results: &mut LoopValues) {
        if self.left.is_none() {
            self.condition = MaybeDone::from_value(results.pop().unwrap_or_default());
        }
    }

    /// Whether another iteration follows; `None` while the condition is pending.
    fn check(&self) -> Option<Result<bool, &Error>> {
        if self.left == Some(0) {
            return Some(Ok(false));
        }
        match &self.condition {
            MaybeDone::Done(condition) => Some(condition.as_ref().copied()),
            MaybeDone::Pending(value) => value.get().map(|condition| condition.copied()),
        }
    }
}

/// Runs iterations while the control says so; returns the values of the last one, which may be
/// pending.
///
/// Each iteration is a frame. `begin` makes it from available values, and `finish` takes its
/// results or promises of them, as in [`start`](super::start()). In a loop with a condition the
/// last result is the next condition. While the frame waits at a barrier, the loop waits with it,
/// so this is for bodies that deliver all their results in their last segment. Neither closure
/// panics.
///
/// An error from `begin` or `finish` ends the loop and becomes every value. So does a condition
/// that is an error, and the cancellation of the run before an iteration, once the values before it
/// are available.
pub fn run_loop<F: Frame>(
    request: &RequestContext,
    control: LoopControl,
    values: LoopValues,
    begin: impl FnMut(LoopValues) -> Result<F, Error> + Send + 'static,
    finish: impl FnMut(&mut F) -> Result<LoopValues, Error> + Send + 'static,
) -> LoopValues {
    let carried = values.len();
    let mut iterations = Loop { control, carried, values, begin, finish, iteration: None };
    match caught(|| iterations.run(request), &unknown_kernel) {
        Ok(true) => iterations.values,
        Ok(false) => {
            let mut results = LoopValues::from_elem(Value::Empty, carried);
            let promises = Promises::of(&mut results);
            let request = request.clone();
            resume_when_ready(Box::new(SuspendedLoop { iterations, promises, request }));
            results
        }
        Err(error) => LoopValues::from_elem(Value::Error(error), carried),
    }
}

/// [`run_loop`] with a body that is called, and returns even if its results are pending. If it
/// panics, that error becomes every value.
pub fn run_loop_of_calls(
    request: &RequestContext,
    control: LoopControl,
    values: LoopValues,
    body: impl Fn(&RequestContext, LoopValues) -> Result<LoopValues, Error> + Clone + Send + 'static,
) -> LoopValues {
    let begin = move |values| Ok(Call { body: body.clone(), values: Ok(values) });
    run_loop(request, control, values, begin, |call| {
        std::mem::replace(&mut call.values, Ok(LoopValues::new()))
    })
}

/// A call as a frame with only an entry segment.
struct Call<B> {
    body: B,
    /// The arguments before the call, the results after it.
    values: Result<LoopValues, Error>,
}

impl<B> Frame for Call<B>
where
    B: Fn(&RequestContext, LoopValues) -> Result<LoopValues, Error> + Send + 'static,
{
    fn segments(&self) -> &[SegmentDef] {
        const ENTRY: &[SegmentDef] = &[SegmentDef::fixed(0, 0, &[], true)];
        ENTRY
    }

    fn pending(&self, _segment: u32, _index: u32) -> Option<&AnyRef> {
        None
    }

    fn run(&mut self, _segment: u32, request: &RequestContext) {
        if let Ok(values) = &mut self.values {
            let values = take(values);
            self.values = caught(|| (self.body)(request, values), &unknown_kernel)
                .and_then(|results| results);
        }
    }
}

/// A loop between two iterations, or in an iteration that waits at a barrier.
struct Loop<B, E, F> {
    control: LoopControl,
    /// The number of loop-carried values.
    carried: usize,
    /// Empty during an iteration.
    values: LoopValues,
    begin: B,
    finish: E,
    iteration: Option<Running<F>>,
}

impl<B, E, F> Loop<B, E, F>
where
    B: FnMut(LoopValues) -> Result<F, Error>,
    E: FnMut(&mut F) -> Result<LoopValues, Error>,
    F: Frame,
{
    /// Runs iterations until the loop must wait; true if it has ended instead, with its values.
    fn run(&mut self, request: &RequestContext) -> bool {
        self.iterate(request).unwrap_or_else(|error| {
            self.values = LoopValues::from_elem(Value::Error(error), self.carried);
            true
        })
    }

    /// Like `run`.
    ///
    /// # Errors
    /// The loop has ended with this error as every value.
    fn iterate(&mut self, request: &RequestContext) -> Result<bool, Error> {
        loop {
            if let Some(iteration) = &mut self.iteration {
                let stop = iteration.run(request);
                if matches!(stop, Ok(Stop::Barrier)) {
                    return Ok(false);
                }
                self.end_iteration(stop, request)?;
            }
            match self.control.check() {
                None => return Ok(false),
                Some(Ok(false)) => return Ok(true),
                Some(Ok(true) | Err(_)) if self.pending_value().is_some() => return Ok(false),
                Some(Ok(true)) => {}
                Some(Err(error)) => return Err(error.clone()),
            }
            if let Some(error) = request.cancelled() {
                return Err(error.clone());
            }
            if let Some(left) = &mut self.control.left {
                *left -= 1;
            }
            let frame = (self.begin)(take(&mut self.values))?;
            self.iteration = Some(Running::new(frame));
        }
    }

    /// Takes the results of an iteration, or promises of them if its frame is shared and continues
    /// by itself.
    fn end_iteration(
        &mut self,
        stop: Result<Stop, Error>,
        request: &RequestContext,
    ) -> Result<(), Error> {
        let Some(iteration) = &mut self.iteration else { return Ok(()) };
        let results = (self.finish)(&mut iteration.frame);
        if matches!(stop, Ok(Stop::End)) {
            // Dropped in its slot rather than moved out.
            self.iteration = None;
        } else if let Some(iteration) = self.iteration.take() {
            iteration.detach(stop, request);
        }
        self.values = results?;
        self.control.update(&mut self.values);
        Ok(())
    }

    fn pending_value(&self) -> Option<&AnyRef> {
        self.values.iter().find_map(Value::pending)
    }

    /// The value that it waits for, unless that is available by now.
    fn pending(&self) -> Option<&AnyRef> {
        match &self.iteration {
            Some(iteration) => iteration.pending(),
            None => self.control.condition.pending().or_else(|| self.pending_value()),
        }
    }
}

/// A suspended loop and the promises of its values.
struct SuspendedLoop<B, E, F> {
    iterations: Loop<B, E, F>,
    promises: Promises,
    request: RequestContext,
}

impl<B, E, F> Suspended for SuspendedLoop<B, E, F>
where
    B: FnMut(LoopValues) -> Result<F, Error> + Send + 'static,
    E: FnMut(&mut F) -> Result<LoopValues, Error> + Send + 'static,
    F: Frame,
{
    fn pending(&self) -> Option<&AnyRef> {
        self.iterations.pending()
    }

    fn resume(mut self: Box<Self>) -> Option<Box<Self>> {
        if !self.iterations.run(&self.request) {
            return Some(self);
        }
        let Self { iterations, promises, .. } = *self;
        let Loop { values, .. } = iterations;
        promises.forward(values);
        None
    }
}
