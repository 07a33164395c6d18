// rule: tensors §10, eigen.max_pooling_2d: paddings, strides and windows; padded places are ignored.
// rule: tensors §10, eigen.zero_padding: as many zeros on both sides.
// run:
// out| --- Running 'pool_valid':
// out| DenseHostTensor dtype = f32, shape = [1, 2, 2, 1], values = [5.000000e+00, 6.000000e+00, 8.000000e+00, 9.000000e+00]
// out| 'pool_valid' returned !tfrt.chain value
// out| --- Running 'pool_same':
// out| DenseHostTensor dtype = f32, shape = [1, 2, 2, 1], values = [5.000000e+00, 6.000000e+00, 8.000000e+00, 9.000000e+00]
// out| 'pool_same' returned !tfrt.chain value
// out| --- Running 'pool_negative':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 2, 1], values = [-2.000000e+00, -2.000000e+00]
// out| 'pool_negative' returned !tfrt.chain value
// out| --- Running 'pool_channels':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 1, 2], values = [3.000000e+00, 4.000000e+00]
// out| 'pool_channels' returned !tfrt.chain value
// out| --- Running 'pool_nan':
// out| DenseHostTensor dtype = f32, shape = [1, 3, 1, 1], values = [3.000000e+00, nan, 9.000000e+00]
// out| 'pool_nan' returned !tfrt.chain value
// out| --- Running 'pool_huge':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 3, 1], values = [9.000000e+00, 9.000000e+00, 9.000000e+00]
// out| 'pool_huge' returned !tfrt.chain value
// out| --- Running 'pool_few':
// out| 'pool_few' returned <<error: ksize should have 2 elements>>
// out| --- Running 'pool_none':
// out| 'pool_none' returned <<error: ksize should be > 0, but got 0>>
// out| --- Running 'pool_output':
// out| 'pool_output' returned <<error: output tensor has the wrong shape>>
// out| --- Running 'zero_padding':
// out| DenseHostTensor dtype = f32, shape = [1, 3, 6, 1], values = [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+00, 2.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, ... ]
// out| 'zero_padding' returned !tfrt.chain value
// out| --- Running 'zero_padding_none':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 2, 1], values = [1.000000e+00, 2.000000e+00]
// out| 'zero_padding_none' returned !tfrt.chain value
// out| --- Running 'zero_padding_few':
// out| 'zero_padding_few' returned <<error: ZeroPadding expects padding of length 2>>
// out| --- Running 'zero_padding_negative':
// out| 'zero_padding_negative' returned <<error: ZeroPadding cannot add -1 to each side of 2>>
// out| --- Running 'zero_padding_output':
// out| 'zero_padding_output' returned <<error: output tensor has the wrong shape>>

func.func @pool_valid() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x2x2x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.max_pooling_2d.f32"(%x, %out, %ch0) {padding = "valid", pool_size = [2, 2], strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @pool_same() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x2x2x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.max_pooling_2d.f32"(%x, %out, %ch0) {padding = "same", pool_size = [2, 2], strides = [2, 2]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @pool_negative() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[-3.0],[-2.0]]]]> : tensor<1x1x2x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x2x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.max_pooling_2d.f32"(%x, %out, %ch0) {padding = "same", pool_size = [3, 3], strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @pool_channels() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 4.0],[3.0, 2.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x1x2xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.max_pooling_2d.f32"(%x, %out, %ch0) {padding = "valid", pool_size = [1, 2], strides = [1, 2]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @pool_nan() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[0x7FC00000],[6.0]],[[-7.0],[-8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x3x1x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.max_pooling_2d.f32"(%x, %out, %ch0) {padding = "valid", pool_size = [1, 3], strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @pool_huge() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x3x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.max_pooling_2d.f32"(%x, %out, %ch0) {padding = "same", pool_size = [9223372036854775807, 9223372036854775807], strides = [9223372036854775807, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @pool_few() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x2x2x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{ksize should have 2 elements}}
  %ch1 = "eigen.max_pooling_2d.f32"(%x, %out, %ch0) {padding = "valid", pool_size = [2], strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @pool_none() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x2x2x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{ksize should be > 0, but got 0}}
  %ch1 = "eigen.max_pooling_2d.f32"(%x, %out, %ch0) {padding = "valid", pool_size = [2, 0], strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @pool_output() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0],[3.0]],[[4.0],[5.0],[6.0]],[[7.0],[8.0],[9.0]]]]> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{output tensor has the wrong shape}}
  %ch1 = "eigen.max_pooling_2d.f32"(%x, %out, %ch0) {padding = "valid", pool_size = [2, 2], strides = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @zero_padding() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0]]]]> : tensor<1x1x2x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x3x6x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.zero_padding.f32"(%x, %out, %ch0) {padding = [1, 2]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @zero_padding_none() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0]]]]> : tensor<1x1x2x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x1x2x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.zero_padding.f32"(%x, %out, %ch0) {padding = [0, 0]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @zero_padding_few() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0]]]]> : tensor<1x1x2x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x3x4x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{ZeroPadding expects padding of length 2}}
  %ch1 = "eigen.zero_padding.f32"(%x, %out, %ch0) {padding = [1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @zero_padding_negative() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0]]]]> : tensor<1x1x2x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x3x1x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{ZeroPadding cannot add -1 to each side of 2}}
  %ch1 = "eigen.zero_padding.f32"(%x, %out, %ch0) {padding = [1, -1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @zero_padding_output() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0],[2.0]]]]> : tensor<1x1x2x1xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<1x3x3x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{output tensor has the wrong shape}}
  %ch1 = "eigen.zero_padding.f32"(%x, %out, %ch0) {padding = [1, 1]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
