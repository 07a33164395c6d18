//! Kernels that fail in every way a kernel can, and a program that uses each of them. The build
//! script includes this too, so that the program runs as generated Rust as well.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Wake, Waker};
use std::time::Duration;
use tfrt_host::context::{ExecCtx, OwnedCtx};
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{KernelDef, KernelType, TypeDef};
use tfrt_host::value::{AsyncRef, Promise};

/// The program's name in locations.
pub const NAME: &str = "faults.mlir";

/// One function for each way to go wrong. The second result, where there is one, does not depend
/// on what goes wrong.
pub const TEXT: &str = r#"
func.func @fallible() -> (i32, i32) {
  %a = tfrt.constant.i32 1
  %r = "fault.panic.fallible"(%a) : (i32) -> i32
  %b = "tfrt_test.async_add.i32"(%a, %a) : (i32, i32) -> i32
  tfrt.return %r, %b : i32, i32
}
func.func @ready() -> i32 {
  %a = tfrt.constant.i32 1
  %r = "fault.panic.ready"(%a) : (i32) -> i32
  tfrt.return %r : i32
}
func.func @resumed_fallible() -> (i32, i32) {
  %a = tfrt.constant.i32 1
  %b = "tfrt_test.async_add.i32"(%a, %a) : (i32, i32) -> i32
  %r = "fault.panic.fallible"(%b) : (i32) -> i32
  tfrt.return %r, %b : i32, i32
}
func.func @resumed_ready() -> i32 {
  %a = tfrt.constant.i32 1
  %b = "tfrt_test.async_add.i32"(%a, %a) : (i32, i32) -> i32
  %r = "fault.panic.ready"(%b) : (i32) -> i32
  tfrt.return %r : i32
}
func.func @in_a_loop() -> i32 {
  %n = tfrt.constant.i32 3
  %r = tfrt.repeat.i32 %n, %n : i32 {
    %b = "tfrt_test.async_add.i32"(%n, %n) : (i32, i32) -> i32
    %p = "fault.panic.ready"(%b) : (i32) -> i32
    tfrt.return %p : i32
  }
  tfrt.return %r : i32
}
func.func @later() -> (i32, i32) {
  %a = tfrt.constant.i32 1
  %r = "fault.panic.later"(%a) : (i32) -> i32
  %b = "tfrt_test.async_add.i32"(%a, %a) : (i32, i32) -> i32
  tfrt.return %r, %b : i32, i32
}
func.func @task() -> (i32, i32) {
  %a = tfrt.constant.i32 1
  %r = "fault.panic.task"(%a) : (i32) -> i32
  %b = "tfrt_test.async_add.i32"(%a, %a) : (i32, i32) -> i32
  tfrt.return %r, %b : i32, i32
}
func.func @work() -> (i32, i32) {
  %a = tfrt.constant.i32 1
  %r = "fault.panic.work"(%a) : (i32) -> i32
  %b = "tfrt_test.async_add.i32"(%a, %a) : (i32, i32) -> i32
  tfrt.return %r, %b : i32, i32
}
func.func @working() -> (i32, i32) {
  %a = tfrt.constant.i32 1
  %r = "fault.panic.working"(%a) : (i32) -> i32
  %b = "tfrt_test.async_add.i32"(%a, %a) : (i32, i32) -> i32
  tfrt.return %r, %b : i32, i32
}
func.func @worked() -> (i32, i32) {
  %a = tfrt.constant.i32 1
  %n = tfrt.constant.i32 100
  %r = tfrt.repeat.i32 %n, %a : i32 {
    %b = "fault.work"(%a) : (i32) -> i32
    %c = "fault.work"(%a) : (i32) -> i32
    %d = "fault.working"(%b) : (i32) -> i32
    %e = tfrt.add.i32 %c, %d
    %m = tfrt.constant.i32 1000003
    %q, %s = tfrt.div.i32 %e, %m
    tfrt.return %s : i32
  }
  %z = tfrt.constant.i32 0
  %o = "fault.working"(%z) : (i32) -> i32
  tfrt.return %r, %o : i32, i32
}
func.func @blocking() -> (i32, i32) {
  %a = tfrt.constant.i32 1
  %r = "fault.panic.blocking"(%a) : (i32) -> i32
  %b = "tfrt_test.async_add.i32"(%a, %a) : (i32, i32) -> i32
  tfrt.return %r, %b : i32, i32
}
func.func @future() -> (i32, i32) {
  %a = tfrt.constant.i32 1
  %r = "fault.panic.future"(%a) : (i32) -> i32
  %b = "tfrt_test.async_add.i32"(%a, %a) : (i32, i32) -> i32
  tfrt.return %r, %b : i32, i32
}
func.func @continuation() -> (i32, i32) {
  %a = tfrt.constant.i32 1
  %r = "fault.panic.continuation"(%a) : (i32) -> i32
  %b = "tfrt_test.async_add.i32"(%a, %a) : (i32, i32) -> i32
  tfrt.return %r, %b : i32, i32
}
func.func @destructor() -> (i32, i32) {
  %a = tfrt.constant.i32 2
  %bomb = "fault.bomb"(%a) : (i32) -> !fault.bomb
  %r = "fault.read"(%bomb) : (!fault.bomb) -> i32
  %late = "tfrt_test.async_add.i32"(%r, %a) : (i32, i32) -> i32
  %other = "fault.bomb"(%late) : (i32) -> !fault.bomb
  %b = "fault.read"(%other) : (!fault.bomb) -> i32
  tfrt.return %r, %b : i32, i32
}
func.func @waker() -> (i32, i32) {
  %a = tfrt.constant.i32 2
  %r = "fault.panic.waker"(%a) : (i32) -> i32
  %b = tfrt.add.i32 %r, %a
  tfrt.return %r, %b : i32, i32
}
func.func @never() -> (i32, i32) {
  %a = tfrt.constant.i32 2
  %r = "fault.never"(%a) : (i32) -> i32
  %b = tfrt.add.i32 %r, %a
  tfrt.return %r, %b : i32, i32
}
func.func @again(%x: i32) -> (i32, i1) {
  %t = tfrt.constant.i1 true
  tfrt.return %x, %t : i32, i1
}
func.func @again_later(%x: i32) -> (i32, i1) {
  %t = tfrt.constant.i1 true
  %y = "tfrt_test.async_add.i32"(%x, %x) : (i32, i32) -> i32
  tfrt.return %y, %t : i32, i1
}
func.func @endless() -> i32 {
  %t = tfrt.constant.i1 true
  %a = tfrt.constant.i32 2
  %r = tfrt.while %t @again(%a) parallel_iterations(1) : (i32) -> (i32)
  tfrt.return %r : i32
}
func.func @endless_later() -> i32 {
  %t = tfrt.constant.i1 true
  %a = tfrt.constant.i32 2
  %r = tfrt.while %t @again_later(%a) parallel_iterations(1) : (i32) -> (i32)
  tfrt.return %r : i32
}
func.func @held() -> (i32, i32) {
  %a = tfrt.constant.i32 2
  %r = "fault.hold"(%a) : (i32) -> i32
  %b = "tfrt_test.async_add.i32"(%r, %a) : (i32, i32) -> i32
  tfrt.return %r, %b : i32, i32
}
func.func @respawned() -> (i32, i32) {
  %a = tfrt.constant.i32 2
  %r = "fault.respawn"(%a) : (i32) -> i32
  %b = tfrt.add.i32 %r, %a
  tfrt.return %r, %b : i32, i32
}
func.func @queued() -> (i32, i32) {
  %a = tfrt.constant.i32 2
  %t = "fault.tracked"(%a) : (i32) -> !fault.tracked
  %b = "tfrt_test.async_add.i32"(%a, %a) : (i32, i32) -> i32
  %r = "fault.count"(%t, %b) : (!fault.tracked, i32) -> i32
  tfrt.return %b, %r : i32, i32
}
func.func @inner(%x: i32) -> (i32, !fault.tracked) {
  %a = "fault.tick"(%x) : (i32) -> i32
  %b = "tfrt_test.async_add.i32"(%a, %x) : (i32, i32) -> i32
  %t = "fault.tracked"(%b) : (i32) -> !fault.tracked
  %c = "fault.tick"(%b) : (i32) -> i32
  tfrt.return %c, %t : i32, !fault.tracked
}
func.func @steps() -> (i32, i32) {
  %n = tfrt.constant.i32 4
  %one = tfrt.constant.i32 1
  %r = tfrt.repeat.i32 %n, %one : i32 {
    %x, %t = tfrt.call @inner(%one) : (i32) -> (i32, !fault.tracked)
    %y = "fault.count"(%t, %x) : (!fault.tracked, i32) -> i32
    tfrt.return %y : i32
  }
  %x, %t = tfrt.call @inner(%n) : (i32) -> (i32, !fault.tracked)
  %p = "tfrt_test.async_add.i32"(%x, %r) : (i32, i32) -> i32
  %q = "fault.tick"(%p) : (i32) -> i32
  %s = "fault.count"(%t, %q) : (!fault.tracked, i32) -> i32
  tfrt.return %r, %s : i32, i32
}
"#;

/// Panics; may fail.
#[kernel("fault.panic.fallible")]
pub fn panic_fallible(value: i32) -> Result<i32, KernelError> {
    panic!("boom {value}")
}

/// Panics; never fails otherwise.
#[kernel("fault.panic.ready")]
pub fn panic_ready(value: i32) -> i32 {
    panic!("boom {value}")
}

/// Panics instead of giving a value that comes later.
#[kernel("fault.panic.later")]
pub fn panic_later(value: i32) -> AsyncRef<i32> {
    panic!("boom {value}")
}

/// Panics in a task.
#[kernel("fault.panic.task")]
pub fn panic_task(ctx: ExecCtx<'_>, value: i32) -> AsyncRef<i32> {
    let (promise, never) = AsyncRef::pending();
    ctx.spawn(move || {
        let _promise = promise;
        panic!("boom {value}");
    });
    never
}

/// Panics where the runtime runs it.
#[kernel("fault.panic.work", task)]
pub fn panic_work(value: i32) -> i32 {
    panic!("boom {value}")
}

/// The same of a kernel that may fail.
#[kernel("fault.panic.working", task)]
pub fn panic_working(value: i32, ctx: ExecCtx<'_>) -> Result<i32, KernelError> {
    let _ = ctx;
    panic!("boom {value}")
}

/// Twice as much, wherever the runtime computes it.
#[kernel("fault.work", task)]
pub fn work(value: i32) -> i32 {
    value.wrapping_mul(2)
}

/// One more, wherever the runtime computes it; fails for zero.
#[kernel("fault.working", task)]
pub fn working(value: i32) -> Result<i32, KernelError> {
    if value == 0 { Err("nothing to do".into()) } else { Ok(value.wrapping_add(1)) }
}

/// Panics in a blocking task, on this thread if the queue takes none.
#[kernel("fault.panic.blocking")]
pub fn panic_blocking(ctx: ExecCtx<'_>, value: i32) -> AsyncRef<i32> {
    let (promise, never) = AsyncRef::pending();
    let refused = ctx.spawn_blocking(move || {
        let _promise = promise;
        panic!("boom {value}");
    });
    if let Err(task) = refused {
        task.run();
    }
    never
}

/// Panics in a future, after it has waited.
#[kernel("fault.panic.future")]
pub fn panic_future(ctx: ExecCtx<'_>, value: i32) -> AsyncRef<i32> {
    let (promise, late) = AsyncRef::pending();
    ctx.spawn(move || promise.set(value));
    ctx.spawn_future(async move {
        let value = late.await.map_err(|error| KernelError::from(error.message().to_owned()))?;
        if value > 0 {
            panic!("boom {value}");
        }
        Ok::<i32, KernelError>(value)
    })
}

/// Panics where it resumes, once another value is available.
#[kernel("fault.panic.continuation")]
pub fn panic_continuation(ctx: ExecCtx<'_>, value: i32) -> AsyncRef<i32> {
    let (promise, never) = AsyncRef::<i32>::pending();
    let (source, late) = AsyncRef::<i32>::pending();
    late.and_then(move || {
        let _promise = promise;
        panic!("boom {value}");
    });
    ctx.spawn(move || source.set(value));
    never
}

/// Gives the value, whose arrival also wakes a waker that panics.
#[kernel("fault.panic.waker")]
pub fn panic_waker(ctx: ExecCtx<'_>, value: i32) -> AsyncRef<i32> {
    struct Panics;
    impl Wake for Panics {
        fn wake(self: Arc<Self>) {
            panic!("boom");
        }
    }
    let (source, late) = AsyncRef::<i32>::pending();
    let waker = Waker::from(Arc::new(Panics));
    let mut arrival = Box::pin(late.as_any().wait_ready());
    let _ = arrival.as_mut().poll(&mut Context::from_waker(&waker));
    ctx.spawn(move || {
        source.set(value);
        drop(arrival);
    });
    late
}

/// A value whose destructor panics.
#[derive(Debug)]
pub struct Bomb(i32);

impl KernelType for Bomb {
    const NAME: &'static str = "!fault.bomb";
}

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("boom in a destructor");
    }
}

/// Makes a bomb.
#[kernel("fault.bomb")]
pub fn bomb(value: i32) -> Bomb {
    Bomb(value)
}

/// What is in a bomb.
#[kernel("fault.read")]
pub fn read_bomb(bomb: &Bomb) -> i32 {
    bomb.0
}

/// How many tracked values there are.
pub static TRACKED: AtomicI64 = AtomicI64::new(0);

/// A value that is counted while it is alive.
#[derive(Debug)]
pub struct Tracked(());

impl KernelType for Tracked {
    const NAME: &'static str = "!fault.tracked";
}

impl Drop for Tracked {
    fn drop(&mut self) {
        TRACKED.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Makes a tracked value.
#[kernel("fault.tracked")]
pub fn make_tracked(value: i32) -> Tracked {
    let _ = value;
    TRACKED.fetch_add(1, Ordering::Relaxed);
    Tracked(())
}

/// The number, once the tracked value is available too.
#[kernel("fault.count")]
pub fn count(tracked: &Tracked, value: i32) -> i32 {
    let Tracked(()) = tracked;
    value
}

static KEPT: Mutex<Vec<Promise<i32>>> = Mutex::new(Vec::new());

/// A value that comes when [`release`] is called.
#[kernel("fault.never")]
pub fn never(value: i32) -> AsyncRef<i32> {
    let _ = value;
    let (promise, never) = AsyncRef::pending();
    KEPT.lock().unwrap_or_else(PoisonError::into_inner).push(promise);
    never
}

/// Brings every value that `fault.never` owes.
pub fn release() {
    let kept = std::mem::take(&mut *KEPT.lock().unwrap_or_else(PoisonError::into_inner));
    kept.into_iter().for_each(|promise| promise.set(7));
}

/// Whether `fault.hold` lets go.
pub static OPEN: AtomicBool = AtomicBool::new(false);
/// Tasks that `fault.hold` holds.
pub static HELD: AtomicUsize = AtomicUsize::new(0);

/// Holds a task's thread until [`OPEN`] is set.
#[kernel("fault.hold")]
pub fn hold(ctx: ExecCtx<'_>, value: i32) -> AsyncRef<i32> {
    let (promise, late) = AsyncRef::pending();
    ctx.spawn(move || {
        HELD.fetch_add(1, Ordering::SeqCst);
        while !OPEN.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_micros(200));
        }
        HELD.fetch_sub(1, Ordering::SeqCst);
        promise.set(value);
    });
    late
}

/// A task that queues itself again for as long as the queue takes it and the run is not cancelled.
#[kernel("fault.respawn")]
pub fn respawn(ctx: ExecCtx<'_>, value: i32) -> AsyncRef<i32> {
    fn again(ctx: OwnedCtx, value: i32, promise: Promise<i32>) {
        if ctx.as_ctx().request.cancelled().is_some() {
            return promise.set(value);
        }
        let next = ctx.clone();
        ctx.as_ctx().spawn(move || again(next, value, promise));
    }
    let (promise, late) = AsyncRef::pending();
    again(ctx.to_owned(), value, promise);
    late
}

/// Cancels the run at the step that is stored in its resources.
#[derive(Debug, Default)]
pub struct Steps(AtomicI64);

impl Steps {
    /// Of a run that is cancelled at this step.
    #[must_use]
    pub fn new(step: i64) -> Self {
        Self(AtomicI64::new(step))
    }
}

/// Its operand; counts a step.
#[kernel("fault.tick")]
pub fn tick(ctx: ExecCtx<'_>, value: i32) -> Result<i32, KernelError> {
    let steps = ctx.request.resources().get_or_create("steps", Steps::default)?;
    if steps.0.fetch_sub(1, Ordering::Relaxed) == 1 {
        ctx.request.cancel();
    }
    Ok(value)
}

/// The kernels.
pub const KERNELS: &[KernelDef] = &[
    PANIC_FALLIBLE,
    PANIC_READY,
    PANIC_LATER,
    PANIC_TASK,
    PANIC_WORK,
    PANIC_WORKING,
    WORK,
    WORKING,
    PANIC_BLOCKING,
    PANIC_FUTURE,
    PANIC_CONTINUATION,
    PANIC_WAKER,
    BOMB,
    READ_BOMB,
    MAKE_TRACKED,
    COUNT,
    NEVER,
    HOLD,
    RESPAWN,
    TICK,
];

/// The types.
pub const TYPES: &[TypeDef] =
    &[TypeDef::of::<Bomb>("crate::faults::Bomb"), TypeDef::of::<Tracked>("crate::faults::Tracked")];
