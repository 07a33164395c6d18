//! Calls pure kernels while a program is compiled, over operands that are known: what folds constants asks
//! here which kernels can be called, and calls them. Nothing that they print or report is seen; what fails is
//! left to the run, which reports it.

use crate::encode::encode;
use crate::graph::{Attributes, is_stored};
use std::sync::Arc;
use tfrt_bef::Attribute as BefAttribute;
use tfrt_host::alloc::HostAllocator;
use tfrt_host::context::{Host, RequestContext, Site, SiteRef};
use tfrt_host::error::Location;
use tfrt_host::kernel::{KernelDef, KernelFrame, Operands, Outcome, ParamKind, Value};

/// Calls kernels, in a host of its own without threads.
#[derive(Debug)]
pub struct Evaluator {
    request: RequestContext,
    host: Host,
    memory: Option<usize>,
}

impl Evaluator {
    /// An evaluator whose calls allocate at most that many bytes each; without a limit, any. `None` if there
    /// can be no host.
    ///
    /// ```
    /// use tfrt_compiler::evaluate::Evaluator;
    /// use tfrt_host::kernel::Value;
    ///
    /// let kernel = tfrt_kernels::catalogue().kernel("tfrt.add.i32").ok_or("it is a kernel")?;
    /// assert!(Evaluator::takes(kernel, 2, 1));
    /// let evaluator = Evaluator::new(None).ok_or("a host can be made")?;
    /// let mut operands = [Value::new(40), Value::new(2)];
    /// let results = evaluator.call(kernel, Vec::new(), &mut operands, 1);
    /// assert_eq!(results[0].get::<i32>().as_deref(), Some(&42));
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn new(memory: Option<usize>) -> Option<Self> {
        let host = Host::builder().work_queue("s").diagnostics(|_| {}).output(|_| {}).build();
        // Its error is dropped: nothing is folded then.
        let host = host.ok()?;
        Some(Self { request: host.context(), host, memory })
    }

    /// Where operands of calls can be allocated, without that limit.
    #[must_use]
    pub fn allocator(&self) -> &Arc<dyn HostAllocator> {
        self.host.allocator()
    }

    /// Whether a kernel can be called here with that many operands, for that many results: it is pure, and
    /// takes values and attributes only.
    #[must_use]
    pub fn takes(kernel: &KernelDef, operands: usize, results: usize) -> bool {
        let plain = |kind| {
            let context = kind == ParamKind::Context && kernel.infer.is_some();
            let attribute = matches!(kind, ParamKind::Attribute { .. });
            matches!(kind, ParamKind::Value | ParamKind::Borrow) || attribute || context
        };
        let required = kernel.operands().count();
        kernel.pure
            && kernel.outcome != Outcome::Later
            && !kernel.variadic_results
            && kernel.params.iter().all(|param| plain(param.kind))
            && kernel.results.len() == results
            && operands >= required
            && (operands == required || kernel.variadic_operands())
    }

    /// The attributes of an op in the form in which its kernel receives them; `None` if one has no such form,
    /// or may name a function.
    #[must_use]
    pub fn attributes(attributes: &Attributes) -> Option<Vec<BefAttribute>> {
        let stored = attributes.iter().filter(|(name, _)| is_stored(name));
        stored.map(|(_, attribute)| encode(attribute, &mut |_, _| None)).collect()
    }

    /// The results of a kernel, which [can be called](Self::takes). A result is an error if the kernel failed.
    #[must_use]
    pub fn call(
        &self,
        kernel: &KernelDef,
        attributes: Vec<BefAttribute>,
        operands: &mut [Value],
        results: usize,
    ) -> Vec<Value> {
        let limited = self.memory.map(|limit| self.host.request().memory_limit(limit).build());
        let attributes = kernel.bind(attributes);
        let site = Site::new(kernel.name, Location::Unknown);
        let mut results = vec![Value::Empty; results];
        kernel.invoke(&mut KernelFrame {
            request: limited.as_ref().unwrap_or(&self.request),
            site: SiteRef::Shared(&Arc::new(site)),
            depth: 0,
            operands: Operands::owned(operands),
            attributes: &attributes,
            functions: &[],
            results: &mut results,
        });
        results
    }
}
