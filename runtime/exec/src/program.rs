//! A loaded program.

use crate::body::{Body, FunctionInfo, Kernel, Lists};
use crate::location::host_location;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::{fmt, mem, ptr};
use tfrt_bef::{Blob, Locations};
use tfrt_host::context::{ExecCtx, OpIndex, Site, Sites};
use tfrt_host::kernel::{Function, KernelDef, OpAttribute, TypeChecks, Value};

/// A host program, checked and resolved: the result of [`load`](Program::load). Cheap to clone.
/// Thread-safe; any number of runs may execute at the same time.
#[derive(Clone)]
pub struct Program(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) this: Weak<Inner>,
    /// Boxed one by one, so that a load can free the decoded form of each function as it goes.
    pub(crate) functions: Box<[Box<FunctionInfo>]>,
    /// Kernel definitions by their number in the file.
    pub(crate) defs: Box<[&'static KernelDef]>,
    pub(crate) lists: Lists,
    /// The elements of the file's outside resources, in its order.
    pub(crate) resources: Box<[Blob]>,
    /// The functions in `lists`. They borrow the program; clones keep it alive.
    pub(crate) own: Box<[Function]>,
    pub(crate) locations: Locations,
    /// The indices of the named functions, sorted by name.
    pub(crate) names: Box<[u32]>,
    /// Number of kernels run so far, if counted.
    pub(crate) kernels_run: Option<AtomicU64>,
    /// See [`Watch::boxes_scalars`].
    pub(crate) boxes_scalars: bool,
    pub(crate) checks: Checks,
}

/// Properties observed while a program runs.
pub(crate) struct Watch {
    /// Count the kernels that run.
    pub(crate) count_kernels: bool,
    /// Some kernel observes reference counts: every scalar is boxed as an async value, as in the
    /// original, so that references to it can be counted.
    pub(crate) boxes_scalars: bool,
    pub(crate) checks: Checks,
}

/// Checks of values whose types nobody has inferred. Most programs have none.
#[derive(Default)]
pub(crate) struct Checks {
    /// Of the arguments of functions.
    pub(crate) arguments: HashMap<u32, TypeChecks>,
    /// Of the results of kernels without a rule, by function and kernel.
    pub(crate) results: HashMap<(u32, u32), TypeChecks>,
    /// Of the results of functions, in a file that has no types of registers.
    pub(crate) returned: HashMap<u32, TypeChecks>,
}

impl Program {
    /// The functions in the order of the function index, including regions.
    #[must_use]
    pub fn functions(&self) -> &[Box<FunctionInfo>] {
        &self.0.functions
    }

    /// The elements of the file's outside resources, in the order of the file.
    #[must_use]
    pub fn resources(&self) -> &[Blob] {
        &self.0.resources
    }

    /// Number of kernels run so far, if the program was loaded with
    /// [`LoadOptions::count_kernels`](crate::LoadOptions::count_kernels).
    #[must_use]
    pub fn kernels_run(&self) -> Option<u64> {
        self.0.kernels_run.as_ref().map(|count| count.load(Ordering::Relaxed))
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("functions", &self.0.functions.len()).finish()
    }
}

impl Inner {
    #[inline]
    pub(crate) fn info(&self, function: u32) -> &FunctionInfo {
        &self.functions[function as usize]
    }

    pub(crate) fn body(&self, function: u32) -> &Body {
        &self.info(function).body
    }

    #[inline]
    pub(crate) fn def(&self, kernel: &Kernel) -> &'static KernelDef {
        self.defs[kernel.def()]
    }

    /// A kernel's attributes, in the order of its parameters.
    #[inline]
    pub(crate) fn attributes(&self, kernel: &Kernel) -> &[OpAttribute] {
        match kernel.attributes {
            Lists::EMPTY => &[],
            list => self.lists.attributes(list),
        }
    }

    /// The functions that a kernel refers to.
    #[inline]
    pub(crate) fn own(&self, kernel: &Kernel) -> &[Function] {
        match kernel.functions {
            Lists::EMPTY => &[],
            list => &self.own[self.lists.functions(list)],
        }
    }

    /// A counted reference to the program.
    pub(crate) fn keep(&self) -> Arc<Inner> {
        self.this.upgrade().expect("a running program is kept alive by its caller")
    }

    #[inline]
    pub(crate) fn count_kernels(&self, ran: u64) {
        if let Some(count) = &self.kernels_run {
            count.fetch_add(ran, Ordering::Relaxed);
        }
    }

    /// Boxes scalars, if some kernel observes reference counts.
    #[inline]
    pub(crate) fn box_scalars(&self, values: &mut [Value]) {
        if self.boxes_scalars {
            box_all(values);
        }
    }

    /// Checks the results of a kernel whose types no rule infers.
    #[inline]
    pub(crate) fn check_results(
        &self,
        index: OpIndex,
        context: ExecCtx<'_>,
        results: &mut [Value],
    ) {
        if !self.checks.results.is_empty()
            && let Some(checks) = self.checks.results.get(&index)
        {
            checks.check_results(context, results);
        }
    }
}

impl Sites for Inner {
    fn site(&self, (function, kernel): OpIndex) -> Site {
        let kernel = &self.body(function).kernels[kernel as usize];
        let location = host_location(&self.locations.get(kernel.location));
        Site { kernel: Cow::Borrowed(self.def(kernel).name), location }
    }

    fn address(&self, (function, kernel): OpIndex) -> usize {
        ptr::from_ref(&self.body(function).kernels[kernel as usize]).addr()
    }

    fn keep(&self) -> Arc<dyn Sites> {
        Inner::keep(self)
    }
}

#[cold]
fn box_all(values: &mut [Value]) {
    for value in values {
        if let Value::Scalar(..) = value {
            *value = Value::Ref(mem::take(value).into_ref());
        }
    }
}
