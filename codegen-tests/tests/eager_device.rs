//! Ops on a second device, which is no GPU: memory and a thread of its own. Transfers take time and fail; completions come
//! from the device's thread, and no op runs there; the device is removed while it is in use.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::{Arc, Mutex};
use std::thread;
use tfrt_core_runtime::{
    CoreRuntime, DeviceOpHandler, Eager, IntoArgument, OpHandlerRef, OpList, Ops, TensorHandle, op,
};
use tfrt_host::context::{ExecCtx, Host, Site, SiteRef};
use tfrt_host::device::Device;
use tfrt_host::error::Location;
use tfrt_host::value::live_count;
use tfrt_tensor::{DenseHostTensor, Tensor};
use tfrt_test_kernels::core_ops;
use tfrt_test_kernels::fake::{FAKE_OPS, FakeDevice, THREAD, register};

static SITE: Site = Site::new("test", Location::Unknown);

/// Its argument, on whatever thread but that of the device.
#[op("device.note", pure)]
fn note(x: DenseHostTensor) -> DenseHostTensor {
    assert_ne!(thread::current().name(), Some(THREAD));
    x
}

static OWN: OpList = OpList::new(&[NOTE]);

/// One test at a time: the count of live values is the process's.
static TURN: Mutex<()> = Mutex::new(());

struct Bench {
    host: Host,
    device: Arc<FakeDevice>,
    cpu: Eager,
    fake: Eager,
}

impl Bench {
    fn new() -> Self {
        let host = Host::builder().threads(1).diagnostics(|_| ()).build().unwrap();
        let device = FakeDevice::new("FAKE:0").unwrap();
        host.devices().add(Arc::<FakeDevice>::clone(&device)).unwrap();
        register(&host.shared::<CoreRuntime>());
        let there: Arc<dyn Device> = Arc::<FakeDevice>::clone(&device);
        let handler =
            DeviceOpHandler::new("fake", there, Ops::new().with(&FAKE_OPS), OpHandlerRef::null());
        let fake = Eager::with_handler(OpHandlerRef(Arc::new(handler.without_chains())));
        let cpu = Eager::new(&host, core_ops().with(&OWN));
        Self { host, device, cpu, fake }
    }

    fn transfer(&self, x: &TensorHandle, device: &str) -> TensorHandle {
        let request = self.host.context();
        let context = ExecCtx { request: &request, site: SiteRef::Static(&SITE), depth: 0 };
        let device = self.host.devices().get(device).unwrap();
        self.host.shared::<CoreRuntime>().transfer_inferred(context, x, &device)
    }
}

fn vector(elements: &[f32]) -> Tensor {
    Tensor::from_slice(&[elements.len()], elements).unwrap()
}

#[test]
fn tensors_go_to_a_device_and_back_while_ops_are_called() {
    let _turn = TURN.lock();
    let before = live_count();
    {
        let bench = Bench::new();
        let ctx = bench.host.context();
        bench.device.hold();
        let x = vector(&[1.0, 2.0]).into_argument();
        let there = bench.transfer(&x, "FAKE:0");
        let sum = bench.fake.op("tf.AddV2").unwrap().call(&ctx, [&there, &there]).unwrap();
        let sum = sum.into_inner();
        // Where it is and what it is are known before it is there.
        assert_eq!(sum.device_name().unwrap().unwrap(), "FAKE:0");
        assert_eq!(sum.metadata().unwrap().unwrap().to_string(), "f32 [2]");
        let here = bench.transfer(&sum, "CPU:0");
        assert_eq!(here.device_name().unwrap().unwrap(), "CPU:0");
        let noted = bench.cpu.op("device.note").unwrap().call(&ctx, [&here]).unwrap();
        let twice = bench.cpu.op("tf.AddV2").unwrap().call(&ctx, [&noted, &noted]).unwrap();
        assert!(!twice.is_available() && sum.pending_tensor().is_some());
        bench.device.release();
        assert_eq!(twice.wait().unwrap().elements::<f32>().unwrap(), [4.0, 8.0]);
        assert_eq!(sum.to_string(), "DenseFakeTensor dtype = f32, shape = [2], device = FAKE:0");
        // It is there: the handle itself.
        let same = bench.transfer(&sum, "FAKE:0");
        assert!(same.tensor().as_any().ptr_eq(sum.tensor().as_any()));
        drop((x, there, sum, here, noted, same));
        bench.host.quiesce();
        bench.device.quiesce();
        assert_eq!(bench.device.blocks(), 0);
    }
    assert_eq!(live_count(), before);
}

#[test]
fn what_cannot_be_moved_is_an_error_with_a_report() {
    let _turn = TURN.lock();
    let bench = Bench::new();
    let ctx = bench.host.context();
    let message = |handle: &TensorHandle| {
        if let Some(pending) = handle.pending_tensor() {
            ctx.await_all(std::slice::from_ref(pending)).unwrap();
        }
        handle.as_error().unwrap().message().to_owned()
    };
    let integers = Tensor::from_slice(&[1], &[1_i32]).unwrap().into_argument();
    assert_eq!(message(&bench.transfer(&integers, "FAKE:0")), "a tensor of type i32, expected f32");
    let scalar = bench.cpu.op("tfrt_test.create_from_scalar").unwrap();
    let scalar = scalar.attr("shape", [1_i64]).attr("value", 1.0_f32);
    let scalar = scalar.call::<TensorHandle, 0>(&ctx, []).unwrap().into_inner();
    let expected = "cannot find conversion function for [ScalarHost]->[DenseFake]";
    assert_eq!(message(&bench.transfer(&scalar, "FAKE:0")), expected);
    // A tensor of another device goes to the op as it is, which says that it is none of its own.
    let there = bench.transfer(&vector(&[1.0]).into_argument(), "FAKE:0");
    let sum = bench.cpu.op("tf.AddV2").unwrap().call(&ctx, [&there, &there]);
    let error = sum.and_then(|sum| sum.wait()).unwrap_err();
    assert_eq!(error.message(), "Unsupported operand types");
    let here = vector(&[1.0]).into_argument();
    let error = bench.fake.op("tf.AddV2").unwrap().call(&ctx, [&here, &here]).unwrap_err();
    assert_eq!(error.message(), "a tensor of kind DenseHost, expected DenseFake");
    // An error is moved as it is.
    let error = TensorHandle::error(error);
    assert!(bench.transfer(&error, "FAKE:0").as_error().unwrap().ptr_eq(error.as_error().unwrap()));
}

#[test]
fn a_device_may_be_removed_while_ops_use_it() {
    let _turn = TURN.lock();
    let before = live_count();
    {
        let bench = Bench::new();
        let ctx = bench.host.context();
        let x = vector(&[1.0, 2.0]).into_argument();
        let there = bench.transfer(&x, "FAKE:0");
        bench.host.quiesce();
        assert!(there.pending_tensor().is_none());
        bench.device.hold();
        let add = bench.fake.op("tf.AddV2").unwrap();
        let sum = add.call(&ctx, [&there, &there]).unwrap();
        let more = add.call(&ctx, [&sum, &sum]).unwrap();
        bench.host.devices().remove("FAKE:0").unwrap();
        for handle in [sum, more] {
            let error = handle.wait().unwrap_err();
            assert_eq!(error.message(), "device FAKE:0 was removed");
        }
        let error = add.call(&ctx, [&there, &there]).unwrap_err();
        assert_eq!(error.message(), "device FAKE:0 was removed");
    }
    assert_eq!(live_count(), before);
}
