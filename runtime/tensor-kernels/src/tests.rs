//! Properties of every kernel of tensors, and what the dialects compute.

mod dialects;

use crate::testing::{Bench, check_definitions, written};
use crate::{BTF, TENSOR, catalogue};
use std::sync::Arc;
use tfrt_host::alloc::{HostAllocator, SystemAllocator};
use tfrt_host::kernel::{Attribute, Chain, DType, Effects, KernelDef, Numbers, Value};
use tfrt_tensor::{
    CooHostTensor, DenseHostTensor, Element, MutableTensor, ScalarHostTensor, StringHostTensor,
    TensorShape,
};

const SOURCES: &[&str] = &[
    include_str!("btf/mod.rs"),
    include_str!("coo.rs"),
    include_str!("dht.rs"),
    include_str!("eigen/batch_norm.rs"),
    include_str!("eigen/convolution.rs"),
    include_str!("eigen/gradient.rs"),
    include_str!("eigen/pooling.rs"),
    include_str!("eigen/product.rs"),
    include_str!("sht.rs"),
    include_str!("sync.rs"),
    include_str!("ts.rs"),
];

fn shape(sizes: &[i64]) -> TensorShape {
    TensorShape::new(sizes).unwrap()
}

fn dense<T: Element>(sizes: &[i64], elements: &[T]) -> MutableTensor {
    MutableTensor::Dense(DenseHostTensor::from_vec(shape(sizes), elements.to_vec()).unwrap())
}

fn elements<T: Element>(tensor: &MutableTensor) -> Vec<T> {
    tensor.dense().unwrap().to_vec::<T>().unwrap()
}

fn integers(values: &[i64]) -> Attribute {
    let words: Vec<u64> = values.iter().map(|value| value.cast_unsigned()).collect();
    Attribute::Array(Numbers::new(DType::I64, words))
}

fn all() -> impl Iterator<Item = &'static KernelDef> {
    TENSOR.kernels().iter().chain(BTF.kernels())
}

#[test]
fn every_kernel_in_the_sources_is_listed() {
    let written = written(SOURCES);
    for name in &written {
        assert!(catalogue().kernel(name).is_some(), "{name} is not in a list");
    }
    assert_eq!(written.len(), all().count(), "a source is not listed in this test");
}

#[test]
fn every_kernel_is_documented_and_takes_types_that_there_are() {
    // The sync dialect has functions of the names of others, so they are not checked for theirs.
    for kernel in all() {
        assert!(kernel.doc.ends_with(['.', ')']), "{}", kernel.name);
        assert!(kernel.effects.is_some(), "{} does not state its effects", kernel.name);
        let operands = kernel.operands().map(|param| param.ty);
        for ty in operands.chain(kernel.results.iter().map(|result| result.ty)) {
            assert!(catalogue().ty(ty).is_some(), "{ty} of {}", kernel.name);
        }
    }
    let shapes = TENSOR.kernels().iter().copied().filter(|kernel| kernel.name.starts_with("ts."));
    check_definitions(&shapes.filter(|kernel| !kernel.name.ends_with("_sync")).collect::<Vec<_>>());
}

#[test]
fn only_the_kernels_of_files_reach_outside() {
    let allowed = Effects::PRINTS.and(Effects::WRITES);
    for kernel in TENSOR.kernels() {
        assert!(allowed.contains(kernel.effects.unwrap()), "{}", kernel.name);
    }
    for kernel in BTF.kernels() {
        assert_eq!(kernel.effects, Some(Effects::FILES.and(Effects::BLOCKS)), "{}", kernel.name);
    }
}

/// A tensor of each representation, element types and shapes that do not fit each other, and a value
/// that is no tensor.
fn operands() -> Vec<Value> {
    let allocator: Arc<dyn HostAllocator> = Arc::new(SystemAllocator);
    let matrix = DenseHostTensor::from_vec(shape(&[2, 2]), vec![1_i32, 0, 0, 4]).unwrap();
    let coo = CooHostTensor::from_dense::<i32>(&matrix, &allocator).unwrap();
    let strings = StringHostTensor::new(shape(&[1]), vec!["a".into()]).unwrap();
    let tensors = [
        MutableTensor::from(matrix),
        dense(&[2, 2], &[1.0_f32, 2.0, 3.0, f32::NAN]),
        dense(&[1, 2, 2, 1], &[1.0_f32, 2.0, 3.0, 4.0]),
        dense(&[0, 3], &[0.0_f32; 0]),
        dense::<f64>(&[], &[1.0]),
        MutableTensor::Scalar(ScalarHostTensor::new(shape(&[2]), 3_i32)),
        MutableTensor::String(strings),
        MutableTensor::Coo(coo),
    ];
    tensors.into_iter().map(Value::new).chain([Value::new(7_i32)]).collect()
}

/// Attributes of a kind, sensible and not.
fn attributes(kind: &str) -> Vec<Attribute> {
    let scalar = |dtype, bits| Attribute::Scalar { dtype, bits };
    match kind {
        "string" => ["valid", "same", "other"].map(|it| Attribute::String(it.into())).to_vec(),
        "array of i64" => {
            let lists: [&[i64]; 6] =
                [&[1, 1], &[2, 2], &[0, 0], &[-1, -2], &[i64::MAX, i64::MAX], &[3]];
            lists.map(integers).to_vec()
        }
        "i1" => vec![scalar(DType::I1, 1)],
        _ => vec![scalar(DType::I32, 1), scalar(DType::F32, 1.0_f32.to_bits().into())],
    }
}

/// Calls every kernel with operands and attributes that mostly do not fit: it gives values or errors and
/// never panics. What a program can pass is not all that its author has thought of.
#[test]
fn no_kernel_panics_on_what_does_not_fit() {
    let bench = Bench::new();
    let values = operands();
    let mut errors = 0;
    for kernel in TENSOR.kernels() {
        let count = kernel.operands().count();
        let kinds: Vec<_> = kernel.attributes().iter().map(|it| attributes(it.ty)).collect();
        let ways = kinds.iter().map(Vec::len).max().unwrap_or(1);
        for first in 0..values.len() {
            for second in 0..values.len() {
                for way in 0..ways {
                    let operands = (0..count).map(|at| {
                        let tensor = if at % 2 == 0 { first } else { second };
                        match kernel.operands().nth(at).unwrap().ty {
                            "!tfrt.chain" => Value::new(Chain),
                            "i32" => Value::new(1_i32),
                            "f32" => Value::new(1.0_f32),
                            _ => values[tensor].clone(),
                        }
                    });
                    let operands: Vec<Value> = operands.collect();
                    let attributes: Vec<_> =
                        kinds.iter().map(|kind| kind[way % kind.len()].clone()).collect();
                    let results = kernel.results.len();
                    let results = bench.invoke(kernel, &operands, &attributes, &[], results);
                    for result in &results {
                        let Some(error) = result.error() else { continue };
                        errors += 1;
                        let message = error.message();
                        assert!(!message.contains("panicked"), "{}: {message}", kernel.name);
                    }
                }
                if count == 0 {
                    break;
                }
            }
            if count == 0 {
                break;
            }
        }
    }
    assert!(errors > 10_000, "{errors} errors: the operands fit too often");
}
