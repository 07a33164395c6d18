//! What ops compute, where NumPy is not asked: kinds of tensors, and bits.

use super::*;
use half::f16;
use tfrt_tensor::Complex;

#[test]
fn two_scalars_make_a_scalar() {
    let bench = Bench::new();
    let both = [scalar(&[2, 1], 3_i32), scalar(&[3], 4_i32)];
    let text = "ScalarHostTensor dtype = i32, shape = [2, 3], value = 7";
    assert_eq!(bench.text("tf.AddV2", both.clone(), &none()), text);
    let text = "ScalarHostTensor dtype = i1, shape = [2, 3], value = 1";
    assert_eq!(bench.text("tf.Less", both, &none()), text);
    let mixed = [scalar(&[2, 2], 3_i32), dense(&[2], &[1, 2])];
    let text = "DenseHostTensor dtype = i32, shape = [2, 2], values = [2, 1, 2, 1]";
    assert_eq!(bench.text("tf.Sub", mixed, &none()), text);
    let mixed = [dense(&[1, 1], &[3_u8]), scalar(&[], 4_u8)];
    let text = "DenseHostTensor dtype = u8, shape = [1, 1], values = [12]";
    assert_eq!(bench.text("tf.Mul", mixed, &none()), text);
    // Other ops have their scalars made dense.
    let text = "DenseHostTensor dtype = i32, shape = [2], values = [0, 0]";
    assert_eq!(bench.text("tf.Relu", [scalar(&[2], -3_i32)], &none()), text);
}

#[test]
fn integers_wrap_and_halves_are_rounded_once() {
    let bench = Bench::new();
    let [max, one] = [dense(&[1], &[i8::MAX]), dense(&[1], &[1_i8])];
    let sum = bench.call("tf.AddV2", [max.clone(), one], &none()).unwrap();
    assert_eq!(elements::<i8>(&sum), [i8::MIN]);
    // The sum wraps before it is divided.
    let numbers = dense(&[3], &[100_i8, 100, 100]);
    let mean = bench.call("tf.Mean", [numbers, dense(&[1], &[0])], &none()).unwrap();
    assert_eq!(mean.to_string(), "DenseHostTensor dtype = i8, shape = [], values = [14]");
    // In halves, the sum would be infinite.
    let halves = dense(&[4], &[f16::from_f32(60000.0); 4]);
    let mean = bench.call("tf.Mean", [halves, dense(&[], &[0])], &none()).unwrap();
    assert_eq!(elements::<f16>(&mean), [f16::from_f32(60000.0)]);
    let ones = dense(&[2, 2], &[Complex { re: 1.0_f32, im: 1.0 }; 4]);
    let product = bench.call("tf.MatMul", [ones.clone(), ones], &transposed(false, true)).unwrap();
    assert_eq!(elements::<Complex<f32>>(&product), [Complex { re: 0.0, im: 4.0 }; 4]);
}

#[test]
fn strings_move_like_numbers() {
    let bench = Bench::new();
    let letters = || strings(&[2, 1], &["a", "b"]);
    let result = |name: &str, arguments: Vec<MutableTensor>| bench.text(name, arguments, &none());
    let text = "StringHostTensor shape = [1, 2, 1], values = [\"a\", \"b\"]";
    assert_eq!(result("tf.ExpandDims", vec![letters(), dense(&[], &[0])]), text);
    let text =
        "StringHostTensor shape = [2, 3], values = [\"a\", \"a\", \"a\", \"b\", \"b\", \"b\"]";
    assert_eq!(result("tf.Tile", vec![letters(), dense(&[2], &[1, 3])]), text);
    let text = "StringHostTensor shape = [4, 1], values = [\"a\", \"b\", \"a\", \"b\"]";
    assert_eq!(result("tf.Tile", vec![letters(), dense(&[2], &[2_i64, 1])]), text);
    let more = strings(&[2, 2], &["c", "d", "e", "f"]);
    let text =
        "StringHostTensor shape = [2, 3], values = [\"a\", \"c\", \"d\", \"b\", \"e\", \"f\"]";
    assert_eq!(result("tf.ConcatV2", vec![letters(), more, dense(&[], &[-1])]), text);
    let text = "StringHostTensor shape = [2], values = [\"x\", \"y\"]";
    let [x, y] = ["x", "y"].map(|text| strings(&[], &[text]));
    assert_eq!(result("tf.ConcatV2", vec![x, y, dense(&[], &[0])]), text);
    let text = "DenseHostTensor dtype = i32, shape = [2], values = [2, 1]";
    assert_eq!(result("tf.Shape", vec![letters()]), text);
    let empty = strings(&[0, 3], &[]);
    let text = "StringHostTensor shape = [0, 3], values = []";
    assert_eq!(result("tf.ConcatV2", vec![empty, dense(&[], &[0])]), text);
}

#[test]
fn constants_and_zeros() {
    let bench = Bench::new();
    let value = none().with("value", constant(&[2], &[1.5_f32, 2.0]));
    let nothing = Vec::<MutableTensor>::new();
    let made = bench.call("tf.Const", nothing, &value).unwrap();
    assert_eq!(elements::<f32>(&made), [1.5, 2.0]);
    let text = "ScalarHostTensor dtype = i64, shape = [2, 2], value = 0";
    let asked = none().with("T", DType::I64);
    assert_eq!(bench.text("tf.ZerosLike", [zeros(DType::F32, &[2, 2])], &asked), text);
}

#[test]
fn all_results_of_a_normalization_are_one_tensor() {
    let bench = Bench::new();
    let x = dense(&[1, 1, 2, 2], &[1.0_f32, 2.0, 3.0, 4.0]);
    let parameters = [[2.0_f32, 1.0], [0.5, 0.0], [1.0, 2.0], [3.0, 0.0]];
    let arguments = parameters.iter().map(|values| dense(&[2], values));
    let arguments = std::iter::once(x).chain(arguments).map(TensorHandle::new);
    let epsilon = none().with("epsilon", 1.0_f32);
    let handles = bench.handles("tf.FusedBatchNormV3", arguments, &epsilon, 6);
    let results: Vec<MutableTensor> =
        handles.iter().map(|handle| bench.result(handle).unwrap()).collect();
    let address = results[0].dense().unwrap().buffer().address();
    assert_eq!(elements::<f32>(&results[0]), [0.5, 0.0, 2.5, 2.0]);
    assert!(results.iter().all(|it| it.dense().unwrap().buffer().address() == address));
}

/// Numbers of both signs.
fn numbers(sizes: &[i64]) -> MutableTensor {
    let count = shape(sizes).elements().unwrap();
    let numbers: Vec<f32> = (0..count).map(|at| (at as f32 * 0.37).sin() * 3.0).collect();
    dense(sizes, &numbers)
}

#[test]
fn bits_do_not_depend_on_the_number_of_threads() {
    let benches = [1, 2, 5].map(Bench::with_threads);
    let same = || none().with("padding", "SAME");
    let fused = transposed(true, false).with("fused_ops", &texts(&["BiasAdd", "Elu"]));
    let cases: Vec<(&str, Vec<MutableTensor>, Named)> = vec![
        ("tf.AddV2", vec![numbers(&[300, 1, 70]), numbers(&[9, 1])], none()),
        ("tf.Sub", vec![numbers(&[1 << 18]), scalar(&[], 0.3_f32)], none()),
        ("tf.Less", vec![numbers(&[300, 700]), numbers(&[700])], none()),
        ("tf.Sigmoid", vec![numbers(&[1 << 17])], none()),
        ("tf.LogSoftmax", vec![numbers(&[300, 777])], none()),
        ("tf.MatMul", vec![numbers(&[130, 150]), numbers(&[130, 170])], transposed(true, false)),
        (
            "tf._FusedMatMul",
            vec![numbers(&[130, 150]), numbers(&[130, 170]), numbers(&[170])],
            fused,
        ),
        ("tf.Mean", vec![numbers(&[20, 300, 50]), dense(&[2], &[0, 2])], none()),
        ("tf.Mean", vec![numbers(&[300, 700]), dense(&[1], &[0])], none()),
        ("tf.Tile", vec![numbers(&[20, 3, 50]), dense(&[3], &[3, 2, 20])], none()),
        ("tf.ConcatV2", vec![numbers(&[300, 100]), numbers(&[300, 301]), dense(&[], &[1])], none()),
        (
            "tf.Pad",
            vec![numbers(&[2, 90, 90, 9]), dense(&[4, 2], &[0, 0, 3, 3, 3, 3, 0, 0])],
            none(),
        ),
        ("tf.Conv2D", vec![numbers(&[2, 40, 40, 5]), numbers(&[3, 3, 5, 9])], same()),
        ("tf.MaxPool", vec![numbers(&[2, 90, 90, 9])], same().with("ksize", [1_i64, 3, 3, 1])),
        ("tf.BiasAdd", vec![numbers(&[300, 700]), numbers(&[700])], none()),
    ];
    for (op, arguments, attributes) in cases {
        let results = benches.each_ref().map(|bench| {
            let result = bench.call(op, arguments.clone(), &attributes).unwrap();
            let result = result.dense().unwrap();
            let access = tfrt_tensor::Access::new(&[result.buffer()], &[]).unwrap();
            access.input::<u8>(0).unwrap().to_vec()
        });
        assert!(results.iter().all(|result| *result == results[0]), "{op}");
        assert!(results[0].len() >= 1 << 9, "{op}");
    }
}
