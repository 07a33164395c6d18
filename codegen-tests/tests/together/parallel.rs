//! Expensive kernels of one segment that do not depend on each other: on every engine and queue they
//! give what they give one after the other, and where a worker is idle they run at the same time.

use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, ThreadId};
use std::time::Duration;
use tfrt::{
    Chain, Compiled, Engine, Error, Host, KernelType, Later, Program, RequestContext, Shared,
    WorkQueue, kernel,
};
use tfrt_host::queue::{SimWorkQueue, Task};

/// A number in a box.
#[derive(Clone, Debug)]
pub(crate) struct Cell(i32);

impl KernelType for Cell {
    const NAME: &'static str = "!par.cell";
}

/// Its square.
#[kernel("par.square", pure, cost = 1_000_000)]
fn square(x: i32) -> i32 {
    x.wrapping_mul(x)
}

/// Fails unless the number is odd.
#[kernel("par.odd", cost = 1_000_000)]
fn odd(x: i32) -> Result<i32, String> {
    if x % 2 == 0 { Err(format!("{x} is even")) } else { Ok(x) }
}

/// Panics below zero.
#[kernel("par.panic", cost = 1_000_000)]
fn panic(x: i32) -> i32 {
    assert!(x >= 0, "less than nothing");
    x
}

/// A box of it.
#[kernel("par.cell", pure, cost = 1_000_000)]
fn cell(x: i32) -> Cell {
    Cell(x)
}

/// The sum of two boxes.
#[kernel("par.sum", pure, cost = 1_000_000)]
fn sum(a: &Cell, b: &Cell) -> i32 {
    a.0 + b.0
}

static COUNTED: AtomicI32 = AtomicI32::new(0);

/// How many calls were before this one, times the number.
#[kernel("par.count", cost = 1_000_000)]
fn count(x: i32, _in: Chain) -> (i32, Chain) {
    (x * COUNTED.fetch_add(1, Ordering::Relaxed), Chain)
}

/// Held by a test whose kernels meet.
static MEETINGS: Mutex<()> = Mutex::new(());

static MEETING: (Mutex<i32>, Condvar) = (Mutex::new(0), Condvar::new());

/// Waits until two are here: 1 if the other came.
#[kernel("par.meet", cost = 1_000_000)]
fn meet(_x: i32) -> i32 {
    let (here, came) = &MEETING;
    let mut here = here.lock().expect("nobody panics");
    *here += 1;
    came.notify_all();
    let all = came.wait_timeout_while(here, Duration::from_secs(20), |here| *here < 2);
    i32::from(!all.expect("nobody panics").1.timed_out())
}

/// The threads that `below` has run on.
static BELOW: Mutex<Vec<ThreadId>> = Mutex::new(Vec::new());

/// What a number of microseconds is worth: from 1000 on, waits until two are here, and gives 1 if the
/// other came. Below, notes its thread.
#[kernel("par.by_size", cost = 1_000 * u64::from(size.0.unsigned_abs()))]
fn by_size(size: &Cell) -> i32 {
    if size.0 >= 1_000 {
        return meet(0);
    }
    BELOW.lock().expect("nobody panics").push(thread::current().id());
    0
}

/// The number, later.
#[kernel("par.later")]
async fn later(x: i32) -> i32 {
    x
}

tfrt::kernels! {
    PARALLEL = [
        square, odd, panic, cell, sum, count, meet, by_size, later, type Cell = "!par.cell",
    ]
}

tfrt::tfrt_graph! {
    mod par = "programs/parallel.mlir";
    kernels = [PARALLEL];
}

const TEXT: &str = include_str!("../../programs/parallel.mlir");

fn compiled(text: &str) -> [Compiled; 2] {
    let catalogue = tfrt::catalogue().with(&PARALLEL);
    let bytes = tfrt::mlir_to_bef("parallel.mlir", text, &catalogue).expect("a valid program");
    let program = Program::load(&bytes, &catalogue).expect("the program loads");
    [Engine::Executor, Engine::Jit].map(|engine| program.compile(engine).expect("it compiles"))
}

/// A host on each kind of queue.
fn hosts() -> impl Iterator<Item = Host> {
    let queues = ["s", "mstd:2"].map(|name| tfrt_host::queue::create(name).expect("it exists"));
    let seeds = 0..8;
    let simulated = seeds.map(|seed| Arc::new(SimWorkQueue::new(seed)) as Arc<dyn WorkQueue>);
    let queues = queues.into_iter().chain(simulated);
    queues.map(|queue| Host::builder().queue(queue).diagnostics(|_| {}).build().expect("a host"))
}

/// A result, once it is available.
fn awaited<T: KernelType + Clone>(host: &Host, value: Later<T>) -> Result<T, String> {
    plain(host.block_on(value))
}

fn plain<T>(result: Result<T, Error>) -> Result<T, String> {
    result.map_err(|error| error.message().to_owned())
}

#[test]
fn the_signature_stays() {
    let _: fn(&RequestContext, i32) -> (i32, i32) = par::ready;
    let _: fn(&RequestContext, i32) -> (i32, i32) = par::panics;
    type Boxes = (i32, i32, i32, Shared<Cell>);
    let _: fn(&RequestContext, i32) -> Boxes = par::boxes;
    let _: fn(&RequestContext, i32) -> i32 = par::wide;
    let _: fn(&RequestContext, i32) -> Later<i32> = par::waits;
}

#[test]
fn values_are_the_same() {
    let engines = compiled(TEXT);
    for host in hosts() {
        let request = host.context();
        for x in [-3_i32, 0, 7] {
            let (a, b) = (x * x, (x + 1) * (x + 1));
            let square_sum = |a: i32, b: i32| a.wrapping_mul(a).wrapping_add(b.wrapping_mul(b));
            let waited = square_sum(square_sum(square_sum(a, b), x), x);
            assert_eq!(par::ready(&request, x), (a, b));
            assert_eq!(par::wide(&request, x), 13 * a);
            let (s, t, u, cell) = par::boxes(&request, x);
            assert_eq!((s, t, u, cell.0), (2 * x + 1, 2 * x + 2, 2 * x + 1, x));
            let value = par::waits(&request, x);
            assert_eq!(plain(host.block_on(value)), Ok(waited));
            for engine in &engines {
                let ready = engine.function::<(i32,), (i32, i32)>("ready").expect("it is there");
                assert_eq!(plain(ready.call(&request, (x,))), Ok((a, b)));
                let wide = engine.function::<(i32,), (i32,)>("wide").expect("it is there");
                assert_eq!(plain(wide.call(&request, (x,))), Ok((13 * a,)));
                let waits = engine.function::<(i32,), (i32,)>("waits").expect("it is there");
                assert_eq!(awaited(&host, waits.start(&request, (x,)).0), Ok(waited));
                let boxes =
                    engine.function::<(i32,), (i32, i32, i32, Cell)>("boxes").expect("it is there");
                let (s, t, u, cell) = boxes.start(&request, (x,));
                assert_eq!(awaited(&host, s), Ok(2 * x + 1));
                assert_eq!(awaited(&host, t), Ok(2 * x + 2));
                assert_eq!(awaited(&host, u), Ok(2 * x + 1));
                assert_eq!(awaited(&host, cell).map(|cell| cell.0), Ok(x));
            }
        }
    }
}

#[test]
fn errors_are_the_same() {
    let engines = compiled(TEXT);
    for host in hosts() {
        let request = host.context();
        for (x, expected) in [
            (3, [Ok(3), Err("4 is even"), Ok(9), Err("4 is even"), Ok(1)]),
            (4, [Err("4 is even"), Ok(5), Err("4 is even"), Ok(25), Ok(1)]),
        ] {
            let expected = expected.map(|result| result.map_err(str::to_owned));
            let (a, b, c, d, e) = par::fails(&request, x);
            assert_eq!([a, b, c, d, e].map(plain), expected);
            for engine in &engines {
                let fails = engine
                    .function::<(i32,), (i32, i32, i32, i32, i32)>("fails")
                    .expect("it is there");
                let (a, b, c, d, e) = fails.start(&request, (x,));
                assert_eq!([a, b, c, d, e].map(|value| awaited(&host, value)), expected);
            }
        }
        for engine in &engines {
            let panics = engine.function::<(i32,), (i32, i32)>("panics").expect("it is there");
            let (a, b) = panics.start(&request, (-2,));
            assert_eq!(awaited(&host, a), Ok(4));
            let error = awaited(&host, b).expect_err("it panics");
            assert!(error.contains("less than nothing"), "{error}");
        }
        let payload = catch_unwind(AssertUnwindSafe(|| par::panics(&request, -2)));
        let payload = payload.expect_err("a ready function passes the panic on");
        let error = payload.downcast_ref::<Error>().expect("with the reported error");
        assert!(error.message().contains("less than nothing"), "{error}");
        // The run was not harmed.
        assert_eq!(par::panics(&request, 2), (4, 2));
    }
}

#[test]
fn a_cancelled_run_runs_none() {
    let engines = compiled(TEXT);
    for host in hosts() {
        let request = host.context();
        request.cancel();
        for engine in &engines {
            let fails =
                engine.function::<(i32,), (i32, i32, i32, i32, i32)>("fails").expect("it is there");
            let (a, b, c, d, e) = fails.start(&request, (3,));
            let errors = [a, b, c, d, e].map(|value| awaited(&host, value));
            assert!(errors.iter().all(Result::is_err), "{errors:?}");
        }
    }
}

/// What counts and what meets share a state each, so there is one test of either.
#[test]
fn a_chain_keeps_order() {
    let engines = compiled(TEXT);
    let mut next = 0;
    for host in hosts() {
        let request = host.context();
        let (a, b, _) = par::chained(&request, 1, Chain);
        assert_eq!((a, plain(b)), (next, Ok(next + 1)));
        next += 2;
        for engine in &engines {
            let chained =
                engine.function::<(i32, Chain), (i32, i32, Chain)>("chained").expect("it is there");
            let (a, b, _) = chained.call(&request, (1, Chain)).expect("no error");
            assert_eq!((a, b), (next, next + 1));
            next += 2;
        }
    }
}

#[test]
fn idle_workers_help() {
    let host = Host::builder().work_queue("mstd:2").build().expect("a host");
    let request = host.context();
    let _alone = MEETINGS.lock().expect("nobody panics");
    let forget = || *MEETING.0.lock().expect("nobody panics") = 0;
    assert_eq!(par::meets(&request, 0), (1, 1));
    forget();
    let [_, jit] = compiled(TEXT);
    let meets = jit.function::<(i32,), (i32, i32)>("meets").expect("it is there");
    assert_eq!(plain(meets.call(&request, (0,))), Ok((1, 1)));
    forget();
}

#[test]
fn a_cost_of_operands_decides_each_time() {
    // The other test of two that meet has ended, or has not begun.
    let _alone = MEETINGS.lock().expect("nobody panics");
    let [_, jit] = compiled(TEXT);
    let host = Host::builder().work_queue("mstd:2").build().expect("a host");
    let request = host.context();
    let sizes = jit.function::<(i32,), (i32, i32)>("by_size").expect("it is there");
    type Sizes<'a> = Box<dyn Fn(i32) -> Result<(i32, i32), String> + 'a>;
    let engines: [Sizes<'_>; 2] = [
        Box::new(|size| Ok(par::by_size(&request, size))),
        Box::new(|size| plain(sizes.call(&request, (size,)))),
    ];
    for by_size in engines {
        assert_eq!(by_size(1_000), Ok((1, 1)), "they run at the same time");
        *MEETING.0.lock().expect("nobody panics") = 0;
        for size in [1, 19] {
            assert_eq!(by_size(size), Ok((0, 0)));
        }
        let threads = std::mem::take(&mut *BELOW.lock().expect("nobody panics"));
        assert_eq!(threads, [thread::current().id(); 4], "they run one after the other, here");
    }
}

#[test]
fn workers_may_fork_too() {
    let [_, jit] = compiled(TEXT);
    let jit = Arc::new(jit);
    let host = Host::builder().work_queue("mstd:2").build().expect("a host");
    let request = host.context();
    let right = Arc::new(AtomicI32::new(0));
    for x in 0..100 {
        let (request, jit, right) = (request.clone(), Arc::clone(&jit), Arc::clone(&right));
        host.queue().add_task(Task::new(move || {
            let expected = (x * x, (x + 1) * (x + 1));
            let ready = jit.function::<(i32,), (i32, i32)>("ready").expect("it is there");
            let same = ready.call(&request, (x,)).is_ok_and(|pair| pair == expected)
                && par::ready(&request, x) == expected;
            right.fetch_add(i32::from(same), Ordering::Relaxed);
        }));
    }
    host.quiesce();
    assert_eq!(right.load(Ordering::Relaxed), 100);
}

#[test]
fn many_are_several_groups() {
    let mut text = String::from("func.func @many(%v0: i32) -> i32 {\n");
    for index in 0..200 {
        writeln!(text, "  %s{index} = \"par.square\"(%v0) : (i32) -> i32").expect("it fits");
    }
    for index in 0..200 {
        let next = index + 1;
        writeln!(text, "  %v{next} = tfrt.add.i32 %v{index}, %s{index}").expect("it fits");
    }
    text.push_str("  tfrt.return %v200 : i32\n}\n");
    for engine in compiled(&text) {
        for host in hosts() {
            let many = engine.function::<(i32,), (i32,)>("many").expect("it is there");
            assert_eq!(plain(many.call(&host.context(), (3,))), Ok((3 + 200 * 9,)));
        }
    }
}
