//! CUDA devices in programs, on each engine, on a driver without a card.

use cuda_stand_in::StandIn;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use tfrt::gpu::Driver;
use tfrt::tensor::HostBuffer;
use tfrt::{Chain, Engine, Error, ErrorCode, Host, Program, RequestContext, Shared};
use tfrt_codegen_tests::bef;
use tfrt_compiler::syntax::{PrintOptions, print};

tfrt::tfrt_graph! {
    mod compiled = "programs/gpu.mlir";
    kernels = [tfrt::TENSOR, tfrt::GPU];
}

const TEXT: &str = include_str!("../../programs/gpu.mlir");

type Bytes = Shared<HostBuffer>;
type Saxpy = Box<dyn Fn(&RequestContext, Bytes, Bytes, i32) -> Result<(), Error>>;

/// A function of the program on each engine.
fn engines(function: &str) -> Vec<(&'static str, Saxpy)> {
    let generated: Saxpy = match function {
        "saxpy" => Box::new(|ctx, x, y, n| {
            ctx.host().block_on(compiled::saxpy(ctx, Chain, x, y, n)).map(drop)
        }),
        "replay" => Box::new(|ctx, x, y, times| {
            ctx.host().block_on(compiled::replay(ctx, Chain, x, y, times)).map(drop)
        }),
        other => panic!("the program has no {other}"),
    };
    let mut all = vec![("generated Rust", generated)];
    let catalogue = tfrt::catalogue().with(&tfrt::TENSOR).with(&tfrt::GPU);
    let bytes = tfrt::mlir_to_bef("gpu.mlir", TEXT, &catalogue).expect("it is valid");
    let program = Program::load(bytes, &catalogue).expect("it loads");
    for (engine, name) in [(Engine::Executor, "executor"), (Engine::Jit, "JIT")] {
        let compiled = program.compile(engine).expect("it compiles");
        let saxpy = compiled.function::<(Chain, Bytes, Bytes, i32), (Chain,)>(function);
        let saxpy = saxpy.expect("the program has it");
        all.push((name, Box::new(move |ctx, x, y, n| saxpy.call(ctx, (Chain, x, y, n)).map(drop))));
    }
    all
}

fn host(queue: &str, stand_in: &StandIn) -> Host {
    let driver = Driver::open_at(stand_in.path()).expect("it is there");
    Host::builder().work_queue(queue).with(driver).build().expect("it exists")
}

/// A buffer of elements.
fn buffer(elements: &[f32]) -> Bytes {
    HostBuffer::from_vec(elements.to_vec()).into()
}

fn elements(buffer: &Bytes) -> Vec<f32> {
    let access = tfrt::tensor::Access::new(&[buffer], &[]).expect("nobody writes it");
    access.input::<f32>(0).expect("it has such elements").to_vec()
}

/// The objects that are left on the device. Waits up to five seconds for background threads to end.
fn left(stand_in: &StandIn) -> BTreeMap<String, u64> {
    let begin = Instant::now();
    loop {
        let left = stand_in.objects();
        if left.is_empty() || begin.elapsed() > Duration::from_secs(5) {
            return left;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_kernel_computes_on_each_engine() {
    let xs: Vec<f32> = (0..100_u16).map(f32::from).collect();
    for (engine, saxpy) in engines("saxpy") {
        for queue in ["s", "mstd:1", "mstd:4"] {
            let stand_in = StandIn::new().expect("it is built");
            let host = host(queue, &stand_in);
            let (x, y) = (buffer(&xs), buffer(&[1.0; 100]));
            saxpy(&host.context(), x, y.clone(), 100).expect("nothing fails");
            let expected: Vec<f32> = xs.iter().map(|x| 2.0 * x + 1.0).collect();
            assert_eq!(elements(&y), expected, "{engine}, {queue}");
            drop(host);
            assert_eq!(left(&stand_in), BTreeMap::new(), "{engine}, {queue}");
            assert_eq!(stand_in.reports(), Vec::<String>::new(), "{engine}, {queue}");
        }
    }
}

#[test]
fn a_graph_is_launched_on_each_engine() {
    let xs: Vec<f32> = (0..100_u16).map(f32::from).collect();
    for (engine, replay) in engines("replay") {
        for queue in ["s", "mstd:1", "mstd:4"] {
            let stand_in = StandIn::new().expect("it is built");
            let host = host(queue, &stand_in);
            let (x, y) = (buffer(&xs), buffer(&[1.0; 100]));
            replay(&host.context(), x, y.clone(), 5).expect("nothing fails");
            let expected: Vec<f32> = xs.iter().map(|x| 12.0 * x + 1.0).collect();
            assert_eq!(elements(&y), expected, "{engine}, {queue}");
            let log = stand_in.control("log");
            let calls = |name: &str| log.lines().filter(|line| line.starts_with(name)).count();
            // The kernel is launched once as it is, and once while it is captured.
            assert_eq!((calls("cuLaunchKernel "), calls("cuGraphLaunch ")), (2, 5), "{engine}");
            drop(host);
            assert_eq!(left(&stand_in), BTreeMap::new(), "{engine}, {queue}");
            assert_eq!(stand_in.reports(), Vec::<String>::new(), "{engine}, {queue}");
        }
    }
}

#[test]
fn a_kernel_that_fails_is_an_error_of_what_waits() {
    for (engine, saxpy) in engines("saxpy") {
        let stand_in = StandIn::new().expect("it is built");
        let host = host("mstd:2", &stand_in);
        // It writes past the end of the buffers.
        let error = saxpy(&host.context(), buffer(&[1.0; 100]), buffer(&[1.0; 100]), 128);
        let error = error.expect_err("it fails");
        assert_eq!(error.code(), ErrorCode::DeviceLost, "{engine}: {error}");
        // The driver says so at each call from then on; which is the first depends on the threads.
        let (_, code) = error.message().split_once("': ").expect("a call and its code");
        let (code, _notes) = code.split_once('\n').unwrap_or((code, ""));
        assert_eq!(code, "CUDA_ERROR_ILLEGAL_ADDRESS", "{engine}: {error}");
        assert!(!stand_in.reports().is_empty());
    }
}

#[test]
fn sizes_are_compared_before_the_copy() {
    for (engine, saxpy) in engines("saxpy") {
        let stand_in = StandIn::new().expect("it is built");
        let host = host("mstd:2", &stand_in);
        let error = saxpy(&host.context(), buffer(&[1.0; 99]), buffer(&[1.0; 100]), 1);
        let error = error.expect_err("it fails");
        let message = "Buffer sizes don't match: 400 (dst size) vs 396 (src size)";
        assert_eq!(
            (error.code(), error.message()),
            (ErrorCode::InvalidArgument, message),
            "{engine}"
        );
        drop(host);
        assert_eq!(left(&stand_in), BTreeMap::new(), "{engine}");
    }
}

#[test]
fn without_a_driver_there_is_an_error() {
    for (engine, saxpy) in engines("saxpy") {
        let host = Host::builder().build().expect("it exists");
        let error = saxpy(&host.context(), buffer(&[1.0; 100]), buffer(&[1.0; 100]), 1);
        let error = error.expect_err("there is no driver");
        // On a machine with a card it would compute.
        assert_eq!(error.code(), ErrorCode::Unavailable, "{engine}: {error}");
    }
}

/// The text is read and printed as it is, and from a file, too.
#[test]
fn programs_are_printed_as_they_are_read() {
    let catalogue = tfrt::catalogue().with(&tfrt::TENSOR).with(&tfrt::GPU);
    let bytes = bef("gpu.mlir", TEXT, &catalogue).expect("it is valid");
    let file = tfrt_bef::read(&bytes, &tfrt_bef::Limits::default()).expect("it was written so");
    let module = tfrt_compiler::bef::lift(&file, &catalogue).expect("it can be read");
    let text = print(&module, &catalogue, PrintOptions::default());
    for op in ["tfrt_gpu.device.get CUDA, %", " : !tfrt_gpu.buffer, !ht.host_buffer", ", args(%"] {
        assert!(text.contains(op), "{op} is missing in\n{text}");
    }
    assert_eq!(bef("gpu.mlir", &text, &catalogue).expect("it is valid").len(), bytes.len());
}
