//! What the kernels of each dialect compute, and the errors that they give.

use super::{dense, elements, integers, shape};
use crate::testing::{Bench, get, message};
use tfrt_host::kernel::{Attribute, Chain, DType, Value};
use tfrt_tensor::{MutableTensor, TensorShape};

fn chain() -> Value {
    Value::new(Chain)
}

fn tensor(
    bench: &Bench,
    name: &str,
    arguments: &[Value],
    attributes: &[Attribute],
) -> MutableTensor {
    get(&bench.call(name, arguments, attributes, &[], 1)[0])
}

#[test]
fn shapes_are_built_compared_and_asked() {
    let bench = Bench::new();
    let built = bench.call("ts.build_shape", &[], &[integers(&[2, 3])], &[], 1);
    assert_eq!(get::<TensorShape>(&built[0]), shape(&[2, 3]));
    let long = bench.call("ts.build_shape", &[], &[integers(&[1; 256])], &[], 1);
    assert_eq!(message(&long[0]), "a shape of rank 256, at most 255 is possible");
    let fixed = bench.error("ts.as_fixed_rank_shape.3", &[built[0].clone()], 1);
    assert!(fixed.contains('3'), "{fixed}");
}

#[test]
fn dense_tensors_are_made_filled_and_compared() {
    let bench = Bench::new();
    let name = "tfrt_dht.create_uninitialized_tensor.i32.2";
    let made = tensor(&bench, name, &[], &[integers(&[2, 2])]);
    let seven = Attribute::Scalar { dtype: DType::I32, bits: 7 };
    let fill = "tfrt_dht.fill_tensor_with_constant.i32";
    bench.call(fill, &[Value::new(made.clone()), chain()], &[seven], &[], 1);
    assert_eq!(elements::<i32>(&made), [7; 4]);

    let equal = |a: &MutableTensor, b: MutableTensor| {
        let arguments = [Value::new(a.clone()), Value::new(b), chain()];
        get::<bool>(&bench.call("tfrt_dht.tensor_equal.i32", &arguments, &[], &[], 2)[0])
    };
    assert!(equal(&made, dense(&[2, 2], &[7_i32; 4])));
    assert!(!equal(&made, dense(&[2, 2], &[7_i32, 7, 7, 8])));

    let negative = bench.call(name, &[], &[integers(&[2, -2])], &[], 1);
    assert_eq!(message(&negative[0]), "Cannot allocate tensor");
}

#[test]
fn sparse_tensors_have_the_elements_of_dense_ones() {
    let bench = Bench::new();
    // As in the original, coordinates are right for square shapes only.
    let original = [0.0_f32, 2.0, 0.0, 6.0];
    let arguments = [Value::new(dense(&[2, 2], &original)), chain()];
    let sparse = bench.call("coo.convert_dht_to_coo.f32.2", &arguments, &[], &[], 2);
    assert_eq!(elements::<f32>(&values(&get(&sparse[0]))), [2.0, 6.0]);
    let back =
        bench.call("coo.convert_coo_to_dht.f32.2", &[sparse[0].clone(), chain()], &[], &[], 2);
    assert_eq!(elements::<f32>(&get(&back[0])), original);
    let rank = bench.call("coo.convert_dht_to_coo.f32.3", &arguments, &[], &[], 2);
    assert_eq!(message(&rank[0]), "a tensor of shape [2, 2], expected rank 3");
    assert!(rank[1].error().is_none(), "the chain is no error");
}

fn values(tensor: &MutableTensor) -> MutableTensor {
    MutableTensor::Dense(tensor.coo().unwrap().values().clone())
}

#[test]
fn a_product_is_that_of_three_loops() {
    let bench = Bench::new();
    let (rows, inner, columns) = (3, 4, 2);
    let a: Vec<i32> = (0..12).map(|x| x * 7 - 40).collect();
    let b: Vec<i32> = (0..8).map(|x| 5 - x * 3).collect();
    let c: Vec<i32> = (0..6).collect();
    let mut expected = c.clone();
    for row in 0..rows {
        for column in 0..columns {
            let products = (0..inner).map(|k| a[row * inner + k] * b[k * columns + column]);
            let element = &mut expected[row * columns + column];
            *element = 2 * products.sum::<i32>() + 3 * *element;
        }
    }
    let output = dense(&[3, 2], &c);
    let operands = |output: &MutableTensor| {
        let (a, b) = (dense(&[3, 4], &a), dense(&[4, 2], &b));
        let (two, three) = (Value::new(2_i32), Value::new(3_i32));
        [two, Value::new(a), Value::new(b), three, Value::new(output.clone()), chain()]
    };
    bench.call("eigen.matmul.i32", &operands(&output), &[], &[], 1);
    assert_eq!(elements::<i32>(&output), expected);
    let error = bench.error("eigen.matmul.i32", &operands(&dense(&[2, 3], &c)), 1);
    assert!(error.starts_with("MatMul output shape [2, 3] does not match"), "{error}");
    assert_eq!(bench.reported(), [error]);
}

#[test]
fn a_pool_has_the_greatest_of_each_window() {
    let bench = Bench::new();
    let input = dense(&[1, 2, 4, 1], &[1.0_f32, 5.0, -2.0, -7.0, 3.0, 2.0, -1.0, f32::NAN]);
    let output = dense(&[1, 1, 2, 1], &[0.0_f32; 2]);
    let arguments = [Value::new(input), Value::new(output.clone()), chain()];
    let pooled = |padding: &str, size: &[i64]| {
        let attributes = [Attribute::String(padding.into()), integers(size), integers(&[2, 2])];
        let results = bench.call("eigen.max_pooling_2d.f32", &arguments, &attributes, &[], 1);
        message(&results[0]).to_owned()
    };
    assert_eq!(pooled("valid", &[2, 2]), "no error");
    let found = elements::<f32>(&output);
    assert!(found[0] == 5.0 && found[1].is_nan(), "what is no number stays one: {found:?}");
    assert_eq!(pooled("valid", &[2]), "ksize should have 2 elements");
    assert_eq!(pooled("valid", &[0, 2]), "ksize should be > 0, but got 0");
}

#[test]
fn rows_of_a_softmax_add_up_to_one() {
    let bench = Bench::new();
    let input = dense(&[2, 3], &[1.0_f32, 2.0, 3.0, 1000.0, 1000.0, -1000.0]);
    let output = dense(&[2, 3], &[0.0_f32; 6]);
    let arguments = [Value::new(input), Value::new(output.clone()), chain()];
    let no = Attribute::Scalar { dtype: DType::I1, bits: 0 };
    bench.call("eigen.softmax.f32", &arguments, &[no], &[], 1);
    let found = elements::<f32>(&output);
    for row in found.chunks(3) {
        assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{row:?}");
    }
    assert_eq!(&found[3..], [0.5, 0.5, 0.0]);
    assert!((found[2] - 0.665_240_96).abs() < 1e-6, "{found:?}");
}

#[test]
fn string_tensors_have_as_many_strings_as_their_shape_says() {
    let bench = Bench::new();
    let strings = || {
        let text = |text: &str| Attribute::String(text.into());
        Attribute::Aggregate(vec![text("a"), text("b")])
    };
    let made = tensor(&bench, "tfrt_sht.create_tensor", &[], &[integers(&[2]), strings()]);
    assert!(made.to_string().contains("[\"a\", \"b\"]"), "{made}");
    let wrong = bench.call("tfrt_sht.create_tensor", &[], &[integers(&[3]), strings()], &[], 1);
    assert_eq!(message(&wrong[0]), "Shape mismatch");
}
