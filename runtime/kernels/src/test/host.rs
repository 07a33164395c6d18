//! Kernels that use the host itself: its queue, its allocator, the process's log.

use std::io::Write;
use tfrt_host::context::ExecCtx;
use tfrt_host::error::{ErrorCode, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::Chain;

use crate::string::HostString;

/// Writes the text to standard error at each level, plainly and under a condition.
#[kernel("tfrt_test.logging")]
pub fn logging(text: &HostString) -> Chain {
    let mut log = std::io::stderr().lock();
    for macro_name in ["TFRT_LOG(", "TFRT_LOG_IF("] {
        let condition = if macro_name == "TFRT_LOG(" { "" } else { ", true" };
        for level in ["INFO", "WARNING", "ERROR"] {
            // Nobody is left to tell that standard error is closed.
            let _ = writeln!(log, "from {macro_name}{level}{condition}): {}", text.0);
        }
    }
    Chain
}

/// Takes four bytes from the host's allocator and never gives them back.
///
/// # Errors
/// The allocator has none.
#[kernel("tfrt_test.memory_leak_one_int32")]
pub fn memory_leak_one_int32(ctx: ExecCtx<'_>) -> Result<(), KernelError> {
    match ctx.host().allocator().allocate(size_of::<i32>(), align_of::<i32>()) {
        Some(_) => Ok(()),
        None => Err(KernelError {
            message: "no memory for an int32".into(),
            code: ErrorCode::ResourceExhausted,
        }),
    }
}

/// Waits until no other work is queued or running.
#[kernel("tfrt_test.quiesce")]
pub fn quiesce(ctx: ExecCtx<'_>, _chain: Chain) -> Chain {
    ctx.host().quiesce();
    Chain
}
