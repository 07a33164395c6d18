//! Tensors on a device, on each engine: a fake device with memory and a thread of its own. Completions come
//! from its thread, and no kernel ever runs there. It is removed while programs and tensors use it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use tfrt::live_count;
use tfrt::tensor::MutableTensor;
use tfrt::{
    Chain, Engine, Error, ErrorCode, Host, HostString, Later, Program, RequestContext, ReturnValue,
    Shared,
};
use tfrt_test_kernels::fake::{FAKE, FakeDevice, THREAD};

/// Kernels that ran, and those that ran on the device's thread.
static RAN: AtomicUsize = AtomicUsize::new(0);
static THERE: AtomicUsize = AtomicUsize::new(0);

fn count() {
    RAN.fetch_add(1, Ordering::SeqCst);
    if thread::current().name() == Some(THREAD) {
        THERE.fetch_add(1, Ordering::SeqCst);
    }
}

#[tfrt::kernel("devices.note", effects())]
fn note(_tensor: &MutableTensor) -> Chain {
    count();
    Chain
}

#[tfrt::kernel("devices.after", effects())]
fn after(tensor: &MutableTensor, _chain: Chain) -> MutableTensor {
    count();
    tensor.clone()
}

tfrt::kernels! { DEVICES = [note, after] }

tfrt::tfrt_graph! {
    mod compiled = "programs/devices.mlir";
    kernels = [tfrt::TENSOR, FAKE, DEVICES];
}

const TEXT: &str = include_str!("../programs/devices.mlir");

type Tensor = Shared<MutableTensor>;
type Call<A, R> = Box<dyn Fn(&RequestContext, A) -> R>;

/// The functions of the program on one engine.
struct Functions {
    engine: &'static str,
    sum: Call<(), (Later<Tensor>, Later<Chain>)>,
    there: Call<(), Later<Tensor>>,
    twice: Call<Tensor, Later<Tensor>>,
    printed: Call<Tensor, Result<HostString, Error>>,
    refused: Call<Tensor, Result<(), Error>>,
    elsewhere: Call<(), Later<Tensor>>,
    removed: Call<(), Later<Tensor>>,
}

fn functions() -> Vec<Functions> {
    let mut all = vec![Functions {
        engine: "generated Rust",
        sum: Box::new(|ctx, ()| compiled::sum(ctx, Chain)),
        there: Box::new(|ctx, ()| compiled::there(ctx, Chain)),
        twice: Box::new(compiled::twice),
        printed: Box::new(|ctx, x| {
            let (place, _) = compiled::printed(ctx, x, Chain);
            Ok(HostString(place.0.clone()))
        }),
        refused: Box::new(|ctx, x| compiled::refused(ctx, x, Chain).map(drop)),
        elsewhere: Box::new(|ctx, ()| compiled::elsewhere(ctx, Chain)),
        removed: Box::new(|ctx, ()| compiled::removed(ctx, Chain)),
    }];
    let catalogue = tfrt::catalogue().with(&tfrt::TENSOR).with(&FAKE).with(&DEVICES);
    let bytes = tfrt::mlir_to_bef("devices.mlir", TEXT, &catalogue).expect("it is valid");
    let program = Program::load(bytes, &catalogue).expect("it loads");
    for (engine, name) in [(Engine::Executor, "executor"), (Engine::Jit, "JIT")] {
        let compiled = program.compile(engine).expect("it compiles");
        let known = "the program has it";
        let sum = compiled.function::<(Chain,), (Tensor, Chain)>("sum").expect(known);
        let there = compiled.function::<(Chain,), (Tensor,)>("there").expect(known);
        let twice = compiled.function::<(Tensor,), (Tensor,)>("twice").expect(known);
        let printed = compiled.function::<(Tensor, Chain), (HostString, Chain)>("printed");
        let printed = printed.expect(known);
        let refused = compiled.function::<(Tensor, Chain), (Chain,)>("refused").expect(known);
        let elsewhere = compiled.function::<(Chain,), (Tensor,)>("elsewhere").expect(known);
        let removed = compiled.function::<(Chain,), (Tensor,)>("removed").expect(known);
        all.push(Functions {
            engine: name,
            sum: Box::new(move |ctx, ()| sum.start(ctx, (Chain,))),
            there: Box::new(move |ctx, ()| there.start(ctx, (Chain,)).0),
            twice: Box::new(move |ctx, x| twice.start(ctx, (x,)).0),
            printed: Box::new(move |ctx, x| Ok(printed.call(ctx, (x, Chain))?.0)),
            refused: Box::new(move |ctx, x| refused.call(ctx, (x, Chain)).map(drop)),
            elsewhere: Box::new(move |ctx, ()| elsewhere.start(ctx, (Chain,)).0),
            removed: Box::new(move |ctx, ()| removed.start(ctx, (Chain,)).0),
        });
    }
    all
}

/// A host with a fake device, and its output.
fn host(queue: &str) -> (Host, Arc<FakeDevice>, Arc<Mutex<String>>) {
    let lines = Arc::new(Mutex::new(String::new()));
    let sink = Arc::clone(&lines);
    let output = move |text: &str| {
        sink.lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
    };
    let host = Host::builder().work_queue(queue).output(output).build().expect("it exists");
    let device = FakeDevice::new("FAKE:0").expect("a thread starts");
    host.devices().add(Arc::<FakeDevice>::clone(&device)).expect("there is none yet");
    (host, device, lines)
}

fn elements(tensor: &MutableTensor) -> Vec<f32> {
    tensor.dense().and_then(|dense| dense.to_vec()).expect("it is dense")
}

fn failed<R: ReturnValue>(host: &Host, later: Later<R>) -> (ErrorCode, String) {
    let error = host.block_on(later).err().expect("it fails");
    (error.code(), error.message().to_owned())
}

fn was_removed() -> (ErrorCode, String) {
    (ErrorCode::NotFound, "device FAKE:0 was removed".to_owned())
}

#[test]
fn tensors_on_a_device() {
    for functions in &functions() {
        for queue in ["s", "mstd:1", "mstd:2"] {
            let before = live_count();
            computes(functions, queue);
            is_described(functions, queue);
            is_removed_in_use(functions, queue);
            is_removed_by_a_kernel(functions, queue);
            ends_with_its_host(functions, queue);
            assert_eq!(live_count(), before, "{}", functions.engine);
        }
    }
    assert!(RAN.load(Ordering::SeqCst) > 100);
    assert_eq!(THERE.load(Ordering::SeqCst), 0, "kernels on the device's thread");
}

fn computes(functions: &Functions, queue: &str) {
    let (host, device, _) = host(queue);
    for _ in 0..20 {
        let (sum, chain) = (functions.sum)(&host.context(), ());
        let sum = host.block_on(sum).expect("the device is there");
        assert_eq!(elements(&sum), [4.0; 4], "{}", functions.engine);
        host.block_on(chain).expect("the device is there");
    }
    // The device has not begun: quiescence waits for its work and for what comes after it.
    device.hold();
    let (sum, _) = (functions.sum)(&host.context(), ());
    assert!(!sum.is_available());
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(std::time::Duration::from_millis(5));
            device.release();
        });
        host.quiesce();
    });
    let sum = sum.take_available().expect("nothing is left to do").expect("the device is there");
    assert_eq!(elements(&sum), [4.0; 4], "{}", functions.engine);
    drop(sum);
    host.quiesce();
    assert_eq!(device.blocks(), 0, "{}", functions.engine);
}

fn is_described(functions: &Functions, queue: &str) {
    let (host, _, lines) = host(queue);
    let ctx = host.context();
    let there = host.block_on((functions.there)(&ctx, ())).expect("the device is there");
    let place = (functions.printed)(&ctx, there.clone()).expect("it has a place");
    assert_eq!(place.0, "FAKE:0");
    let text = "DenseFakeTensor dtype = f32, shape = [3], device = FAKE:0\n";
    assert_eq!(*lines.lock().unwrap_or_else(PoisonError::into_inner), text);
    let refused = (functions.refused)(&ctx, there).expect_err("it is not in host memory");
    assert_eq!(refused.message(), "a tensor of kind DenseFake, expected DenseHost");

    let (sum, _) = (functions.sum)(&ctx, ());
    let here = host.block_on(sum).expect("the device is there");
    let (_, message) = failed(&host, (functions.twice)(&ctx, here));
    assert_eq!(message, "a tensor of kind DenseHost, expected DenseFake");
    let (_, message) = failed(&host, (functions.elsewhere)(&ctx, ()));
    assert_eq!(message, "device CPU:0 is no fake device");

    let limited = host.request().devices(["CPU:0"]).build();
    let refused = host.block_on((functions.there)(&limited, ())).err();
    let message = refused.map(|error| error.message().to_owned());
    assert_eq!(message.as_deref(), Some("cannot find device FAKE:0"));
}

fn is_removed_in_use(functions: &Functions, queue: &str) {
    let (host, device, _) = host(queue);
    let ctx = host.context();
    let there = host.block_on((functions.there)(&ctx, ())).expect("the device is there");
    device.hold();
    let (sum, chain) = (functions.sum)(&ctx, ());
    let twice = (functions.twice)(&ctx, there.clone());
    host.devices().remove("FAKE:0").expect("it is there");
    assert_eq!(failed(&host, sum), was_removed(), "{}", functions.engine);
    assert_eq!(failed(&host, chain), was_removed(), "{}", functions.engine);
    assert_eq!(failed(&host, twice), was_removed(), "{}", functions.engine);
    assert_eq!(failed(&host, (functions.twice)(&ctx, there)), was_removed());
    let (code, message) = failed(&host, (functions.there)(&ctx, ()));
    assert_eq!((code, &*message), (ErrorCode::Internal, "cannot find device FAKE:0"));
    assert_eq!(device.blocks(), 0, "{}", functions.engine);
    host.quiesce();
}

fn is_removed_by_a_kernel(functions: &Functions, queue: &str) {
    let (host, _, _) = host(queue);
    let removed = (functions.removed)(&host.context(), ());
    assert_eq!(failed(&host, removed), was_removed(), "{}", functions.engine);
    // Another may have its name.
    let device = FakeDevice::new("FAKE:0").expect("a thread starts");
    host.devices().add(device).expect("the name is free again");
    let (sum, _) = (functions.sum)(&host.context(), ());
    let sum = host.block_on(sum).expect("the device is there");
    assert_eq!(elements(&sum), [4.0; 4], "{}", functions.engine);
    host.quiesce();
}

/// Work that is under way fails when the host ends; a tensor may outlive host and device.
fn ends_with_its_host(functions: &Functions, queue: &str) {
    let (host, device, _) = host(queue);
    let ctx = host.context();
    let there = host.block_on((functions.there)(&ctx, ())).expect("the device is there");
    device.hold();
    let (sum, chain) = (functions.sum)(&ctx, ());
    host.shutdown();
    let error = sum.take_available().expect("nothing stays pending").err();
    assert!(error.is_some(), "{}", functions.engine);
    assert!(chain.is_available(), "{}", functions.engine);
    drop((host, device));
    assert_eq!(there.metadata().shape.dimensions(), [3]);
}
