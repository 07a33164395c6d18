//! What ops refuse, and which errors are reported.

use super::*;

#[test]
fn binary_ops() {
    let bench = Bench::new();
    let floats = |sizes: &[i64]| zeros(DType::F32, sizes);
    for op in ["tf.AddV2", "tf.Sub", "tf.Mul", "tf.RealDiv", "tf.Less"] {
        let error = |a: MutableTensor, b: MutableTensor| bench.error(op, [a, b], &none());
        let message = "incompatible dtypes for binary operation";
        assert_eq!(error(floats(&[2]), zeros(DType::F64, &[2])), message);
        let message = "Dimensions must be equal, but are 2 and 3";
        assert_eq!(error(floats(&[2]), floats(&[3])), message);
        let message = "Cannot implictly convert StringHost to DenseHost";
        assert_eq!(error(strings(&[1], &["a"]), floats(&[1])), message);
        let message = "Unsupported binary kernel broadcasting: lhs=[1, 1, 1, 1, 2, 2] rhs=[2] \
                       out=[1, 1, 1, 1, 2, 2]";
        assert_eq!(error(floats(&[1, 1, 1, 1, 2, 2]), floats(&[2])), message);
        // Those that are no broadcasting have any rank.
        for (left, right) in [(&[1; 7][..], &[2][..]), (&[2; 6], &[1, 1]), (&[2; 6], &[2; 6])] {
            bench.call(op, [floats(left), floats(right)], &none()).unwrap();
        }
        bench.call(op, [floats(&[2; 6]), scalar(&[1; 6], 1.0_f32)], &none()).unwrap();
        // Which nobody reports.
        for dtype in [DType::I1, DType::Bf16] {
            let message = format!("Unsupported input dtype: {}", dtype.tensor_name());
            let operands = [zeros(dtype, &[2]), zeros(dtype, &[2])];
            assert_eq!(bench.quiet(op, operands, &none()), message);
        }
    }
    let complex = [zeros(DType::Complex64, &[2]), zeros(DType::Complex64, &[2])];
    assert_eq!(bench.quiet("tf.Less", complex, &none()), "Unsupported input dtype: complex64");
}

#[test]
fn integers_are_not_divided_by_zero() {
    let bench = Bench::new();
    let divide = |a: MutableTensor, b: MutableTensor| bench.call("tf.RealDiv", [a, b], &none());
    let quotient = divide(dense(&[4], &[7_i32, -7, 6, i32::MIN]), dense(&[4], &[2, 2, -4, -1]));
    assert_eq!(elements::<i32>(&quotient.unwrap()), [3, -3, -1, i32::MIN]);
    for zero in [dense(&[2], &[1_u8, 0]), scalar(&[], 0_u8)] {
        let message = ("Divide by zero".to_owned(), true);
        assert_eq!(divide(dense(&[2], &[1_u8, 2]), zero).unwrap_err(), message);
    }
    let message = ("Divide by zero".to_owned(), true);
    assert_eq!(divide(scalar(&[2], 1_i64), scalar(&[2], 0_i64)).unwrap_err(), message);
    let infinite = divide(scalar(&[], 1.0_f32), scalar(&[], 0.0_f32)).unwrap();
    assert!(infinite.to_string().ends_with("value = INF"));
    // Nothing is divided.
    divide(zeros(DType::I32, &[0]), zeros(DType::I32, &[0])).unwrap();
    // As many as whole tensors, half of which other threads compute.
    let ones = vec![1_i32; 1 << 18];
    let mut last = ones.clone();
    last[(1 << 18) - 1] = 0;
    let (ones, last) = (dense(&[1 << 18], &ones), dense(&[1 << 18], &last));
    assert_eq!(divide(ones, last).unwrap_err().0, "Divide by zero");
}

#[test]
fn unary_ops() {
    let bench = Bench::new();
    for op in ["tf.Log", "tf.Log1p", "tf.Rsqrt", "tf.Sigmoid", "tf.Softmax", "tf.LogSoftmax"] {
        for dtype in [DType::F16, DType::I32, DType::Complex64] {
            assert_eq!(bench.error(op, [zeros(dtype, &[2])], &none()), "unsupported dtype");
        }
    }
    for dtype in [DType::I1, DType::Bf16, DType::Complex128] {
        let message = "unsupported dtype for relu";
        assert_eq!(bench.error("tf.Relu", [zeros(dtype, &[2])], &none()), message);
    }
    assert_eq!(
        bench.error("tf.Relu", Vec::<MutableTensor>::new(), &none()),
        "tf.Relu has 0 arguments, expected 1"
    );
}

#[test]
fn products() {
    let bench = Bench::new();
    let plain = transposed(false, false);
    let error = |dtype: DType, sizes: [&[i64]; 2]| {
        bench.error("tf.MatMul", sizes.map(|sizes| zeros(dtype, sizes)), &plain)
    };
    assert_eq!(error(DType::I8, [&[2, 2], &[2, 2]]), "Unsupported input dtype: i8");
    assert_eq!(error(DType::F16, [&[2, 2], &[2, 2]]), "Unsupported input dtype: f16");
    let message = "argument 1 of matmul op is not a rank-2 tensor. Actual rank is 3";
    assert_eq!(error(DType::F32, [&[2, 2], &[2, 2, 2]]), message);
    let message = "'transpose_a' attribute is not specified for MatMul op";
    let operands = || [zeros(DType::F32, &[2, 2]), zeros(DType::F32, &[2, 2])];
    assert_eq!(bench.error("tf.MatMul", operands(), &none()), message);
}

#[test]
fn fused_products() {
    let bench = Bench::new();
    let fused = |names: &[&str]| transposed(false, false).with("fused_ops", &texts(names));
    let operands = |dtype: DType, bias: &[i64]| {
        [zeros(dtype, &[2, 2]), zeros(dtype, &[2, 3]), zeros(dtype, bias)]
    };
    let op = "tf._FusedMatMul";
    let quiet =
        |bias: &[i64], attributes: &Named| bench.quiet(op, operands(DType::F32, bias), attributes);
    let plain = transposed(false, false);
    assert_eq!(quiet(&[3], &plain), "FusedMatMul must specify fused operations");
    assert_eq!(quiet(&[3], &fused(&[])), "FusedMatMul must specify fused operations");
    for names in [&["Relu"][..], &["BiasAdd", "Tanh"], &["BiasAdd", "Relu", "Relu"]] {
        assert_eq!(quiet(&[3], &fused(names)), "Unsupported fusion type");
    }
    assert_eq!(quiet(&[1, 3], &fused(&["BiasAdd"])), "Bias tensor must a vector");
    let message = "The number of bias elements 2 doesn't match output inner dimension 3";
    assert_eq!(quiet(&[2], &fused(&["BiasAdd"])), message);
    let two = operands(DType::F32, &[3]).into_iter().take(2);
    let message = "FusedMatMul with BiasAdd has 0 inputs, expected 1";
    assert_eq!(bench.quiet(op, two, &fused(&["BiasAdd"])), message);
    let wide = operands(DType::F64, &[3]);
    assert_eq!(bench.quiet(op, wide, &fused(&["BiasAdd"])), "Unsupported input dtype: f64");
    let mut mixed = operands(DType::F32, &[3]);
    mixed[2] = zeros(DType::I32, &[3]);
    let message = "a tensor of type i32, expected f32";
    assert_eq!(bench.quiet(op, mixed, &fused(&["BiasAdd"])), message);
    let message = "incompatible dtypes for MatMul: In[0]: f32, In[1]: i32";
    let mixed = [zeros(DType::F32, &[2, 2]), zeros(DType::I32, &[2, 3])];
    assert_eq!(bench.error(op, mixed, &fused(&["BiasAdd"])), message);
}

#[test]
fn biases_and_means() {
    let bench = Bench::new();
    let biased = |dtype: DType, value: &[i64], bias: &[i64]| {
        bench.error("tf.BiasAdd", [zeros(dtype, value), zeros(dtype, bias)], &none())
    };
    assert_eq!(biased(DType::I1, &[2, 2], &[2]), "unsupported dtype for TfBiasAddOp");
    assert_eq!(biased(DType::F32, &[2], &[2]), "unsupported rank for TfBiasAddOp: 1");
    assert_eq!(
        biased(DType::F32, &[1, 1, 1, 1, 1, 2], &[2]),
        "unsupported rank for TfBiasAddOp: 6"
    );
    let mean = |dtype: DType, sizes: &[i64], indices: &[i32]| {
        let indices = dense(&[indices.len() as i64], indices);
        bench.error("tf.Mean", [zeros(dtype, sizes), indices], &none())
    };
    let range = "tf.Mean reduction index must be in [-input_rank, input_rank) range";
    for index in [2, -3, i32::MIN, i32::MAX] {
        assert_eq!(mean(DType::F32, &[2, 2], &[index]), range);
    }
    assert_eq!(mean(DType::F32, &[], &[0]), range);
    let unique = "tf.Mean reduction indices must be unique";
    assert_eq!(mean(DType::F32, &[2, 2], &[1, -1]), unique);
    let ranks = "Unsupported reduction ranks: input_rank=9 reduction_rank=2";
    assert_eq!(mean(DType::F32, &[1; 9], &[0, 8]), ranks);
    assert_eq!(mean(DType::I1, &[2], &[0]), "unsupported dtype for TfMeanOp");
    assert_eq!(mean(DType::I32, &[0], &[0]), "Divide by zero");
    let wide = [zeros(DType::F32, &[2]), dense(&[1], &[0_i64])];
    assert_eq!(bench.error("tf.Mean", wide, &none()), "a tensor of type i64, expected i32");
}

#[test]
fn constants_and_shapes() {
    let bench = Bench::new();
    let nothing = Vec::<MutableTensor>::new;
    let message = "tf.Const needs a `value` dense attribute";
    assert_eq!(bench.error("tf.Const", nothing(), &none()), message);
    // An attribute that a program cannot have.
    let short = Dense { data: vec![0_u8; 3].into(), ..constant(&[1], &[1_i32]) };
    let message = "a buffer of 3 bytes is no tensor i32 [1]";
    assert_eq!(bench.error("tf.Const", nothing(), &none().with("value", short)), message);
    let string = none().with("T", DType::String);
    assert_eq!(
        bench.error("tf.ZerosLike", [zeros(DType::F32, &[1])], &string),
        "unsupported dtype"
    );
    let half = none().with("out_type", DType::F16);
    let message = "Unsupported `out_type` value: f16";
    assert_eq!(bench.error("tf.Shape", [zeros(DType::F32, &[1])], &half), message);
    let large = zeros(DType::F32, &[0, 1 << 40]);
    let message = "shape [0, 1099511627776] is none of i32";
    assert_eq!(bench.error("tf.Shape", [large], &none()), message);
}

#[test]
fn expanded_dimensions() {
    let bench = Bench::new();
    let expand = |axis: MutableTensor| {
        bench.error("tf.ExpandDims", [zeros(DType::F32, &[2, 3]), axis], &none())
    };
    assert_eq!(expand(dense(&[2], &[0, 1])), "Axis must be a scalar tensor");
    assert_eq!(expand(dense(&[], &[0_i16])), "Unsupported axis data type");
    assert_eq!(expand(strings(&[], &["0"])), "Unsupported axis data type");
    for axis in [3, -4, i64::MAX, i64::MIN] {
        let message = format!("Failed to expand axis {axis} for tensor of rank 2");
        assert_eq!(expand(dense(&[], &[axis])), message);
    }
    let many = [zeros(DType::F32, &[1; 255]), dense(&[], &[0])];
    let message = "a shape of rank 256, at most 255 is possible";
    assert_eq!(bench.error("tf.ExpandDims", many, &none()), message);
}

#[test]
fn tiles() {
    let bench = Bench::new();
    let tile = |x: MutableTensor, multiples: MutableTensor| {
        bench.error("tf.Tile", [x, multiples], &none())
    };
    let x = || zeros(DType::F32, &[2, 3]);
    assert_eq!(tile(x(), dense(&[], &[1])), "Tile multiples must be a vector");
    assert_eq!(tile(x(), dense(&[2], &[1_u8, 1])), "Unsupported multiples data type");
    assert_eq!(tile(x(), strings(&[1], &["1"])), "Unsupported multiples data type");
    let message = "Tile multiples must have the same size as input rank";
    assert_eq!(tile(x(), dense(&[3], &[1, 1, 1])), message);
    let complex = zeros(DType::Complex64, &[2]);
    assert_eq!(tile(complex, dense(&[1], &[1])), "Unsupported dtype: complex64");
    let rank = "Unsupported tensor rank";
    assert_eq!(tile(zeros(DType::F32, &[]), zeros(DType::I32, &[0])), rank);
    assert_eq!(tile(zeros(DType::F32, &[1; 6]), dense(&[6], &[1; 6])), rank);
    let message = "Tile multiples must not be negative, but are [1, -1]";
    assert_eq!(tile(x(), dense(&[2], &[1, -1])), message);
    let memory = "out of memory allocating result";
    for large in [[i64::MAX, 1], [1 << 32, 1 << 32], [1 << 60, 1]] {
        assert_eq!(tile(x(), dense(&[2], &large)), memory);
        assert_eq!(tile(strings(&[2, 1], &["a", "b"]), dense(&[2], &large)), memory);
    }
}

#[test]
fn concatenations() {
    let bench = Bench::new();
    let concat = |tensors: Vec<MutableTensor>| bench.error("tf.ConcatV2", tensors, &none());
    let floats = |sizes: &[i64]| zeros(DType::F32, sizes);
    let at = |axis: i32| dense(&[], &[axis]);
    let axis = "axis must be a dense host tensor";
    assert_eq!(concat(vec![strings(&[1], &["a"]), strings(&[1], &["b"])]), axis);
    let axis = "Unsupported axis data type";
    assert_eq!(concat(vec![floats(&[2]), floats(&[1])]), axis);
    let message = "axis has 2 elements, expected 1";
    assert_eq!(concat(vec![floats(&[2]), dense(&[2], &[0, 0])]), message);
    let types = "Input dtypes do not match";
    assert_eq!(concat(vec![floats(&[2]), zeros(DType::I32, &[2]), at(0)]), types);
    assert_eq!(concat(vec![floats(&[2]), strings(&[1], &["a"]), at(0)]), types);
    let ranks = "Input ranks do not match";
    assert_eq!(concat(vec![floats(&[2]), floats(&[2, 1]), at(0)]), ranks);
    let message = "Wrong non-concatenating dimension. Dimension 2 for argument 2 doesn't match the \
                   dimension of argument 0 (concatenate [2, 3, 4] and [2, 1, 5] on axis 1)";
    let inputs = vec![floats(&[2, 3, 4]), floats(&[2, 0, 4]), floats(&[2, 1, 5]), at(1)];
    assert_eq!(concat(inputs), message);
    let complex = || zeros(DType::Complex128, &[2]);
    assert_eq!(concat(vec![complex(), complex(), at(0)]), "Unsupported dtype: complex128");
    let rank = "Unsupported output tensor rank";
    assert_eq!(concat(vec![floats(&[1; 6]), floats(&[1; 6]), at(0)]), rank);
    for wrong in [2, -3, i32::MAX, i32::MIN] {
        let message = format!("there is no axis {wrong} of tensors of rank 2");
        assert_eq!(concat(vec![floats(&[1, 1]), floats(&[1, 1]), at(wrong)]), message);
    }
    let message = "tf.ConcatV2 has 1 argument, expected at least 2";
    assert_eq!(concat(vec![floats(&[1])]), message);
    let empty = || floats(&[0, i64::MAX]);
    assert_eq!(concat(vec![empty(), empty(), at(1)]), "Cannot allocate tensor");
}

#[test]
fn padding() {
    let bench = Bench::new();
    let pad = |x: MutableTensor, sizes: &[i64], paddings: &[i32]| {
        bench.error("tf.Pad", [x, dense(sizes, paddings)], &none())
    };
    let x = || zeros(DType::F32, &[1, 2, 2, 3]);
    let message = "padding shape shoulsd be (4, 2)";
    for sizes in [&[8][..], &[2, 4], &[4, 2, 1]] {
        assert_eq!(pad(x(), sizes, &[0; 8]), message);
    }
    assert_eq!(
        pad(zeros(DType::F32, &[1, 2, 3, 4]), &[4, 2], &[0; 8]),
        "Could not guess channel order."
    );
    let message = "unsupported dtype for TfPadOp";
    assert_eq!(pad(zeros(DType::Bf16, &[1, 2, 2, 3]), &[4, 2], &[0; 8]), message);
    let message = "tf.Pad pads only the two middle dimensions";
    assert_eq!(pad(x(), &[4, 2], &[0, 1, 0, 0, 0, 0, 0, 0]), message);
    let message = "tf.Pad cannot add 0 and -1 to a size of 2";
    assert_eq!(pad(x(), &[4, 2], &[0, 0, 0, -1, 0, 0, 0, 0]), message);
    let message = "out of memory allocating result";
    let most = i32::MAX;
    assert_eq!(pad(x(), &[4, 2], &[0, 0, most, most, most, most, 0, 0]), message);
    let wide = [x(), zeros(DType::I64, &[4, 2])];
    assert_eq!(bench.error("tf.Pad", wide, &none()), "a tensor of type i64, expected i32");
}

#[test]
fn windows() {
    let bench = Bench::new();
    let same = || none().with("padding", "SAME");
    let convolve = |dtype: DType, filter: &[i64], attributes: &Named| {
        let operands = [zeros(dtype, &[1, 4, 4, 2]), zeros(dtype, filter)];
        bench.error("tf.Conv2D", operands, attributes)
    };
    let filter = &[2, 2, 2, 3];
    let first = same().with("data_format", "NCHW");
    let channels = "only channel last order is supported";
    assert_eq!(convolve(DType::F32, filter, &first), channels);
    for strides in [&[2_i64][..], &[2, 2]] {
        let message = "strides should have 4 elements";
        let attributes = same().with("strides", strides);
        assert_eq!(convolve(DType::F32, filter, &attributes), message);
        let x = || [zeros(DType::F32, &[1, 4, 4, 2])];
        assert_eq!(bench.error("tf.MaxPool", x(), &attributes), message);
        let message = "ksize should have 4 elements";
        assert_eq!(bench.error("tf.MaxPool", x(), &same().with("ksize", strides)), message);
    }
    let message = "Dimensions does not match: input channels is 2 and kernel depth is 5";
    assert_eq!(convolve(DType::F32, &[2, 2, 5, 3], &same()), message);
    let message = "unsupported dtype for TfConv2DOp";
    assert_eq!(convolve(DType::I1, filter, &same()), message);
    let mixed = [zeros(DType::F32, &[1, 4, 4, 2]), zeros(DType::F64, filter)];
    let message = "a tensor of type f64, expected f32";
    assert_eq!(bench.error("tf.Conv2D", mixed, &same()), message);
    let volume = [zeros(DType::F32, &[1, 4, 4, 4, 2]), zeros(DType::F32, &[2, 2, 2, 2, 3])];
    assert_eq!(bench.error("tf.Conv2D", volume, &same()), "images of rank 5, expected 4");
    let pool = |dtype: DType, attributes: &Named| {
        bench.error("tf.MaxPool", [zeros(dtype, &[1, 4, 4, 2])], attributes)
    };
    assert_eq!(pool(DType::F32, &first), channels);
    assert_eq!(pool(DType::I32, &same()), "unsupported dtype for TfMaxPoolOp");
    let batch = same().with("ksize", [2_i64, 2, 2, 1]);
    assert_eq!(pool(DType::F32, &batch), "Expected ksize 'NC' elements to be 1");
}

#[test]
fn normalizations() {
    let bench = Bench::new();
    let arguments = |dtype: DType, sizes: &[i64], channels: i64| {
        let parameters = std::iter::repeat_n(zeros(dtype, &[channels]), 4);
        let all = std::iter::once(zeros(dtype, sizes)).chain(parameters);
        all.map(TensorHandle::new).collect::<Vec<_>>()
    };
    let call = |arguments: Vec<TensorHandle>, attributes: &Named, results: usize| {
        let handles = bench.handles("tf.FusedBatchNormV3", arguments, attributes, results);
        let first = bench.result(&handles[0]).unwrap_err();
        assert!(handles.iter().all(|it| bench.result(it).unwrap_err().0 == first.0));
        first
    };
    let epsilon = none().with("epsilon", 0.1_f32);
    let images = &[1, 2, 2, 3];
    let quiet = |message: &str| (message.to_owned(), false);
    let reported = |message: &str| (message.to_owned(), true);
    let message = "missing epsilon attribute";
    assert_eq!(call(arguments(DType::F32, images, 3), &none(), 6), quiet(message));
    let first = none().with("epsilon", 0.1_f32).with("data_format", "NCHW");
    let message = "only channel last order is supported";
    assert_eq!(call(arguments(DType::F32, images, 3), &first, 6), quiet(message));
    let message = "parameter does not match the input channel number";
    assert_eq!(call(arguments(DType::F32, images, 4), &epsilon, 6), quiet(message));
    let message = "images of rank 3, expected 4";
    assert_eq!(call(arguments(DType::F32, &[2, 2, 3], 3), &epsilon, 6), quiet(message));
    let message = "unsupported dtype for TfFusedBatchNormV3Op";
    assert_eq!(call(arguments(DType::F16, images, 3), &epsilon, 6), reported(message));
    let training = none().with("epsilon", 0.1_f32).with("is_training", true);
    let message = "BatchNorm training not currently supported";
    assert_eq!(call(arguments(DType::F32, images, 3), &training, 6), reported(message));
    let mut other = arguments(DType::F32, images, 3);
    other[2] = TensorHandle::new(zeros(DType::F32, &[2]));
    let message = "Mean, variance, bias, and scale are expected to have the same shape";
    assert_eq!(call(other, &epsilon, 6), reported(message));
    let message = "tf.FusedBatchNormV3 has 6 results, the call has 1";
    assert_eq!(call(arguments(DType::F32, images, 3), &epsilon, 1), reported(message));
}

#[test]
fn memory_beyond_the_limit_of_a_run() {
    let mut bench = Bench::new();
    bench.request = bench.host.request().memory_limit(1000).build();
    let error = bench.error(
        "tf.AddV2",
        [zeros(DType::F32, &[20, 1]), zeros(DType::F32, &[1, 20])],
        &none(),
    );
    assert!(error.starts_with("Cannot allocate tensor: "), "{error}");
    let large = dense(&[2], &[1 << 30, 1 << 30]);
    let error = bench.error("tf.Tile", [zeros(DType::F32, &[1, 1]), large], &none());
    assert!(error.starts_with("Cannot allocate tensor: "), "{error}");
    let error = bench.error("tf.Shape", [zeros(DType::F32, &[1; 255])], &none());
    assert!(error.starts_with("Cannot allocate tensor: "), "{error}");
}

#[test]
fn a_run_that_ends_while_an_op_computes() {
    let fused = || transposed(false, true).with("fused_ops", &texts(&["BiasAdd"]));
    for (op, attributes) in [("tf.MatMul", transposed(false, true)), ("tf._FusedMatMul", fused())] {
        let bench = Bench::new();
        // Seconds, if nobody ended it.
        let matrix = zeros(DType::F32, &[2048, 2048]);
        let bias = (op == "tf._FusedMatMul").then(|| zeros(DType::F32, &[2048]));
        let arguments = [matrix.clone(), matrix].into_iter().chain(bias);
        let ended = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(std::time::Duration::from_millis(20));
                bench.request.cancel();
            });
            bench.call(op, arguments, &attributes)
        });
        assert_eq!(ended.unwrap_err(), ("Cancelled".to_owned(), false));
    }
}
