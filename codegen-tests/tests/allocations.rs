//! Allocations of a call in compiled code: one frame if it suspends, one box if a loop in it
//! suspends, however often; otherwise none, but for the values that are boxed. Allocations of an eager call. None of
//! a model whose memory is planned.

use tfrt::{
    BufferMut, Compiled, Engine, Function, Host, Later, MaybeDone, Model, Program, RequestContext,
    Tensor, Value,
};
use tfrt_codegen_tests::models::MODELS;

#[path = "../benches/support/counted.rs"]
mod counted;
#[path = "../benches/support/waits.rs"]
mod support;

use support::{KERNELS, WAITS, resolve_all, waits};

#[global_allocator]
static ALLOCATOR: counted::Counted = counted::Counted;

type Generated = fn(&RequestContext, i32) -> Later<i32>;

/// The graphs: how often each waits, and how often a call of it suspends.
const GRAPHS: [(&str, i32, u64, Generated); 4] = [
    ("one", 1, 1, |request, _| waits::one(request, 1)),
    ("ten", 10, 1, |request, _| waits::ten(request, 1)),
    ("thousand", 1000, 1, |request, _| waits::thousand(request, 1)),
    ("iterations", 1000, 1, |request, count| waits::iterations(request, 1, count)),
];

/// Allocations of a call that is not the first, with all that it waits for.
fn allocations(mut call: impl FnMut()) -> u64 {
    call();
    let before = counted::allocations();
    call();
    counted::allocations() - before
}

/// A program, compiled by the JIT.
fn by_the_jit(text: &str) -> Compiled {
    let catalogue = tfrt::catalogue().with(&KERNELS);
    let bytes = tfrt::mlir_to_bef("test.mlir", text, &catalogue).expect("the program is valid");
    let program = Program::load(&bytes, &catalogue).expect("the program loads");
    program.compile(Engine::Jit).expect("the program compiles")
}

#[test]
fn a_call_that_suspends_allocates_once_in_generated_rust() {
    let host = Host::builder().work_queue("s").build().expect("the queue exists");
    let request = host.context();
    for (graph, waits, suspensions, call) in GRAPHS {
        let allocated = allocations(|| {
            let result = call(&request, waits);
            assert_eq!(resolve_all(), waits, "{graph} waits so often");
            assert!(matches!(result.take_available(), Some(Ok(_))), "{graph} ends");
        });
        assert_eq!(allocated, suspensions, "{graph}");
    }
    assert_eq!(
        allocations(|| drop(waits::iterations(&request, 1, 0))),
        0,
        "a loop without iterations"
    );
}

#[test]
fn a_call_that_suspends_allocates_once_in_the_jit() {
    let host = Host::builder().work_queue("s").build().expect("the queue exists");
    let request = host.context();
    let compiled = by_the_jit(WAITS);
    let call = |function: &Function, graph: &str, waits: i32| {
        let mut results = [Value::Empty];
        let arguments = &mut [Value::new(1), Value::new(waits)];
        let taken = if graph == "iterations" { 2 } else { 1 };
        function.call(&request, 0, &mut arguments[..taken], &mut results);
        assert_eq!(resolve_all(), waits, "{graph} waits so often");
        assert!(results[0].get::<i32>().is_some(), "{graph} ends");
    };
    for (graph, waits, suspensions, _) in GRAPHS {
        let function = compiled.dynamic(graph).expect("the function is there");
        let allocated = allocations(|| call(&function, graph, waits));
        assert_eq!(allocated, suspensions, "{graph}");
    }
    let iterations = compiled.dynamic("iterations").expect("the function is there");
    assert_eq!(allocations(|| call(&iterations, "iterations", 0)), 0, "a loop without iterations");
}

/// Values that may be late and are there at once.
#[tfrt::kernel("test.soon")]
fn soon(x: i32) -> MaybeDone<i32> {
    MaybeDone::from(x.wrapping_add(1))
}

tfrt::kernels! { AT_ONCE = [soon] }

tfrt::tfrt_graph! {
    mod at_once = "programs/at_once.mlir";
    kernels = [AT_ONCE];
}

#[test]
fn a_call_that_does_not_suspend_allocates_nothing() {
    const COUNT: i32 = 1000;
    let catalogue = tfrt::catalogue().with(&AT_ONCE);
    let text = include_str!("../programs/at_once.mlir");
    let bytes = tfrt::mlir_to_bef("at_once.mlir", text, &catalogue).expect("it is valid");
    let program = Program::load(&bytes, &catalogue).expect("it loads");
    let jit = program.compile(Engine::Jit).expect("it compiles");
    let host = Host::builder().work_queue("s").build().expect("the queue exists");
    let request = host.context();

    let generated = allocations(|| {
        assert_eq!(at_once::counted(&request, 1, COUNT).ok(), Some(1 + 2 * COUNT));
        assert_eq!(at_once::conditional(&request, COUNT).ok(), Some(0));
        assert_eq!(at_once::calls(&request, 7, COUNT).ok(), Some(0));
        let late = at_once::late(&request, 1, COUNT);
        assert!(matches!(late.take_available(), Some(Ok(sum)) if sum == 1 + COUNT));
    });
    assert_eq!(generated, 0, "generated Rust");

    for (name, count, expected) in [
        ("counted", 2, 1 + 2 * COUNT),
        ("conditional", 1, 0),
        ("calls", 2, 0),
        ("late", 2, 1 + COUNT),
    ] {
        let function = jit.dynamic(name).expect("the function is there");
        let allocated = allocations(|| {
            let mut arguments = [Value::new(1), Value::new(COUNT)];
            let mut results = [Value::Empty];
            function.call(&request, 0, &mut arguments[2 - count..], &mut results);
            assert_eq!(results[0].get::<i32>().as_deref(), Some(&expected), "{name}");
        });
        // The JIT boxes what a kernel gives that may be late, and what it passes to the next iteration.
        let boxes = if name == "late" { 2 * COUNT } else { 0 };
        assert!(allocated <= boxes.unsigned_abs().into(), "JIT: {name}: {allocated}");
    }
}

/// A loop of several values whose body gives nothing before the end of an iteration.
const WIDE: &str = r#"
func.func @counted(%count: i32) -> i32 {
  %a = tfrt.constant.i32 1
  %b = tfrt.constant.i32 2
  %c = tfrt.constant.i32 3
  %1, %2, %3 = tfrt.repeat.i32 %count, %a, %b, %c : i32, i32, i32 {
    %late = "bench.later"(%a) : (i32) -> i32
    %x = tfrt.add.i32 %late, %c
    %y = tfrt.add.i32 %late, %a
    %z = tfrt.add.i32 %late, %b
    tfrt.return %x, %y, %z : i32, i32, i32
  }
  tfrt.return %1 : i32
}
"#;

#[test]
fn iterations_that_wait_allocate_nothing_in_the_jit() {
    let host = Host::builder().work_queue("s").build().expect("the queue exists");
    let request = host.context();
    let compiled = by_the_jit(WIDE);
    let function = compiled.dynamic("counted").expect("the function is there");
    let allocated = [10, 1000].map(|iterations| {
        allocations(|| {
            let mut results = [Value::Empty];
            function.call(&request, 0, &mut [Value::new(iterations)], &mut results);
            assert_eq!(resolve_all(), iterations, "it waits so often");
            assert!(results[0].get::<i32>().is_some(), "it ends");
        })
    });
    assert_eq!(allocated[0], allocated[1], "of 10 and of 1000 iterations");
}

/// The value of the result and its elements are two of them.
#[test]
fn an_eager_add_allocates_three_times() {
    let ops = tfrt_test_kernels::core_ops();
    let host = Host::builder().work_queue("s").with(ops.clone()).build().unwrap();
    let request = host.context();
    let eager = tfrt_core_runtime::Eager::new(&host, ops);
    let add = eager.op("tf.AddV2").unwrap();
    let one = || {
        let one = Tensor::from_vec(&[1], vec![1.0_f32]).unwrap();
        tfrt_core_runtime::TensorHandle::new(one.into_dense().unwrap().into())
    };
    let (a, b) = (one(), one());
    let allocated = allocations(|| drop(add.call(&request, [&a, &b]).unwrap()));
    assert_eq!(allocated, 3);
}

/// Models of the tests: planned on each engine that loads them, steady runs into the caller's memory allocate nothing.
#[test]
fn a_steady_run_of_a_model_allocates_nothing() {
    // That of sizes computes shapes from data, as tensors.
    for (name, make) in MODELS.into_iter().filter(|(name, _)| *name != "sizes") {
        let file = make(7);
        for engine in [Engine::Executor, Engine::Jit] {
            let model = Model::builder().engine(engine).from_bytes(&file[..]);
            let model = model.expect("the model is supported");
            let row: &[usize] = if name == "perceptron" { &[24] } else { &[3, 16, 16] };
            let shape = [&[2], row].concat();
            let elements = vec![0.5_f32; shape.iter().product()];
            let input = Tensor::from_vec(&shape, elements).expect("sizes fit");
            let host = Host::builder().work_queue("s").build().expect("the queue exists");
            let ctx = host.context();
            let answer = model.run(&ctx, &[("x", &input)]).expect("it runs");
            let mut output = vec![0_u8; answer["y"].bytes().len()];
            let dtype = answer["y"].dtype();
            let mut run = || {
                let buffer = BufferMut::of_bytes(dtype, &mut output);
                model.run_into(&ctx, &[("x", &input)], &mut [("y", buffer)]).expect("it runs");
            };
            // Large ones take long without optimisation.
            let runs = if name == "perceptron" { 1000 } else { 10 };
            let allocated = allocations(|| (0..runs).for_each(|_| run()));
            assert_eq!(allocated, 0, "{name} on {engine:?}");
            assert_eq!(output, answer["y"].bytes(), "{name} on {engine:?}");
        }
    }
}
