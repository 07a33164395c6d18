//! Tensors through each engine: arguments and results are not copied, and kernels write in place.

use tfrt::tensor::{DenseHostTensor, Tensor, TensorShape};
use tfrt::{Chain, Engine, Host, Program, Shared};

#[path = "../../build-support/counting.rs"]
mod counting;

use counting::{alone, taken};

tfrt::tfrt_graph! {
    mod compiled;
    kernels = [tfrt::TENSOR];
    func.func @pass(%t: !tfrt_tensor.tensor, %ch: !tfrt.chain)
        -> (!tfrt_tensor.tensor, !tfrt.chain) {
        %filled = tfrt_dht.fill_tensor_with_constant.f32 %t, %ch 2.5 : f32
        tfrt.return %t, %filled : !tfrt_tensor.tensor, !tfrt.chain
    }
}

const TEXT: &str = "func.func @pass(%t: !tfrt_tensor.tensor, %ch: !tfrt.chain)
    -> (!tfrt_tensor.tensor, !tfrt.chain) {
  %filled = tfrt_dht.fill_tensor_with_constant.f32 %t, %ch 2.5 : f32
  tfrt.return %t, %filled : !tfrt_tensor.tensor, !tfrt.chain
}\n";

/// 64 MiB of `f32`.
const ELEMENTS: usize = 16 << 20;

/// More than a call takes for anything but elements.
const LITTLE: usize = 64 << 10;

/// A function from a tensor to one.
type Call<'a> = Box<dyn Fn(Tensor) -> Tensor + 'a>;

#[test]
fn elements_are_passed_and_not_copied() {
    let _alone = alone();
    let host = Host::builder().work_queue("s").build().unwrap();
    let ctx = host.context();
    let catalogue = tfrt::catalogue().with(&tfrt::TENSOR);
    let bytes = tfrt::mlir_to_bef("pass.mlir", TEXT, &catalogue).unwrap();
    let program = Program::load(&bytes, &catalogue).unwrap();
    let mut calls: Vec<(&str, Call<'_>)> = Vec::new();
    calls.push((
        "generated Rust",
        Box::new(|tensor| {
            let (result, done) = compiled::pass(&ctx, Shared::new(tensor), Chain);
            done.unwrap();
            Tensor::clone(&result)
        }),
    ));
    for (name, engine) in [("executor", Engine::Executor), ("JIT", Engine::Jit)] {
        let function = program
            .compile(engine)
            .unwrap()
            .function::<(Tensor, Chain), (Tensor, Chain)>("pass")
            .unwrap();
        let ctx = &ctx;
        calls.push((name, Box::new(move |tensor| function.call(ctx, (tensor, Chain)).unwrap().0)));
    }
    for (name, call) in calls {
        let elements = vec![1.0_f32; ELEMENTS];
        let address = elements.as_ptr().addr();
        let (peak, _, result) = taken(|| {
            let shape = TensorShape::new(&[16, 1 << 20]).unwrap();
            let tensor = DenseHostTensor::from_vec(shape, elements).unwrap();
            call(Tensor::from(tensor))
        });
        assert!(peak < LITTLE, "{name}: {peak} bytes");
        let tensor = result.dense().unwrap();
        assert_eq!(tensor.buffer().address(), address, "{name}");
        assert_eq!(tensor.to_vec::<f32>().unwrap()[ELEMENTS - 1], 2.5, "{name}");
    }
}
