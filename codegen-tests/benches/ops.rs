//! Ops one by one: an eager `tf.AddV2` on one element against allocations, the same in a graph on each engine, a
//! chain of asynchronous ops, a product of matrices against the kernel alone. The shortest of many runs, in which
//! what is compared takes turns.
//!
//! `cargo bench -p tfrt-codegen-tests --no-default-features --bench ops`
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

#[path = "support/bars.rs"]
mod bars;

use std::hint::black_box;
use std::time::Instant;
use tfrt::{Catalogue, Engine, Host, HostBuilder, Program, Tensor};
use tfrt_core_runtime::{Eager, OpHandlerRef, TensorHandle};
use tfrt_host::kernel::Value;
use tfrt_numeric::ThisThread;
use tfrt_test_kernels::core_ops;
use tfrt_tf_ops::Multiplied;

/// The bar of an eager add of one element, in allocations of its size.
const ADD_BAR: f64 = 15.0;

/// The bar of a product of matrices, as a multiple of the kernel alone.
const PRODUCT_BAR: f64 = 1.03;

/// Calls of one run.
const CALLS: usize = 1_000;

const GRAPH: &str = r#"
func.func @add(%h: !corert.ophandler, %x: !corert.tensorhandle, %y: !corert.tensorhandle) -> !corert.tensorhandle {
  %sum = corert.executeop(%h) "tf.AddV2"(%x, %y) : 1
  tfrt.return %sum : !corert.tensorhandle
}
"#;

/// What is compared: a name, and one run of it.
type Candidate<'a> = (String, Box<dyn FnMut() + 'a>);

fn main() {
    // `cargo test` builds and starts benchmarks too; only `cargo bench` asks for a measurement.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    bars::print_processor();
    let catalogue = tfrt_test_kernels::catalogue();
    small(&catalogue);
    product(512);
    bars::print_legend();
}

/// The shortest run of each candidate, in seconds: they take turns.
fn race(candidates: &mut [Candidate<'_>]) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; candidates.len()];
    let start = Instant::now();
    let mut rounds = 0;
    while rounds < 3 || start.elapsed().as_secs() < candidates.len() as u64 {
        for ((_, run), best) in candidates.iter_mut().zip(&mut best) {
            run();
            let start = Instant::now();
            run();
            *best = best.min(start.elapsed().as_secs_f64());
        }
        rounds += 1;
    }
    best
}

fn host(builder: HostBuilder) -> Host {
    builder.with(core_ops()).build().expect("it is configured rightly")
}

/// Calls on one element.
fn small(catalogue: &Catalogue) {
    let host = host(Host::builder());
    let request = host.context();
    let one = || Tensor::from_vec(&[1], vec![1.0_f32]).expect("one element");
    let eager = Eager::new(&host, core_ops());
    let add = eager.op("tf.AddV2").expect("there is such an op");
    let late = eager.op("tfrt_test.async.noop").expect("there is such an op");
    let (a, b) = (one(), one());
    let [a, b] =
        [&a, &b].map(|x| TensorHandle::new(x.clone().into_dense().expect("it has memory").into()));
    let mut candidates: Vec<Candidate<'_>> = vec![(
        "malloc and free of 64 bytes".to_owned(),
        Box::new(|| {
            for _ in 0..CALLS {
                drop(black_box(Box::new([0_u64; 8])));
            }
        }),
    )];
    candidates.push((
        "eager add".to_owned(),
        Box::new(|| {
            for _ in 0..CALLS {
                let _ = black_box(add.call(&request, [&a, &b]).expect("it runs"));
            }
        }),
    ));
    let cpu = host.devices().get("CPU:0").expect("the host is one");
    let cpu = tfrt_core_runtime::DeviceOpHandler::new("cpu", cpu, core_ops(), OpHandlerRef::null());
    let cpu = Value::new(OpHandlerRef(std::sync::Arc::new(cpu)));
    let bytes = tfrt::mlir_to_bef("ops.mlir", GRAPH, catalogue).expect("it is valid");
    let program = Program::load(&bytes, catalogue).expect("it loads");
    for (engine, name) in
        [(Engine::Executor, "executeop, executor"), (Engine::Jit, "executeop, JIT")]
    {
        let compiled = program.compile(engine).expect("it compiles");
        let function = compiled.dynamic("add").expect("it is there");
        let arguments = [cpu.clone(), Value::new(a.clone()), Value::new(b.clone())];
        let request = &request;
        candidates.push((
            name.to_owned(),
            Box::new(move || {
                for _ in 0..CALLS {
                    let mut arguments = arguments.clone();
                    let mut results = [Value::Empty];
                    function.call(request, 0, &mut arguments, &mut results);
                    black_box(&results);
                }
            }),
        ));
    }
    candidates.push((
        "asynchronous op of a chain".to_owned(),
        Box::new(|| {
            let mut last = late.call(&request, [&a]).expect("it runs");
            for _ in 1..CALLS {
                last = late.call(&request, [last]).expect("it runs");
            }
            let _ = black_box(last.wait().expect("it runs"));
        }),
    ));
    let best = race(&mut candidates);
    println!("\n{:<28} {:>9} {}", "one element", "ns", bars::heads("/ malloc"));
    for ((name, _), time) in candidates.iter().zip(&best) {
        let bar = (name == "eager add").then_some(ADD_BAR);
        let each = time * 1e9 / CALLS as f64;
        println!("{name:<28} {each:>9.1} {}", bars::columns(Some(time / best[0]), bar));
    }
}

/// A product of square matrices, on one thread.
fn product(size: usize) {
    let host = host(Host::builder().work_queue("s"));
    let request = host.context();
    let eager = Eager::new(&host, core_ops());
    let matmul = eager.op("tf.MatMul").expect("there is such an op");
    let matmul = matmul.attr("transpose_a", false).attr("transpose_b", false);
    let elements: Vec<f32> = (0..size * size).map(|index| (index % 7) as f32 - 3.0).collect();
    let x = Tensor::from_vec(&[size, size], elements.clone()).expect("as many as it asks for");
    let mut out = vec![0.0_f32; size * size];
    let mut candidates: Vec<Candidate<'_>> = vec![
        (
            "the kernel alone".to_owned(),
            Box::new(|| {
                out.fill(0.0);
                let product = f32::product(&ThisThread, [&elements, &elements], size, &mut out);
                product.expect("nobody ends it");
                black_box(&out);
            }),
        ),
        (
            "tf.MatMul".to_owned(),
            Box::new(|| {
                let product = matmul.call(&request, [&x, &x]).expect("it runs");
                let _ = black_box(product.wait().expect("it runs"));
            }),
        ),
    ];
    let best = race(&mut candidates);
    println!("\n{:<28} {:>9} {}", format!("{size} x {size}"), "ms", bars::heads("/ kernel"));
    for ((name, _), time) in candidates.iter().zip(&best) {
        let bar = (name == "tf.MatMul").then_some(PRODUCT_BAR);
        println!("{name:<28} {:>9.2} {}", time * 1e3, bars::columns(Some(time / best[0]), bar));
    }
}
