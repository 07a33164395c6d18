//! The functions of a program as values, and how they reach the interpreters.
#![expect(unsafe_code, reason = "a program's own functions refer back to it without counting")]

use crate::body::{FunctionInfo, FunctionKind, Lists};
use crate::program::{Inner, Program, Watch};
use crate::{activation, straight};
use std::collections::HashMap;
use std::mem;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Weak};
use tfrt_bef::{Blob, Locations};
use tfrt_host::context::RequestContext;
use tfrt_host::error::{Error, ErrorCode, counted};
use tfrt_host::kernel::{EngineKind, Function, FunctionBody, KernelDef, Signature, Value};

/// The maximum size of a hash table entry for functions while the table grows.
const ENTRY: usize = 96;

impl Program {
    /// The bytes needed to link `references` references to `functions` functions.
    pub(crate) fn own_size(references: usize, functions: usize) -> usize {
        // The counts of the `Arc` precede its content.
        let body = size_of::<Own>() + 2 * size_of::<usize>();
        references * size_of::<Function>() + functions * (body + ENTRY)
    }

    /// Links the functions to the program that holds them.
    pub(crate) fn link(
        functions: Box<[Box<FunctionInfo>]>,
        defs: Vec<&'static KernelDef>,
        lists: Lists,
        resources: Box<[Blob]>,
        locations: Locations,
        watch: Watch,
    ) -> Self {
        let named = (0..).zip(&functions).filter(|(_, function)| !function.name().is_empty());
        let mut names = Vec::with_capacity(named.clone().count());
        names.extend(named.map(|(index, _): (u32, _)| index));
        names.sort_unstable_by_key(|&index| functions[index as usize].name());
        Self(Arc::new_cyclic(|this: &Weak<Inner>| {
            let program = NonNull::new(this.as_ptr().cast_mut())
                .expect("an allocated program has an address");
            // In a large program most functions are referenced often or not at all.
            let mut bodies = HashMap::<u32, Arc<dyn FunctionBody>>::new();
            let mut own = |&index: &u32| {
                let body = bodies.entry(index).or_insert_with(|| Arc::new(Own { program, index }));
                Function::new(Arc::clone(body))
            };
            Inner {
                this: this.clone(),
                functions,
                defs: defs.into(),
                own: lists.functions.iter().map(&mut own).collect(),
                lists,
                resources,
                locations,
                names: names.into(),
                kernels_run: watch.count_kernels.then(AtomicU64::default),
                boxes_scalars: watch.boxes_scalars,
                checks: watch.checks,
            }
        }))
    }

    /// The function of that name.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<Function> {
        let found = self.0.names.binary_search_by_key(&name, |&index| self.0.info(index).name());
        found.ok().map(|at| self.counted(self.0.names[at]))
    }

    /// The function at that index of [`Program::functions`].
    #[must_use]
    pub fn function_at(&self, index: usize) -> Option<Function> {
        let index = u32::try_from(index).ok()?;
        self.0.functions.get(index as usize).map(|_| self.counted(index))
    }

    fn counted(&self, index: u32) -> Function {
        Function::new(Arc::new(Counted { program: Arc::clone(&self.0), index }))
    }
}

impl Inner {
    #[inline]
    fn call(
        &self,
        function: u32,
        request: &RequestContext,
        depth: u32,
        arguments: &mut [Value],
        results: &mut [Value],
    ) {
        let info = self.info(function);
        if [arguments.len(), results.len()] != info.arity.map(|count| count as usize) {
            let error = miscalled(info.signature(), arguments.len(), results.len());
            results.fill(Value::Error(error));
            return;
        }
        if !self.checks.arguments.is_empty()
            && let Some(checks) = self.checks.arguments.get(&function)
            && let Err(error) = checks.check(arguments)
        {
            results.fill(Value::Error(error));
            return;
        }
        match info.kind() {
            FunctionKind::Async => {
                activation::call(self, function, request, depth, arguments, results);
            }
            FunctionKind::Sync => {
                straight::call(self, function, request, depth, arguments, results);
            }
            FunctionKind::Native => match &info.native {
                Some(native) => {
                    let arguments = arguments.iter_mut().map(mem::take).collect();
                    native.call(request, arguments, results);
                }
                None => {
                    results.fill(Value::Error(Error::bug("native functions are found at load")));
                }
            },
        }
        if !self.checks.returned.is_empty()
            && let Some(checks) = self.checks.returned.get(&function)
        {
            checks.check_values(results);
        }
    }
}

#[cold]
fn miscalled(signature: &Signature, arguments: usize, results: usize) -> Error {
    let message = format!(
        "function '{}' takes {} and gives {}, called with {arguments} and {results}",
        signature.name,
        counted(signature.arguments.len(), "argument"),
        counted(signature.results.len(), "result"),
    );
    Error::new(ErrorCode::InvalidArgument, message)
}

/// A function that keeps its program alive.
struct Counted {
    program: Arc<Inner>,
    index: u32,
}

impl FunctionBody for Counted {
    fn signature(&self) -> &Signature {
        self.program.info(self.index).signature()
    }

    fn engine(&self) -> EngineKind {
        EngineKind::Executor
    }

    fn call(
        &self,
        request: &RequestContext,
        depth: u32,
        arguments: &mut [Value],
        results: &mut [Value],
    ) {
        self.program.call(self.index, request, depth, arguments, results);
    }
}

/// A function as referenced by the kernels of its own program: without a count, which would form a
/// cycle and keep the program alive forever.
///
/// Only the program itself stores these and lends them by reference while one of its kernels runs;
/// a clone is a [`Counted`]. So the program outlives every use.
struct Own {
    program: NonNull<Inner>,
    index: u32,
}

// SAFETY: it gives shared access to a program, which is otherwise `Send + Sync`.
unsafe impl Send for Own {}
// SAFETY: as above.
unsafe impl Sync for Own {}

impl Own {
    #[inline]
    fn program(&self) -> &Inner {
        // SAFETY: see the type.
        unsafe { self.program.as_ref() }
    }
}

impl FunctionBody for Own {
    fn signature(&self) -> &Signature {
        self.program().info(self.index).signature()
    }

    fn engine(&self) -> EngineKind {
        EngineKind::Executor
    }

    #[inline]
    fn call(
        &self,
        request: &RequestContext,
        depth: u32,
        arguments: &mut [Value],
        results: &mut [Value],
    ) {
        self.program().call(self.index, request, depth, arguments, results);
    }

    fn detach(&self) -> Option<Arc<dyn FunctionBody>> {
        Some(Arc::new(Counted { program: self.program().keep(), index: self.index }))
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::LoadOptions;
    use tfrt_compiler::source::Source;

    #[test]
    fn a_recursive_program_is_freed_when_its_last_function_goes() {
        let text = "func.func @f() {\n  tfrt.call @f() : () -> ()\n  tfrt.return\n}";
        let catalogue = tfrt_test_kernels::catalogue();
        let source = Source::new("t.mlir", text);
        let (module, _) = tfrt_compiler::syntax::parse(
            &source,
            &catalogue,
            tfrt_compiler::syntax::ParseOptions::default(),
        );
        let verified = tfrt_compiler::verify::verify(module, &catalogue).unwrap();
        let options = tfrt_compiler::bef::EmitOptions::default();
        let bytes = tfrt_compiler::bef::emit(&verified, &options).unwrap();
        let program = Program::load(&bytes, &catalogue, &LoadOptions::default()).unwrap();
        let weak = Arc::downgrade(&program.0);
        let function = program.function("f").unwrap();
        // A reference lent to a kernel is not counted; a clone of it is.
        let own = &program.0.own(&program.0.functions[0].body.kernels[0])[0];
        assert_eq!(weak.strong_count(), 2);
        let copy = own.clone();
        assert_eq!(weak.strong_count(), 3);
        drop(program);
        drop(function);
        assert_eq!(copy.signature().name, "f");
        drop(copy);
        assert!(weak.upgrade().is_none());
    }
}
