//! The calling convention of kernels: what an engine hands a kernel's entry.

use super::{Function, KernelType, OpAttribute, Operands, Value};
use crate::context::{ExecCtx, RequestContext, SiteRef};
use crate::error::{Error, KernelError};
use std::any::Any;

/// One call of a kernel through its entry.
///
/// The operands are available values that are no errors (kernels are strict), unless the op does
/// not wait for them. The engine gives one [`Value::Empty`] per result, and drops what the call has
/// left of its operands right after it. The entry leaves every result set, if need be to the error.
#[derive(Debug)]
pub struct KernelFrame<'a> {
    /// The run.
    pub request: &'a RequestContext,
    /// The op: its name and place.
    pub site: SiteRef<'a>,
    /// Calls already nested around this one.
    pub depth: u32,
    /// Operands.
    pub operands: Operands<'a>,
    /// Attributes in alphabetical order of their names, functions left out.
    pub attributes: &'a [OpAttribute],
    /// Function attributes and regions.
    pub functions: &'a [Function],
    /// Results, `Empty` on entry.
    pub results: &'a mut [Value],
}

impl<'a> KernelFrame<'a> {
    /// The context as kernels see it.
    #[must_use]
    pub fn context(&self) -> ExecCtx<'a> {
        ExecCtx { request: self.request, site: self.site, depth: self.depth }
    }

    /// Reports `error` once and puts it into every result not yet set.
    pub fn fail(&mut self, error: impl Into<KernelError>) {
        let error = self.context().report(error);
        self.poison(&error);
    }

    /// The same after a panic, whose message the error gets. So do the promises that it dropped.
    #[cold]
    pub(super) fn fail_panicked(&mut self, payload: Box<dyn Any + Send>) {
        let error = self.context().report_panic(payload);
        self.poison(&error);
    }

    /// Puts `error` into every result not yet set, without a diagnostic.
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
