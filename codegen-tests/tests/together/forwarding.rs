//! Which tensors ops of programs write over, on each engine: those whose last user they are, and none that anybody
//! else has. Programs print where elements are.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::{Arc, Mutex};
use tfrt::tensor::{DenseHostTensor, HostBuffer, TensorShape};
use tfrt::{Chain, Engine, Host, Program, RequestContext, Shared};
use tfrt_core_runtime::{DeviceOpHandler, OpHandlerRef, TensorHandle};
use tfrt_host::kernel::Value;
use tfrt_tensor::DType;
use tfrt_test_kernels::core_ops;

tfrt::tfrt_graph! {
    mod compiled = "programs/forwarding.mlir";
    kernels = [tfrt_core_runtime_kernels::CORERT];
}

const TEXT: &str = include_str!("../../programs/forwarding.mlir");

/// Calls a function to its end with a tensor, which the call owns.
type Call = Box<dyn Fn(&RequestContext, OpHandlerRef, TensorHandle)>;

/// The function of that name on each engine.
fn engines(name: &'static str) -> Vec<(&'static str, Call)> {
    let generated: Call = Box::new(move |ctx, handler, x| {
        let function = match name {
            "last_user" => compiled::last_user,
            "created" => compiled::created,
            "another_user" => compiled::another_user,
            "operands" => compiled::operands,
            _ => compiled::constant,
        };
        let done = function(ctx, Shared::new(handler), Chain, Shared::new(x));
        let Chain = ctx.host().block_on(done).unwrap();
    });
    let catalogue = tfrt_test_kernels::catalogue();
    let bytes = tfrt::mlir_to_bef("forwarding.mlir", TEXT, &catalogue).unwrap();
    let program = Program::load(&bytes, &catalogue).unwrap();
    let mut all = vec![("generated Rust", generated)];
    for (label, engine) in [("executor", Engine::Executor), ("JIT", Engine::Jit)] {
        let function = program.compile(engine).unwrap().dynamic(name).unwrap();
        let call = move |ctx: &RequestContext, handler, x| {
            let mut arguments = [Value::new(handler), Value::new(Chain), Value::new(x)];
            let mut results = [Value::Empty];
            function.call(ctx, 0, &mut arguments, &mut results);
            let [done] = results;
            ctx.await_all(&[done.into_ref()]).unwrap();
        };
        all.push((label, Box::new(call)));
    }
    all
}

/// What a call prints: addresses as letters in the order in which they occur, and elements.
struct Bench {
    host: Host,
    handler: OpHandlerRef,
    printed: Arc<Mutex<String>>,
}

impl Bench {
    fn new(queue: &str) -> Self {
        let printed = Arc::new(Mutex::new(String::new()));
        let output = Arc::clone(&printed);
        let host = Host::builder().work_queue(queue).with(core_ops());
        let host = host.output(move |text| output.lock().unwrap().push_str(text)).build().unwrap();
        let cpu = host.devices().get("CPU:0").unwrap();
        let handler = DeviceOpHandler::new("cpu", cpu, core_ops(), OpHandlerRef::null());
        Self { handler: OpHandlerRef(Arc::new(handler)), host, printed }
    }

    fn dense(&self, elements: &[f32]) -> DenseHostTensor {
        let shape = TensorShape::new(&[elements.len().try_into().unwrap()]).unwrap();
        DenseHostTensor::copy_of(shape, elements, self.host.allocator()).unwrap()
    }

    fn lines(&self, call: &Call, x: TensorHandle) -> Vec<String> {
        call(&self.host.context(), self.handler.clone(), x);
        self.host.quiesce();
        let printed = std::mem::take(&mut *self.printed.lock().unwrap());
        let mut seen: Vec<&str> = Vec::new();
        let line = |line| match str::strip_prefix(line, "DenseHostTensor: buffer=") {
            None => {
                let values = line.split_once("values = ").map_or(line, |(_, values)| values);
                values.replace(".000000e+00", "")
            }
            Some(address) => {
                let at = seen.iter().position(|it| *it == address).unwrap_or_else(|| {
                    seen.push(address);
                    seen.len() - 1
                });
                ["a", "b", "c", "d"][at].to_owned()
            }
        };
        printed.lines().map(line).collect()
    }
}

const QUEUES: [&str; 2] = ["s", "mstd:2"];

fn each(name: &'static str, check: impl Fn(&Bench, &Call, &str)) {
    for (engine, call) in engines(name) {
        for queue in QUEUES {
            check(&Bench::new(queue), &call, &format!("@{name} by {engine} on {queue}"));
        }
    }
}

#[test]
fn a_last_user_writes_over_its_argument() {
    each("created", |bench, call, what| {
        let unused = TensorHandle::new(bench.dense(&[0.0]).into());
        assert_eq!(bench.lines(call, unused), ["a", "a", "[0, 2]"], "{what}");
    });
    each("last_user", |bench, call, what| {
        let x = TensorHandle::new(bench.dense(&[0.0, -1.0]).into());
        let half = "[5.000000e-01, 5.000000e-01]";
        // A sum of a tensor and itself has two users of it.
        // The executor's caller keeps arguments until the call ends.
        let expected =
            if what.contains("executor") { ["a", "b", "c", half] } else { ["a", "a", "b", half] };
        assert_eq!(bench.lines(call, x), expected, "{what}");
    });
    each("operands", |bench, call, what| {
        let unused = TensorHandle::new(bench.dense(&[0.0]).into());
        let expected = ["a", "a", "b", "b", "[-5, -6]", "[-2, -2]"];
        assert_eq!(bench.lines(call, unused), expected, "{what}");
    });
}

#[test]
fn a_tensor_with_another_user_stays_as_it_is() {
    each("another_user", |bench, call, what| {
        let x = TensorHandle::new(bench.dense(&[-1.0, 2.0]).into());
        assert_eq!(bench.lines(call, x), ["a", "b", "[0, 2]", "[-1, 2]"], "{what}");
    });
    each("constant", |bench, call, what| {
        for _ in 0..2 {
            let unused = TensorHandle::new(bench.dense(&[0.0]).into());
            assert_eq!(bench.lines(call, unused), ["[-1, 2]", "[0, 2]"], "{what}");
        }
    });
}

/// A vector as bytes.
struct Floats(Vec<f32>);

impl AsRef<[u8]> for Floats {
    fn as_ref(&self) -> &[u8] {
        bytemuck::cast_slice(&self.0)
    }
}

#[test]
fn what_the_caller_has_stays_as_it_is() {
    let expected = ["a", "b", "c", "[5.000000e-01, 8.807971e-01]"];
    each("last_user", |bench, call, what| {
        let of = |buffer| {
            let shape = TensorShape::new(&[2]).unwrap();
            DenseHostTensor::new(DType::F32, shape, buffer).unwrap()
        };
        let elements = |x: &DenseHostTensor| x.to_vec::<f32>().unwrap();
        let addresses = |x: &TensorHandle, expected: &[&str]| {
            assert_eq!(bench.lines(call, x.clone()), expected, "{what}");
        };
        // A handle that the caller keeps.
        let kept = TensorHandle::new(bench.dense(&[-1.0, 1.0]).into());
        addresses(&kept, &expected);
        assert_eq!(elements(kept.tensor().get().unwrap().unwrap().dense().unwrap()), [-1.0, 1.0]);
        // A tensor with the same elements.
        let kept = bench.dense(&[-1.0, 1.0]);
        addresses(&TensorHandle::new(kept.clone().into()), &expected);
        assert_eq!(elements(&kept), [-1.0, 1.0], "{what}");
        // A part of one, of which the caller has the whole or nothing.
        let whole = bench.dense(&[5.0, -1.0, 1.0, 5.0]);
        let part = of(whole.buffer().slice(4..12).unwrap());
        addresses(&TensorHandle::new(part.into()), &expected);
        assert_eq!(elements(&whole), [5.0, -1.0, 1.0, 5.0], "{what}");
        // The caller's memory.
        let own = HostBuffer::from_owner(Floats(vec![-1.0, 1.0]));
        let kept = of(own);
        addresses(&TensorHandle::new(kept.clone().into()), &expected);
        assert_eq!(elements(&kept), [-1.0, 1.0], "{what}");
        // Memory of the caller's to which the call has the only reference.
        let own = HostBuffer::from_owner(Floats(vec![-1.0, 1.0]));
        assert_eq!(bench.lines(call, TensorHandle::new(of(own).into())), expected, "{what}");
    });
}
