//! Loops whose bodies suspend: trips run in an ordinary loop as long as their results are there;
//! otherwise the loop moves to the heap, with the trip's frame in it, and goes on from there where a
//! value arrives. One allocation for a loop, however many trips wait; the stack stays constant
//! either way.
//!
//! A loop that waits belongs to its waiter, as a frame at a gate does (`start.rs`): no count, no
//! lock.

use super::Later;
use super::later::fulfil;
use super::start::{Frame, Halt, Outcome, Reached, Running};
use crate::context::RequestContext;
use crate::error::Error;
use crate::kernel::Value;
use crate::stack::grow_stack;
use crate::value::unwind::{caught, unknown_kernel};
use crate::value::{AnyPromise, AnyRef, AsyncRef, Promise};

/// The values that a loop carries: a tuple of `Result<T, Error>`, up to twelve, or `Vec<Value>`
/// where the types are known only at run time.
pub trait LoopValues: Sized + Send + 'static {
    /// The same values, each possibly not there yet.
    type Later: Send + 'static;
    /// Promises of the values.
    type Promises: Send + 'static;
    /// All there.
    fn into_later(self) -> Self::Later;
    /// How many values.
    fn count(later: &Self::Later) -> usize;
    /// A value that is not available yet, if any.
    fn pending(later: &Self::Later) -> Option<&AnyRef>;
    /// The values, if all are available.
    fn take_available(later: Self::Later) -> Option<Self>;
    /// `count` times the same error.
    fn all_errors(count: usize, error: &Error) -> Self::Later;
    /// `count` values to come.
    fn promises(count: usize) -> (Self::Promises, Self::Later);
    /// Resolves the promises.
    fn fulfil(promises: Self::Promises, later: Self::Later);
}

/// Runs `body` `count` times, handing its results on to the next iteration; the last iteration's
/// results, or `init` if `count` is not positive. If the run is cancelled before an iteration,
/// every result is that error.
pub fn repeat_later<V: LoopValues>(
    request: &RequestContext,
    count: i32,
    init: V,
    body: impl FnMut(&RequestContext, V) -> V::Later + Send + 'static,
) -> V::Later {
    drive(request, init, Repeat::new(count, Called(body)))
}

/// [`repeat_later`] with a body that is an activation: `begin` makes its frame, `finish`, which does
/// not panic, takes its results or promises of them, as in [`start()`](super::start()). While the
/// activation waits at a gate the loop waits with it, so this is for bodies that deliver all their
/// results in their last segment. Where that begins the next trip in the same frame
/// ([`Frame::step_on`]), neither is asked in between.
pub fn repeat_frames<V: LoopValues, F: Frame>(
    request: &RequestContext,
    count: i32,
    init: V,
    begin: impl FnMut(V) -> F + Send + 'static,
    finish: impl FnMut(&mut F) -> V::Later + Send + 'static,
) -> V::Later {
    let body = Entered { begin, finish, trip: None };
    drive(request, init, Repeat::new(count, body))
}

/// Runs `body` as long as the condition is true: first `condition`, then what the body returns
/// besides the values. If a condition is an error, or the run is cancelled before an iteration,
/// every result is that error, once the values before it are there.
pub fn while_later<V: LoopValues>(
    request: &RequestContext,
    condition: Result<bool, Error>,
    init: V,
    body: impl FnMut(&RequestContext, V) -> (V::Later, Later<bool>) + Send + 'static,
) -> V::Later {
    drive(request, init, While::new(condition, Called(body)))
}

/// [`while_later`] with a body that is an activation, as in [`repeat_frames`].
pub fn while_frames<V: LoopValues, F: Frame>(
    request: &RequestContext,
    condition: Result<bool, Error>,
    init: V,
    begin: impl FnMut(V) -> F + Send + 'static,
    finish: impl FnMut(&mut F) -> (V::Later, Later<bool>) + Send + 'static,
) -> V::Later {
    let body = Entered { begin, finish, trip: None };
    drive(request, init, While::new(condition, body))
}

/// [`repeat_later`] for values whose types are known only at run time.
pub fn repeat_values(
    request: &RequestContext,
    count: i32,
    init: Vec<Value>,
    mut body: impl FnMut(&RequestContext, Vec<Value>) -> Vec<Value> + Send + 'static,
) -> Vec<Value> {
    let carried = init.len();
    repeat_later(request, count, init, move |request, values| {
        let mut results = body(request, values);
        fit(&mut results, carried);
        results
    })
}

/// [`while_later`] for values whose types are known only at run time. The last result of `body`
/// is the condition.
pub fn while_values(
    request: &RequestContext,
    condition: Result<bool, Error>,
    init: Vec<Value>,
    mut body: impl FnMut(&RequestContext, Vec<Value>) -> Vec<Value> + Send + 'static,
) -> Vec<Value> {
    let carried = init.len();
    while_later(request, condition, init, move |request, values| {
        let mut results = body(request, values);
        fit(&mut results, carried + 1);
        let condition = results.pop().unwrap_or_default();
        (results, Later::from_value(condition))
    })
}

/// Holds a body to the number of results it was compiled for.
fn fit(results: &mut Vec<Value>, count: usize) {
    if results.len() != count {
        let error = Error::bug(format!("a loop body gave {} of {count} results", results.len()));
        results.resize(count, Value::Error(error));
    }
}

/// The body of a loop: runs one trip after another, of which one at a time may be under way.
///
/// A body may hand a trip's results on to the next by itself, so that what is given are the results of
/// a later trip. `more` says how many trips may follow the one that is run, and is counted down.
trait Body<V>: Send + 'static {
    /// What a trip gives.
    type Results: Send + 'static;
    /// Begins a trip; its results, unless it is under way and must wait.
    fn begin(
        &mut self,
        request: &RequestContext,
        values: V,
        more: &mut u32,
    ) -> Option<Self::Results>;
    /// Goes on with the trip that is under way when what it waits for is available; what it waits for
    /// then, if it does. Else it is to be [ended](Body::end), as what it has `reached` says.
    fn resume(
        &mut self,
        reached: &mut Outcome,
        request: &RequestContext,
        more: &mut u32,
    ) -> Option<&AnyRef>;
    /// The results of a trip that has come so far, or of the last of those that follow it, unless
    /// that one must wait.
    fn end(
        &mut self,
        reached: &Outcome,
        request: &RequestContext,
        more: &mut u32,
    ) -> Option<Self::Results>;
    /// What the trip that is under way waits for, if that is not available yet.
    fn pending(&self) -> Option<&AnyRef>;
}

/// A body that returns even if its results are still to come.
struct Called<B>(B);

impl<V, R: Send + 'static, B> Body<V> for Called<B>
where
    B: FnMut(&RequestContext, V) -> R + Send + 'static,
{
    type Results = R;

    #[inline]
    fn begin(&mut self, request: &RequestContext, values: V, _more: &mut u32) -> Option<R> {
        Some((self.0)(request, values))
    }

    fn resume(
        &mut self,
        _reached: &mut Outcome,
        _request: &RequestContext,
        _more: &mut u32,
    ) -> Option<&AnyRef> {
        None
    }

    fn end(&mut self, _reached: &Outcome, _request: &RequestContext, _more: &mut u32) -> Option<R> {
        None
    }

    fn pending(&self) -> Option<&AnyRef> {
        None
    }
}

/// A body whose frame is in the loop.
struct Entered<B, E, F> {
    begin: B,
    finish: E,
    trip: Option<Running<F>>,
}

impl<V, R, B, E, F> Body<V> for Entered<B, E, F>
where
    R: Send + 'static,
    B: FnMut(V) -> F + Send + 'static,
    E: FnMut(&mut F) -> R + Send + 'static,
    F: Frame,
{
    type Results = R;

    fn begin(&mut self, request: &RequestContext, values: V, more: &mut u32) -> Option<R> {
        let trip = self.trip.insert(Running::new((self.begin)(values)));
        let reached = trip.enter(request);
        self.end(&reached, request, more)
    }

    #[inline]
    fn resume(
        &mut self,
        reached: &mut Outcome,
        request: &RequestContext,
        more: &mut u32,
    ) -> Option<&AnyRef> {
        self.trip.as_mut()?.resume(reached, request, more)
    }

    #[inline]
    fn end(&mut self, reached: &Outcome, request: &RequestContext, more: &mut u32) -> Option<R> {
        match reached {
            Ok(Reached::Wait) => None,
            Ok(Reached::End) => self.ended(),
            Ok(Reached::More) => self.go_on(request, more),
            Err(error) => self.leave(Err(error.clone()), request),
        }
    }

    #[inline]
    fn pending(&self) -> Option<&AnyRef> {
        self.trip.as_ref().and_then(Running::pending)
    }
}

impl<R, B, E: FnMut(&mut F) -> R, F: Frame> Entered<B, E, F> {
    /// The results of a trip that has ended.
    #[inline]
    fn ended(&mut self) -> Option<R> {
        let results = (self.finish)(self.trip.as_mut()?.frame());
        // Dropped where it is.
        self.trip = None;
        Some(results)
    }

    /// Runs what can run of the trip; what [`Entered::end`] gives.
    #[inline(never)]
    fn go_on(&mut self, request: &RequestContext, more: &mut u32) -> Option<R> {
        match self.trip.as_mut()?.go_on(request, more) {
            Ok(Halt::Wait) => None,
            Ok(Halt::End) => self.ended(),
            halt => self.leave(halt, request),
        }
    }

    /// The results of a trip that goes on by itself, or panicked.
    #[inline(never)]
    fn leave(&mut self, halt: Result<Halt, Error>, request: &RequestContext) -> Option<R> {
        let mut trip = self.trip.take()?;
        let results = (self.finish)(trip.frame());
        trip.leave(halt, request);
        Some(results)
    }
}

/// What the driver knows of a loop.
trait Loop: Send + 'static {
    type Values: LoopValues;
    /// Runs trips from these values on until the loop ends, with its last values, or must wait.
    fn run(&mut self, request: &RequestContext, from: LaterOf<Self>) -> Option<LaterOf<Self>>;
    /// Goes on when what it waits for is available, as [`Body::resume`] does.
    fn resume(&mut self, reached: &mut Outcome, request: &RequestContext) -> Option<&AnyRef>;
    /// Runs trips from there on; what [`Loop::run`] gives.
    fn go_on(&mut self, reached: &Outcome, request: &RequestContext) -> Option<LaterOf<Self>>;
    /// What it waits for, if that is not available yet.
    fn pending(&self) -> Option<&AnyRef>;
}

/// A loop's values, each possibly not there yet.
type LaterOf<L> = <<L as Loop>::Values as LoopValues>::Later;

struct Repeat<V: LoopValues, B> {
    left: u32,
    /// What it waits for if no trip is under way.
    values: Option<V::Later>,
    body: B,
}

impl<V: LoopValues, B> Repeat<V, B> {
    fn new(count: i32, body: B) -> Self {
        Self { left: u32::try_from(count).unwrap_or(0), values: None, body }
    }
}

impl<V: LoopValues, B: Body<V, Results = V::Later>> Loop for Repeat<V, B> {
    type Values = V;

    #[inline]
    fn run(&mut self, request: &RequestContext, from: V::Later) -> Option<V::Later> {
        let mut later = from;
        while self.left > 0 {
            if V::pending(&later).is_some() {
                self.values = Some(later);
                return None;
            }
            match available::<V>(later, request) {
                Ok(values) => {
                    self.left -= 1;
                    later = self.body.begin(request, values, &mut self.left)?;
                }
                Err(errors) => return Some(errors),
            }
        }
        Some(later)
    }

    #[inline]
    fn resume(&mut self, reached: &mut Outcome, request: &RequestContext) -> Option<&AnyRef> {
        if self.values.is_some() {
            return None;
        }
        self.body.resume(reached, request, &mut self.left)
    }

    fn go_on(&mut self, reached: &Outcome, request: &RequestContext) -> Option<V::Later> {
        // Not moved out to see whether there are any: mostly there are none.
        let values = if self.values.is_none() {
            self.body.end(reached, request, &mut self.left)?
        } else {
            self.values.take()?
        };
        self.run(request, values)
    }

    fn pending(&self) -> Option<&AnyRef> {
        match &self.values {
            Some(values) => V::pending(values),
            None => self.body.pending(),
        }
    }
}

/// Trips may follow one another without end.
const NO_COUNT: u32 = u32::MAX;

struct While<V: LoopValues, B> {
    condition: Later<bool>,
    /// As in [`Repeat`].
    values: Option<V::Later>,
    body: B,
}

impl<V: LoopValues, B> While<V, B> {
    fn new(condition: Result<bool, Error>, body: B) -> Self {
        Self { condition: condition.into(), values: None, body }
    }
}

impl<V: LoopValues, B: Body<V, Results = (V::Later, Later<bool>)>> Loop for While<V, B> {
    type Values = V;

    #[inline]
    fn run(&mut self, request: &RequestContext, from: V::Later) -> Option<V::Later> {
        let mut later = from;
        loop {
            let condition = match &self.condition {
                Later::Done(condition) => Some(condition.as_ref()),
                Later::Pending(value) => value.get(),
            };
            let ends = matches!(condition, Some(Ok(false)));
            if condition.is_none() || (!ends && V::pending(&later).is_some()) {
                self.values = Some(later);
                return None;
            }
            match condition {
                Some(Err(error)) => return Some(V::all_errors(V::count(&later), error)),
                _ if ends => return Some(later),
                _ => {}
            }
            match available::<V>(later, request) {
                Ok(values) => {
                    let results = self.body.begin(request, values, &mut { NO_COUNT });
                    (later, self.condition) = results?;
                }
                Err(errors) => return Some(errors),
            }
        }
    }

    #[inline]
    fn resume(&mut self, reached: &mut Outcome, request: &RequestContext) -> Option<&AnyRef> {
        if self.values.is_some() {
            return None;
        }
        self.body.resume(reached, request, &mut { NO_COUNT })
    }

    fn go_on(&mut self, reached: &Outcome, request: &RequestContext) -> Option<V::Later> {
        // As in [`Repeat`].
        let values = if self.values.is_none() {
            let (values, condition) = self.body.end(reached, request, &mut { NO_COUNT })?;
            self.condition = condition;
            values
        } else {
            self.values.take()?
        };
        self.run(request, values)
    }

    fn pending(&self) -> Option<&AnyRef> {
        match &self.values {
            Some(values) => self.condition.pending().or_else(|| V::pending(values)),
            None => self.body.pending(),
        }
    }
}

/// Values that are there, for the next trip; else, and if the run is cancelled, what the loop ends
/// with.
#[inline(always)]
fn available<V: LoopValues>(later: V::Later, request: &RequestContext) -> Result<V, V::Later> {
    let count = V::count(&later);
    if let Some(error) = request.cancelled() {
        return Err(V::all_errors(count, error));
    }
    V::take_available(later)
        .ok_or_else(|| V::all_errors(count, &Error::bug("a loop value is no longer available")))
}

/// Runs the loop on the stack, and the rest of it, if it must wait, from the heap.
fn drive<L: Loop>(request: &RequestContext, init: L::Values, state: L) -> LaterOf<L> {
    let mut state = state;
    let init = init.into_later();
    let count = L::Values::count(&init);
    match caught(|| state.run(request, init), unknown_kernel) {
        Ok(Some(values)) => values,
        Ok(None) => {
            let (promises, later) = L::Values::promises(count);
            Box::new(Away { state, promises, request: request.clone() }).leave();
            later
        }
        Err(error) => L::Values::all_errors(count, &error),
    }
}

/// A loop that waits. Whoever has the box runs it.
struct Away<L: Loop> {
    state: L,
    promises: <L::Values as LoopValues>::Promises,
    request: RequestContext,
}

impl<L: Loop> Away<L> {
    /// Waits for the first time. What it waits for may have come meanwhile; then it goes on at once.
    fn leave(self: Box<Self>) {
        if let Err(away) = self.wait() {
            let _ = caught(|| away.go_on(), unknown_kernel);
        }
    }

    /// Goes on when the value is available; gives the box back if it is.
    fn wait(self: Box<Self>) -> Result<(), Box<Self>> {
        AnyRef::and_then_in(self, |away| away.state.pending(), Self::arrived)
    }

    /// As a waiter, who has caught what unwinds from here: then the loop is dropped on the way, and
    /// its results become that error.
    fn arrived(self: Box<Self>) {
        // Continuations nest, where one resolves what the next waits for, as deep as waiters may.
        grow_stack(|| self.go_on());
    }

    /// Steps until the loop ends or really has to wait. May unwind.
    fn go_on(self: Box<Self>) {
        let mut away = self;
        loop {
            // Not known where nothing is under way.
            let mut reached = Ok(Reached::More);
            let gone = AnyRef::and_then_in(
                away,
                |Self { state, request, .. }| state.resume(&mut reached, request),
                Self::arrived,
            );
            let Err(back) = gone else { return };
            away = back;
            let Self { state, request, .. } = &mut *away;
            if let Some(values) = state.go_on(&reached, request) {
                let Self { state, promises, .. } = *away;
                let _ = caught(|| drop(state), unknown_kernel);
                return L::Values::fulfil(promises, values);
            }
            match away.wait() {
                Ok(()) => return,
                Err(back) => away = back,
            }
        }
    }
}

/// A loop that only has effects.
impl LoopValues for () {
    type Later = ();
    type Promises = ();

    fn into_later(self) {}

    fn count((): &()) -> usize {
        0
    }

    fn pending((): &()) -> Option<&AnyRef> {
        None
    }

    fn take_available((): ()) -> Option<()> {
        Some(())
    }

    fn all_errors(_count: usize, _error: &Error) {}

    fn promises(_count: usize) -> ((), ()) {
        ((), ())
    }

    fn fulfil((): (), (): ()) {}
}

macro_rules! loop_values {
    ($($t:ident $value:ident $promise:ident),*) => {
        impl<$($t: Clone + Send + Sync + 'static),*> LoopValues for ($(Result<$t, Error>,)*) {
            type Later = ($(Later<$t>,)*);
            type Promises = ($(Promise<$t>,)*);

            #[inline]
            fn into_later(self) -> Self::Later {
                let ($($value,)*) = self;
                ($(Later::Done($value),)*)
            }

            #[inline]
            fn count(later: &Self::Later) -> usize {
                let ($($value,)*) = later;
                let counts: &[usize] = &[$({ let _ = $value; 1 }),*];
                counts.len()
            }

            #[inline]
            fn pending(later: &Self::Later) -> Option<&AnyRef> {
                let ($($value,)*) = later;
                $(if let Some(value) = $value.pending() { return Some(value); })*
                None
            }

            #[inline]
            fn take_available(later: Self::Later) -> Option<Self> {
                let ($($value,)*) = later;
                Some(($($value.take_available()?,)*))
            }

            fn all_errors(_count: usize, error: &Error) -> Self::Later {
                ($(Later::<$t>::Done(Err(error.clone())),)*)
            }

            fn promises(_count: usize) -> (Self::Promises, Self::Later) {
                $(let ($promise, $value) = AsyncRef::<$t>::pending();)*
                (($($promise,)*), ($(Later::Pending($value),)*))
            }

            fn fulfil(promises: Self::Promises, later: Self::Later) {
                let (($($promise,)*), ($($value,)*)) = (promises, later);
                $(fulfil($promise, $value);)*
            }
        }
    };
}

loop_values!(A a pa);
loop_values!(A a pa, B b pb);
loop_values!(A a pa, B b pb, C c pc);
loop_values!(A a pa, B b pb, C c pc, D d pd);
loop_values!(A a pa, B b pb, C c pc, D d pd, E e pe);
loop_values!(A a pa, B b pb, C c pc, D d pd, E e pe, F f pf);
loop_values!(A a pa, B b pb, C c pc, D d pd, E e pe, F f pf, G g pg);
loop_values!(A a pa, B b pb, C c pc, D d pd, E e pe, F f pf, G g pg, H h ph);
loop_values!(A a pa, B b pb, C c pc, D d pd, E e pe, F f pf, G g pg, H h ph, I i pi);
loop_values!(A a pa, B b pb, C c pc, D d pd, E e pe, F f pf, G g pg, H h ph, I i pi, J j pj);
loop_values!(A a pa, B b pb, C c pc, D d pd, E e pe, F f pf, G g pg, H h ph, I i pi, J j pj, K k pk);
loop_values!(A a pa, B b pb, C c pc, D d pd, E e pe, F f pf, G g pg, H h ph, I i pi, J j pj, K k pk, L l pl);

impl LoopValues for Vec<Value> {
    type Later = Self;
    type Promises = Vec<AnyPromise>;

    fn into_later(self) -> Self {
        self
    }

    fn count(later: &Self) -> usize {
        later.len()
    }

    fn pending(later: &Self) -> Option<&AnyRef> {
        later.iter().find_map(|value| match value {
            Value::Ref(value) if !value.is_available() => Some(value),
            _ => None,
        })
    }

    fn take_available(later: Self) -> Option<Self> {
        Some(later)
    }

    fn all_errors(count: usize, error: &Error) -> Self {
        vec![Value::Error(error.clone()); count]
    }

    fn promises(count: usize) -> (Vec<AnyPromise>, Self) {
        (0..count)
            .map(|_| {
                let (promise, value) = AnyRef::indirect();
                (promise, Value::Ref(value))
            })
            .unzip()
    }

    fn fulfil(promises: Vec<AnyPromise>, later: Self) {
        for (promise, value) in promises.into_iter().zip(later) {
            promise.forward(value.into_ref());
        }
    }
}
