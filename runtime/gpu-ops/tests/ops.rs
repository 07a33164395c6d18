//! Ops one by one on a CUDA device, on a driver without a card: each op gives what the CPU's op of its name gives.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use cuda_stand_in::StandIn;
use std::collections::BTreeSet;
use tfrt_core_runtime::{Eager, EagerOp, OpHandlerRef, Ops};
use tfrt_cuda::Driver;
use tfrt_gpu_ops::{OPS, op_handler};
use tfrt_host::context::{Host, RequestContext};
use tfrt_host::error::Error;
use tfrt_tensor::{DType, Tensor};
use tfrt_tf_ops::TF;

/// The ops of a device and those of the CPU.
struct Both {
    _stand_in: Option<StandIn>,
    host: Host,
    gpu: Eager,
    cpu: Eager,
}

impl Both {
    /// On a driver without a card, or where `TFRT_CARD` is set, on the machine's.
    fn new() -> Self {
        let on_card = std::env::var_os("TFRT_CARD").is_some();
        let stand_in = (!on_card).then(|| StandIn::new().unwrap());
        let driver = match &stand_in {
            Some(stand_in) => Driver::open_at(stand_in.path()),
            None => Driver::open(),
        };
        let driver = driver.unwrap();
        let ops = Ops::new().with(&TF);
        let host = Host::builder().threads(2).with(driver).with(ops.clone()).build().unwrap();
        let gpu = Eager::with_handler(op_handler(&host, 0, OpHandlerRef::null()).unwrap());
        let cpu = Eager::new(&host, ops);
        Self { _stand_in: stand_in, host, gpu, cpu }
    }

    /// The result of an op of the device. All arguments go there, and the result comes back.
    fn on_gpu<const N: usize>(
        &self,
        name: &str,
        set: impl Fn(EagerOp) -> EagerOp,
        arguments: [&Tensor; N],
    ) -> Result<Tensor, Error> {
        let ctx = self.host.context();
        let there = arguments.map(|it| self.gpu.transfer(&ctx, it, "GPU:0").unwrap());
        let made = set(self.gpu.op(name)?).call(&ctx, there)?;
        self.gpu.transfer(&ctx, made, "CPU:0")?.wait()
    }

    fn on_cpu<const N: usize>(
        &self,
        name: &str,
        set: impl Fn(EagerOp) -> EagerOp,
        arguments: [&Tensor; N],
    ) -> Result<Tensor, Error> {
        let ctx: RequestContext = self.host.context();
        set(self.cpu.op(name)?).call(&ctx, arguments)?.wait()
    }

    /// The results of the device and of the CPU, which have one type and shape.
    fn of_both<const N: usize>(
        &self,
        name: &str,
        set: impl Fn(EagerOp) -> EagerOp,
        arguments: [&Tensor; N],
    ) -> [Tensor; 2] {
        let found = self.on_gpu(name, &set, arguments).unwrap();
        let expected = self.on_cpu(name, &set, arguments).unwrap();
        assert_eq!(found.shape(), expected.shape(), "{name}");
        assert_eq!(found.dtype(), expected.dtype(), "{name}");
        [found, expected]
    }

    /// Both have the same bits.
    fn equal<const N: usize>(
        &self,
        name: &str,
        set: impl Fn(EagerOp) -> EagerOp,
        arguments: [&Tensor; N],
    ) {
        let [found, expected] = self.of_both(name, set, arguments);
        assert_eq!(found.bytes(), expected.bytes(), "{name}: {found}, expected {expected}");
    }

    /// Both differ by at most 1e-5 of the largest element.
    fn close<const N: usize>(
        &self,
        name: &str,
        set: impl Fn(EagerOp) -> EagerOp,
        arguments: [&Tensor; N],
    ) {
        let [found, expected] = self.of_both(name, set, arguments);
        let (found, expected) =
            (found.elements::<f32>().unwrap(), expected.elements::<f32>().unwrap());
        let largest = expected.iter().fold(0.0_f32, |most, it| most.max(it.abs()));
        assert!(largest > 0.0, "{name}: the case says something");
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() <= 1e-5 * largest, "{name}: {found}, {expected}");
        }
    }
}

/// Some numbers, each with a fraction that sums round.
fn numbers(shape: &[usize], seed: u32) -> Tensor {
    let count: usize = shape.iter().product();
    let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(12_345);
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 23) as f32 - 1.0
    };
    Tensor::from_vec(shape, (0..count).map(|_| next()).collect::<Vec<f32>>()).unwrap()
}

fn plain(op: EagerOp) -> EagerOp {
    op
}

#[test]
fn elements_are_computed_as_on_the_cpu() {
    let both = Both::new();
    for shape in [&[][..], &[1], &[7], &[2, 300], &[0, 3]] {
        let (a, b) = (numbers(shape, 1), numbers(shape, 2));
        for name in ["tf.AddV2", "tf.Sub", "tf.Mul", "tf.RealDiv"] {
            both.equal(name, plain, [&a, &b]);
        }
        for name in ["tf.Relu", "tf.Sigmoid", "tf.Log"] {
            both.equal(name, plain, [&a]);
        }
    }
    let (row, column) = (numbers(&[1, 5], 3), numbers(&[4, 1], 4));
    both.equal("tf.AddV2", plain, [&row, &column]);
    both.equal("tf.BiasAdd", plain, [&numbers(&[2, 3, 4, 5], 5), &numbers(&[5], 6)]);
    // The CPU has no tf.Tanh: the quotient of exponentials is as good as f64 is.
    let x = numbers(&[100], 7);
    let found = both.on_gpu("tf.Tanh", plain, [&x]).unwrap();
    for (&x, &found) in x.elements::<f32>().unwrap().iter().zip(found.elements::<f32>().unwrap()) {
        let expected = f64::from(x).tanh();
        assert!((f64::from(found) - expected).abs() <= 1e-7 * expected.abs(), "{x}: {found}");
    }
    let cast = |op: EagerOp| op.attr("DstT", DType::I32).attr("SrcT", DType::F32);
    let found = both.on_gpu(
        "tf.Cast",
        cast,
        [&Tensor::from_slice(&[4], &[1.9_f32, -1.9, 3e9, f32::NAN]).unwrap()],
    );
    assert_eq!(found.unwrap().elements::<i32>().unwrap(), [1, -1, i32::MAX, 0]);
}

#[test]
fn rows_and_images_are_computed_as_on_the_cpu() {
    let both = Both::new();
    for rows in [1, 3, 40] {
        let logits = numbers(&[rows, 130], 8);
        both.equal("tf.Softmax", plain, [&logits]);
        both.equal("tf.LogSoftmax", plain, [&logits]);
    }
    let images = numbers(&[2, 9, 8, 3], 9);
    let slides = |op: EagerOp| op.attr("padding", "SAME").attr("strides", &[1_i64, 2, 2, 1][..]);
    let pool = |op: EagerOp| slides(op).attr("ksize", &[1_i64, 3, 2, 1][..]);
    both.equal("tf.MaxPool", pool, [&images]);
    both.close("tf.Conv2D", slides, [&images, &numbers(&[3, 3, 3, 5], 10)]);
    let parameters = [11, 12, 13].map(|seed| numbers(&[3], seed));
    let [scale, bias, mean] = &parameters;
    let variance = Tensor::from_slice(&[3], &[0.5_f32, 1.0, 2.0]).unwrap();
    let norm = |op: EagerOp| op.attr("epsilon", 1e-3_f32).attr("is_training", false);
    let ctx = both.host.context();
    let arguments = [&images, scale, bias, mean, &variance];
    let there = arguments.map(|it| both.gpu.transfer(&ctx, it, "GPU:0").unwrap());
    let op = norm(both.gpu.op("tf.FusedBatchNormV3").unwrap());
    let [first, ..] = op.call_for::<_, 5, 6>(&ctx, there).unwrap();
    let found = both.gpu.transfer(&ctx, first, "CPU:0").unwrap().wait().unwrap();
    let op = norm(both.cpu.op("tf.FusedBatchNormV3").unwrap());
    let [first, ..] = op.call_for::<_, 5, 6>(&ctx, arguments).unwrap();
    assert_eq!(found.bytes(), first.wait().unwrap().bytes());
}

#[test]
fn products_are_close_to_those_of_the_cpu() {
    let both = Both::new();
    for [rows, inner, columns] in [[1, 1, 1], [3, 70, 5], [65, 33, 66]] {
        for (left, right) in [(false, false), (true, false), (false, true), (true, true)] {
            let a = if left { [inner, rows] } else { [rows, inner] };
            let b = if right { [columns, inner] } else { [inner, columns] };
            let set = |op: EagerOp| op.attr("transpose_a", left).attr("transpose_b", right);
            both.close("tf.MatMul", set, [&numbers(&a, 14), &numbers(&b, 15)]);
        }
    }
}

#[test]
fn what_is_guessed_and_what_is_said() {
    let both = Both::new();
    let images = numbers(&[1, 4, 4, 2], 16);
    let anything = Tensor::from_slice(&[2], &[1_i32, 2]).unwrap();
    let mean = both.on_gpu("tf.Mean", plain, [&images, &anything]).unwrap();
    let of_cpu = both.on_cpu("tf.Mean", plain, [&images, &anything]).unwrap();
    assert_eq!(mean.bytes(), of_cpu.bytes());
    let padded = both.on_gpu("tf.Pad", plain, [&images, &anything]).unwrap();
    assert_eq!(padded.shape().dimensions(), [1, 10, 10, 2]);
    let turned = both.on_gpu("tf.Transpose", plain, [&images, &anything]).unwrap();
    assert_eq!(turned.shape().dimensions(), [1, 2, 4, 4]);
    let (from, to) = (images.elements::<f32>().unwrap(), turned.elements::<f32>().unwrap());
    for (pixel, channels) in from.chunks_exact(2).enumerate() {
        assert_eq!([to[pixel], to[16 + pixel]], channels);
    }
    let error = both.on_gpu("tf.Pad", plain, [&numbers(&[2, 3], 17), &anything]).unwrap_err();
    assert_eq!(error.message(), "Could not guess channel order.");
}

#[test]
fn wrong_arguments_are_errors() {
    let both = Both::new();
    let ctx = both.host.context();
    let x = numbers(&[2, 2], 18);
    let error = both.gpu.op("tf.Relu").unwrap().call(&ctx, [&x]).unwrap_err();
    assert_eq!(error.message(), "a tensor of kind DenseHost, expected DenseGpu");
    let bytes = Tensor::from_slice(&[2], &[1_u8, 2]).unwrap();
    let error = both.on_gpu("tf.Tanh", plain, [&bytes]).unwrap_err();
    assert_eq!(error.message(), "unexpected type for operation");
    let error = both.on_gpu("tf.Softmax", |op| op.attr("axis", 0_i64), [&x]).unwrap_err();
    assert_eq!(error.message(), "Unsupported 'axis' attribute value 0");
    let error = both.gpu.op("tf.Tile").unwrap_err();
    assert_eq!(error.message(), "tf.Tile was not supported by NullOpHandler.");
    let error = both.gpu.transfer(&ctx, &x, "GPU:7").unwrap_err();
    assert_eq!(error.message(), "cannot find device GPU:7");
}

#[test]
fn nothing_is_left_on_the_device() {
    let stand_in = StandIn::new().unwrap();
    {
        let driver = Driver::open_at(stand_in.path()).unwrap();
        let host = Host::builder().threads(2).with(driver).build().unwrap();
        let gpu = Eager::with_handler(op_handler(&host, 0, OpHandlerRef::null()).unwrap());
        let ctx = host.context();
        let mut x = gpu.transfer(&ctx, numbers(&[64], 19), "GPU:0").unwrap();
        for _ in 0..100 {
            x = gpu.op("tf.AddV2").unwrap().call(&ctx, [&x, &x.clone()]).unwrap();
        }
        drop(x);
        drop((gpu, ctx));
        drop(host);
    }
    for _ in 0..5_000 {
        if stand_in.objects().is_empty() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert!(stand_in.objects().is_empty(), "{:?}", stand_in.objects());
    assert_eq!(stand_in.reports(), Vec::<String>::new());
}

#[test]
fn ops_of_the_device_have_names_of_the_cpu() {
    let cpu: BTreeSet<&str> = TF.ops().iter().map(|op| op.name).collect();
    let only: Vec<&str> =
        OPS.ops().iter().map(|op| op.name).filter(|it| !cpu.contains(it)).collect();
    // Those that take as attributes what others take as arguments, and those that the original's CPU lacks, too.
    let known = [
        "tf.Cast",
        "_tf.Mean",
        "_tf.Pad",
        "_tf.Transpose",
        "tf._FusedBatchNormEx",
        "tf.Tanh",
        "tf.Transpose",
    ];
    assert_eq!(only, known);
}
