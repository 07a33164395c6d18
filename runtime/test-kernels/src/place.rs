//! Kernels that report their environment: the op's location, the thread, the host's shared state.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::atomic::{AtomicI32, Ordering};
use tfrt_host::context::ExecCtx;
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Chain};
use tfrt_kernels::string::HostString;

/// A number for the calling thread; threads are numbered from zero in the order of their first
/// call.
#[kernel("tfrt_test.get_thread_id", effects(host))]
pub fn get_thread_id(_chain: Chain) -> i32 {
    static THREADS: AtomicI32 = AtomicI32::new(0);
    thread_local! {
        static OWN: i32 = THREADS.fetch_add(1, Ordering::Relaxed);
    }
    OWN.with(|own| *own)
}

/// Prints the debug info of the op's location, or `Kernel has no debug info`.
#[kernel("tfrt_test.print_debug_info", effects(prints))]
pub fn print_debug_info(ctx: ExecCtx<'_>, _chain: Chain) -> Chain {
    let info = ctx.site.location.debug_info();
    ctx.request.print(&format!("{}\n", info.as_deref().unwrap_or("Kernel has no debug info")));
    Chain
}

/// Fails if an op of another name in this run has the same location.
///
/// # Errors
/// `duplicate locations N`.
#[kernel("tfrt_test.unique_loc", effects())]
pub fn unique_loc(ctx: ExecCtx<'_>, name: Attr<&str>) -> Result<Chain, KernelError> {
    let seen = ctx
        .request
        .resources()
        .get_or_create("tfrt_test.unique_loc", Mutex::<HashMap<usize, String>>::default)?;
    let handle = ctx.site.address();
    let mut seen = seen.lock();
    match seen.insert(handle, name.0.to_owned()) {
        Some(other) if other != name.0 => {
            Err(KernelError::from(format!("duplicate locations {handle}")))
        }
        _ => Ok(Chain),
    }
}

/// The name of the host's context for this kernel, the same at each call.
#[kernel("tfrt_test.use_sample_shared_context", effects(host))]
pub fn use_sample_shared_context(ctx: ExecCtx<'_>, _chain: Chain) -> (HostString, Chain) {
    (HostString(ctx.host().shared::<SampleContext>().name.clone()), Chain)
}

/// A context of a host; its name contains the number of the instance.
struct SampleContext {
    name: String,
}

impl Default for SampleContext {
    fn default() -> Self {
        Self { name: "sample_shared_context0".to_owned() }
    }
}
