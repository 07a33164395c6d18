//! Shared test support: programs from text, a host that collects output and diagnostics, and
//! kernels that make the executor's order visible.

use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use tfrt_bef::File;
use tfrt_compiler::bef::{EmitOptions, to_file};
use tfrt_compiler::source::{Source, render};
use tfrt_compiler::syntax::{ParseOptions, parse};
use tfrt_compiler::verify::verify;
use tfrt_exec::{LoadOptions, Program};
use tfrt_host::context::{ExecCtx, Host, HostBuilder, RequestContext};
use tfrt_host::kernel;
use tfrt_host::kernel::{Attr, Catalogue, KernelDef, KernelList, KernelType, TypeDef, Value};
use tfrt_host::value::{AnyRef, AsyncRef};

/// A value that logs its drop.
#[derive(Debug)]
pub(crate) struct Tracked(i32, Arc<Mutex<String>>);

impl KernelType for Tracked {
    const NAME: &'static str = "!t.tracked";
}

impl Drop for Tracked {
    fn drop(&mut self) {
        self.1.lock().push_str(&format!("drop {}\n", self.0));
    }
}

impl Tracked {
    pub(crate) fn new(id: i32, log: &Arc<Mutex<String>>) -> Self {
        Self(id, Arc::clone(log))
    }
}

/// Prints `note N` and returns N.
#[kernel("t.note")]
pub(crate) fn note(ctx: ExecCtx<'_>, id: Attr<i32>) -> i32 {
    ctx.request.print(&format!("note {}\n", id.0));
    id.0
}

/// Prints `use N`.
#[kernel("t.use")]
pub(crate) fn use_it(ctx: ExecCtx<'_>, value: &Tracked) -> i32 {
    ctx.request.print(&format!("use {}\n", value.0));
    value.0
}

/// Prints `both N M`.
#[kernel("t.both")]
pub(crate) fn both(ctx: ExecCtx<'_>, a: &Tracked, b: i32) -> i32 {
    ctx.request.print(&format!("both {} {b}\n", a.0));
    b
}

/// Fails with the message `N`.
#[kernel("t.fail")]
pub(crate) fn fail(id: Attr<i32>) -> Result<i32, String> {
    Err(id.0.to_string())
}

static PANICS: AtomicI32 = AtomicI32::new(0);

/// Panics.
#[kernel("t.panic")]
pub(crate) fn panic(a: i32) -> i32 {
    PANICS.fetch_add(1, Ordering::Relaxed);
    assert_eq!(a, i32::MIN, "nobody passes that");
    a
}

/// The value of the first operand, whatever the others are.
#[kernel("t.count")]
pub(crate) fn count(ctx: ExecCtx<'_>, a: i32, rest: &[Value]) -> i32 {
    let errors = rest.iter().filter(|value| value.error().is_some()).count();
    let pending = rest.iter().filter(|value| !value.is_available()).count();
    ctx.request.print(&format!("count {a} errors {errors} pending {pending}\n"));
    a
}

/// The second operand; prints whether the first is an error or pending.
#[kernel("t.pick")]
pub(crate) fn pick(ctx: ExecCtx<'_>, a: AsyncRef<i32>, b: AsyncRef<i32>) -> AsyncRef<i32> {
    ctx.request.print(&format!("pick {:?} {:?}\n", a.state(), b.state()));
    b
}

const KERNELS: &[KernelDef] = &[NOTE, USE_IT, BOTH, FAIL, PANIC, COUNT, PICK];

static TYPES: [TypeDef; 1] = [TypeDef::of::<Tracked>("crate::support::Tracked")];

pub(crate) fn catalogue() -> Catalogue {
    tfrt_test_kernels::catalogue().with(&KernelList::new(KERNELS).with_types(&TYPES))
}

pub(crate) fn file(text: &str) -> File {
    let catalogue = catalogue();
    let source = Source::new("t.mlir", text);
    let (module, diagnostics) = parse(&source, &catalogue, ParseOptions::default());
    assert!(diagnostics.is_empty(), "{}", render(&diagnostics, &source));
    let verified = verify(module, &catalogue);
    let verified = verified.unwrap_or_else(|list| panic!("{}", render(&list, &source)));
    let file = to_file(&verified, &EmitOptions::default());
    file.unwrap_or_else(|list| panic!("{}", render(&list, &source)))
}

pub(crate) fn load(file: &File) -> Program {
    let bytes = tfrt_bef::write(file).unwrap();
    Program::load(&bytes, &catalogue(), &LoadOptions::default()).unwrap()
}

pub(crate) fn program(text: &str) -> Program {
    load(&file(text))
}

/// The same file with every kernel in the entry's stream, so that only the stack orders them.
pub(crate) fn one_stream(mut file: File) -> File {
    for body in file.functions.iter_mut().filter_map(|function| function.body.as_mut()) {
        body.root_stream = 0;
        for index in 0..body.kernels.len() {
            body.kernels.set_stream(index, 0);
        }
    }
    file
}

/// A host and a run on it.
pub(crate) struct Bench {
    pub(crate) host: Host,
    pub(crate) request: RequestContext,
    pub(crate) log: Arc<Mutex<String>>,
}

impl Bench {
    pub(crate) fn new() -> Self {
        Self::on("s", 10_000)
    }

    pub(crate) fn on(queue: &str, max_call_depth: u32) -> Self {
        Self::with(|host| host.work_queue(queue).max_call_depth(max_call_depth))
    }

    pub(crate) fn with(choose: impl FnOnce(HostBuilder) -> HostBuilder) -> Self {
        let log = Arc::new(Mutex::new(String::new()));
        let (printed, reported) = (Arc::clone(&log), Arc::clone(&log));
        let host = choose(Host::builder().work_queue("s"))
            .output(move |text| printed.lock().push_str(text))
            .diagnostics(move |it| {
                let text = format!("error {}\n", it.error.message());
                reported.lock().push_str(&text);
            })
            .build()
            .unwrap();
        Self { request: host.context(), host, log }
    }

    /// Starts a function; results may be pending.
    pub(crate) fn start(
        &self,
        program: &Program,
        name: &str,
        mut arguments: Vec<Value>,
    ) -> Vec<Value> {
        let function = program.function(name).unwrap();
        let mut results = vec![Value::Empty; function.signature().results.len()];
        function.call(&self.request, 0, &mut arguments, &mut results);
        assert!(!results.iter().any(|value| matches!(value, Value::Empty)));
        results
    }

    /// Runs a function to completion.
    pub(crate) fn run(&self, program: &Program, name: &str, arguments: Vec<Value>) -> Vec<Value> {
        let results = self.start(program, name, arguments);
        let refs: Vec<AnyRef> = results.iter().map(|value| value.clone().into_ref()).collect();
        self.host.await_all(&refs);
        self.host.quiesce();
        results
    }

    pub(crate) fn take_log(&self) -> String {
        std::mem::take(&mut self.log.lock())
    }
}

/// Integers as they are, errors as their message in angle brackets.
pub(crate) fn shown(values: &[Value]) -> String {
    let one = |value: &Value| match (value.error(), value.get::<i32>()) {
        (Some(error), _) => format!("<{}>", error.message()),
        (None, Some(number)) => number.to_string(),
        (None, None) => "other".to_owned(),
    };
    values.iter().map(one).collect::<Vec<_>>().join(" ")
}
