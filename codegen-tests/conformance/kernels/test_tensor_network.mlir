// rule: tensors §9.2: flatten, zero_padding, global_average_pooling, tensor_transpose, mean_axis_zero,
//   broadcast_2d, with their errors.
// rule: tensors §9.3, max_pooling_2d: paddings, also negative ones; an all-negative window gives the
//   smallest normal number; the order of the checks.
// rule: tensors §9.4, matmul.T.2.
// run:
// out| --- Running 'flatten':
// out| DenseHostTensor dtype = f32, shape = [1, 8], values = [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00, 7.000000e+00, 8.000000e+00]
// out| 'flatten' returned !tfrt.chain value
// out| --- Running 'flatten_first':
// out| 'flatten_first' returned <<error: Flatten output shape [2, 4] does not match the input shape [1, 2, 2, 2]>>
// out| --- Running 'flatten_count':
// out| 'flatten_count' returned <<error: Flatten output shape [1, 7] does not match the input shape [1, 2, 2, 2]>>
// out| --- Running 'zero_padding':
// out| DenseHostTensor dtype = f32, shape = [1, 3, 5, 1], values = [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 3.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]
// out| 'zero_padding' returned !tfrt.chain value
// out| --- Running 'zero_padding_few':
// out| 'zero_padding_few' returned <<error: ZeroPadding expects padding of length 2>>
// out| --- Running 'zero_padding_shape':
// out| 'zero_padding_shape' returned <<error: ZeroPadding output shape [1, 3, 5, 1] does not match the expected output shape [1, 3, 3, 1]>>
// out| --- Running 'average':
// out| DenseHostTensor dtype = f32, shape = [1, 2], values = [4.000000e+00, 5.000000e+00]
// out| 'average' returned !tfrt.chain value
// out| --- Running 'average_of_nothing':
// out| DenseHostTensor dtype = f32, shape = [1, 2], values = [nan, nan]
// out| 'average_of_nothing' returned !tfrt.chain value
// out| --- Running 'average_shape':
// out| 'average_shape' returned <<error: GlobalAveragePooling output shape [2, 2] does not match the input shape [1, 2, 2, 2]>>
// out| --- Running 'transpose':
// out| DenseHostTensor dtype = f32, shape = [3, 2], values = [1.000000e+00, 4.000000e+00, 2.000000e+00, 5.000000e+00, 3.000000e+00, 6.000000e+00]
// out| 'transpose' returned !tfrt.chain value
// out| --- Running 'transpose_shape':
// out| 'transpose_shape' returned <<error: TensorTranspose output shape [2, 3] does not match the input shape [2, 3]>>
// out| --- Running 'mean':
// out| DenseHostTensor dtype = f32, shape = [2], values = [2.500000e+00, 3.500000e+00]
// out| 'mean' returned !tfrt.chain value
// out| --- Running 'mean_shape':
// out| 'mean_shape' returned <<error: MeanAxisZero output shape [2] does not match the input shape [2, 3]>>
// out| --- Running 'broadcast':
// out| DenseHostTensor dtype = f32, shape = [2, 1, 2, 2], values = [1.000000e+00, 2.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 3.000000e+00, 4.000000e+00]
// out| 'broadcast' returned !tfrt.chain value
// out| --- Running 'broadcast_shape':
// out| 'broadcast_shape' returned <<error: Broadcast2D output shape [2, 1, 2, 3] does not match the input shape [2, 2]>>
// out| --- Running 'pool_valid':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 2, 1], values = [2.000000e+00, 4.000000e+00]
// out| 'pool_valid' returned !tfrt.chain value
// out| --- Running 'pool_same':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 3, 1], values = [2.000000e+00, 4.000000e+00, 5.000000e+00]
// out| 'pool_same' returned !tfrt.chain value
// out| --- Running 'pool_same_divides':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 5, 1], values = [2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 5.000000e+00]
// out| 'pool_same_divides' returned !tfrt.chain value
// out| --- Running 'pool_negative_padding':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 1, 1], values = [3.000000e+00]
// out| 'pool_negative_padding' returned !tfrt.chain value
// out| --- Running 'pool_negative':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 1, 1], values = [1.175494e-38]
// out| 'pool_negative' returned !tfrt.chain value
// out| --- Running 'pool_size':
// out| 'pool_size' returned <<error: MaxPool2D expects pool_size to have 2 elements>>
// out| --- Running 'pool_strides':
// out| 'pool_strides' returned <<error: MaxPool2D expects strides to have 2 elements>>
// out| --- Running 'pool_padding':
// out| 'pool_padding' returned <<error: MaxPool2D padding 'SAME' is not recognized>>
// out| --- Running 'pool_zero':
// out| 'pool_zero' returned <<error: MaxPool2D expects pool_size and strides to be > 0>>
// out| --- Running 'pool_shape':
// out| 'pool_shape' returned <<error: MaxPool2D output shape [1, 1, 4, 1] does not match the expected output shape [1, 1, 5, 1]>>
// out| --- Running 'pool_large':
// out| 'pool_large' returned <<error: MaxPool2D output shape [1, 1, 5, 1] does not match the expected output shape [1, 1, -1, 1]>>
// out| --- Running 'matmul_f32':
// out| DenseHostTensor dtype = f32, shape = [1, 1], values = [3.700000e+01]
// out| 'matmul_f32' returned !tfrt.chain value
// out| --- Running 'matmul_i32':
// out| DenseHostTensor dtype = i32, shape = [1, 1], values = [37]
// out| 'matmul_i32' returned !tfrt.chain value
// out| --- Running 'matmul_i64':
// out| DenseHostTensor dtype = i64, shape = [1, 1], values = [37]
// out| 'matmul_i64' returned !tfrt.chain value
// out| --- Running 'matmul_inner':
// out| 'matmul_inner' returned <<error: MatMul input tensors inner dimension mismatch: [1, 2] vs. [1, 2]>>

func.func @flatten() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]],[[5.0, 6.0],[7.0, 8.0]]]]> : tensor<1x2x2x2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x8xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.flatten.f32"(%x, %out, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @flatten_first() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]],[[5.0, 6.0],[7.0, 8.0]]]]> : tensor<1x2x2x2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<2x4xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Flatten output shape [2, 4] does not match the input shape [1, 2, 2, 2]}}
  %ch1 = "tfrt_test.flatten.f32"(%x, %out, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @flatten_count() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]],[[5.0, 6.0],[7.0, 8.0]]]]> : tensor<1x2x2x2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x7xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Flatten output shape [1, 7] does not match the input shape [1, 2, 2, 2]}}
  %ch1 = "tfrt_test.flatten.f32"(%x, %out, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @zero_padding() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<3.0> : tensor<1x1x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x3x5x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.zero_padding.f32"(%x, %out, %ch0) {padding = [1, 2]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @zero_padding_few() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<3.0> : tensor<1x1x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x3x5x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{ZeroPadding expects padding of length 2}}
  %ch1 = "tfrt_test.zero_padding.f32"(%x, %out, %ch0) {padding = [1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @zero_padding_shape() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<3.0> : tensor<1x1x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x3x5x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{ZeroPadding output shape [1, 3, 5, 1] does not match the expected output shape [1, 3, 3, 1]}}
  %ch1 = "tfrt_test.zero_padding.f32"(%x, %out, %ch0) {padding = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @average() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]],[[5.0, 6.0],[7.0, 8.0]]]]> : tensor<1x2x2x2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.global_average_pooling.f32"(%x, %out, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @average_of_nothing() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<> : tensor<1x0x2x2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.global_average_pooling.f32"(%x, %out, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @average_shape() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]],[[5.0, 6.0],[7.0, 8.0]]]]> : tensor<1x2x2x2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<2x2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{GlobalAveragePooling output shape [2, 2] does not match the input shape [1, 2, 2, 2]}}
  %ch1 = "tfrt_test.global_average_pooling.f32"(%x, %out, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @transpose() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[1.0, 2.0, 3.0],[4.0, 5.0, 6.0]]> : tensor<2x3xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<3x2xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.tensor_transpose.f32"(%x, %out, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @transpose_shape() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2x3xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<2x3xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{TensorTranspose output shape [2, 3] does not match the input shape [2, 3]}}
  %ch1 = "tfrt_test.tensor_transpose.f32"(%x, %out, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @mean() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[1.0, 2.0],[4.0, 5.0]]> : tensor<2x2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.mean_axis_zero.f32"(%x, %out, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @mean_shape() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2x3xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{MeanAxisZero output shape [2] does not match the input shape [2, 3]}}
  %ch1 = "tfrt_test.mean_axis_zero.f32"(%x, %out, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @broadcast() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[1.0, 2.0],[3.0, 4.0]]> : tensor<2x2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<2x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.broadcast_2d.f32"(%x, %out, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @broadcast_shape() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2x2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<2x1x2x3xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Broadcast2D output shape [2, 1, 2, 3] does not match the input shape [2, 2]}}
  %ch1 = "tfrt_test.broadcast_2d.f32"(%x, %out, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @pool_valid() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0],[4.0],[5.0]]]]> : tensor<1x1x5x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x1x2x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.max_pooling_2d.f32"(%x, %out, %ch0) {padding = "valid", pool_size = [1 : i32, 2 : i32], strides = [1 : i32, 2 : i32]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @pool_same() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0],[4.0],[5.0]]]]> : tensor<1x1x5x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x1x3x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.max_pooling_2d.f32"(%x, %out, %ch0) {padding = "same", pool_size = [1 : i32, 3 : i32], strides = [1 : i32, 2 : i32]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @pool_same_divides() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0],[4.0],[5.0]]]]> : tensor<1x1x5x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x1x5x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.max_pooling_2d.f32"(%x, %out, %ch0) {padding = "same", pool_size = [1 : i32, 3 : i32], strides = [1 : i32, 1 : i32]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @pool_negative_padding() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0],[4.0],[5.0]]]]> : tensor<1x1x5x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x1x1x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.max_pooling_2d.f32"(%x, %out, %ch0) {padding = "same", pool_size = [1 : i32, 1 : i32], strides = [1 : i32, 5 : i32]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @pool_negative() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[-1.0],[-2.0]]]]> : tensor<1x1x2x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x1x1x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.max_pooling_2d.f32"(%x, %out, %ch0) {padding = "valid", pool_size = [1 : i32, 2 : i32], strides = [1 : i32, 1 : i32]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @pool_size() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0],[4.0],[5.0]]]]> : tensor<1x1x5x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x1x5x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{MaxPool2D expects pool_size to have 2 elements}}
  %ch1 = "tfrt_test.max_pooling_2d.f32"(%x, %out, %ch0) {padding = "valid", pool_size = [1 : i32], strides = [1 : i32, 1 : i32]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @pool_strides() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0],[4.0],[5.0]]]]> : tensor<1x1x5x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x1x5x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{MaxPool2D expects strides to have 2 elements}}
  %ch1 = "tfrt_test.max_pooling_2d.f32"(%x, %out, %ch0) {padding = "valid", pool_size = [1 : i32, 1 : i32], strides = [1 : i32]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @pool_padding() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0],[4.0],[5.0]]]]> : tensor<1x1x5x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x1x5x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{MaxPool2D padding 'SAME' is not recognized}}
  %ch1 = "tfrt_test.max_pooling_2d.f32"(%x, %out, %ch0) {padding = "SAME", pool_size = [1 : i32, 1 : i32], strides = [1 : i32, 1 : i32]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @pool_zero() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0],[4.0],[5.0]]]]> : tensor<1x1x5x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x1x5x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{MaxPool2D expects pool_size and strides to be > 0}}
  %ch1 = "tfrt_test.max_pooling_2d.f32"(%x, %out, %ch0) {padding = "valid", pool_size = [1 : i32, 1 : i32], strides = [1 : i32, 0 : i32]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @pool_shape() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0],[4.0],[5.0]]]]> : tensor<1x1x5x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x1x4x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{MaxPool2D output shape [1, 1, 4, 1] does not match the expected output shape [1, 1, 5, 1]}}
  %ch1 = "tfrt_test.max_pooling_2d.f32"(%x, %out, %ch0) {padding = "valid", pool_size = [1 : i32, 1 : i32], strides = [1 : i32, 1 : i32]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @pool_large() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0],[4.0],[5.0]]]]> : tensor<1x1x5x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x1x5x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{MaxPool2D output shape [1, 1, 5, 1] does not match the expected output shape [1, 1, -1, 1]}}
  %ch1 = "tfrt_test.max_pooling_2d.f32"(%x, %out, %ch0) {padding = "valid", pool_size = [1 : i32, 7 : i32], strides = [1 : i32, 1 : i32]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @matmul_f32() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %alpha = tfrt.constant.f32 2.0
  %beta = tfrt.constant.f32 3.0
  %a = "tfrt_test.const_dense_attr"() {value = dense<[[1.0, 2.0]]> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<[[3.0],[4.0]]> : tensor<2x1xf32>} : () -> !tfrt_tensor.tensor
  %c = "tfrt_test.const_dense_attr"() {value = dense<5.0> : tensor<1x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.matmul.f32.2"(%alpha, %a, %b, %beta, %c, %ch0) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %c, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @matmul_i32() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %alpha = tfrt.constant.i32 2
  %beta = tfrt.constant.i32 3
  %a = "tfrt_test.const_dense_attr"() {value = dense<[[1, 2]]> : tensor<1x2xi32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<[[3],[4]]> : tensor<2x1xi32>} : () -> !tfrt_tensor.tensor
  %c = "tfrt_test.const_dense_attr"() {value = dense<5> : tensor<1x1xi32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.matmul.i32.2"(%alpha, %a, %b, %beta, %c, %ch0) : (i32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, i32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %c, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @matmul_i64() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %alpha = tfrt.constant.i64 2
  %beta = tfrt.constant.i64 3
  %a = "tfrt_test.const_dense_attr"() {value = dense<[[1, 2]]> : tensor<1x2xi64>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<[[3],[4]]> : tensor<2x1xi64>} : () -> !tfrt_tensor.tensor
  %c = "tfrt_test.const_dense_attr"() {value = dense<5> : tensor<1x1xi64>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.matmul.i64.2"(%alpha, %a, %b, %beta, %c, %ch0) : (i64, !tfrt_tensor.tensor, !tfrt_tensor.tensor, i64, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %c, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @matmul_inner() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %one = tfrt.constant.f32 1.0
  %a = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{MatMul input tensors inner dimension mismatch: [1, 2] vs. [1, 2]}}
  %ch1 = "tfrt_test.matmul.f32.2"(%one, %a, %a, %one, %a, %ch0) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
