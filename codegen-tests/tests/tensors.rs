//! Tensors through each engine: arguments and results are not copied, and kernels write in place.

use std::sync::Arc;
use tfrt::tensor::{Access, DType, DenseHostTensor, HostBuffer, MutableTensor, TensorShape};
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
    func.func @read(%t: !tfrt_tensor.tensor, %ch: !tfrt.chain)
        -> (!tfrt_tensor.tensor, i1, !tfrt.chain) {
        %equal, %done = tfrt_dht.tensor_equal.f32 %t, %t, %ch
        tfrt.return %t, %equal, %done : !tfrt_tensor.tensor, i1, !tfrt.chain
    }
}

const TEXT: &str = "func.func @pass(%t: !tfrt_tensor.tensor, %ch: !tfrt.chain)
    -> (!tfrt_tensor.tensor, !tfrt.chain) {
  %filled = tfrt_dht.fill_tensor_with_constant.f32 %t, %ch 2.5 : f32
  tfrt.return %t, %filled : !tfrt_tensor.tensor, !tfrt.chain
}
func.func @read(%t: !tfrt_tensor.tensor, %ch: !tfrt.chain)
    -> (!tfrt_tensor.tensor, i1, !tfrt.chain) {
  %equal, %done = tfrt_dht.tensor_equal.f32 %t, %t, %ch
  tfrt.return %t, %equal, %done : !tfrt_tensor.tensor, i1, !tfrt.chain
}\n";

/// 64 MiB of `f32`.
const ELEMENTS: usize = 16 << 20;

/// More than a call takes for anything but elements.
const LITTLE: usize = 64 << 10;

/// A function from a tensor to one.
type Call<'a> = Box<dyn Fn(MutableTensor) -> MutableTensor + 'a>;

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
            MutableTensor::clone(&result)
        }),
    ));
    for (name, engine) in [("executor", Engine::Executor), ("JIT", Engine::Jit)] {
        let function = program
            .compile(engine)
            .unwrap()
            .function::<(MutableTensor, Chain), (MutableTensor, Chain)>("pass")
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
            call(MutableTensor::from(tensor))
        });
        assert!(peak < LITTLE, "{name}: {peak} bytes");
        let tensor = result.dense().unwrap();
        assert_eq!(tensor.buffer().address(), address, "{name}");
        assert_eq!(tensor.to_vec::<f32>().unwrap()[ELEMENTS - 1], 2.5, "{name}");
    }
}

/// A slice of the caller's, which tensors share.
struct Slice(Arc<[f32]>);

impl AsRef<[u8]> for Slice {
    fn as_ref(&self) -> &[u8] {
        bytemuck::cast_slice(&self.0)
    }
}

/// A function that reads a tensor, and gives it and whether it equals itself.
type Read<'a> = Box<dyn Fn(MutableTensor) -> (MutableTensor, bool) + 'a>;

#[test]
fn a_slice_of_the_caller_is_read_back_where_it_is() {
    let _alone = alone();
    let host = Host::builder().work_queue("s").build().unwrap();
    let ctx = host.context();
    let catalogue = tfrt::catalogue().with(&tfrt::TENSOR);
    let bytes = tfrt::mlir_to_bef("read.mlir", TEXT, &catalogue).unwrap();
    let program = Program::load(&bytes, &catalogue).unwrap();
    let mut calls: Vec<(&str, Read<'_>)> = Vec::new();
    calls.push((
        "generated Rust",
        Box::new(|tensor| {
            let (result, equal, _) = compiled::read(&ctx, Shared::new(tensor), Chain);
            (MutableTensor::clone(&result), equal.unwrap())
        }),
    ));
    for (name, engine) in [("executor", Engine::Executor), ("JIT", Engine::Jit)] {
        let compiled = program.compile(engine).unwrap();
        let function = compiled
            .function::<(MutableTensor, Chain), (MutableTensor, bool, Chain)>("read")
            .unwrap();
        let ctx = &ctx;
        calls.push((
            name,
            Box::new(move |tensor| {
                let (tensor, equal, _) = function.call(ctx, (tensor, Chain)).unwrap();
                (tensor, equal)
            }),
        ));
    }
    let slice: Arc<[f32]> = (0..ELEMENTS).map(|index| (index % 251) as f32).collect();
    for (name, call) in calls {
        let (peak, _, ()) = taken(|| {
            let buffer = HostBuffer::from_owner(Slice(Arc::clone(&slice)));
            let shape = TensorShape::new(&[16, 1 << 20]).unwrap();
            let tensor = DenseHostTensor::new(DType::F32, shape, buffer).unwrap();
            let (tensor, equal) = call(tensor.into());
            assert!(equal, "{name}");
            let access = Access::new(&[tensor.dense().unwrap().buffer()], &[]).unwrap();
            let elements = access.input::<f32>(0).unwrap();
            assert_eq!(elements.as_ptr_range(), slice.as_ptr_range(), "{name}");
            assert_eq!(elements[ELEMENTS - 1], ((ELEMENTS - 1) % 251) as f32, "{name}");
        });
        assert!(peak < LITTLE, "{name}: {peak} bytes");
        assert_eq!(Arc::strong_count(&slice), 1, "{name}: the slice is the caller's again");
    }
}
