//! The calling convention of kernels: what an engine passes to a kernel's entry.

use super::{Function, KernelType, OpAttribute, Operands, Value};
use crate::context::{ExecCtx, RequestContext, SiteRef};
use crate::error::{Error, KernelError};
use std::any::Any;

/// One call of a kernel through its entry.
///
/// The operands are available and no errors (kernels are strict), unless the op is non-strict. The
/// engine passes one [`Value::Empty`] per result, and drops the operands that remain right after
/// the call. The entry sets every result, if necessary to the error.
///
/// ```
/// use tfrt_host::context::{Host, Site, SiteRef};
/// use tfrt_host::error::Location;
/// use tfrt_host::kernel::{KernelFrame, Operands, Value};
///
/// #[tfrt_host::kernel("my.add", pure)]
/// fn add(a: i32, b: i32) -> i32 {
///     a.wrapping_add(b)
/// }
///
/// static SITE: Site = Site::new("my.add", Location::Unknown);
/// let host = Host::builder().build()?;
/// let (mut operands, mut results) = ([Value::new(40), Value::new(2)], [Value::Empty]);
/// ADD.invoke(&mut KernelFrame {
///     request: &host.context(),
///     site: SiteRef::Static(&SITE),
///     depth: 0,
///     operands: Operands::owned(&mut operands),
///     attributes: &[],
///     functions: &[],
///     results: &mut results,
/// });
/// assert_eq!(results[0].get::<i32>().as_deref(), Some(&42));
/// # Ok::<(), tfrt_host::error::Error>(())
/// ```
#[derive(Debug)]
pub struct KernelFrame<'a> {
    /// The run.
    pub request: &'a RequestContext,
    /// The site of the op.
    pub site: SiteRef<'a>,
    /// Call depth.
    pub depth: u32,
    /// Operands.
    pub operands: Operands<'a>,
    /// Attributes in alphabetical order of their names, without function attributes.
    pub attributes: &'a [OpAttribute],
    /// Function attributes and regions.
    pub functions: &'a [Function],
    /// Results, `Empty` on entry.
    pub results: &'a mut [Value],
}

impl<'a> KernelFrame<'a> {
    /// The kernel's context.
    #[must_use]
    pub fn context(&self) -> ExecCtx<'a> {
        ExecCtx { request: self.request, site: self.site, depth: self.depth }
    }

    /// Reports `error` once and stores it in every unset result.
    pub fn fail(&mut self, error: impl Into<KernelError>) {
        let error = self.context().report(error);
        self.poison(&error);
    }

    /// Like `fail`, after a panic whose message the error gets. So do the promises that it dropped.
    #[cold]
    pub fn fail_panicked(&mut self, payload: Box<dyn Any + Send>) {
        let error = self.context().report_panic(payload);
        self.poison(&error);
    }

    /// Stores `error` in every unset result, without a diagnostic.
    pub fn poison(&mut self, error: &Error) {
        for result in self.results.iter_mut() {
            if matches!(result, Value::Empty) {
                *result = Value::Error(error.clone());
            }
        }
    }

    /// Sets result `index`.
    pub fn set<T: KernelType>(&mut self, index: usize, value: T) {
        if let Some(result) = self.results.get_mut(index) {
            *result = Value::new(value);
        }
    }
}
