//! Who may write the elements of a tensor that is a value: a chain of ten ops allocates one buffer
//! where the caller keeps the tensor or has its elements in memory of its own, and none where only the
//! call has it. Results are the same.

use std::sync::{Arc, Mutex, PoisonError};
use tfrt::alloc::FixedSizeAllocator;
use tfrt::tensor::{DenseHostTensor, HostBuffer, TensorShape};
use tfrt::{Engine, Host, Program, RequestContext, Shared, Tensor};

tfrt::tfrt_graph! {
    mod compiled = "programs/donation.mlir";
    kernels = [tfrt::MLIR];
}

const TEXT: &str = include_str!("../../programs/donation.mlir");

/// 1 MiB of `f32`.
const ELEMENTS: usize = 512 * 512;

/// Who else has what a function is called with.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Held {
    Alone,
    /// The caller keeps a reference to the value.
    Value,
    /// The caller keeps a tensor with the same elements.
    Elements,
    /// The elements are a vector of the caller's, which it gives away.
    Vector,
    /// The elements are a slice that the caller keeps.
    Slice,
}

/// A slice of the caller's.
struct Slice(Arc<[f32]>);

impl AsRef<[u8]> for Slice {
    fn as_ref(&self) -> &[u8] {
        bytemuck::cast_slice(&self.0)
    }
}

/// A host on the queue `s`, and the lines of its allocator.
struct Counted {
    host: Host,
    lines: Arc<Mutex<String>>,
}

impl Counted {
    fn new() -> Self {
        let lines: Arc<Mutex<String>> = Arc::default();
        let sink = Arc::clone(&lines);
        let allocator = FixedSizeAllocator::new(1 << 30, move |line| {
            sink.lock().unwrap_or_else(PoisonError::into_inner).push_str(line);
        });
        let host = Host::builder().work_queue("s").allocator(Arc::new(allocator));
        Self { host: host.build().expect("the queue exists"), lines }
    }

    /// How many large blocks it has allocated since it was asked last.
    fn buffers(&self) -> usize {
        let lines = std::mem::take(&mut *self.lines.lock().unwrap_or_else(PoisonError::into_inner));
        let allocated = lines.lines().filter_map(|line| line.strip_prefix("Allocating "));
        let sizes = allocated.filter_map(|rest| rest.split(' ').next()?.parse::<usize>().ok());
        sizes.filter(|&size| size >= ELEMENTS * size_of::<f32>()).count()
    }
}

fn input() -> Vec<f32> {
    (0..ELEMENTS).map(|place| place as f32 - 1000.0).collect()
}

fn chained(x: f32) -> f32 {
    -((-x.abs().sqrt()).floor() as i32).abs() as f32
}

/// A function from a tensor to one.
type Call<'a> = Box<dyn Fn(Shared<Tensor>) -> Tensor + 'a>;

/// The function on each engine, and whether that may write its arguments.
fn calls<'a>(name: &'static str, ctx: &'a RequestContext) -> Vec<(&'static str, bool, Call<'a>)> {
    let mut calls: Vec<(&str, bool, Call<'a>)> = Vec::new();
    calls.push((
        "generated Rust",
        true,
        Box::new(move |tensor| {
            let result = match name {
                "chain" => compiled::chain(ctx, tensor),
                _ => compiled::again(ctx, tensor),
            };
            result.expect("there is memory").take()
        }),
    ));
    let catalogue = tfrt::catalogue().with(&tfrt::MLIR);
    let bytes = tfrt::mlir_to_bef("donation.mlir", TEXT, &catalogue).expect("it is valid");
    let program = Program::load(&bytes, &catalogue).expect("it loads");
    for (engine, writes) in [(Engine::Jit, true), (Engine::Executor, false)] {
        let compiled = program.compile(engine).expect("it compiles");
        let function = compiled
            .function::<(Shared<Tensor>,), (Tensor,)>(name)
            .expect("the function has these types");
        let label = if writes { "JIT" } else { "executor" };
        calls.push((
            label,
            writes,
            Box::new(move |tensor| function.call(ctx, (tensor,)).expect("there is memory").0),
        ));
    }
    calls
}

/// Calls a function with a tensor that somebody else has or not; the buffers that this allocates.
fn buffers(counted: &Counted, call: &Call<'_>, held: Held, expected: fn(f32) -> f32) -> usize {
    let elements = input();
    let shape = TensorShape::new(&[512, 512]).expect("its rank is small");
    let (allocator, slice): (_, Arc<[f32]>) = (counted.host.allocator(), elements.clone().into());
    let tensor = match held {
        Held::Alone | Held::Value | Held::Elements => Tensor::copy_of(shape, &elements, allocator),
        Held::Vector => Tensor::from_vec(&[512, 512], elements.clone()),
        Held::Slice => {
            let buffer = HostBuffer::from_owner(Slice(Arc::clone(&slice)));
            let dense = DenseHostTensor::new(tfrt::tensor::DType::F32, shape, buffer);
            Tensor::freeze(dense.expect("the sizes fit").into(), allocator)
        }
    };
    let tensor = tensor.expect("there is memory");
    let kept = (held == Held::Elements).then(|| tensor.clone());
    let value = Shared::new(tensor);
    let shared = (held == Held::Value).then(|| value.clone());
    counted.buffers();
    let result = call(value);
    let count = counted.buffers();
    let found = result.elements::<f32>().expect("they are of that type");
    assert!(found.iter().zip(&elements).all(|(found, &from)| *found == expected(from)));
    for tensor in shared.as_deref().into_iter().chain(&kept) {
        assert_eq!(tensor.elements::<f32>(), Ok(&elements[..]), "what the caller keeps");
    }
    assert_eq!(*slice, elements[..], "what the caller keeps");
    count
}

#[test]
fn ten_ops_take_one_buffer_or_none() {
    let counted = Counted::new();
    let ctx = counted.host.context();
    for (engine, writes, call) in calls("chain", &ctx) {
        for held in [Held::Alone, Held::Value, Held::Elements, Held::Vector, Held::Slice] {
            let expected = usize::from(held != Held::Alone || !writes);
            let found = buffers(&counted, &call, held, chained);
            assert_eq!(found, expected, "{engine}, {held:?}");
        }
    }
}

#[test]
fn an_operand_that_is_used_again_is_not_written() {
    let counted = Counted::new();
    let ctx = counted.host.context();
    for (engine, _, call) in calls("again", &ctx) {
        for held in [Held::Alone, Held::Value, Held::Elements, Held::Vector, Held::Slice] {
            let found = buffers(&counted, &call, held, |x| x.abs() + x);
            assert_eq!(found, 1, "{engine}, {held:?}");
        }
    }
}
