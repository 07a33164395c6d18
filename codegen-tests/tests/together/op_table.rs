//! The rows of the tables of `dispatch` in programs, on each engine and on simulated schedules: what becomes of the
//! result, its metadata, the chain and diagnostics.
//!
//! `TFRT_SEEDS` says how many schedules.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../../runtime/core-runtime/tests/table/rows.rs"]
mod rows;

use rows::{CHAIN_FAULT, Comes, Inputs, Row, Said, handler, metadata};
use std::sync::{Arc, Mutex};
use tfrt::{Engine, Later, Program, RequestContext, Shared};
use tfrt_core_runtime::{OpHandlerRef, TensorHandle};
use tfrt_host::context::{ExecCtx, Host};
use tfrt_host::error::{Error, KernelError};
use tfrt_host::kernel;
use tfrt_host::kernel::{Chain, Function, Value};
use tfrt_host::queue::{SimWorkQueue, Task};
use tfrt_host::value::AsyncRef;

/// The operands of a row.
#[derive(Debug)]
struct Prepared {
    arguments: [TensorHandle; 2],
    chain: AsyncRef<Chain>,
}

/// The handler and the operands that the host was built with.
#[kernel("table.bring", effects())]
fn bring(
    ctx: ExecCtx<'_>,
) -> Result<(OpHandlerRef, TensorHandle, TensorHandle, AsyncRef<Chain>), KernelError> {
    let prepared = ctx.host().value::<Prepared>().ok_or("nothing is prepared")?;
    let [x, y] = prepared.arguments.clone();
    Ok((handler(ctx.host()), x, y, prepared.chain.clone()))
}

tfrt_host::kernels! {
    TABLE = [bring];
}

tfrt::tfrt_graph! {
    mod compiled = "programs/op_table.mlir";
    kernels = [crate::op_table::TABLE, tfrt_core_runtime_kernels::CORERT];
}

const TEXT: &str = include_str!("../../programs/op_table.mlir");

/// A generated function.
type Generated = fn(&RequestContext) -> (Later<Chain>, Later<Shared<TensorHandle>>);

macro_rules! generated {
    ($($name:ident)*) => {
        [$((stringify!($name), compiled::$name as Generated)),*]
    };
}

static GENERATED: [(&str, Generated); 16] = generated! {
    pure pure_after pure_refused pure_refused_after pure_without pure_without_after pure_without_refused pure_without_refused_after effects effects_after effects_refused effects_refused_after effects_without effects_without_after effects_without_refused effects_without_refused_after
};

/// What a program sees of what the table says: the result, the chain if the call has one, and diagnostics.
#[derive(Debug, PartialEq)]
struct Seen {
    result: Result<(), String>,
    chain: Option<Result<(), String>>,
    diagnostics: Vec<String>,
}

impl Seen {
    /// What may happen. An engine waits for the chain before it calls the op, does not call it if the chain is an
    /// error, and asks then whether the run has ended, which it does after the function has returned.
    fn of(row: &Row) -> Vec<Self> {
        let failed = |message: &str| Self {
            result: Err(message.to_owned()),
            chain: Some(Err(message.to_owned())),
            diagnostics: Vec::new(),
        };
        match row.chain {
            Some(chain) if chain.fails() => return vec![failed(CHAIN_FAULT)],
            Some(Comes::Late) if row.cancelled => return vec![failed("Cancelled")],
            _ => {}
        }
        // Until a late chain is there, late tensors may have come.
        let [first, second] = row.tensors.map(|comes| match (row.chain, comes) {
            (Some(Comes::Late), Comes::Late) => vec![comes, Comes::There],
            (Some(Comes::Late), Comes::LateError) => vec![comes, Comes::Error],
            _ => vec![comes],
        });
        let both = first.iter().flat_map(|&a| second.iter().map(move |&b| [a, b]));
        let seen = both.map(|tensors| {
            let cancelled = row.cancelled && tensors.iter().any(|comes| comes.late());
            let chain = row.chain.map(|_| Comes::There);
            let Said { result, chain, diagnostics, .. } =
                Row { tensors, chain, cancelled, ..*row }.said();
            Self { result, chain, diagnostics }
        });
        seen.collect()
    }
}

/// A function's results, after all its work is done: the chain, the handle.
type Outcome = (Result<(), Error>, Result<TensorHandle, Error>);
/// Starts the function of that name on an engine.
type Call<'a> = Box<dyn Fn(&str, &RequestContext) -> Box<dyn FnOnce() -> Outcome> + 'a>;

fn in_rust(name: &str, ctx: &RequestContext) -> Box<dyn FnOnce() -> Outcome> {
    let (_, function) = GENERATED.iter().find(|(other, _)| *other == name).unwrap();
    let (chain, handle) = function(ctx);
    let host = ctx.host().clone();
    Box::new(move || {
        let chain = host.block_on(chain).map(|Chain| ());
        (chain, host.block_on(handle).map(|handle| TensorHandle::clone(&handle)))
    })
}

fn dynamic(function: &Function, ctx: &RequestContext) -> Box<dyn FnOnce() -> Outcome> {
    let mut results = [Value::Empty, Value::Empty];
    function.call(ctx, 0, &mut [], &mut results);
    Box::new(move || {
        assert!(results.iter().all(Value::is_available), "a result never came");
        let [chain, handle] = results;
        let chain = chain.error().map_or(Ok(()), |error| Err(error.clone()));
        let handle = match handle.error() {
            Some(error) => Err(error.clone()),
            None => Ok(TensorHandle::clone(&handle.get::<TensorHandle>().unwrap())),
        };
        (chain, handle)
    })
}

/// What happens, if late values come in an order of that seed.
fn happens(call: &Call<'_>, row: &Row, seed: u64) -> Seen {
    let Inputs { arguments, chain, late } = row.given();
    let has_chain = chain.is_some();
    let chain = chain.unwrap_or_else(|| AsyncRef::available(Chain));
    let diagnostics = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&diagnostics);
    let host = Host::builder()
        .queue(Arc::new(SimWorkQueue::new(seed)))
        .with(Prepared { arguments, chain })
        .diagnostics(move |it| kept.lock().unwrap().push(it.error.message().to_owned()))
        .build()
        .unwrap();
    let request = host.context();
    let name = row.op().strip_prefix("test.").unwrap();
    let (refused, after) =
        (if row.refused { "_refused" } else { "" }, if has_chain { "_after" } else { "" });
    let outcome = call(&format!("{name}{refused}{after}"), &request);
    if row.cancelled {
        request.cancel();
    }
    late.into_iter().for_each(|resolve| host.queue().add_task(Task::new(resolve)));
    host.quiesce();
    let (chain, handle) = outcome();
    let message = |error: Error| error.message().to_owned();
    let result = handle.map_err(message).map(|handle| {
        assert_eq!(handle.metadata().unwrap().unwrap(), metadata());
        assert!(handle.tensor().get().unwrap().is_ok());
    });
    let diagnostics = diagnostics.lock().unwrap().clone();
    Seen { result, chain: has_chain.then(|| chain.map_err(message)), diagnostics }
}

#[test]
fn every_row_of_the_table_holds_on_every_engine() {
    let catalogue = tfrt::catalogue().with(&TABLE).with(&tfrt_core_runtime_kernels::CORERT);
    let bytes = tfrt::mlir_to_bef("op_table.mlir", TEXT, &catalogue).unwrap();
    let program = Program::load(&bytes, &catalogue).unwrap();
    let [executor, jit] =
        [Engine::Executor, Engine::Jit].map(|engine| program.compile(engine).unwrap());
    let engines: [Call<'_>; 3] = [
        Box::new(in_rust),
        Box::new(|name, ctx| dynamic(&executor.dynamic(name).unwrap(), ctx)),
        Box::new(|name, ctx| dynamic(&jit.dynamic(name).unwrap(), ctx)),
    ];
    for call in engines {
        rows::each(2, |row, seed| {
            let (found, expected) = (happens(&call, row, seed), Seen::of(row));
            assert!(
                expected.contains(&found),
                "seed {seed}: {row:?}: {found:?}, expected {expected:?}"
            );
        });
    }
}
