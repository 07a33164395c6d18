//! Graphs: a replay does what was captured, what was built is the same, and a capture that fails leaves nothing.
#![expect(clippy::unwrap_used, reason = "a test may panic")]
#![expect(unsafe_code, reason = "launches kernels")]

mod support;

use cuda_stand_in::StandIn;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use support::{assert_clean, context_of, left, open, stepped};
use tfrt_cuda::{
    Buffer, Context, CudaError, DeviceFunction, ErrorClass, Event, Graph, GraphBuilder, Grid,
    Input, Stream,
};

/// `saxpy(float a, const float *x, float *y, int n)`: y += a x.
const SAXPY: &str = include_str!("../../../codegen-tests/cuda-stand-in/tests/ptx/saxpy.ptx");

/// `double(float *y)`: y[i] += y[i], a thread an element.
const DOUBLE: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry double(.param .u64 y) {
    .reg .f32 %f<2>;
    .reg .b32 %r<2>;
    .reg .b64 %d<4>;
    mov.u32 %r1, %tid.x;
    ld.param.u64 %d1, [y];
    mul.wide.u32 %d2, %r1, 4;
    add.u64 %d3, %d1, %d2;
    ld.global.f32 %f1, [%d3];
    add.rn.f32 %f1, %f1, %f1;
    st.global.f32 [%d3], %f1;
    ret;
}
";

const COUNT: usize = 100;

/// Buffers and code, on a stream that has done what it was given.
struct Network {
    stream: Stream,
    saxpy: DeviceFunction,
    double: DeviceFunction,
    x: Buffer,
    y: Buffer,
    z: Buffer,
}

impl Network {
    fn new(context: &Context) -> Result<Self, CudaError> {
        let stream = context.stream()?;
        let saxpy = context.load(SAXPY)?.function("saxpy")?;
        let double = context.load(DOUBLE)?.function("double")?;
        let xs: Vec<f32> = (0..100_u8).map(|i| f32::from(i) * 0.37).collect();
        let (x, y) = (stream.upload(&xs)?, stream.upload(&[1.0_f32; COUNT])?);
        let z = context.allocator()?.allocate(&stream, y.size())?;
        let network = Self { stream, saxpy, double, x, y, z };
        network.stream.set_words(&network.z, 0)?;
        network.results()?;
        Ok(network)
    }

    /// Two branches on two streams, which come together: z = x; z += 0.3 x; y += a x; y += z; y = y + y.
    fn give(&self, stream: &Stream, other: &Stream, a: f32) -> Result<(), CudaError> {
        let Self { x, y, z, .. } = self;
        let (fork, join) = (Event::new(stream.context())?, Event::new(stream.context())?);
        stream.record(&fork)?;
        other.wait(&fork)?;
        other.copy(z, x)?;
        // SAFETY: the stand-in checks every access.
        unsafe {
            other.launch(&self.saxpy, Grid::over(COUNT, 64), (0.3_f32, x, z, 100))?;
            other.record(&join)?;
            stream.launch(&self.saxpy, Grid::over(COUNT, 64), (a, x, y, 100))?;
            stream.wait(&join)?;
            stream.launch(&self.saxpy, Grid::over(COUNT, 64), (1.0_f32, z, y, 100))?;
            stream.launch(&self.double, Grid::over(COUNT, 100), (y,))
        }
    }

    fn capture(&self, a: f32) -> Result<Graph, CudaError> {
        let other = self.stream.context().stream()?;
        Graph::capture(self.stream.context(), |stream| self.give(stream, &other, a))
    }

    /// The same, of explicit nodes.
    fn build(&self, a: f32) -> Result<Graph, CudaError> {
        let Self { x, y, z, .. } = self;
        let mut builder = GraphBuilder::new(self.stream.context())?;
        builder.copy(z, x)?;
        // SAFETY: the stand-in checks every access.
        unsafe {
            builder.launch(&self.saxpy, Grid::over(COUNT, 64), (0.3_f32, Input(x), z, 100))?;
            builder.launch(&self.saxpy, Grid::over(COUNT, 64), (a, Input(x), y, 100))?;
            builder.launch(&self.saxpy, Grid::over(COUNT, 64), (1.0_f32, Input(z), y, 100))?;
            builder.launch(&self.double, Grid::over(COUNT, 100), (y,))?;
        }
        builder.build()
    }

    /// The bits of what was computed.
    fn results(&self) -> Result<Vec<u32>, CudaError> {
        self.stream.download::<u32>(&self.y)?.wait()
    }
}

/// What comes of doing it so many times, without a graph.
fn eager(context: &Context, a: &[f32]) -> Vec<u32> {
    let network = Network::new(context).unwrap();
    let other = context.stream().unwrap();
    for &a in a {
        network.give(&network.stream, &other, a).unwrap();
    }
    network.results().unwrap()
}

fn refused(result: Result<(), CudaError>) -> String {
    let error = result.unwrap_err();
    assert_eq!(error.class(), ErrorClass::Refused, "{error}");
    error.to_string()
}

#[test]
fn a_replay_has_the_bits_of_what_was_captured_and_of_what_was_built() {
    for seed in 0..16 {
        let (stand_in, context) = stepped(seed);
        let expected = eager(&context, &[0.7; 3]);
        for build in [false, true] {
            let network = Network::new(&context).unwrap();
            let graph = if build { network.build(0.7) } else { network.capture(0.7) }.unwrap();
            assert_eq!(network.results().unwrap(), vec![1.0_f32.to_bits(); COUNT]);
            for _ in 0..3 {
                network.stream.launch_graph(&graph).unwrap();
            }
            assert_eq!(network.results().unwrap(), expected, "seed {seed}, built: {build}");
        }
        assert_clean(&stand_in, context);
    }
}

#[test]
fn a_replay_is_one_call() {
    let (stand_in, context) = open();
    let network = Network::new(&context).unwrap();
    let graph = network.capture(0.7).unwrap();
    // The thread of completions asks about uploads until they are done.
    let _ = context.quiesce();
    stand_in.control("forget");
    network.stream.launch_graph(&graph).unwrap();
    let log = stand_in.control("log");
    // Whose context the thread has is asked before each call.
    let calls: Vec<_> = log.lines().filter(|line| !line.starts_with("cuCtxGetCurrent")).collect();
    assert!(matches!(calls[..], [call] if call.starts_with("cuGraphLaunch ")), "{log}");
    drop((network, graph));
    assert_clean(&stand_in, context);
}

#[test]
fn an_update_changes_what_a_launch_does() {
    let (stand_in, context) = open();
    let expected = eager(&context, &[0.7, 0.2, 0.2]);
    let network = Network::new(&context).unwrap();
    let graph = network.capture(0.7).unwrap();
    network.stream.launch_graph(&graph).unwrap();
    let other = context.stream().unwrap();
    // Another number only: the driver changes the graph that it has.
    assert!(graph.update(|stream| network.give(stream, &other, 0.2)).unwrap());
    network.stream.launch_graph(&graph).unwrap();
    network.stream.launch_graph(&graph).unwrap();
    assert_eq!(network.results().unwrap(), expected);
    // Other nodes: another graph.
    assert!(!graph.update(|stream| stream.set_words(&network.y, 7)).unwrap());
    network.stream.launch_graph(&graph).unwrap();
    assert_eq!(network.results().unwrap(), [7; COUNT]);
    // It fails: what was there stays.
    let failed = graph.update(|stream| {
        stream.set_words(&network.y, 8)?;
        stream.copy(&network.y, &network.y.view(0, 4)?)
    });
    assert!(refused(failed.map(drop)).starts_with("Buffer sizes don't match"));
    network.stream.set_words(&network.y, 9).unwrap();
    network.stream.launch_graph(&graph).unwrap();
    assert_eq!(network.results().unwrap(), [7; COUNT]);
    drop((network, other, graph));
    assert_clean(&stand_in, context);
}

/// Two nodes of which neither writes what the other touches, as far as the builder is told: both orders occur.
#[test]
fn nodes_that_nothing_orders_run_in_any_order() {
    let mut results = BTreeSet::new();
    for seed in 0..16 {
        let (stand_in, context) = stepped(seed);
        let Network { stream, saxpy, double, x, y, .. } = &Network::new(&context).unwrap();
        let mut builder = GraphBuilder::new(&context).unwrap();
        // SAFETY: the stand-in checks every access.
        unsafe {
            let (grid, args) = (Grid::over(COUNT, 64), (1.0_f32, Input(x), Input(y), 100));
            builder.launch(saxpy, grid, args).unwrap();
            builder.launch(double, Grid::over(COUNT, 100), (Input(y),)).unwrap();
        }
        stream.launch_graph(&builder.build().unwrap()).unwrap();
        let last = stream.download::<f32>(y).unwrap().wait().unwrap()[99];
        results.insert(last.to_bits());
        drop(stand_in);
    }
    let x = 99.0 * 0.37_f32;
    let expected = [2.0 + x, (1.0 + x) * 2.0].map(f32::to_bits);
    assert_eq!(results, BTreeSet::from(expected));
}

/// Edges follow the bytes: parts of a buffer that do not overlap are independent, those that do are not.
#[test]
fn parts_of_buffers_are_ordered_where_they_overlap() {
    for seed in 0..32 {
        let (stand_in, context) = stepped(seed);
        let stream = context.stream().unwrap();
        let buffer = stream.upload(&[0_u32; 8]).unwrap();
        let copy = stream.upload(&[0_u32; 8]).unwrap();
        let part = |first: usize, count: usize| buffer.view(4 * first, 4 * count).unwrap();
        let inner = {
            let mut builder = GraphBuilder::new(&context).unwrap();
            builder.set_words(&part(7, 1), 5).unwrap();
            builder.build().unwrap()
        };
        let mut builder = GraphBuilder::new(&context).unwrap();
        builder.set_words(&buffer, 1).unwrap();
        builder.set_words(&part(0, 4), 2).unwrap();
        builder.set_words(&part(2, 4), 3).unwrap();
        builder.child(&inner).unwrap();
        builder.copy(&copy, &buffer).unwrap();
        builder.set_bytes(&part(0, 2), 0).unwrap();
        builder.copy(&copy.view(16, 4).unwrap(), &copy.view(0, 4).unwrap()).unwrap();
        builder.set_words(&part(0, 0), 9).unwrap();
        let graph = builder.build().unwrap();
        drop(inner);
        stream.launch_graph(&graph).unwrap();
        let words = |buffer| stream.download::<u32>(buffer).unwrap().wait().unwrap();
        assert_eq!(words(&buffer), [0, 0, 3, 3, 3, 3, 1, 5], "seed {seed}");
        assert_eq!(words(&copy), [2, 2, 3, 3, 2, 3, 1, 5], "seed {seed}");
        drop((stream, buffer, copy, graph));
        assert_clean(&stand_in, context);
    }
}

/// A graph keeps what it uses, hands its streams on when it goes, and what is freed while it is captured waits.
#[test]
fn a_graph_holds_what_it_uses() {
    for seed in 0..32 {
        let (stand_in, context) = stepped(seed);
        let network = Network::new(&context).unwrap();
        let (other, third) = (context.stream().unwrap(), context.stream().unwrap());
        // Allocated on a stream that takes part, and used by nobody in the capture.
        let bystander = other.upload(&[1_u32; 4]).unwrap();
        let module = context.load(SAXPY).unwrap();
        let graph = Graph::capture(&context, |stream| {
            network.give(stream, &other, 0.7)?;
            drop((bystander, module));
            let gone = third.upload(&[2_u32; 4])?;
            stream.copy(&network.z.view(0, 16)?, &gone)
        });
        let graph = graph.unwrap();
        let Network { stream, saxpy, double, x, y, z } = network;
        drop((saxpy, double, x, z));
        assert_eq!(refused(y.deallocate(&stream)), "a graph holds the buffer");
        third.launch_graph(&graph).unwrap();
        let event = Event::new(&context).unwrap();
        third.record(&event).unwrap();
        drop((graph, third));
        // The graph is gone, and has noted who used the memory.
        stream.wait(&event).unwrap();
        let back = stream.download::<f32>(&y).unwrap();
        y.deallocate(&stream).unwrap();
        drop(y);
        assert!(back.wait().unwrap()[99] > 50.0);
        drop((stream, other, event));
        assert_clean(&stand_in, context);
    }
}

/// A graph inside another: launched in a capture, or added to a builder.
#[test]
fn a_graph_may_be_part_of_another() {
    for seed in 0..8 {
        let (stand_in, context) = stepped(seed);
        let expected = eager(&context, &[0.7; 4]);
        let network = Network::new(&context).unwrap();
        let inner = network.capture(0.7).unwrap();
        let twice = Graph::capture(&context, |stream| {
            stream.launch_graph(&inner)?;
            stream.launch_graph(&inner)
        });
        let mut builder = GraphBuilder::new(&context).unwrap();
        builder.child(&inner).unwrap();
        builder.child(&inner).unwrap();
        drop(inner);
        network.stream.launch_graph(&twice.unwrap()).unwrap();
        network.stream.launch_graph(&builder.build().unwrap()).unwrap();
        assert_eq!(network.results().unwrap(), expected, "seed {seed}");
        drop(network);
        assert_clean(&stand_in, context);
    }
}

#[test]
fn what_a_capture_cannot_have_is_an_error_and_leaves_nothing() {
    let (stand_in, context) = open();
    let network = Network::new(&context).unwrap();
    let Network { stream: outside, x, y, .. } = &network;
    let event = Event::new(&context).unwrap();
    outside.record(&event).unwrap();
    let other = context.stream().unwrap();
    let capture = |give: &dyn Fn(&Stream) -> Result<(), CudaError>| {
        let message = refused(Graph::capture(&context, give).map(drop));
        // The streams are as before.
        let replayed = network.capture(0.0).map(drop);
        replayed.unwrap_or_else(|error| panic!("after '{message}': {error}"));
        let copied = other.upload(&[1_u8]).map(drop);
        copied.unwrap_or_else(|error| panic!("after '{message}': {error}"));
        message
    };
    let host = "a stream in a capture cannot copy from or to the host, or be waited for";
    assert_eq!(capture(&|stream| stream.copy_from_host(x, &[0; 400])), host);
    assert_eq!(capture(&|stream| stream.download::<u8>(x).map(drop)), host);
    assert_eq!(capture(&|stream| stream.when_passed(|_| {})), host);
    let allocate = "a stream in a capture cannot allocate memory";
    assert_eq!(capture(&|stream| stream.upload(&[1_u8]).map(drop)), allocate);
    let idle = "a stream in a capture cannot be waited for";
    assert_eq!(capture(&|stream| stream.is_idle().map(drop)), idle);
    assert_eq!(capture(&|stream| y.deallocate(stream)), "a stream in a capture cannot free memory");
    let outer = "the event was not recorded in the stream's capture";
    assert_eq!(capture(&|stream| stream.wait(&event)), outer);
    assert_eq!(
        capture(&|_| context.load(SAXPY).map(drop)),
        "memory and code cannot be allocated and loaded in a capture"
    );
    assert_eq!(
        capture(&|_| Graph::capture(&context, |_| Ok::<_, CudaError>(())).map(drop)),
        "a capture cannot begin in another one"
    );
    let unjoined = capture(&|stream| {
        let fork = Event::new(&context)?;
        stream.record(&fork)?;
        other.wait(&fork)?;
        other.set_words(x, 1)
    });
    assert_eq!(unjoined, "'cuStreamEndCapture': CUDA_ERROR_STREAM_CAPTURE_UNJOINED");
    let late = Event::new(&context).unwrap();
    Graph::capture(&context, |stream| stream.record(&late)).unwrap();
    let ended = "the event was recorded in a capture that has ended";
    assert_eq!(refused(other.wait(&late)), ended);
    // A panic is an end, too.
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        let give = |_: &Stream| -> Result<(), CudaError> { panic!("expected by the test") };
        Graph::capture(&context, give).map(drop)
    }));
    assert!(panicked.is_err());
    assert_eq!(capture(&|stream| stream.is_idle().map(drop)), idle);
    let foreign = context.device().create_context().unwrap();
    let message = "the graph is of another context than the stream";
    let graph = network.capture(0.0).unwrap();
    assert_eq!(refused(foreign.stream().unwrap().launch_graph(&graph)), message);
    let mut builder = GraphBuilder::new(&foreign).unwrap();
    assert_eq!(refused(builder.child(&graph)), "the graph is of another context than the builder");
    assert_eq!(
        refused(builder.set_words(x, 1)),
        "the buffer is of another context than the builder"
    );
    drop((builder, foreign, graph, other, event, late, network));
    assert_clean(&stand_in, context);
}

/// Captures beside threads that allocate, load code and launch: none breaks one, and what acts on the whole context is
/// not done during one.
#[test]
fn captures_beside_busy_threads() {
    for seed in 0..8_u32 {
        let (stand_in, context) = open();
        let expected = eager(&context, &[0.7; 4]);
        stand_in.control("forget");
        let ended = AtomicBool::new(false);
        let rounds = AtomicU32::new(0);
        thread::scope(|scope| {
            for number in 0..4_u32 {
                let (context, ended, rounds) = (&context, &ended, &rounds);
                scope.spawn(move || {
                    while !ended.load(Ordering::SeqCst) {
                        let network = Network::new(context).unwrap();
                        let pinned = context.allocate_host(64 << ((number + seed) % 8)).unwrap();
                        let other = context.stream().unwrap();
                        network.give(&network.stream, &other, 0.7).unwrap();
                        drop(pinned);
                        network.results().unwrap();
                        rounds.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
            let network = Network::new(&context).unwrap();
            let mut graphs = Vec::new();
            while graphs.len() < 4 || rounds.load(Ordering::SeqCst) < 8 {
                graphs.push(network.capture(0.7).unwrap());
            }
            ended.store(true, Ordering::SeqCst);
            for graph in &graphs[..4] {
                network.stream.launch_graph(graph).unwrap();
            }
            assert_eq!(network.results().unwrap(), expected, "seed {seed}");
        });
        let mut capturing = false;
        let mut whole = 0;
        for line in stand_in.control("log").lines() {
            match line.split(' ').next().unwrap() {
                "cuStreamBeginCapture_v2" => capturing = true,
                "cuStreamEndCapture" => capturing = false,
                "cuModuleLoadDataEx" | "cuModuleUnload" | "cuMemHostAlloc" => {
                    assert!(!capturing, "seed {seed}: {line}");
                    whole += 1;
                }
                _ => {}
            }
        }
        assert!(whole > 16, "{whole}");
        assert_clean(&stand_in, context);
    }
}

/// What a test does, step by step, as far as it gets.
fn scenario(context: &Context) -> Result<Vec<u32>, CudaError> {
    let network = Network::new(context)?;
    let graph = network.capture(0.7)?;
    network.stream.launch_graph(&graph)?;
    let other = context.stream()?;
    graph.update(|stream| network.give(stream, &other, 0.2))?;
    network.stream.launch_graph(&graph)?;
    let built = network.build(0.2)?;
    let mut builder = GraphBuilder::new(context)?;
    builder.child(&built)?;
    builder.set_words(&network.z, 3)?;
    network.stream.launch_graph(&builder.build()?)?;
    graph.update(|stream| stream.copy(&network.z, &network.y))?;
    network.stream.launch_graph(&graph)?;
    network.stream.download::<u32>(&network.z)?.wait()
}

/// The n-th call fails with each of these codes, for all n: an error value, and nothing is left, neither objects nor
/// streams in a capture nor locks.
#[test]
fn any_call_may_fail() {
    let (mut stand_in, context) = open();
    let expected = eager(&context, &[0.7, 0.2, 0.2]);
    stand_in.control("fail");
    assert_eq!(scenario(&context).unwrap(), expected);
    let calls: u64 = stand_in.control("calls").parse().unwrap();
    assert!(calls > 120, "{calls}");
    assert_clean(&stand_in, context);
    for code in [1_u32, 2, 201, 400, 900, 901, 910, 5555] {
        for n in 1..=calls {
            let context = context_of(&stand_in);
            stand_in.control("fail");
            stand_in.control(&format!("fail {n} {code}"));
            // The n-th call may be one of a drop, or of the thread of completions, whose number varies.
            if let Err(error) = scenario(&context) {
                assert_ne!(error.class(), ErrorClass::Lost, "call {n}, code {code}: {error}");
            }
            stand_in.control("fail");
            // The thread of completions counts its failed drops, too.
            let _ = context.quiesce();
            if context.failed_drops() > 0 {
                // Something is left.
                drop(context);
                stand_in = StandIn::new().unwrap();
                continue;
            }
            if code == 1 {
                // No lock is held, and no capture is open.
                let again = scenario(&context).unwrap_or_else(|error| panic!("{n}: {error}"));
                assert_eq!(again, expected, "call {n}");
            }
            let _ = context.quiesce();
            drop(context);
            assert_eq!(left(&stand_in), [], "call {n}, code {code}");
            assert_eq!(stand_in.reports(), Vec::<String>::new(), "call {n}, code {code}");
        }
    }
}

/// A context that is lost while a graph is captured, updated or launched: the same error everywhere, and an end.
#[test]
fn a_lost_context_ends_captures() {
    let (stand_in, context) = open();
    stand_in.control("fail");
    scenario(&context).unwrap();
    let calls: u64 = stand_in.control("calls").parse().unwrap();
    assert_clean(&stand_in, context);
    for n in (1..=calls).step_by(3) {
        let (stand_in, context) = open();
        stand_in.control("fail");
        stand_in.control(&format!("fail {n} 719"));
        match scenario(&context) {
            Ok(_) => {}
            Err(error) if context.health().is_ok() => panic!("call {n}: {error}"),
            Err(error) => assert_eq!(error.class(), ErrorClass::Lost, "call {n}"),
        }
    }
}
