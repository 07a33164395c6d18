// rule: tensors §10, eigen.conv2d.grad.filter and .input: paddings, strides, channels, images, errors.
// run:
// out| --- Running 'filter_valid':
// out| DenseHostTensor dtype = f32, shape = [2, 2, 1, 1], values = [5.421000e+03, 6.532000e+03, 8.754000e+03, 9.865000e+03]
// out| 'filter_valid' returned !tfrt.chain value
// out| --- Running 'filter_same':
// out| DenseHostTensor dtype = f32, shape = [2, 2, 1, 1], values = [9.510000e+02, 6.200000e+01, 8.400000e+01, 9.500000e+01]
// out| 'filter_same' returned !tfrt.chain value
// out| --- Running 'filter_strides':
// out| DenseHostTensor dtype = f32, shape = [2, 2, 1, 1], values = [9.731000e+03, 8.020000e+02, 6.400000e+01, 5.000000e+00]
// out| 'filter_strides' returned !tfrt.chain value
// out| --- Running 'filter_channels':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 2, 2], values = [4.020000e+02, 4.020000e+03, 5.030000e+02, 5.030000e+03]
// out| 'filter_channels' returned !tfrt.chain value
// out| --- Running 'filter_shape':
// out| 'filter_shape' returned <<error: Tensor shapes do not match: output_grad shape is [1, 3, 3, 1] and output shape is [1, 2, 2, 1]>>
// out| --- Running 'input_valid':
// out| DenseHostTensor dtype = f32, shape = [1, 3, 3, 1], values = [1.000000e+00, 1.200000e+01, 2.000000e+01, 1.030000e+02, 1.234000e+03, 2.040000e+03, 3.000000e+02, 3.400000e+03, 4.000000e+03]
// out| 'input_valid' returned !tfrt.chain value
// out| --- Running 'input_same':
// out| DenseHostTensor dtype = f32, shape = [1, 3, 3, 1], values = [1.000000e+00, 2.000000e+00, 0.000000e+00, 3.000000e+00, 1.400000e+01, 2.000000e+01, 0.000000e+00, 3.000000e+01, 1.400000e+02]
// out| 'input_same' returned !tfrt.chain value
// out| --- Running 'input_strides':
// out| DenseHostTensor dtype = f32, shape = [1, 3, 3, 1], values = [1.000000e+00, 2.000000e+00, 1.000000e+01, 3.000000e+00, 4.000000e+00, 3.000000e+01, 1.000000e+02, 2.000000e+02, 1.000000e+03]
// out| 'input_strides' returned !tfrt.chain value
// out| --- Running 'input_channels':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 1, 2], values = [2.100000e+01, 4.300000e+01]
// out| 'input_channels' returned !tfrt.chain value
// out| --- Running 'input_depth':
// out| 'input_depth' returned <<error: Dimensions does not match: input channels is 2 and kernel depth is 1>>

func.func @filter_valid() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %g = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[10.0]],[[100.0],[1000.0]]]]> : tensor<1x2x2x1xf32>} : () -> !tfrt_tensor.tensor
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.grad.filter.f32"(%g, %x, %out, %ch0) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @filter_same() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %g = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[0.0],[0.0]],[[0.0],[10.0],[0.0]],[[0.0],[0.0],[100.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.grad.filter.f32"(%g, %x, %out, %ch0) {padding = "same", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @filter_strides() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %g = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[10.0]],[[100.0],[1000.0]]]]> : tensor<1x2x2x1xf32>} : () -> !tfrt_tensor.tensor
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.grad.filter.f32"(%g, %x, %out, %ch0) {padding = "same", strides = [2, 2]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @filter_channels() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %g = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 10.0]]],[[[100.0, 1000.0]]]]> : tensor<2x1x1x2xf32>} : () -> !tfrt_tensor.tensor
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[2.0, 3.0]]],[[[4.0, 5.0]]]]> : tensor<2x1x1x2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.grad.filter.f32"(%g, %x, %out, %ch0) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @filter_shape() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %g = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Tensor shapes do not match: output_grad shape is [1, 3, 3, 1] and output shape is [1, 2, 2, 1]}}
  %ch1 = "eigen.conv2d.grad.filter.f32"(%g, %x, %out, %ch0) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @input_valid() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %g = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[10.0]],[[100.0],[1000.0]]]]> : tensor<1x2x2x1xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0]],[[2.0]]],[[[3.0]],[[4.0]]]]> : tensor<2x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.grad.input.f32"(%g, %w, %out, %ch0) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @input_same() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %g = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[0.0],[0.0]],[[0.0],[10.0],[0.0]],[[0.0],[0.0],[100.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0]],[[2.0]]],[[[3.0]],[[4.0]]]]> : tensor<2x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.grad.input.f32"(%g, %w, %out, %ch0) {padding = "same", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @input_strides() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %g = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[10.0]],[[100.0],[1000.0]]]]> : tensor<1x2x2x1xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0]],[[2.0]]],[[[3.0]],[[4.0]]]]> : tensor<2x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.grad.input.f32"(%g, %w, %out, %ch0) {padding = "same", strides = [2, 2]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @input_channels() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %g = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 10.0]]]]> : tensor<1x1x1x2xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x1x2xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.grad.input.f32"(%g, %w, %out, %ch0) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @input_depth() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %g = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0]],[[2.0]]],[[[3.0]],[[4.0]]]]> : tensor<2x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x3x3x2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Dimensions does not match: input channels is 2 and kernel depth is 1}}
  %ch1 = "eigen.conv2d.grad.input.f32"(%g, %w, %out, %ch0) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
