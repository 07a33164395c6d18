//! Loops whose bodies suspend: iterations run in an ordinary loop as long as their results are
//! there; otherwise the loop's state moves to the heap and the loop goes on where a result
//! arrives. The stack stays constant either way.

use super::later::{Later, fulfil};
use crate::context::RequestContext;
use crate::error::Error;
use crate::kernel::Value;
use crate::stack::grow_stack;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicU8, Ordering};
use crate::value::unwind::{caught, dropped_because_of, unknown_kernel};
use crate::value::{AnyPromise, AnyRef, AsyncRef, Promise};
use std::sync::Arc;

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
    fn pending_ref(later: &Self::Later) -> Option<AnyRef>;
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
    let left = u32::try_from(count).unwrap_or(0);
    drive(request, Repeat { left, values: Some(init.into_later()), body })
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
    drive(request, While { condition: condition.into(), values: Some(init.into_later()), body })
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

/// What the driver knows of a loop.
trait LoopState: Send + 'static {
    type Values: LoopValues;
    /// How many values it carries. Asked before the first step.
    fn count(&self) -> usize;
    /// Iterates until the loop ends or must wait.
    fn step(&mut self, request: &RequestContext) -> Step<Self::Values>;
}

enum Step<V: LoopValues> {
    /// Nothing to do before this value is available.
    Wait(AnyRef),
    Finished(V::Later),
}

struct Repeat<V: LoopValues, B> {
    left: u32,
    /// None only while the body runs, and for good if it panicked.
    values: Option<V::Later>,
    body: B,
}

impl<V, B> LoopState for Repeat<V, B>
where
    V: LoopValues,
    B: FnMut(&RequestContext, V) -> V::Later + Send + 'static,
{
    type Values = V;

    fn count(&self) -> usize {
        self.values.as_ref().map_or(0, V::count)
    }

    fn step(&mut self, request: &RequestContext) -> Step<V> {
        loop {
            let values = match take_values::<V>(&mut self.values, self.left == 0, request) {
                Ok(values) => values,
                Err(step) => return step,
            };
            self.left -= 1;
            self.values = Some((self.body)(request, values));
        }
    }
}

struct While<V: LoopValues, B> {
    condition: Later<bool>,
    /// As in [`Repeat`].
    values: Option<V::Later>,
    body: B,
}

impl<V, B> LoopState for While<V, B>
where
    V: LoopValues,
    B: FnMut(&RequestContext, V) -> (V::Later, Later<bool>) + Send + 'static,
{
    type Values = V;

    fn count(&self) -> usize {
        self.values.as_ref().map_or(0, V::count)
    }

    fn step(&mut self, request: &RequestContext) -> Step<V> {
        loop {
            if let Some(condition) = self.condition.pending() {
                return Step::Wait(condition.clone());
            }
            let condition = match &self.condition {
                Later::Done(condition) => condition.as_ref(),
                Later::Pending(value) => value.get().expect("an available value stays available"),
            };
            let ended = match condition {
                Ok(go_on) => !go_on,
                Err(error) => {
                    let values = self.values.as_ref();
                    if let Some(pending) = values.and_then(V::pending_ref) {
                        return Step::Wait(pending);
                    }
                    return Step::Finished(V::all_errors(self.count(), error));
                }
            };
            let values = match take_values::<V>(&mut self.values, ended, request) {
                Ok(values) => values,
                Err(step) => return step,
            };
            let (values, condition) = (self.body)(request, values);
            self.values = Some(values);
            self.condition = condition;
        }
    }
}

/// The values for the next iteration, or what to do instead of one.
fn take_values<V: LoopValues>(
    values: &mut Option<V::Later>,
    ended: bool,
    request: &RequestContext,
) -> Result<V, Step<V>> {
    let later = values.take().expect("a loop whose body panicked is not resumed");
    if ended {
        return Err(Step::Finished(later));
    }
    if let Some(pending) = V::pending_ref(&later) {
        *values = Some(later);
        return Err(Step::Wait(pending));
    }
    let count = V::count(&later);
    if let Some(error) = request.cancelled() {
        return Err(Step::Finished(V::all_errors(count, error)));
    }
    V::take_available(later).ok_or_else(|| {
        let error = Error::bug("a loop value is no longer available");
        Step::Finished(V::all_errors(count, &error))
    })
}

/// Runs the loop on the stack, and the rest of it, if it must wait, from the heap.
fn drive<L: LoopState>(request: &RequestContext, state: L) -> <L::Values as LoopValues>::Later {
    let mut state = state;
    let count = state.count();
    match step(&mut state, request) {
        Ok(Step::Finished(values)) => values,
        Ok(Step::Wait(value)) => {
            let (promises, later) = L::Values::promises(count);
            let suspended = Arc::new(Suspended {
                request: request.clone(),
                turn: AtomicU8::new(REGISTERING),
                state: Mutex::new(Some((state, promises))),
            });
            suspended.go_on(Some(value));
            later
        }
        Err(error) => L::Values::all_errors(count, &error),
    }
}

/// One step; an error if the body panicked.
fn step<L: LoopState>(state: &mut L, request: &RequestContext) -> Result<Step<L::Values>, Error> {
    caught(|| state.step(request), unknown_kernel)
}

/// The loop's thread is about to wait.
const REGISTERING: u8 = 0;
/// Nobody runs the loop: the arrival will.
const PARKED: u8 = 1;
/// The arrival came first: the loop's thread goes on by itself, in its own loop.
const ARRIVED: u8 = 2;

/// A loop that waits. One waiter is registered at a time, so one thread at a time steps it.
struct Suspended<L: LoopState> {
    request: RequestContext,
    turn: AtomicU8,
    /// None once the loop has ended.
    state: Mutex<Option<(L, <L::Values as LoopValues>::Promises)>>,
}

impl<L: LoopState> Suspended<L> {
    /// Waits for `wait`, if any, and steps, until the loop ends or really has to wait.
    fn go_on(self: Arc<Self>, wait: Option<AnyRef>) {
        let mut wait = wait;
        loop {
            if let Some(value) = wait.take() {
                self.turn.store(REGISTERING, Ordering::Relaxed);
                let me = Arc::clone(&self);
                value.and_then(move || me.arrived());
                // The body may ask whether it has the only reference.
                drop(value);
                let parked = self.turn.compare_exchange(
                    REGISTERING,
                    PARKED,
                    Ordering::AcqRel,
                    Ordering::Acquire,
                );
                if parked.is_ok() {
                    return;
                }
            }
            let mut slot = self.state.lock();
            let Some((state, _)) = slot.as_mut() else { return };
            match step(state, &self.request) {
                Ok(Step::Wait(value)) => wait = Some(value),
                ended => {
                    let Some((state, promises)) = slot.take() else { return };
                    drop(slot);
                    let _ = caught(|| drop(state), unknown_kernel);
                    match ended {
                        Ok(Step::Finished(values)) => L::Values::fulfil(promises, values),
                        Ok(Step::Wait(_)) => {}
                        Err(error) => dropped_because_of(error, || drop(promises)),
                    }
                    return;
                }
            }
        }
    }

    fn arrived(self: Arc<Self>) {
        if self.turn.swap(ARRIVED, Ordering::AcqRel) == PARKED {
            grow_stack(|| self.go_on(None));
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

    fn pending_ref((): &()) -> Option<AnyRef> {
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
            fn pending_ref(later: &Self::Later) -> Option<AnyRef> {
                let ($($value,)*) = later;
                $(if let Some(value) = $value.pending() { return Some(value.clone()); })*
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

    fn pending_ref(later: &Self) -> Option<AnyRef> {
        later.iter().find_map(|value| match value {
            Value::Ref(value) if !value.is_available() => Some(value.clone()),
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
