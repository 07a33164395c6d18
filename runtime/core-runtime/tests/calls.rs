//! Calls by the structs that `#[op]` makes: arguments that may be missing and that are many, attributes of each kind,
//! several results, side effects, the caller's place.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::{Arc, Mutex};
use tfrt_core_runtime::{Attr, Eager, OpAttrs, OpChain, OpList, Ops, op};
use tfrt_host::context::{ExecCtx, Host, RequestContext};
use tfrt_host::kernel::{Chain, Dense};
use tfrt_tensor::{DType, DenseHostTensor, Tensor, TensorError};

fn sum(tensors: &[DenseHostTensor]) -> Result<i32, TensorError> {
    tensors.iter().map(|tensor| Ok(tensor.to_vec::<i32>()?.iter().sum::<i32>())).sum()
}

fn one(value: i32) -> Result<DenseHostTensor, TensorError> {
    DenseHostTensor::from_vec(Tensor::from_vec(&[1], vec![value])?.shape().clone(), vec![value])
}

/// The sum of the elements of all arguments.
#[op("calls.sum", pure)]
fn sum_of_all(
    first: &DenseHostTensor,
    rest: Vec<DenseHostTensor>,
) -> Result<DenseHostTensor, TensorError> {
    one(sum(std::slice::from_ref(first))? + sum(&rest)?)
}

/// The number of arguments.
#[op("calls.count_them", pure)]
fn count_them(
    x: DenseHostTensor,
    y: Option<DenseHostTensor>,
) -> Result<DenseHostTensor, TensorError> {
    let _ = x;
    one(1 + i32::from(y.is_some()))
}

/// Prints its attributes, and gives two tensors.
#[op("calls.tell")]
#[expect(clippy::too_many_arguments, reason = "one of each kind")]
fn tell(
    ctx: ExecCtx<'_>,
    eager: &DenseHostTensor,
    on: Attr<bool>,
    r#type: Attr<DType>,
    name: Attr<&str>,
    sizes: Attr<Option<&[i64]>>,
    rate: Attr<Option<f32>>,
    value: Attr<Option<&Dense>>,
) -> (DenseHostTensor, DenseHostTensor, Chain) {
    let shape = value.0.map(|value| &value.shape);
    ctx.request.print(&format!(
        "{} {} {} {:?} {:?} {shape:?}\n",
        on.0,
        r#type.0.tensor_name(),
        name.0,
        sizes.0,
        rate.0
    ));
    (eager.clone(), eager.clone(), Chain)
}

/// As many zeros as the call has results.
#[op("calls.zeros", pure)]
fn zeros(attributes: &OpAttrs) -> Result<Vec<DenseHostTensor>, TensorError> {
    let count: i32 = attributes.get("count").unwrap_or_default();
    (0..count).map(|_| one(0)).collect()
}

static OWN: OpList = OpList::new(&[SUM_OF_ALL, COUNT_THEM, TELL, ZEROS]);

fn bench() -> (Eager, RequestContext, Arc<Mutex<String>>) {
    let printed = Arc::new(Mutex::new(String::new()));
    let output = Arc::clone(&printed);
    let host = Host::builder().output(move |text| output.lock().unwrap().push_str(text));
    let host = host.diagnostics(|_| ()).build().unwrap();
    (Eager::new(&host, Ops::new().with(&OWN)), host.context(), printed)
}

fn vector(elements: &[i32]) -> Tensor {
    Tensor::from_slice(&[elements.len()], elements).unwrap()
}

#[test]
fn arguments_may_be_missing_or_many() {
    let (eager, ctx, _) = bench();
    let x = vector(&[1, 2]);
    let alone = Sum.call(&eager, &ctx, &x, [] as [&Tensor; 0]).unwrap();
    let sum = Sum.call(&eager, &ctx, x, [&alone, &alone]).unwrap();
    assert_eq!(sum.wait().unwrap().elements::<i32>().unwrap(), [9]);
    for (second, expected) in [(Some(&alone), 2), (None, 1)] {
        let count = CountThem.call(&eager, &ctx, &alone, second).unwrap();
        assert_eq!(count.wait().unwrap().elements::<i32>().unwrap(), [expected]);
    }
}

#[test]
fn attributes_are_fields_and_side_effects_follow_a_chain() {
    let (eager, ctx, printed) = bench();
    let (x, mut chain) = (vector(&[7]), OpChain::new());
    let value = Dense { dtype: DType::I8, shape: vec![1], data: vec![0].into() };
    let tell = Tell {
        on: true,
        r#type: DType::F16,
        name: "a",
        sizes: Some(&[1, 2]),
        rate: None,
        value: Some(&value),
    };
    let [first, second] = tell.call(&eager, &ctx, &mut chain, &x).unwrap();
    let less = Tell { sizes: None, rate: Some(0.5), value: None, ..tell };
    let [third, _] = less.call(&eager, &ctx, &mut chain, first).unwrap();
    chain.wait(&ctx).unwrap();
    for handle in [second, third] {
        assert_eq!(handle.wait().unwrap().elements::<i32>().unwrap(), [7]);
    }
    let expected = "true f16 a Some([1, 2]) None Some([1])\ntrue f16 a None Some(0.5) None\n";
    assert_eq!(*printed.lock().unwrap(), expected);
}

#[test]
fn a_call_may_decide_how_many_results_there_are() {
    let (eager, ctx, _) = bench();
    let mut attributes = OpAttrs::new();
    attributes.set("count", 3_i32);
    let zeros = Zeros { attributes };
    let [_, _, last] = zeros.call(&eager, &ctx).unwrap();
    assert_eq!(last.wait().unwrap().elements::<i32>().unwrap(), [0]);
    let called = Zeros::default().call::<1>(&eager, &ctx);
    assert_eq!(called.unwrap_err().message(), "kernel gave 0 results, the op has 1");
}

#[test]
fn errors_name_the_callers_place() {
    let (eager, ctx, _) = bench();
    let (line, called) = (line!(), CountThem.call(&eager, &ctx, sixty_four(), None::<&Tensor>));
    let error = Sum.call(&eager, &ctx, called.unwrap(), [sixty_four()]).unwrap_err();
    assert_eq!(error.message(), "a tensor of type i64, expected i32");
    let (_, found, _) = error.location().file_line_col().unwrap();
    assert_eq!((error.kernel(), found), (Some("calls.sum"), line + 1));
    // There is no such op.
    let empty = Eager::new(&Host::builder().build().unwrap(), Ops::new());
    let (line, error) = (line!(), Sum.call(&empty, &ctx, vector(&[1]), [vector(&[2])]));
    let error = error.unwrap_err();
    assert_eq!(error.message(), "calls.sum was not supported by NullOpHandler.");
    assert_eq!(error.location().file_line_col().unwrap().1, line);
}

fn sixty_four() -> Tensor {
    Tensor::from_slice(&[1], &[1_i64]).unwrap()
}
