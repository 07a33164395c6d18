//! Shared test support: a host that collects output and diagnostics, functions made of closures,
//! calls of kernels through their definitions, and what holds of every definition. `tfrt-tensor-kernels`
//! and `tfrt-test-kernels` include this file.

use parking_lot::Mutex;
use std::sync::Arc;
use tfrt_bef::{Attribute, DType};
use tfrt_host::context::{Host, HostBuilder, RequestContext, Site, SiteRef};
use tfrt_host::error::Location;
use tfrt_host::kernel::{
    EngineKind, Function, FunctionBody, KernelDef, KernelFrame, KernelType, Operands, Signature,
    Value,
};

/// A host with a run on it.
pub(crate) struct Bench {
    pub(crate) host: Host,
    pub(crate) request: RequestContext,
    output: Arc<Mutex<String>>,
    diagnostics: Arc<Mutex<Vec<String>>>,
}

impl Bench {
    pub(crate) fn new() -> Self {
        Self::on("s")
    }

    pub(crate) fn on(queue: &str) -> Self {
        Self::configured(queue, |builder| builder)
    }

    pub(crate) fn configured(
        queue: &str,
        configure: impl FnOnce(HostBuilder) -> HostBuilder,
    ) -> Self {
        let (output, diagnostics) = (Arc::new(Mutex::new(String::new())), Arc::default());
        let (printed, reported) = (Arc::clone(&output), Arc::clone(&diagnostics));
        let reported: Arc<Mutex<Vec<String>>> = reported;
        let host = configure(Host::builder())
            .work_queue(queue)
            .max_call_depth(100)
            .output(move |text| printed.lock().push_str(text))
            .diagnostics(move |it| reported.lock().push(it.error.message().to_owned()))
            .build()
            .unwrap();
        Self { request: host.context(), host, output, diagnostics }
    }

    /// Calls a kernel; its results may be pending.
    pub(crate) fn start(
        &self,
        name: &str,
        arguments: &[Value],
        attributes: &[Attribute],
        functions: &[Function],
        results: usize,
    ) -> Vec<Value> {
        self.invoke(kernel(name), arguments, attributes, functions, results)
    }

    /// Calls a kernel by its definition; its results may be pending.
    pub(crate) fn invoke(
        &self,
        kernel: &KernelDef,
        arguments: &[Value],
        attributes: &[Attribute],
        functions: &[Function],
        results: usize,
    ) -> Vec<Value> {
        let mut results = vec![Value::Empty; results];
        let site = Site { kernel: kernel.name.into(), location: Location::at("t.mlir", 1, 2) };
        kernel.invoke(&mut KernelFrame {
            request: &self.request,
            site: SiteRef::Shared(&Arc::new(site)),
            depth: 0,
            operands: Operands::owned(&mut arguments.to_vec()),
            attributes: &kernel.bind(attributes.to_vec()),
            functions,
            results: &mut results,
        });
        results
    }

    /// Calls a kernel and waits for its results.
    pub(crate) fn call(
        &self,
        name: &str,
        arguments: &[Value],
        attributes: &[Attribute],
        functions: &[Function],
        results: usize,
    ) -> Vec<Value> {
        let results = self.start(name, arguments, attributes, functions, results);
        self.wait(&results);
        results
    }

    pub(crate) fn wait(&self, values: &[Value]) {
        let pending: Vec<_> = values.iter().cloned().map(Value::into_ref).collect();
        self.host.await_all(&pending);
        self.host.quiesce();
    }

    /// One result of a kernel without attributes.
    pub(crate) fn one<T: KernelType + Clone>(&self, name: &str, arguments: &[Value]) -> T {
        get(&self.call(name, arguments, &[], &[], 1)[0])
    }

    /// The error of a kernel without attributes.
    pub(crate) fn error(&self, name: &str, arguments: &[Value], results: usize) -> String {
        let results = self.call(name, arguments, &[], &[], results);
        let messages: Vec<&str> = results.iter().map(message).collect();
        assert!(messages.iter().all(|message| *message == messages[0]));
        messages[0].to_owned()
    }

    pub(crate) fn printed(&self) -> String {
        std::mem::take(&mut *self.output.lock())
    }

    pub(crate) fn reported(&self) -> Vec<String> {
        std::mem::take(&mut *self.diagnostics.lock())
    }
}

pub(crate) fn kernel(name: &str) -> &'static KernelDef {
    crate::catalogue().kernel(name).unwrap()
}

pub(crate) fn get<T: KernelType + Clone>(value: &Value) -> T {
    match value.get::<T>() {
        Some(value) => (*value).clone(),
        None => panic!("{value:?} is no {}", T::NAME),
    }
}

pub(crate) fn message(value: &Value) -> &str {
    value.error().map_or("no error", |error| error.message())
}

pub(crate) fn int(value: i32) -> Value {
    Value::new(value)
}

pub(crate) fn int_attribute(value: i64) -> Attribute {
    Attribute::Scalar { dtype: DType::I64, bits: value.cast_unsigned() }
}

/// A function of `i32`s from a closure, which also receives the run and the call depth.
pub(crate) fn function(
    name: &str,
    arguments: usize,
    results: usize,
    body: impl Fn(&RequestContext, u32, Vec<Value>) -> Vec<Value> + Send + Sync + 'static,
) -> Function {
    let signature = Signature {
        name: name.to_owned(),
        arguments: vec!["i32".to_owned(); arguments],
        results: vec!["i32".to_owned(); results],
    };
    Function::new(Arc::new(Closure { signature, body: Box::new(body) }))
}

type Body = dyn Fn(&RequestContext, u32, Vec<Value>) -> Vec<Value> + Send + Sync;

struct Closure {
    signature: Signature,
    body: Box<Body>,
}

impl FunctionBody for Closure {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn engine(&self) -> EngineKind {
        EngineKind::Rust
    }

    fn call(
        &self,
        request: &RequestContext,
        depth: u32,
        arguments: &mut [Value],
        results: &mut [Value],
    ) {
        let arguments = arguments.iter_mut().map(std::mem::take).collect();
        for (result, value) in results.iter_mut().zip((self.body)(request, depth, arguments)) {
            *result = value;
        }
    }
}

/// The names of the kernels that these sources define.
pub(crate) fn written(sources: &[&str]) -> Vec<String> {
    let attributes = sources.iter().flat_map(|source| source.split("#[kernel(").skip(1));
    let mut names = Vec::new();
    for attribute in attributes.filter_map(|rest| rest.split(")]").next()) {
        let attribute = attribute.trim_start().trim_start_matches('"');
        let (name, options) = attribute.split_once('"').expect("a name ends with a quote");
        members(name, options, &mut names);
    }
    names
}

/// The names of a family, whose parameters are in braces, by the lists of its options.
fn members(name: &str, options: &str, names: &mut Vec<String>) {
    let Some((before, parameter)) = name.split_once('{') else {
        return names.push(name.to_owned());
    };
    let (parameter, after) = parameter.split_once('}').expect("a parameter ends with a brace");
    let list = options.split_once(&format!("{parameter} = [")).expect("it has a list").1;
    let list = list.split_once(']').expect("a list ends").0;
    for choice in list.split(',').map(str::trim) {
        let mlir = match choice.split_once(" as ") {
            Some((_, name)) => name.trim_matches('"').to_owned(),
            None if choice == "bool" => "i1".to_owned(),
            None => match choice.strip_prefix('u') {
                Some(bits) => format!("ui{bits}"),
                None if choice.starts_with(|c: char| c.is_ascii_digit()) => choice.replace('_', ""),
                None => choice.to_owned(),
            },
        };
        members(&format!("{before}{mlir}{after}"), options, names);
    }
}

/// Checks that the kernels are documented, take and give types of the catalogue, are functions of
/// their names, and do what they say where compiled engines replace them.
pub(crate) fn check_definitions(kernels: &[KernelDef]) {
    let catalogue = crate::catalogue();
    let here = module_path!().split("::").next().unwrap();
    for kernel in kernels {
        assert!(kernel.doc.ends_with(['.', ')']), "{}", kernel.name);
        assert!(kernel.doc.starts_with(char::is_uppercase), "{}", kernel.name);
        let operands = kernel.operands().map(|param| param.ty);
        let more = (!kernel.variadic_type.is_empty()).then_some(kernel.variadic_type);
        for ty in operands.chain(kernel.results.iter().map(|result| result.ty)).chain(more) {
            assert!(catalogue.ty(ty).is_some(), "{ty} of {}", kernel.name);
        }
        let (_, mnemonic) = kernel.name.split_once('.').unwrap();
        let function = kernel.function.strip_prefix("r#").unwrap_or(kernel.function);
        assert_eq!(function, mnemonic.replace('.', "_"));
        assert_eq!(kernel.module.split("::").next(), Some(here));
        assert!(kernel.pure || !kernel.traits.no_effect, "{}", kernel.name);
        assert!(kernel.effects.is_some(), "{} does not state its effects", kernel.name);
    }
}
