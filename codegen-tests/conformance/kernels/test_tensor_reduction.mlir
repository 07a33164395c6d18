// rule: tensors §9.1: broadcast, argmax, reduce_mean, slice_inplace, with their errors.
// run:
// out| --- Running 'reductions_f32':
// out| DenseHostTensor dtype = f32, shape = [2, 3], values = [1.000000e+00, 2.000000e+00, 4.000000e+00, 1.000000e+00, 2.000000e+00, 4.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [2, 1, 3], values = [1.000000e+00, 2.000000e+00, 4.000000e+00, 1.000000e+00, 2.000000e+00, 4.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [], values = [2.333333e+00]
// out| DenseHostTensor dtype = i32, shape = [2], values = [1, 0]
// out| DenseHostTensor dtype = f32, shape = [1, 2, 2], values = [8.000000e+00, 9.000000e+00, 1.100000e+01, 1.200000e+01]
// out| 'reductions_f32' returned !tfrt.chain value
// out| --- Running 'reductions_i32':
// out| DenseHostTensor dtype = i32, shape = [2, 3], values = [1, 2, 4, 1, 2, 4]
// out| DenseHostTensor dtype = i32, shape = [2, 1, 3], values = [1, 2, 4, 1, 2, 4]
// out| DenseHostTensor dtype = i32, shape = [], values = [2]
// out| DenseHostTensor dtype = i32, shape = [2], values = [1, 0]
// out| DenseHostTensor dtype = i32, shape = [1, 2, 2], values = [8, 9, 11, 12]
// out| 'reductions_i32' returned !tfrt.chain value
// out| --- Running 'reductions_i64':
// out| DenseHostTensor dtype = i64, shape = [2, 3], values = [1, 2, 4, 1, 2, 4]
// out| DenseHostTensor dtype = i64, shape = [2, 1, 3], values = [1, 2, 4, 1, 2, 4]
// out| DenseHostTensor dtype = i64, shape = [], values = [2]
// out| DenseHostTensor dtype = i32, shape = [2], values = [1, 0]
// out| DenseHostTensor dtype = i64, shape = [1, 2, 2], values = [8, 9, 11, 12]
// out| 'reductions_i64' returned !tfrt.chain value
// out| --- Running 'nothing':
// out| DenseHostTensor dtype = f32, shape = [3, 0], values = []
// out| DenseHostTensor dtype = f32, shape = [], values = [nan]
// out| DenseHostTensor dtype = i32, shape = [0], values = []
// out| DenseHostTensor dtype = f32, shape = [0, 1, 1], values = []
// out| 'nothing' returned !tfrt.chain value
// out| --- Running 'mean_truncates':
// out| DenseHostTensor dtype = i32, shape = [], values = [-3]
// out| 'mean_truncates' returned !tfrt.chain value
// out| --- Running 'broadcast_shape':
// out| 'broadcast_shape' returned <<error: broadcast input tensor dimension and target shape mismatch: [3] vs. [2, 4]>>
// out| --- Running 'broadcast_rank':
// out| 'broadcast_rank' returned <<error: shape [2, 3] has not rank 3>>
// out| --- Running 'broadcast_too_large':
// out| 'broadcast_too_large' returned <<error: Cannot allocate tensor>>
// out| --- Running 'argmax_of_nothing':
// out| 'argmax_of_nothing' returned <<error: argmax of rows of 0 elements>>
// out| --- Running 'mean_of_nothing':
// out| 'mean_of_nothing' returned <<error: the mean of no integers>>
// out| --- Running 'slice_begin':
// out| 'slice_begin' returned <<error: the size of 'begin_index' should match the input tensor rank>>
// out| --- Running 'slice_before':
// out| 'slice_before' returned <<error: a slice of 1 elements from -1 on is not within 2>>
// out| --- Running 'slice_behind':
// out| 'slice_behind' returned <<error: a slice of 1 elements from 9223372036854775807 on is not within 3>>

func.func @reductions_f32() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<[1.0, 2.0, 4.0]> : tensor<3xf32>} : () -> !tfrt_tensor.tensor
  %s2 = ts.build_shape [2, 3]
  %s3 = ts.build_shape [2, 1, 3]
  %r4 = "tfrt_test.broadcast.f32.2"(%a, %s2, %ch0) : (!tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %r4, %ch0
  %r6 = "tfrt_test.broadcast.f32.3"(%a, %s3, %ch1) : (!tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %r6, %ch1
  %r8 = "tfrt_test.reduce_mean.f32.1"(%a, %ch2) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %r8, %ch2
  %m = "tfrt_test.const_dense_attr"() {value = dense<[[1.0, 3.0, 3.0], [-1.0, -2.0, -1.0]]> : tensor<2x3xf32>} : () -> !tfrt_tensor.tensor
  %r11 = "tfrt_test.argmax.f32.2"(%m, %ch3) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %r11, %ch3
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[7.0, 8.0, 9.0], [10.0, 11.0, 12.0]]]> : tensor<2x2x3xf32>} : () -> !tfrt_tensor.tensor
  %begin = "tfrt_test.const_dense_attr"() {value = dense<[1, 0, 1]> : tensor<3xi64>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %ch5 = "tfrt_test.slice_inplace.f32.3"(%x, %begin, %ch4, %out) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain, !tfrt_tensor.tensor) -> !tfrt.chain
  %ch6 = tfrt_dht.print_tensor %out, %ch5
  tfrt.return %ch6 : !tfrt.chain
}
func.func @reductions_i32() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<[1, 2, 4]> : tensor<3xi32>} : () -> !tfrt_tensor.tensor
  %s2 = ts.build_shape [2, 3]
  %s3 = ts.build_shape [2, 1, 3]
  %r4 = "tfrt_test.broadcast.i32.2"(%a, %s2, %ch0) : (!tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %r4, %ch0
  %r6 = "tfrt_test.broadcast.i32.3"(%a, %s3, %ch1) : (!tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %r6, %ch1
  %r8 = "tfrt_test.reduce_mean.i32.1"(%a, %ch2) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %r8, %ch2
  %m = "tfrt_test.const_dense_attr"() {value = dense<[[1, 3, 3], [-1, -2, -1]]> : tensor<2x3xi32>} : () -> !tfrt_tensor.tensor
  %r11 = "tfrt_test.argmax.i32.2"(%m, %ch3) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %r11, %ch3
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]]> : tensor<2x2x3xi32>} : () -> !tfrt_tensor.tensor
  %begin = "tfrt_test.const_dense_attr"() {value = dense<[1, 0, 1]> : tensor<3xi64>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0> : tensor<1x2x2xi32>} : () -> !tfrt_tensor.tensor
  %ch5 = "tfrt_test.slice_inplace.i32.3"(%x, %begin, %ch4, %out) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain, !tfrt_tensor.tensor) -> !tfrt.chain
  %ch6 = tfrt_dht.print_tensor %out, %ch5
  tfrt.return %ch6 : !tfrt.chain
}
func.func @reductions_i64() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<[1, 2, 4]> : tensor<3xi64>} : () -> !tfrt_tensor.tensor
  %s2 = ts.build_shape [2, 3]
  %s3 = ts.build_shape [2, 1, 3]
  %r4 = "tfrt_test.broadcast.i64.2"(%a, %s2, %ch0) : (!tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %r4, %ch0
  %r6 = "tfrt_test.broadcast.i64.3"(%a, %s3, %ch1) : (!tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %r6, %ch1
  %r8 = "tfrt_test.reduce_mean.i64.1"(%a, %ch2) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %r8, %ch2
  %m = "tfrt_test.const_dense_attr"() {value = dense<[[1, 3, 3], [-1, -2, -1]]> : tensor<2x3xi64>} : () -> !tfrt_tensor.tensor
  %r11 = "tfrt_test.argmax.i64.2"(%m, %ch3) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %r11, %ch3
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]]> : tensor<2x2x3xi64>} : () -> !tfrt_tensor.tensor
  %begin = "tfrt_test.const_dense_attr"() {value = dense<[1, 0, 1]> : tensor<3xi64>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0> : tensor<1x2x2xi64>} : () -> !tfrt_tensor.tensor
  %ch5 = "tfrt_test.slice_inplace.i64.3"(%x, %begin, %ch4, %out) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain, !tfrt_tensor.tensor) -> !tfrt.chain
  %ch6 = tfrt_dht.print_tensor %out, %ch5
  tfrt.return %ch6 : !tfrt.chain
}
func.func @nothing() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<> : tensor<0xf32>} : () -> !tfrt_tensor.tensor
  %s2 = ts.build_shape [3, 0]
  %r3 = "tfrt_test.broadcast.f32.2"(%a, %s2, %ch0) : (!tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %r3, %ch0
  %r5 = "tfrt_test.reduce_mean.f32.1"(%a, %ch1) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %r5, %ch1
  %m = "tfrt_test.const_dense_attr"() {value = dense<> : tensor<0x2xf32>} : () -> !tfrt_tensor.tensor
  %r8 = "tfrt_test.argmax.f32.2"(%m, %ch2) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %r8, %ch2
  %x = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<1x1x1xf32>} : () -> !tfrt_tensor.tensor
  %begin = "tfrt_test.const_dense_attr"() {value = dense<[1, 0, 0]> : tensor<3xi64>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<> : tensor<0x1x1xf32>} : () -> !tfrt_tensor.tensor
  %ch4 = "tfrt_test.slice_inplace.f32.3"(%x, %begin, %ch3, %out) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain, !tfrt_tensor.tensor) -> !tfrt.chain
  %ch5 = tfrt_dht.print_tensor %out, %ch4
  tfrt.return %ch5 : !tfrt.chain
}
func.func @mean_truncates() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<[-3, -4]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  %r2 = "tfrt_test.reduce_mean.i32.1"(%a, %ch0) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %r2, %ch0
  tfrt.return %ch1 : !tfrt.chain
}
func.func @broadcast_shape() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<3xf32>} : () -> !tfrt_tensor.tensor
  %s = ts.build_shape [2, 4]
  // expected-error @+1 {{broadcast input tensor dimension and target shape mismatch: [3] vs. [2, 4]}}
  %r3 = "tfrt_test.broadcast.f32.2"(%a, %s, %ch0) : (!tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %r3, %ch0
  tfrt.return %ch1 : !tfrt.chain
}
func.func @broadcast_rank() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<3xf32>} : () -> !tfrt_tensor.tensor
  %s = ts.build_shape [2, 3]
  // expected-error @+1 {{shape [2, 3] has not rank 3}}
  %r3 = "tfrt_test.broadcast.f32.3"(%a, %s, %ch0) : (!tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %r3, %ch0
  tfrt.return %ch1 : !tfrt.chain
}
func.func @broadcast_too_large() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<3xf32>} : () -> !tfrt_tensor.tensor
  %s = ts.build_shape [9223372036854775807, 3]
  // expected-error @+1 {{Cannot allocate tensor}}
  %r3 = "tfrt_test.broadcast.f32.2"(%a, %s, %ch0) : (!tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %r3, %ch0
  tfrt.return %ch1 : !tfrt.chain
}
func.func @argmax_of_nothing() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<> : tensor<2x0xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{argmax of rows of 0 elements}}
  %r2 = "tfrt_test.argmax.f32.2"(%a, %ch0) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %r2, %ch0
  tfrt.return %ch1 : !tfrt.chain
}
func.func @mean_of_nothing() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<> : tensor<0xi64>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{the mean of no integers}}
  %r2 = "tfrt_test.reduce_mean.i64.1"(%a, %ch0) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %r2, %ch0
  tfrt.return %ch1 : !tfrt.chain
}
func.func @slice_begin() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2x2x3xf32>} : () -> !tfrt_tensor.tensor
  %begin = "tfrt_test.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xi64>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{the size of 'begin_index' should match the input tensor rank}}
  %ch1 = "tfrt_test.slice_inplace.f32.3"(%x, %begin, %ch0, %out) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain, !tfrt_tensor.tensor) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @slice_before() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2x2x3xf32>} : () -> !tfrt_tensor.tensor
  %begin = "tfrt_test.const_dense_attr"() {value = dense<[0, -1, 0]> : tensor<3xi64>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{a slice of 1 elements from -1 on is not within 2}}
  %ch1 = "tfrt_test.slice_inplace.f32.3"(%x, %begin, %ch0, %out) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain, !tfrt_tensor.tensor) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @slice_behind() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2x2x3xf32>} : () -> !tfrt_tensor.tensor
  %begin = "tfrt_test.const_dense_attr"() {value = dense<[0, 0, 9223372036854775807]> : tensor<3xi64>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x1xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{a slice of 1 elements from 9223372036854775807 on is not within 3}}
  %ch1 = "tfrt_test.slice_inplace.f32.3"(%x, %begin, %ch0, %out) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain, !tfrt_tensor.tensor) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
