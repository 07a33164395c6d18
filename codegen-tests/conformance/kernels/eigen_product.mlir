// rule: tensors §10, eigen.matmul.T: 'C = alpha * A * B + beta * C'; C is not read if beta is 0; errors.
// rule: tensors §10, eigen.softmax.f32: along the last dimension, with the maximum subtracted.
// run:
// out| --- Running 'matmul_f32':
// out| DenseHostTensor dtype = f32, shape = [2, 2], values = [4.900000e+01, 6.600000e+01, 1.130000e+02, 1.480000e+02]
// out| 'matmul_f32' returned !tfrt.chain value
// out| --- Running 'matmul_not_read':
// out| DenseHostTensor dtype = f32, shape = [1, 1], values = [1.100000e+01]
// out| 'matmul_not_read' returned !tfrt.chain value
// out| --- Running 'matmul_nothing':
// out| DenseHostTensor dtype = f32, shape = [2, 1], values = [6.000000e+00, 6.000000e+00]
// out| 'matmul_nothing' returned !tfrt.chain value
// out| --- Running 'matmul_huge_without_elements':
// out| DenseHostTensor dtype = f32, shape = [1000000000000, 0], values = []
// out| 'matmul_huge_without_elements' returned !tfrt.chain value
// out| --- Running 'matmul_i32':
// out| DenseHostTensor dtype = i32, shape = [2, 2], values = [34, 36, 68, 88]
// out| 'matmul_i32' returned !tfrt.chain value
// out| --- Running 'matmul_wraps':
// out| DenseHostTensor dtype = i32, shape = [1, 1], values = [-1]
// out| 'matmul_wraps' returned !tfrt.chain value
// out| --- Running 'matmul_inner':
// out| 'matmul_inner' returned <<error: MatMul input tensors inner dimension mismatch: [2, 3] vs. [2, 2]>>
// out| --- Running 'matmul_output':
// out| 'matmul_output' returned <<error: MatMul output shape [3, 3] does not match product shape of inputs: [2, 3] * [3, 2]>>
// out| --- Running 'softmax':
// out| DenseHostTensor dtype = f32, shape = [3, 2], values = [5.000000e-01, 5.000000e-01, 5.000000e-01, 5.000000e-01, 1.000000e+00, 0.000000e+00]
// out| 'softmax' returned !tfrt.chain value
// out| --- Running 'log_softmax':
// out| DenseHostTensor dtype = f32, shape = [3, 2], values = [-6.931472e-01, -6.931472e-01, -6.931472e-01, -6.931472e-01, 0.000000e+00, -1.001000e+03]
// out| 'log_softmax' returned !tfrt.chain value
// out| --- Running 'softmax_scalar':
// out| DenseHostTensor dtype = f32, shape = [], values = [1.000000e+00]
// out| 'softmax_scalar' returned !tfrt.chain value
// out| --- Running 'softmax_output':
// out| 'softmax_output' returned <<error: output tensor has the wrong shape>>

func.func @matmul_f32() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %alpha = tfrt.constant.f32 2.0
  %beta = tfrt.constant.f32 0.5
  %a = "tfrt_test.const_dense_attr"() {value = dense<[[1.0, 2.0, 3.0],[4.0, 5.0, 6.0]]> : tensor<2x3xf32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<[[1.0, 2.0],[3.0, 4.0],[5.0, 6.0]]> : tensor<3x2xf32>} : () -> !tfrt_tensor.tensor
  %c = "tfrt_test.const_dense_attr"() {value = dense<[[10.0, 20.0],[30.0, 40.0]]> : tensor<2x2xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.matmul.f32"(%alpha, %a, %b, %beta, %c, %ch0) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %c, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @matmul_not_read() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %alpha = tfrt.constant.f32 1.0
  %beta = tfrt.constant.f32 0.0
  %a = "tfrt_test.const_dense_attr"() {value = dense<[[1.0, 2.0]]> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<[[3.0],[4.0]]> : tensor<2x1xf32>} : () -> !tfrt_tensor.tensor
  %c = "tfrt_test.const_dense_attr"() {value = dense<0x7FC00000> : tensor<1x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.matmul.f32"(%alpha, %a, %b, %beta, %c, %ch0) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %c, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @matmul_nothing() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %alpha = tfrt.constant.f32 1.0
  %beta = tfrt.constant.f32 2.0
  %a = "tfrt_test.const_dense_attr"() {value = dense<> : tensor<2x0xf32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<> : tensor<0x1xf32>} : () -> !tfrt_tensor.tensor
  %c = "tfrt_test.const_dense_attr"() {value = dense<3.0> : tensor<2x1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.matmul.f32"(%alpha, %a, %b, %beta, %c, %ch0) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %c, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @matmul_huge_without_elements() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %alpha = tfrt.constant.f32 1.0
  %beta = tfrt.constant.f32 2.0
  %a = "tfrt_test.const_dense_attr"() {value = dense<> : tensor<1000000000000x0xf32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<> : tensor<0x0xf32>} : () -> !tfrt_tensor.tensor
  %c = "tfrt_test.const_dense_attr"() {value = dense<> : tensor<1000000000000x0xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.matmul.f32"(%alpha, %a, %b, %beta, %c, %ch0) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %c, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @matmul_i32() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %alpha = tfrt.constant.i32 2
  %beta = tfrt.constant.i32 -1
  %a = "tfrt_test.const_dense_attr"() {value = dense<[[1, 2, 3],[4, 5, 6]]> : tensor<2x3xi32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<[[1, 2],[3, 4],[5, 6]]> : tensor<3x2xi32>} : () -> !tfrt_tensor.tensor
  %c = "tfrt_test.const_dense_attr"() {value = dense<[[10, 20],[30, 40]]> : tensor<2x2xi32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.matmul.i32"(%alpha, %a, %b, %beta, %c, %ch0) : (i32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, i32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %c, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @matmul_wraps() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %alpha = tfrt.constant.i32 1
  %beta = tfrt.constant.i32 0
  %a = "tfrt_test.const_dense_attr"() {value = dense<[[2147483647, 2147483647]]> : tensor<1x2xi32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<[[2147483647],[2]]> : tensor<2x1xi32>} : () -> !tfrt_tensor.tensor
  %c = "tfrt_test.const_dense_attr"() {value = dense<0> : tensor<1x1xi32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.matmul.i32"(%alpha, %a, %b, %beta, %c, %ch0) : (i32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, i32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %c, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @matmul_inner() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %alpha = tfrt.constant.f32 1.0
  %beta = tfrt.constant.f32 0.0
  %a = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2x3xf32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2x2xf32>} : () -> !tfrt_tensor.tensor
  %c = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2x2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{MatMul input tensors inner dimension mismatch: [2, 3] vs. [2, 2]}}
  %ch1 = "eigen.matmul.f32"(%alpha, %a, %b, %beta, %c, %ch0) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @matmul_output() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %alpha = tfrt.constant.f32 1.0
  %beta = tfrt.constant.f32 0.0
  %a = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2x3xf32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<3x2xf32>} : () -> !tfrt_tensor.tensor
  %c = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<3x3xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{MatMul output shape [3, 3] does not match product shape of inputs: [2, 3] * [3, 2]}}
  %ch1 = "eigen.matmul.f32"(%alpha, %a, %b, %beta, %c, %ch0) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @softmax() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[0.0, 0.0],[1000.0, 1000.0],[1.0, -1000.0]]> : tensor<3x2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<3x2xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.softmax.f32"(%x, %out, %ch0) {log = false} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @log_softmax() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[0.0, 0.0],[1000.0, 1000.0],[1.0, -1000.0]]> : tensor<3x2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<3x2xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.softmax.f32"(%x, %out, %ch0) {log = true} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @softmax_scalar() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<3.0> : tensor<f32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<f32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.softmax.f32"(%x, %out, %ch0) {log = false} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %out, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @softmax_output() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<3.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %out = "tfrt_test.const_dense_attr"() {value = dense<7.0> : tensor<3xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{output tensor has the wrong shape}}
  %ch1 = "eigen.softmax.f32"(%x, %out, %ch0) {log = false} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
