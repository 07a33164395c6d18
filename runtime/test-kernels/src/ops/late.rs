//! Test ops whose results are there later, or never.

use super::metadata;
use tfrt_core_runtime::{ScalarOrDense, op};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::value::AsyncRef;
use tfrt_tensor::MutableTensor;

fn in_task(ctx: ExecCtx<'_>, x: MutableTensor) -> AsyncRef<MutableTensor> {
    let (promise, later) = AsyncRef::pending();
    ctx.spawn(move || promise.set(x));
    later
}

/// Its argument, after a task.
#[op("tfrt_test.async.noop", pure, infer = metadata::same)]
pub fn noop(ctx: ExecCtx<'_>, x: ScalarOrDense) -> AsyncRef<MutableTensor> {
    in_task(ctx, x.0)
}

/// Its argument, after a task. Its metadata are not known before.
#[op("tfrt_test.async.noop_no_md", pure)]
pub fn noop_no_md(ctx: ExecCtx<'_>, x: ScalarOrDense) -> AsyncRef<MutableTensor> {
    in_task(ctx, x.0)
}

/// Fails.
///
/// # Errors
/// `error from test.error.tensor implementation`.
#[op("tfrt_test.error.tensor", pure, infer = metadata::same)]
pub fn error_tensor(_x: &ScalarOrDense) -> Result<MutableTensor, KernelError> {
    Err("error from test.error.tensor implementation".into())
}

/// Panics.
///
/// # Panics
/// Always.
#[op("tfrt_test.panic", pure, infer = metadata::same)]
#[expect(clippy::panic, reason = "it is the test's purpose")]
pub fn panic(_x: &ScalarOrDense) -> MutableTensor {
    panic!("the op panics")
}

/// Gives no result, however many are asked for.
#[op("tfrt_test.too_few", pure)]
pub fn too_few(_x: &ScalarOrDense) -> Vec<MutableTensor> {
    Vec::new()
}

/// Gives nothing until its run is cancelled.
#[op("tfrt_test.never", pure, infer = metadata::same)]
pub fn never(ctx: ExecCtx<'_>, _x: &ScalarOrDense) -> AsyncRef<MutableTensor> {
    let owned = ctx.to_owned();
    ctx.spawn_future(async move {
        let end = owned.as_ctx().request.cancellation().await;
        Err::<MutableTensor, _>(KernelError::of_ended_run(end))
    })
}
