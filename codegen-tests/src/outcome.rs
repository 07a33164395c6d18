//! What a run of a function came to, in the terms in which engines must agree.

use std::sync::{Arc, Mutex, PoisonError};
use tfrt_host::context::{Host, HostBuilder, RequestContext};
use tfrt_host::kernel::{Function, Value};

/// What engines agree on: values and errors of each result, and what was printed and reported,
/// as far as data and chains order it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Each result: its value, or its error with code, kernel and place.
    pub results: Vec<String>,
    /// Lines printed, sorted: independent kernels may print in any order.
    pub output: Vec<String>,
    /// Errors reported, sorted.
    pub reports: Vec<String>,
}

/// One run.
#[derive(Clone, Debug)]
pub struct Run {
    /// What it came to.
    pub outcome: Outcome,
    /// Lines in the order in which they were printed.
    pub lines: Vec<String>,
    /// Async values alive at the end that were not at the start, if nothing else runs.
    pub leaked: i64,
}

/// Runs a function without arguments on a new host with this work queue, to the end of all work
/// that it started.
///
/// # Panics
/// The queue's configuration is wrong: a defect of the test.
#[must_use]
pub fn run(function: &Function, queue: &str) -> Run {
    run_on(function, Host::builder().work_queue(queue), |_| {})
}

/// [`run`] on a host that is configured but for its output, with something else going on: what
/// `meanwhile` starts on the run. A result that never comes is shown as such.
///
/// # Panics
/// The queue's configuration is wrong: a defect of the test.
#[must_use]
pub fn run_on(
    function: &Function,
    host: HostBuilder,
    meanwhile: impl FnOnce(&RequestContext),
) -> Run {
    let before = tfrt_host::value::live_count();
    let output: Arc<Mutex<String>> = Arc::default();
    let reports: Arc<Mutex<Vec<String>>> = Arc::default();
    let (sink, diagnostics) = (Arc::clone(&output), Arc::clone(&reports));
    let host = host
        .output(move |text| {
            sink.lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
        })
        .diagnostics(move |diagnostic| {
            let line = describe(&diagnostic.error);
            diagnostics.lock().unwrap_or_else(PoisonError::into_inner).push(line);
        })
        .build()
        .expect("tests name queues that exist");
    let request = host.context();
    let types = function.signature().results.clone();
    let mut results = vec![Value::Empty; types.len()];
    meanwhile(&request);
    function.call(&request, 0, &mut [], &mut results);
    host.quiesce();
    let shown = results.iter().zip(&types).map(|(value, ty)| show(value, ty)).collect();
    drop(results);
    drop(request);
    drop(host);
    let text = std::mem::take(&mut *output.lock().unwrap_or_else(PoisonError::into_inner));
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // Any not-a-number is the same answer; only its sign shows in print.
    let mut sorted: Vec<String> = lines.iter().map(|line| line.replace("-nan", "nan")).collect();
    sorted.sort();
    let mut reports = std::mem::take(&mut *reports.lock().unwrap_or_else(PoisonError::into_inner));
    reports.sort();
    let leaked = tfrt_host::value::live_count() - before;
    Run { outcome: Outcome { results: shown, output: sorted, reports }, lines, leaked }
}

fn describe(error: &tfrt_host::error::Error) -> String {
    format!(
        "{:?} '{}' in {} at {}",
        error.code(),
        error.message(),
        error.kernel().unwrap_or("nothing"),
        error.location()
    )
}

fn show(value: &Value, ty: &str) -> String {
    if let Some(error) = value.error() {
        return describe(error);
    }
    let scalar = match ty {
        "i1" => value.get::<bool>().map(|v| v.to_string()),
        "i32" => value.get::<i32>().map(|v| v.to_string()),
        "i64" => value.get::<i64>().map(|v| v.to_string()),
        // Any not-a-number is the same answer.
        "f32" => value
            .get::<f32>()
            .map(|v| if v.is_nan() { "nan".into() } else { format!("{:#x}", v.to_bits()) }),
        "f64" => value
            .get::<f64>()
            .map(|v| if v.is_nan() { "nan".into() } else { format!("{:#x}", v.to_bits()) }),
        _ if value.is_available() => Some(format!("{ty} value")),
        _ => None,
    };
    scalar.unwrap_or_else(|| format!("no value of type {ty}: {value:?}"))
}
