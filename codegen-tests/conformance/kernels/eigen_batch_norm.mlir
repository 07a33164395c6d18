// rule: tensors §10, eigen.batch_norm: '(x - mean) / sqrt(var + epsilon) * gamma + beta', in place.
// rule: tensors §10, eigen.batch_norm.grad: the gradients of input, gamma and beta, and a chain for each.
// run:
// out| --- Running 'batch_norm':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 2, 2], values = [5.000000e-01, -5.000000e-01, 2.500000e+00, 1.000000e+00]
// out| 'batch_norm' returned !tfrt.chain value
// out| --- Running 'size_of_gamma':
// out| 'size_of_gamma' returned <<error: parameter does not match the input channel number>>
// out| --- Running 'size_of_beta':
// out| 'size_of_beta' returned <<error: parameter does not match the input channel number>>
// out| --- Running 'size_of_mean':
// out| 'size_of_mean' returned <<error: parameter does not match the input channel number>>
// out| --- Running 'size_of_variance':
// out| 'size_of_variance' returned <<error: parameter does not match the input channel number>>
// out| --- Running 'grad':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 2, 2], values = [-1.000000e+00, -1.500000e+00, -5.000000e-01, 9.375000e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [3.000000e+00, 3.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [2], values = [4.000000e+00, 8.000000e+00]
// out| 'grad' returned !tfrt.chain value
// out| --- Running 'grad_shape_of_g':
// out| 'grad_shape_of_g' returned <<error: Tensor shapes do not match: output_grad shape is [1, 1, 2, 3] and input shape is [1, 1, 2, 2]>>
// out| --- Running 'grad_shape_of_dx':
// out| 'grad_shape_of_dx' returned <<error: Tensor shapes do not match: input_grad shape is [1, 1, 2, 3] and input shape is [1, 1, 2, 2]>>
// out| --- Running 'grad_shape_of_gamma':
// out| 'grad_shape_of_gamma' returned <<error: Tensor shapes do not match: gamma shape is [3] and channels dimension size is [2]>>
// out| --- Running 'grad_shape_of_mean':
// out| 'grad_shape_of_mean' returned <<error: Tensor shapes do not match: mean shape is [3] and channels dimension size is [2]>>
// out| --- Running 'grad_shape_of_variance':
// out| 'grad_shape_of_variance' returned <<error: Tensor shapes do not match: variance shape is [3] and channels dimension size is [2]>>
// out| --- Running 'grad_shape_of_dgamma':
// out| 'grad_shape_of_dgamma' returned <<error: Tensor shapes do not match: gamma_grad shape is [3] and channels dimension size is [2]>>
// out| --- Running 'grad_shape_of_dbeta':
// out| 'grad_shape_of_dbeta' returned <<error: Tensor shapes do not match: beta_grad shape is [3] and channels dimension size is [2]>>
// out| --- Running 'grad_twice':
// out| 'grad_twice' returned <<error: two outputs are the same tensor>>

func.func @batch_norm() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %gamma = "tfrt_test.const_dense_attr"() {value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %beta = "tfrt_test.const_dense_attr"() {value = dense<[0.5, -0.5]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %mean = "tfrt_test.const_dense_attr"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %variance = "tfrt_test.const_dense_attr"() {value = dense<[3.75, 15.75]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "eigen.batch_norm.f32"(%x, %gamma, %beta, %mean, %variance, %ch0) {epsilon = 0.25 : f32} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %x, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @size_of_gamma() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %gamma = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<3xf32>} : () -> !tfrt_tensor.tensor
  %beta = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %mean = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %variance = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{parameter does not match the input channel number}}
  %ch1 = "eigen.batch_norm.f32"(%x, %gamma, %beta, %mean, %variance, %ch0) {epsilon = 0.25 : f32} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @size_of_beta() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %gamma = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %beta = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<3xf32>} : () -> !tfrt_tensor.tensor
  %mean = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %variance = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{parameter does not match the input channel number}}
  %ch1 = "eigen.batch_norm.f32"(%x, %gamma, %beta, %mean, %variance, %ch0) {epsilon = 0.25 : f32} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @size_of_mean() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %gamma = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %beta = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %mean = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<3xf32>} : () -> !tfrt_tensor.tensor
  %variance = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{parameter does not match the input channel number}}
  %ch1 = "eigen.batch_norm.f32"(%x, %gamma, %beta, %mean, %variance, %ch0) {epsilon = 0.25 : f32} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @size_of_variance() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %gamma = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %beta = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %mean = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %variance = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<3xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{parameter does not match the input channel number}}
  %ch1 = "eigen.batch_norm.f32"(%x, %gamma, %beta, %mean, %variance, %ch0) {epsilon = 0.25 : f32} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @grad() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %g = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 6.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %gamma = "tfrt_test.const_dense_attr"() {value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %mean = "tfrt_test.const_dense_attr"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %variance = "tfrt_test.const_dense_attr"() {value = dense<[3.75, 15.75]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %dx = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %dgamma = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %dbeta = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %ch1, %ch2, %ch3 = "eigen.batch_norm.grad.f32"(%g, %x, %gamma, %mean, %variance, %ch0, %dx, %dgamma, %dbeta) {epsilon = 0.25 : f32} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> (!tfrt.chain, !tfrt.chain, !tfrt.chain)
  %ch4 = tfrt.merge.chains %ch1, %ch2, %ch3 : !tfrt.chain, !tfrt.chain, !tfrt.chain
  %ch5 = tfrt_dht.print_tensor %dx, %ch4
  %ch6 = tfrt_dht.print_tensor %dgamma, %ch5
  %ch7 = tfrt_dht.print_tensor %dbeta, %ch6
  tfrt.return %ch7 : !tfrt.chain
}
func.func @grad_shape_of_g() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %g = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<1x1x2x3xf32>} : () -> !tfrt_tensor.tensor
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %gamma = "tfrt_test.const_dense_attr"() {value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %mean = "tfrt_test.const_dense_attr"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %variance = "tfrt_test.const_dense_attr"() {value = dense<[3.75, 15.75]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %dx = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %dgamma = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %dbeta = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Tensor shapes do not match: output_grad shape is [1, 1, 2, 3] and input shape is [1, 1, 2, 2]}}
  %ch1, %ch2, %ch3 = "eigen.batch_norm.grad.f32"(%g, %x, %gamma, %mean, %variance, %ch0, %dx, %dgamma, %dbeta) {epsilon = 0.25 : f32} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> (!tfrt.chain, !tfrt.chain, !tfrt.chain)
  %ch4 = tfrt.merge.chains %ch1, %ch2, %ch3 : !tfrt.chain, !tfrt.chain, !tfrt.chain
  tfrt.return %ch4 : !tfrt.chain
}
func.func @grad_shape_of_dx() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %g = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 6.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %gamma = "tfrt_test.const_dense_attr"() {value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %mean = "tfrt_test.const_dense_attr"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %variance = "tfrt_test.const_dense_attr"() {value = dense<[3.75, 15.75]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %dx = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<1x1x2x3xf32>} : () -> !tfrt_tensor.tensor
  %dgamma = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %dbeta = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Tensor shapes do not match: input_grad shape is [1, 1, 2, 3] and input shape is [1, 1, 2, 2]}}
  %ch1, %ch2, %ch3 = "eigen.batch_norm.grad.f32"(%g, %x, %gamma, %mean, %variance, %ch0, %dx, %dgamma, %dbeta) {epsilon = 0.25 : f32} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> (!tfrt.chain, !tfrt.chain, !tfrt.chain)
  %ch4 = tfrt.merge.chains %ch1, %ch2, %ch3 : !tfrt.chain, !tfrt.chain, !tfrt.chain
  tfrt.return %ch4 : !tfrt.chain
}
func.func @grad_shape_of_gamma() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %g = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 6.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %gamma = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<3xf32>} : () -> !tfrt_tensor.tensor
  %mean = "tfrt_test.const_dense_attr"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %variance = "tfrt_test.const_dense_attr"() {value = dense<[3.75, 15.75]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %dx = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %dgamma = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %dbeta = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Tensor shapes do not match: gamma shape is [3] and channels dimension size is [2]}}
  %ch1, %ch2, %ch3 = "eigen.batch_norm.grad.f32"(%g, %x, %gamma, %mean, %variance, %ch0, %dx, %dgamma, %dbeta) {epsilon = 0.25 : f32} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> (!tfrt.chain, !tfrt.chain, !tfrt.chain)
  %ch4 = tfrt.merge.chains %ch1, %ch2, %ch3 : !tfrt.chain, !tfrt.chain, !tfrt.chain
  tfrt.return %ch4 : !tfrt.chain
}
func.func @grad_shape_of_mean() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %g = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 6.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %gamma = "tfrt_test.const_dense_attr"() {value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %mean = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<3xf32>} : () -> !tfrt_tensor.tensor
  %variance = "tfrt_test.const_dense_attr"() {value = dense<[3.75, 15.75]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %dx = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %dgamma = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %dbeta = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Tensor shapes do not match: mean shape is [3] and channels dimension size is [2]}}
  %ch1, %ch2, %ch3 = "eigen.batch_norm.grad.f32"(%g, %x, %gamma, %mean, %variance, %ch0, %dx, %dgamma, %dbeta) {epsilon = 0.25 : f32} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> (!tfrt.chain, !tfrt.chain, !tfrt.chain)
  %ch4 = tfrt.merge.chains %ch1, %ch2, %ch3 : !tfrt.chain, !tfrt.chain, !tfrt.chain
  tfrt.return %ch4 : !tfrt.chain
}
func.func @grad_shape_of_variance() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %g = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 6.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %gamma = "tfrt_test.const_dense_attr"() {value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %mean = "tfrt_test.const_dense_attr"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %variance = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<3xf32>} : () -> !tfrt_tensor.tensor
  %dx = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %dgamma = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %dbeta = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Tensor shapes do not match: variance shape is [3] and channels dimension size is [2]}}
  %ch1, %ch2, %ch3 = "eigen.batch_norm.grad.f32"(%g, %x, %gamma, %mean, %variance, %ch0, %dx, %dgamma, %dbeta) {epsilon = 0.25 : f32} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> (!tfrt.chain, !tfrt.chain, !tfrt.chain)
  %ch4 = tfrt.merge.chains %ch1, %ch2, %ch3 : !tfrt.chain, !tfrt.chain, !tfrt.chain
  tfrt.return %ch4 : !tfrt.chain
}
func.func @grad_shape_of_dgamma() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %g = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 6.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %gamma = "tfrt_test.const_dense_attr"() {value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %mean = "tfrt_test.const_dense_attr"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %variance = "tfrt_test.const_dense_attr"() {value = dense<[3.75, 15.75]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %dx = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %dgamma = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<3xf32>} : () -> !tfrt_tensor.tensor
  %dbeta = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Tensor shapes do not match: gamma_grad shape is [3] and channels dimension size is [2]}}
  %ch1, %ch2, %ch3 = "eigen.batch_norm.grad.f32"(%g, %x, %gamma, %mean, %variance, %ch0, %dx, %dgamma, %dbeta) {epsilon = 0.25 : f32} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> (!tfrt.chain, !tfrt.chain, !tfrt.chain)
  %ch4 = tfrt.merge.chains %ch1, %ch2, %ch3 : !tfrt.chain, !tfrt.chain, !tfrt.chain
  tfrt.return %ch4 : !tfrt.chain
}
func.func @grad_shape_of_dbeta() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %g = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 6.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %gamma = "tfrt_test.const_dense_attr"() {value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %mean = "tfrt_test.const_dense_attr"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %variance = "tfrt_test.const_dense_attr"() {value = dense<[3.75, 15.75]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %dx = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %dgamma = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %dbeta = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<3xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Tensor shapes do not match: beta_grad shape is [3] and channels dimension size is [2]}}
  %ch1, %ch2, %ch3 = "eigen.batch_norm.grad.f32"(%g, %x, %gamma, %mean, %variance, %ch0, %dx, %dgamma, %dbeta) {epsilon = 0.25 : f32} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> (!tfrt.chain, !tfrt.chain, !tfrt.chain)
  %ch4 = tfrt.merge.chains %ch1, %ch2, %ch3 : !tfrt.chain, !tfrt.chain, !tfrt.chain
  tfrt.return %ch4 : !tfrt.chain
}
func.func @grad_twice() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %g = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 6.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %x = "tfrt_test.const_dense_attr"() {value = dense<[[[[1.0, 2.0],[3.0, 4.0]]]]> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %gamma = "tfrt_test.const_dense_attr"() {value = dense<[2.0, 3.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %mean = "tfrt_test.const_dense_attr"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %variance = "tfrt_test.const_dense_attr"() {value = dense<[3.75, 15.75]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %dx = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<1x1x2x2xf32>} : () -> !tfrt_tensor.tensor
  %dgamma = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %dbeta = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{two outputs are the same tensor}}
  %ch1, %ch2, %ch3 = "eigen.batch_norm.grad.f32"(%g, %x, %gamma, %mean, %variance, %ch0, %dx, %dgamma, %dgamma) {epsilon = 0.25 : f32} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> (!tfrt.chain, !tfrt.chain, !tfrt.chain)
  %ch4 = tfrt.merge.chains %ch1, %ch2, %ch3 : !tfrt.chain, !tfrt.chain, !tfrt.chain
  tfrt.return %ch4 : !tfrt.chain
}
