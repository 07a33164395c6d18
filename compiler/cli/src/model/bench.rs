//! `tfrt bench` on models: the time of a run, and of the way from the file to the first result.

use super::profile::{Profile, Spent};
use super::run::{Inputs, Ready, host, outputs};
use crate::allocations;
use crate::engine::EngineName;
use crate::failure::Failure;
use crate::input::Input;
use crate::output;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tfrt::tensor::DType;
use tfrt::{BufferMut, Tensor};
use tfrt_host::trace::TraceLevel;
use tfrt_numeric::InstructionSet;

const MIN_RUNS: usize = 3;
const MAX_RUNS: usize = 1000;
const LONGEST: Duration = Duration::from_secs(3);

/// Measures a model.
pub(crate) fn bench(
    input: &Input,
    inputs: &Inputs,
    (engine, profiled): (EngineName, bool),
    json: bool,
) -> Result<(), Failure> {
    let start = Instant::now();
    let ready = inputs.load(input, engine, false)?;
    let loaded = start.elapsed();
    // Reading the inputs is no part of loading the model.
    let values = inputs.values(&ready.host)?;
    let start = Instant::now();
    let first = outputs(&ready, &values)?;
    let load_to_first = loaded + start.elapsed();
    let mut buffers: Vec<(&str, Buffer)> =
        first.iter().map(|(name, tensor)| (name, Buffer::like(tensor))).collect();
    let mut times = Vec::new();
    let start = Instant::now();
    while times.len() < MIN_RUNS || (times.len() < MAX_RUNS && start.elapsed() < LONGEST) {
        times.push(run_into(&ready, &values, &mut buffers)?.as_secs_f64() * 1e3);
    }
    let mut failed = None;
    let allocations = allocations::count(|| failed = run_into(&ready, &values, &mut buffers).err());
    if let Some(failure) = failed {
        return Err(failure);
    }
    times.sort_by(f64::total_cmp);
    let (min, median, runs) = (times[0], times[times.len() / 2], times.len());
    let load_to_first = load_to_first.as_secs_f64() * 1e3;
    let (cpu, instructions) = (cpu(), InstructionSet::chosen().to_string());
    let (threads, optimized) = (ready.threads, !cfg!(debug_assertions));
    let kernels = if profiled { profile(&ready, &values, &mut buffers)? } else { Vec::new() };
    if json {
        let kernels = kernels.iter().map(|(name, spent)| {
            json!({ "kernel": name, "calls": spent.calls, "ms": ms_of_a_run(spent) })
        });
        output::json(&json!({
            "file": input.name(),
            "engine": engine.as_str(),
            "math": inputs.choices.math().to_string(),
            "threads": threads,
            "cpu": { "name": cpu, "instructions": instructions },
            "ms_min": min,
            "ms_median": median,
            "runs": runs,
            "allocations_per_run": allocations,
            "load_to_first_result_ms": load_to_first,
            "optimized": optimized,
            "kernels": profiled.then(|| kernels.collect::<Vec<_>>()),
        }));
        return Ok(());
    }
    output::print(&format!(
        "{} on {} with {threads} thread{}, {cpu}, {instructions}: {min:.3} ms in the fastest of {runs} \
         runs (median {median:.3}), {allocations} allocations a run, {load_to_first:.1} ms from the file \
         to the first result\n{}",
        input.name(),
        engine.as_str(),
        if threads == 1 { "" } else { "s" },
        if optimized { "" } else { "this tool is a debug build, whose times say little\n" },
    ));
    let all: Duration = kernels.iter().map(|(_, spent)| spent.time).sum();
    for (name, spent) in &kernels {
        let share = 100.0 * spent.time.as_secs_f64() / all.as_secs_f64();
        let calls = spent.calls / PROFILED;
        let ms = ms_of_a_run(spent);
        output::print(&format!("{ms:>10.3} ms {share:>5.1} % {calls:>6} x {name}\n"));
    }
    Ok(())
}

/// How many runs are profiled.
const PROFILED: u32 = 10;

fn ms_of_a_run(spent: &Spent) -> f64 {
    spent.time.as_secs_f64() * 1e3 / f64::from(PROFILED)
}

/// The time of kernels, in runs that are watched for it.
fn profile(
    ready: &Ready,
    values: &BTreeMap<String, Tensor>,
    buffers: &mut [(&str, Buffer)],
) -> Result<Vec<(String, Spent)>, Failure> {
    let profile = Arc::new(Profile::default());
    let sink = Arc::<Profile>::clone(&profile);
    let host = host(ready.threads, |builder| builder.trace(TraceLevel::Debug, sink))?;
    let watched = Ready { model: ready.model.clone(), host, threads: ready.threads };
    for _ in 0..PROFILED {
        run_into(&watched, values, buffers)?;
    }
    Ok(profile.kernels())
}

/// Runs a model into the caller's memory; how long that takes.
fn run_into(
    ready: &Ready,
    values: &BTreeMap<String, Tensor>,
    buffers: &mut [(&str, Buffer)],
) -> Result<Duration, Failure> {
    let inputs: Vec<(&str, &Tensor)> =
        values.iter().map(|(name, tensor)| (name.as_str(), tensor)).collect();
    let mut outputs: Vec<(&str, BufferMut<'_>)> = buffers
        .iter_mut()
        .map(|(name, buffer)| (*name, BufferMut::of_bytes(buffer.dtype, &mut buffer.bytes)))
        .collect();
    let context = ready.host.context();
    let start = Instant::now();
    let ran = ready.model.run_into(&context, &inputs, &mut outputs);
    let time = start.elapsed();
    ran.map_err(|error| Failure::check(format!("tfrt: {}\n", error.message())))?;
    Ok(time)
}

/// Memory for an output.
struct Buffer {
    dtype: DType,
    bytes: Vec<u8>,
}

impl Buffer {
    /// For a tensor of that type and size.
    fn like(tensor: &Tensor) -> Self {
        Self { dtype: tensor.dtype(), bytes: vec![0; tensor.bytes().len()] }
    }
}

/// The processor's name, where the system says it.
fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name"));
    let name = name.map(|name| name.trim_start_matches([' ', '\t', ':']).to_owned());
    name.unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}
