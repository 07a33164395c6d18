//! Programs from text, compiled and run, with everything that comes out of a run.

#![allow(
    dead_code,
    clippy::allow_attributes,
    clippy::unwrap_used,
    reason = "each test binary uses its part of this"
)]

use std::sync::{Arc, Mutex, MutexGuard};
use tfrt_compiler::plan::{self, Plan};
use tfrt_compiler::source::Source;
use tfrt_compiler::syntax::{ParseOptions, parse};
use tfrt_compiler::verify::{Verified, verify};
use tfrt_host::context::{Host, RequestContext};
use tfrt_host::kernel::{Catalogue, Value};
use tfrt_jit::{JitOptions, JitProgram, compile};

/// A compiled program and where it runs.
pub(crate) struct Setup {
    pub(crate) jit: JitProgram,
    pub(crate) host: Host,
    pub(crate) output: Arc<Mutex<Vec<String>>>,
    pub(crate) diagnostics: Arc<Mutex<Vec<String>>>,
}

/// Text to a verified program.
pub(crate) fn verified(text: &str, catalogue: &Catalogue) -> Verified {
    let source = Source::new("test.mlir", text);
    let (module, diagnostics) = parse(&source, catalogue, ParseOptions::default());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    verify(module, catalogue).expect("the program is valid")
}

/// Text to a plan.
pub(crate) fn planned(text: &str, catalogue: &Catalogue) -> (Verified, Plan) {
    let program = verified(text, catalogue);
    let plan = plan::build(&program, catalogue, plan::Panics::AreErrors)
        .expect("the program can be planned");
    (program, plan)
}

pub(crate) fn setup_with(text: &str, catalogue: &Catalogue, depth: u32, queue: &str) -> Setup {
    let (program, plan) = planned(text, catalogue);
    let jit = compile(&program, &plan, catalogue, &JitOptions::default()).expect("it compiles");
    let output = Arc::new(Mutex::new(Vec::new()));
    let diagnostics = Arc::new(Mutex::new(Vec::new()));
    let (out, diag) = (Arc::clone(&output), Arc::clone(&diagnostics));
    let host = Host::builder()
        .work_queue(queue)
        .max_call_depth(depth)
        .output(move |text| out.lock().unwrap().push(text.trim_end().to_owned()))
        .diagnostics(move |d| diag.lock().unwrap().push(d.error.message().to_owned()))
        .build()
        .expect("the queue exists");
    Setup { jit, host, output, diagnostics }
}

pub(crate) fn setup(text: &str) -> Setup {
    setup_with(text, &tfrt_test_kernels::catalogue(), 10_000, "s")
}

impl Setup {
    /// Runs a function and waits for its results.
    pub(crate) fn call(&self, name: &str, arguments: Vec<Value>) -> Vec<Value> {
        self.call_in(&self.host.context(), name, arguments)
    }

    pub(crate) fn call_in(
        &self,
        context: &RequestContext,
        name: &str,
        mut arguments: Vec<Value>,
    ) -> Vec<Value> {
        let function = self.jit.function(name).expect("the function exists");
        let count = function.signature().results.len();
        let mut results: Vec<Value> = (0..count).map(|_| Value::Empty).collect();
        function.call(context, 0, &mut arguments, &mut results);
        let pending: Vec<_> = results
            .iter()
            .filter_map(|value| match value {
                Value::Ref(any) => Some(any.clone()),
                _ => None,
            })
            .collect();
        self.host.await_all(&pending);
        self.host.quiesce();
        results
    }

    /// Results as the driver prints them.
    pub(crate) fn texts(&self, name: &str, arguments: Vec<Value>) -> String {
        let results = self.call(name, arguments);
        let function = self.jit.function(name).expect("the function exists");
        let types = &function.signature().results;
        let texts: Vec<String> =
            results.iter().zip(types).map(|(value, ty)| typed_text(value, ty)).collect();
        texts.join(",")
    }
}

/// A value of a type as the driver prints it.
fn typed_text(value: &Value, ty: &str) -> String {
    if value.error().is_none() && (ty.starts_with('!') || ty.starts_with("complex")) {
        return format!("{ty} value");
    }
    text(value)
}

/// A value as the driver prints it.
pub(crate) fn text(value: &Value) -> String {
    if let Some(error) = value.error() {
        return format!("<<error: {}>>", error.message());
    }
    if let Some(v) = value.get::<bool>() {
        return u8::from(*v).to_string();
    }
    if let Some(v) = value.get::<i32>() {
        return v.to_string();
    }
    if let Some(v) = value.get::<i64>() {
        return v.to_string();
    }
    if let Some(v) = value.get::<f32>() {
        return scientific(f64::from(*v));
    }
    if let Some(v) = value.get::<f64>() {
        return scientific(*v);
    }
    format!("{value:?}")
}

/// C's `%e`.
fn scientific(value: f64) -> String {
    if !value.is_finite() {
        return value.to_string().to_lowercase();
    }
    let text = format!("{value:.6e}");
    let (mantissa, exponent) = text.split_once('e').expect("scientific notation has an exponent");
    let exponent: i32 = exponent.parse().expect("the exponent is a number");
    format!("{mantissa}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

/// Live values are counted per process, so these tests take turns.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
