//! Parallel loops: a range split into blocks, with one call per block.

use super::enter_through;
use parking_lot::Mutex;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tfrt_host::context::{ExecCtx, OwnedCtx};
use tfrt_host::error::{Error, ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Callee, Chain, Function, Gives, KernelType, Value};
use tfrt_host::value::{AsyncRef, Promise};

/// Calls a function for each block of a range, with the block's bounds and the operands after the
/// block size; the chain is ready when all calls are done. The blocks are split recursively between
/// this thread and tasks of the queue. Of several errors that of the last block wins.
///
/// # Errors
/// The block size is not positive, or the function has other results than at most a chain.
#[kernel(
    "tfrt.parallel_call.i32",
    effects(),
    assembly = "$start `to` $end `fixed` $block_size $callee `(` $arguments `)` attr-dict \
        (`:` type($arguments)^)?",
    traits(callees(&[Callee::symbol("callee")
        .takes(&[0, 1], 3)
        .gives(Gives::Anything)
        .check(check_callee)]))
)]
pub fn parallel_call_i32(
    ctx: ExecCtx<'_>,
    start: i32,
    end: i32,
    block_size: i32,
    callee: &Function,
    arguments: &[Value],
) -> Result<AsyncRef<Chain>, KernelError> {
    run(ctx, start, end, block_size, callee, arguments)
}

/// Runs a region for each block of a range, with the block's bounds and the operands after the
/// block size; the chain is ready when all calls are done. The blocks are split recursively between
/// this thread and tasks of the queue. Of several errors that of the last block wins.
///
/// # Errors
/// The block size is not positive, or the region has other results than at most a chain.
#[kernel(
    "tfrt.parallel_for.i32",
    effects(),
    assembly = "$start `to` $end `fixed` $block_size (`,` $arguments^)? attr-dict-with-keyword \
        (`:` type($arguments)^)? region",
    traits(callees(&[Callee::region()
        .role("'body' block")
        .takes(&[0, 1], 3)
        .gives(Gives::Anything)]))
)]
pub fn parallel_for_i32(
    ctx: ExecCtx<'_>,
    start: i32,
    end: i32,
    block_size: i32,
    body: &Function,
    arguments: &[Value],
) -> Result<AsyncRef<Chain>, KernelError> {
    run(ctx, start, end, block_size, body, arguments)
}

/// Checks the signature of the body against the op's operands; it returns at most a chain. The
/// messages are the original's.
fn check_callee(given: &[&str], arguments: &[&str], results: &[&str]) -> Vec<String> {
    let mut wrong = Vec::new();
    if arguments.len() != given.len() {
        wrong.push("incorrect number of callee operands");
    } else if !arguments.starts_with(&["i32", "i32"]) {
        wrong.push("callee must take stard and end indices first");
    } else if arguments != given {
        wrong.push("operand type mismatch");
    }
    match results {
        [] | [Chain::NAME] => {}
        [_] => wrong.push("async callee must return a chain"),
        _ => wrong.push("invalid callee result type"),
    }
    wrong.into_iter().map(str::to_owned).collect()
}

fn run(
    ctx: ExecCtx<'_>,
    start: i32,
    end: i32,
    block_size: i32,
    body: &Function,
    arguments: &[Value],
) -> Result<AsyncRef<Chain>, KernelError> {
    let invalid = |message: String| KernelError::new(ErrorCode::InvalidArgument, message);
    if body.signature().results.len() > 1 {
        return Err(invalid("Invalid parallel body function result types".to_owned()));
    }
    let Some(block) = u32::try_from(block_size).ok().filter(|&block| block > 0) else {
        return Err(invalid(format!("block size must be positive, got {block_size}")));
    };
    if start >= end {
        return Ok(AsyncRef::available(Chain));
    }
    let blocks = end.abs_diff(start).div_ceil(block);
    let (promise, done) = AsyncRef::pending();
    let parallel = Parallel {
        ctx: ctx.to_owned(),
        body: body.clone(),
        arguments: arguments.to_vec(),
        range: (i64::from(start), i64::from(end)),
        block: i64::from(block),
        queued: AtomicU32::new(0),
        progress: Mutex::new(Progress { left: blocks, error: None, promise: Some(promise) }),
    };
    run_blocks(&Arc::new(parallel), 0, blocks);
    Ok(done)
}

/// Maximum number of queued tasks of a loop, which bounds the memory for a range of any length.
const MAX_QUEUED: u32 = 1 << 16;

/// The state of a parallel loop.
struct Parallel {
    ctx: OwnedCtx,
    body: Function,
    arguments: Vec<Value>,
    range: (i64, i64),
    block: i64,
    /// Tasks that have not started. Only a counter: it orders nothing.
    queued: AtomicU32,
    progress: Mutex<Progress>,
}

struct Progress {
    /// Remaining calls.
    left: u32,
    /// The error of the last block that failed, with the block's number.
    error: Option<(u32, Error)>,
    /// Taken by the thread that finishes the last call.
    promise: Option<Promise<Chain>>,
}

/// Splits off the upper half of the blocks as a task until one is left, and runs that. If enough
/// tasks are queued, runs the blocks one after the other instead.
fn run_blocks(parallel: &Arc<Parallel>, mut first: u32, mut end: u32) {
    while first < end {
        while end - first > 1 && parallel.queued.load(Ordering::Relaxed) < MAX_QUEUED {
            let middle = first + (end - first) / 2;
            let upper = Blocks::new(parallel, middle, end);
            parallel.ctx.as_ctx().spawn(move || upper.run());
            end = middle;
        }
        parallel.run_block(first);
        first += 1;
    }
}

/// Blocks of a task. If it is dropped unrun, they count as done, so that the loop ends.
struct Blocks {
    parallel: Arc<Parallel>,
    first: u32,
    end: u32,
}

impl Blocks {
    fn new(parallel: &Arc<Parallel>, first: u32, end: u32) -> Self {
        parallel.queued.fetch_add(1, Ordering::Relaxed);
        Self { parallel: Arc::clone(parallel), first, end }
    }

    fn run(mut self) {
        let parallel = Arc::clone(&self.parallel);
        let (first, end) = (self.first, mem::replace(&mut self.end, self.first));
        // Updates the count of queued tasks.
        drop(self);
        run_blocks(&parallel, first, end);
    }
}

impl Drop for Blocks {
    fn drop(&mut self) {
        self.parallel.queued.fetch_sub(1, Ordering::Relaxed);
        if self.first < self.end {
            let dropped = Error::new(ErrorCode::Cancelled, "parallel blocks dropped");
            self.parallel.finish(self.end - 1, self.end - self.first, Some(dropped));
        }
    }
}

impl Parallel {
    fn run_block(self: &Arc<Self>, index: u32) {
        let ctx = self.ctx.as_ctx();
        // A body without kernels never checks for cancellation itself.
        if let Some(error) = ctx.request.cancelled() {
            return self.finish(index, 1, Some(error.clone()));
        }
        let (start, end) = self.range;
        let start = start + i64::from(index) * self.block;
        let end = end.min(start + self.block);
        let bounds = [start, end].map(|bound| {
            Value::new(i32::try_from(bound).expect("a block's bounds are within the range's"))
        });
        let mut arguments: Vec<_> =
            bounds.into_iter().chain(self.arguments.iter().cloned()).collect();
        let result = enter_through(ctx, &self.body, &mut arguments).pop();
        match result {
            None => self.finish(index, 1, None),
            Some(result) => {
                let this = Arc::clone(self);
                let seen = result.clone();
                result.and_then(move || this.finish(index, 1, seen.error().cloned()));
            }
        }
    }

    /// Counts calls as done.
    fn finish(&self, block: u32, calls: u32, error: Option<Error>) {
        let mut progress = self.progress.lock();
        if let Some(error) = error
            && progress.error.as_ref().is_none_or(|(last, _)| *last <= block)
        {
            progress.error = Some((block, error));
        }
        progress.left -= calls;
        if progress.left > 0 {
            return;
        }
        let (promise, error) = (progress.promise.take(), progress.error.take());
        drop(progress);
        if let Some(promise) = promise {
            promise.resolve(match error {
                None => Ok(Chain),
                Some((_, error)) => Err(error),
            });
        }
    }
}
