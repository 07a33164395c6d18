//! Which arguments are overwritten.

use super::*;

/// Where the elements are.
fn address(tensor: &MutableTensor) -> usize {
    tensor.dense().unwrap().buffer().address()
}

/// Ones in memory of the run.
fn ones<T: Element>(bench: &Bench, sizes: &[i64], one: T) -> MutableTensor {
    let elements = vec![one; shape(sizes).elements().unwrap()];
    let tensor = DenseHostTensor::copy_of(shape(sizes), &elements, bench.allocator());
    MutableTensor::Dense(tensor.unwrap())
}

#[test]
fn a_unary_op_overwrites_an_argument_that_nobody_else_has() {
    let bench = Bench::new();
    for op in ["tf.Relu", "tf.Log", "tf.Log1p", "tf.Rsqrt", "tf.Sigmoid"] {
        let x = ones(&bench, &[2, 3], 1.0_f32);
        let at = address(&x);
        let result = bench.call(op, [x], &none()).unwrap();
        assert_eq!(address(&result), at, "{op}");
        // Another handle of the tensor.
        let handle = TensorHandle::new(result);
        let results = bench.handles(op, [handle.clone()], &none(), 1);
        assert_ne!(address(&bench.result(&results[0]).unwrap()), at, "{op}");
        let still = bench.result(&handle).unwrap();
        assert_eq!(address(&still), at);
        // Now it has none, but the tensor has another user.
        drop(handle);
        let before = elements::<f32>(&still);
        let result = bench.call(op, [still.clone()], &none()).unwrap();
        assert_ne!(address(&result), at, "{op}");
        assert_eq!(elements::<f32>(&still), before, "{op}");
    }
}

#[test]
fn a_binary_op_overwrites_the_left_argument_or_else_the_right() {
    let bench = Bench::new();
    for op in ["tf.AddV2", "tf.Sub", "tf.Mul", "tf.RealDiv"] {
        let operands = || [ones(&bench, &[2, 3], 6.0_f32), ones(&bench, &[2, 3], 4.0_f32)];
        let expected = bench.text(op, operands().map(|it| it.clone()), &none());
        let addresses = |[a, b]: &[MutableTensor; 2]| [a, b].map(address);
        let both = operands();
        let [left, _] = addresses(&both);
        let result = bench.call(op, both, &none()).unwrap();
        assert_eq!((address(&result), result.to_string()), (left, expected.clone()));
        // The left one has another user.
        let both = operands();
        let [_, right] = addresses(&both);
        let other = both[0].clone();
        let result = bench.call(op, both, &none()).unwrap();
        assert_eq!((address(&result), result.to_string()), (right, expected.clone()));
        assert_eq!(elements::<f32>(&other), [6.0; 6]);
        // Both have.
        let both = operands();
        let addresses = addresses(&both);
        let others = both.clone();
        let result = bench.call(op, both, &none()).unwrap();
        assert!(!addresses.contains(&address(&result)));
        assert_eq!(result.to_string(), expected);
        assert_eq!([&others[0], &others[1]].map(elements::<f32>), [[6.0; 6], [4.0; 6]]);
    }
}

#[test]
fn only_a_tensor_like_the_result_is_overwritten() {
    let bench = Bench::new();
    let row = ones(&bench, &[3], 1.0_f32);
    let matrix = ones(&bench, &[2, 3], 2.0_f32);
    let at = address(&matrix);
    let result = bench.call("tf.Sub", [row, matrix], &none()).unwrap();
    assert_eq!((address(&result), elements::<f32>(&result)), (at, vec![-1.0; 6]));
    let result = bench.call("tf.Sub", [scalar(&[], 1.0_f32), result], &none()).unwrap();
    assert_eq!((address(&result), elements::<f32>(&result)), (at, vec![2.0; 6]));
    // The result is larger than each.
    let (row, column) = (ones(&bench, &[1, 3], 1_i32), ones(&bench, &[2, 1], 2_i32));
    let both = [&row, &column].map(address);
    let result = bench.call("tf.AddV2", [row, column], &none()).unwrap();
    assert!(!both.contains(&address(&result)));
    // Of another element type.
    let both = [ones(&bench, &[2], 1_i8), ones(&bench, &[2], 2_i8)];
    let at = both.clone().map(|it| address(&it));
    let result = bench.call("tf.Less", both, &none()).unwrap();
    assert!(!at.contains(&address(&result)));
    // The same tensor twice.
    let handle = TensorHandle::new(ones(&bench, &[2], 3_i32));
    let at = address(&bench.result(&handle).unwrap());
    let results = bench.handles("tf.AddV2", [handle.clone(), handle], &none(), 1);
    let result = bench.result(&results[0]).unwrap();
    assert_eq!(elements::<i32>(&result), [6, 6]);
    assert_ne!(address(&result), at);
}

#[test]
fn memory_that_is_not_the_runs_is_never_overwritten() {
    let bench = Bench::new();
    // The caller's vector, and read-only memory.
    let vector = dense(&[2], &[1.0_f32, 2.0]);
    let at = address(&vector);
    assert_ne!(address(&bench.call("tf.Relu", [vector], &none()).unwrap()), at);
    let bytes: &'static [u8] = bytemuck::cast_slice(&[-1.0_f32, -2.0]);
    let buffer = tfrt_tensor::HostBuffer::from_owner(bytes);
    let constant = DenseHostTensor::new(DType::F32, shape(&[2]), buffer).unwrap();
    let result = bench.call("tf.Relu", [constant.clone()], &none()).unwrap();
    assert_eq!(elements::<f32>(&result), [0.0, 0.0]);
    assert_eq!(constant.to_vec::<f32>().unwrap(), [-1.0, -2.0]);
    // A part of a buffer that somebody has.
    let whole = ones(&bench, &[4], -1.0_f32);
    let part = whole.dense().unwrap().buffer().slice(0..8).unwrap();
    let part = DenseHostTensor::new(DType::F32, shape(&[2]), part).unwrap();
    let at = part.buffer().address();
    let result = bench.call("tf.Relu", [part], &none()).unwrap();
    assert_ne!(address(&result), at);
    assert_eq!(elements::<f32>(&whole), [-1.0; 4]);
    // The last user of a part overwrites it.
    let part = whole.dense().unwrap().buffer().slice(8..16).unwrap();
    drop(whole);
    let part = DenseHostTensor::new(DType::F32, shape(&[2]), part).unwrap();
    let at = part.buffer().address();
    let result = bench.call("tf.Relu", [part], &none()).unwrap();
    assert_eq!(address(&result), at);
}

#[test]
fn a_tensor_of_another_shape_shares_its_elements() {
    let bench = Bench::new();
    let x = ones(&bench, &[2, 3], 1_u8);
    let at = address(&x);
    let x = bench.call("tf.ExpandDims", [x, dense(&[], &[0_i32])], &none()).unwrap();
    assert_eq!(address(&x), at);
    let other = x.clone();
    let y = bench.call("tf.ExpandDims", [x, dense(&[1], &[-1_i64])], &none()).unwrap();
    assert_eq!((address(&y), address(&other)), (at, at));
    assert_eq!(y.metadata().to_string(), "u8 [1, 2, 3, 1]");
}
