//! Every row of the table in `dispatch`, on simulated schedules: what becomes of results, metadata, chain and
//! diagnostics.
//!
//! `TFRT_SEEDS` says how many schedules.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod rows;

use rows::{Inputs, Row, Said, handler, metadata};
use std::sync::{Arc, Mutex};
use tfrt_core_runtime::{Attributes, OpAttrs, OpInvocation, TensorHandle};
use tfrt_host::context::{ExecCtx, Host, Site, SiteRef};
use tfrt_host::error::{Error, Location};
use tfrt_host::kernel::{Chain, Value, ValueState};
use tfrt_host::queue::{SimWorkQueue, Task};

static SITE: Site = Site::new("test.op", Location::Unknown);

/// What happens, if late values come in an order of that seed.
fn happens(row: &Row, seed: u64) -> Said {
    let diagnostics = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&diagnostics);
    let queue = Arc::new(SimWorkQueue::new(seed));
    let host = Host::builder()
        .queue(queue)
        .diagnostics(move |it| kept.lock().unwrap().push(it.error.message().to_owned()))
        .build()
        .unwrap();
    let request = host.context();
    let Inputs { arguments, chain, late } = row.given();
    let mut chain = chain.map(|chain| match chain.get() {
        Some(Ok(_)) => Value::new(Chain),
        Some(Err(error)) => Value::Error(error.clone()),
        None => Value::Ref(chain.into_any()),
    });
    if row.cancelled {
        request.cancel();
    }
    let mut attributes = OpAttrs::new();
    attributes.set("refuse", row.refused);
    let results = handler(&host).make_op(row.op()).unwrap().call(OpInvocation {
        context: ExecCtx { request: &request, site: SiteRef::Static(&SITE), depth: 0 },
        arguments: arguments.into(),
        attributes: Attributes::Own(&attributes),
        results: 1,
        chain: chain.as_mut(),
    });
    let [handle] = &results[..] else { panic!("one result was asked for") };
    let known = |handle: &TensorHandle| {
        handle.metadata().map(|it| it.map(|it| assert_eq!(it, metadata())).map_err(message))
    };
    let at_once = known(handle);
    let chain_at_once = chain.as_ref().is_none_or(Value::is_available);
    late.into_iter().for_each(|resolve| host.queue().add_task(Task::new(resolve)));
    host.quiesce();
    let result = match handle.tensor().get() {
        Some(Ok(_)) => Ok(()),
        Some(Err(error)) => Err(error.message().to_owned()),
        None => panic!("the result never came"),
    };
    let chain = chain.map(|chain| match chain.state() {
        ValueState::Ready => Ok(()),
        ValueState::Error(error) => Err(error.message().to_owned()),
        ValueState::Pending => panic!("the chain never came"),
    });
    let metadata = known(handle).expect("the metadata never came");
    let diagnostics = diagnostics.lock().unwrap().clone();
    Said { at_once, metadata, result, chain, chain_at_once, diagnostics }
}

fn message(error: Error) -> String {
    error.message().to_owned()
}

#[test]
fn every_row_of_the_table_holds_on_every_schedule() {
    rows::each(20, |row, seed| assert_eq!(happens(row, seed), row.said(), "seed {seed}: {row:?}"));
}
