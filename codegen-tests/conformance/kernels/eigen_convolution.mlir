// rule: tensors §10, eigen.conv2d: paddings, strides, channels and images; places in the padding are left
//   out of the sums.
// rule: tensors §10, eigen.conv2d.bias, .batch_norm and .batch_norm.relu: what follows the convolution.
// rule: tensors §10: the texts of errors of convolutions.
// run:
// out| --- Running 'valid':
// out| DenseHostTensor dtype = f32, shape = [1, 2, 2, 1], values = [5.421000e+03, 6.532000e+03, 8.754000e+03, 9.865000e+03]
// out| 'valid' returned !tfrt.chain value
// out| --- Running 'same':
// out| DenseHostTensor dtype = f32, shape = [1, 3, 3, 1], values = [5.421000e+03, 6.532000e+03, 6.030000e+02, 8.754000e+03, 9.865000e+03, 9.060000e+02, 8.700000e+01, 9.800000e+01, 9.000000e+00]
// out| 'same' returned !tfrt.chain value
// out| --- Running 'strides':
// out| DenseHostTensor dtype = f32, shape = [1, 2, 3, 1], values = [5.421000e+03, 6.532000e+03, 6.030000e+02, 8.700000e+01, 9.800000e+01, 9.000000e+00]
// out| 'strides' returned !tfrt.chain value
// out| --- Running 'valid_strides':
// out| DenseHostTensor dtype = f32, shape = [1, 2, 1, 1], values = [5.421000e+03, 8.754000e+03]
// out| 'valid_strides' returned !tfrt.chain value
// out| --- Running 'channels':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 1, 2], values = [3.020000e+02, 3.020000e+03]
// out| 'channels' returned !tfrt.chain value
// out| --- Running 'images':
// out| DenseHostTensor dtype = f32, shape = [2, 1, 1, 1], values = [8.000000e+00, 1.200000e+01]
// out| 'images' returned !tfrt.chain value
// out| --- Running 'in_padding':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 1, 1], values = [3.000000e+00]
// out| 'in_padding' returned !tfrt.chain value
// out| --- Running 'no_channels':
// out| DenseHostTensor dtype = f32, shape = [1, 2, 2, 1], values = [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]
// out| 'no_channels' returned !tfrt.chain value
// out| --- Running 'huge_without_elements':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 1, 1], values = [0.000000e+00]
// out| 'huge_without_elements' returned !tfrt.chain value
// out| --- Running 'explicit':
// out| 'explicit' returned <<error: padding type is not supported>>
// out| --- Running 'unknown':
// out| 'unknown' returned <<error: Unknown padding type full>>
// out| --- Running 'few_strides':
// out| 'few_strides' returned <<error: strides should have 2 elements>>
// out| --- Running 'no_stride':
// out| 'no_stride' returned <<error: Stride must be > 0, but got 0>>
// out| --- Running 'negative':
// out| 'negative' returned <<error: Computed output size would be negative: -1 (input_size: 3, filter_size: 7, stride: 2, dilation: 1)>>
// out| --- Running 'depth':
// out| 'depth' returned <<error: Dimensions does not match: input channels is 1 and kernel depth is 2>>
// out| --- Running 'output':
// out| 'output' returned <<error: output tensor has the wrong shape>>
// out| --- Running 'element_type':
// out| 'element_type' returned <<error: a tensor of type i32, expected f32>>
// out| --- Running 'rank':
// out| 'rank' returned <<error: shape [3, 3] has not rank 4>>
// out| --- Running 'in_place':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 3, 1], values = [2.100000e+01, 3.200000e+01, 3.000000e+00]
// out| 'in_place' returned !tfrt.chain value
// out| --- Running 'bias':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 2, 2], values = [2.150000e+01, -5.800000e+01, 4.350000e+01, -1.400000e+01]
// out| 'bias' returned !tfrt.chain value
// out| --- Running 'bias_shape':
// out| 'bias_shape' returned <<error: Tensor shapes do not match: bias shape is [3] and output channels size is [2]>>
// out| --- Running 'batch_norm':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 2, 2], values = [2.050000e+01, -3.350000e+01, 4.250000e+01, -6.650000e+01]
// out| 'batch_norm' returned !tfrt.chain value
// out| --- Running 'batch_norm_relu':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 2, 2], values = [2.050000e+01, 0.000000e+00, 4.250000e+01, 0.000000e+00]
// out| 'batch_norm_relu' returned !tfrt.chain value
// out| --- Running 'shape_of_scale':
// out| 'shape_of_scale' returned <<error: Tensor shapes do not match: scale shape is [1] and output channels size is [2]>>
// out| --- Running 'shape_of_offset':
// out| 'shape_of_offset' returned <<error: Tensor shapes do not match: offset shape is [1] and output channels size is [2]>>
// out| --- Running 'shape_of_mean':
// out| 'shape_of_mean' returned <<error: Tensor shapes do not match: estimated mean shape is [1] and output channels size is [2]>>
// out| --- Running 'shape_of_variance':
// out| 'shape_of_variance' returned <<error: Tensor shapes do not match: estimated var shape is [1] and output channels size is [2]>>

func.func @valid() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0]],[[10.0]]],[[[100.0]],[[1000.0]]]]> : tensor<2x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x2x2x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.f32"(%x, %w, %out, %ch0) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @same() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0]],[[10.0]]],[[[100.0]],[[1000.0]]]]> : tensor<2x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.f32"(%x, %w, %out, %ch0) {padding = "SAME", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @strides() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0]],[[10.0]]],[[[100.0]],[[1000.0]]]]> : tensor<2x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x2x3x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.f32"(%x, %w, %out, %ch0) {padding = "Same", strides = [2, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @valid_strides() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0]],[[10.0]]],[[[100.0]],[[1000.0]]]]> : tensor<2x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.f32"(%x, %w, %out, %ch0) {padding = "VALID", strides = [1, 2]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @channels() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 10.0],[100.0, 1000.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x1x2xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.f32"(%x, %w, %out, %ch0) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @images() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[2.0]]],[[[3.0]]]]> : tensor<2x1x1x1xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<4.0> : tensor<1x1x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2x1x1x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.f32"(%x, %w, %out, %ch0) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @in_padding() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<2.0> : tensor<1x1x1x1xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[0x7F800000]],[[0x7F800000]],[[0x7F800000]]],[[[0x7F800000]],[[1.5]],[[0x7F800000]]],[[[0x7F800000]],[[0x7F800000]],[[0x7F800000]]]]> : tensor<3x3x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x1x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.f32"(%x, %w, %out, %ch0) {padding = "same", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @no_channels() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<> : tensor<1x3x3x0xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<> : tensor<2x2x0x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x2x2x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.f32"(%x, %w, %out, %ch0) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @huge_without_elements() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<> : tensor<1x1000000000000x1x0xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<> : tensor<1000000000000x1x0x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x1x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.f32"(%x, %w, %out, %ch0) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @explicit() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0]],[[10.0]]],[[[100.0]],[[1000.0]]]]> : tensor<2x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x2x2x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{padding type is not supported}}
  %ch1 = "eigen.conv2d.f32"(%x, %w, %out, %ch0) {padding = "explicit", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @unknown() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0]],[[10.0]]],[[[100.0]],[[1000.0]]]]> : tensor<2x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x2x2x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Unknown padding type full}}
  %ch1 = "eigen.conv2d.f32"(%x, %w, %out, %ch0) {padding = "full", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @few_strides() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0]],[[10.0]]],[[[100.0]],[[1000.0]]]]> : tensor<2x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x2x2x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{strides should have 2 elements}}
  %ch1 = "eigen.conv2d.f32"(%x, %w, %out, %ch0) {padding = "valid", strides = [1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @no_stride() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0]],[[10.0]]],[[[100.0]],[[1000.0]]]]> : tensor<2x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x2x2x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Stride must be > 0, but got 0}}
  %ch1 = "eigen.conv2d.f32"(%x, %w, %out, %ch0) {padding = "valid", strides = [1, 0]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @negative() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<7x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x2x2x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Computed output size would be negative: -1 (input_size: 3, filter_size: 7, stride: 2, dilation: 1)}}
  %ch1 = "eigen.conv2d.f32"(%x, %w, %out, %ch0) {padding = "valid", strides = [2, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @depth() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2x2x2x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x2x2x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Dimensions does not match: input channels is 1 and kernel depth is 2}}
  %ch1 = "eigen.conv2d.f32"(%x, %w, %out, %ch0) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @output() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0]],[[10.0]]],[[[100.0]],[[1000.0]]]]> : tensor<2x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{output tensor has the wrong shape}}
  %ch1 = "eigen.conv2d.f32"(%x, %w, %out, %ch0) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @element_type() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<1> : tensor<1x3x3x1xi32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x2x2x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{a tensor of type i32, expected f32}}
  %ch1 = "eigen.conv2d.f32"(%x, %w, %out, %ch0) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @rank() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<3x3xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x2x2x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{shape [3, 3] has not rank 4}}
  %ch1 = "eigen.conv2d.f32"(%x, %w, %out, %ch0) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @in_place() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]]]]> : tensor<1x1x3x1xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0]],[[10.0]]]]> : tensor<1x2x1x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.f32"(%x, %w, %x, %ch0) {padding = "same", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %x, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @bias() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[10.0, 20.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %bias = "tfrt_test.const_dense_attr"() {value = dense<[0.5, -100.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.bias.f32"(%x, %w, %bias, %out, %ch0) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @bias_shape() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[10.0, 20.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %bias = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<3xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Tensor shapes do not match: bias shape is [3] and output channels size is [2]}}
  %ch1 = "eigen.conv2d.bias.f32"(%x, %w, %bias, %out, %ch0) {padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @batch_norm() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, -2.0],[10.0, -20.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %scale = "tfrt_test.const_dense_attr"() {value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %offset = "tfrt_test.const_dense_attr"() {value = dense<[0.5, -0.5]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %mean = "tfrt_test.const_dense_attr"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %variance = "tfrt_test.const_dense_attr"() {value = dense<[3.75, 15.75]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.batch_norm.f32"(%x, %w, %scale, %offset, %mean, %variance, %out, %ch0) {epsilon = 0.25 : f32, padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @batch_norm_relu() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, -2.0],[10.0, -20.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %scale = "tfrt_test.const_dense_attr"() {value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %offset = "tfrt_test.const_dense_attr"() {value = dense<[0.5, -0.5]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %mean = "tfrt_test.const_dense_attr"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %variance = "tfrt_test.const_dense_attr"() {value = dense<[3.75, 15.75]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.conv2d.batch_norm.relu.f32"(%x, %w, %scale, %offset, %mean, %variance, %out, %ch0) {epsilon = 0.25 : f32, padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @shape_of_scale() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %scale = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<1xf32>} : () -> !tfrt_tensor.tensor
  %offset = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %mean = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %variance = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Tensor shapes do not match: scale shape is [1] and output channels size is [2]}}
  %ch1 = "eigen.conv2d.batch_norm.f32"(%x, %w, %scale, %offset, %mean, %variance, %out, %ch0) {epsilon = 0.25 : f32, padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @shape_of_offset() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %scale = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %offset = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<1xf32>} : () -> !tfrt_tensor.tensor
  %mean = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %variance = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Tensor shapes do not match: offset shape is [1] and output channels size is [2]}}
  %ch1 = "eigen.conv2d.batch_norm.f32"(%x, %w, %scale, %offset, %mean, %variance, %out, %ch0) {epsilon = 0.25 : f32, padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @shape_of_mean() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %scale = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %offset = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %mean = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<1xf32>} : () -> !tfrt_tensor.tensor
  %variance = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Tensor shapes do not match: estimated mean shape is [1] and output channels size is [2]}}
  %ch1 = "eigen.conv2d.batch_norm.f32"(%x, %w, %scale, %offset, %mean, %variance, %out, %ch0) {epsilon = 0.25 : f32, padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @shape_of_variance() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %w = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %scale = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %offset = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %mean = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %variance = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Tensor shapes do not match: estimated var shape is [1] and output channels size is [2]}}
  %ch1 = "eigen.conv2d.batch_norm.f32"(%x, %w, %scale, %offset, %mean, %variance, %out, %ch0) {epsilon = 0.25 : f32, padding = "valid", strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
