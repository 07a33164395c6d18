//! Values that trace their lifetime, `!vt.value` and a test resource: their output shows when an
//! engine creates and drops them.

use parking_lot::Mutex;
use tfrt_host::context::{ExecCtx, HostHandle};
use tfrt_host::error::KernelError;
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Chain, KernelType, Value};

/// An integer that prints when it is created and when it is dropped.
#[derive(Debug)]
pub struct TracedInt {
    value: i32,
    /// Not the run, whose resources may hold this value, which would be a cycle.
    host: HostHandle,
}

impl KernelType for TracedInt {
    const NAME: &'static str = "!vt.value";
}

impl TracedInt {
    /// Prints the same lines as the original, whose kernels move their results into an async value.
    fn new(ctx: ExecCtx<'_>, value: i32) -> Self {
        ctx.request.print(&format!("constructed vt.value({value})\n"));
        ctx.request.print(&format!("move constructed vt.value({value})\n"));
        Self { value, host: ctx.host().clone() }
    }
}

impl Drop for TracedInt {
    fn drop(&mut self) {
        self.host.print(&format!("destroyed vt.value({})\n", self.value));
    }
}

/// A resource that a program frees explicitly, or that is freed when it is dropped.
#[derive(Debug)]
pub struct TestResource {
    /// None once it is freed.
    host: Mutex<Option<HostHandle>>,
}

impl KernelType for TestResource {
    const NAME: &'static str = "!tfrt.test.resource";
}

impl TestResource {
    fn destroy(&self) {
        let host = self.host.lock().take();
        if let Some(host) = host {
            host.print("Destroyed TestResource\n");
        }
    }
}

impl Drop for TestResource {
    fn drop(&mut self) {
        self.destroy();
    }
}

/// Prints `Allocated TestResource` and returns a resource.
#[kernel("tfrt_test.allocate_resource", effects(prints))]
pub fn allocate_resource(ctx: ExecCtx<'_>, _chain: Chain) -> (TestResource, Chain) {
    ctx.request.print("Allocated TestResource\n");
    (TestResource { host: Mutex::new(Some(ctx.host().clone())) }, Chain)
}

/// Frees the resource, even if there are other references to it.
#[kernel("tfrt_test.deallocate_resource", effects(prints))]
pub fn deallocate_resource(ctx: ExecCtx<'_>, resource: &TestResource, _chain: Chain) -> Chain {
    resource.destroy();
    ctx.request.print("tfrt_test.deallocate_resource done\n");
    Chain
}

/// The operand twice: the same value, not copies.
///
/// # Errors
/// There is not exactly one operand.
#[kernel("tfrt_test.share_to_two", effects())]
pub fn share_to_two(values: &[Value]) -> Result<Vec<Value>, KernelError> {
    match values {
        [value] => Ok(vec![value.clone(), value.clone()]),
        _ => Err(KernelError::from(format!(
            "tfrt_test.share_to_two takes one operand, given {}",
            values.len()
        ))),
    }
}

/// The sum, wrapping.
#[kernel("vt.add", effects(prints))]
pub fn add(ctx: ExecCtx<'_>, a: &TracedInt, b: &TracedInt) -> TracedInt {
    TracedInt::new(ctx, a.value.wrapping_add(b.value))
}

/// The attribute `value`.
#[kernel("vt.constant", effects(prints))]
pub fn constant(ctx: ExecCtx<'_>, value: Attr<i32>) -> TracedInt {
    TracedInt::new(ctx, value.0)
}

/// Prints `print vt_value(X)`.
#[kernel("vt.print", effects(prints))]
pub fn print(ctx: ExecCtx<'_>, value: &TracedInt, _chain: Chain) -> Chain {
    ctx.request.print(&format!("print vt_value({})\n", value.value));
    Chain
}
