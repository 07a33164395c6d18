// rule: tensors §9.1: elementwise kernels; integers wrap, NaN and -0 stay under relu; what is written may
//   be read too.
// rule: tensors §9.1, relu_grad_inplace: a true product, so that infinity times 0 is no number.
// rule: tensors §9.2: softmax_inplace, gradient_descent, subtract_inplace.
// rule: tensors §9.1: conflicts of shapes.
// run:
// out| --- Running 'elementwise_f32':
// out| DenseHostTensor dtype = f32, shape = [4], values = [0.000000e+00, 2.000000e+00, nan, -0.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [4], values = [4.000000e+00, 4.000000e+00, nan, 0.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [4], values = [0.000000e+00, 1.000000e+00, 0.000000e+00, 1.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [4], values = [-1.000000e+00, 2.000000e+00, nan, -0.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [4], values = [4.000000e+00, 4.000000e+00, nan, 0.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [4], values = [0.000000e+00, 2.000000e+00, nan, -0.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [4], values = [0.000000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [4], values = [4.000000e+00, 4.000000e+00, nan, 0.000000e+00]
// out| 'elementwise_f32' returned !tfrt.chain value
// out| --- Running 'elementwise_i32':
// out| DenseHostTensor dtype = i32, shape = [4], values = [0, 2, 2147483647, 0]
// out| DenseHostTensor dtype = i32, shape = [4], values = [4, 4, -2147483648, 0]
// out| DenseHostTensor dtype = i32, shape = [4], values = [0, 1, 0, 1]
// out| DenseHostTensor dtype = i32, shape = [4], values = [-1, 2, 2147483647, 0]
// out| DenseHostTensor dtype = i32, shape = [4], values = [4, 4, -2147483648, 0]
// out| DenseHostTensor dtype = i32, shape = [4], values = [0, 2, 2147483647, 0]
// out| DenseHostTensor dtype = i32, shape = [4], values = [0, 0, 0, 1]
// out| DenseHostTensor dtype = i32, shape = [4], values = [4, 4, -2147483648, 0]
// out| 'elementwise_i32' returned !tfrt.chain value
// out| --- Running 'elementwise_i64':
// out| DenseHostTensor dtype = i64, shape = [4], values = [0, 2, 9223372036854775807, 0]
// out| DenseHostTensor dtype = i64, shape = [4], values = [4, 4, -9223372036854775808, 0]
// out| DenseHostTensor dtype = i64, shape = [4], values = [0, 1, 0, 1]
// out| DenseHostTensor dtype = i64, shape = [4], values = [-1, 2, 9223372036854775807, 0]
// out| DenseHostTensor dtype = i64, shape = [4], values = [4, 4, -9223372036854775808, 0]
// out| DenseHostTensor dtype = i64, shape = [4], values = [0, 2, 9223372036854775807, 0]
// out| DenseHostTensor dtype = i64, shape = [4], values = [0, 0, 0, 1]
// out| DenseHostTensor dtype = i64, shape = [4], values = [4, 4, -9223372036854775808, 0]
// out| 'elementwise_i64' returned !tfrt.chain value
// out| --- Running 'relu_grad_of_infinity':
// out| DenseHostTensor dtype = f32, shape = [4], values = [INF, nan, nan, 0.000000e+00]
// out| 'relu_grad_of_infinity' returned !tfrt.chain value
// out| --- Running 'with_itself':
// out| DenseHostTensor dtype = i32, shape = [2], values = [2, 4]
// out| DenseHostTensor dtype = i32, shape = [2], values = [4, 8]
// out| 'with_itself' returned !tfrt.chain value
// out| --- Running 'cast':
// out| DenseHostTensor dtype = f32, shape = [2], values = [-3.000000e+00, 1.677722e+07]
// out| 'cast' returned !tfrt.chain value
// out| --- Running 'updates':
// out| DenseHostTensor dtype = f32, shape = [2], values = [9.000000e+00, 1.800000e+01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [8.500000e+00, 1.700000e+01]
// out| 'updates' returned !tfrt.chain value
// out| --- Running 'softmax':
// out| DenseHostTensor dtype = f32, shape = [2, 2], values = [2.500000e-01, 2.500000e-01, 2.500000e-01, 2.500000e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [nan, 0.000000e+00]
// out| 'softmax' returned !tfrt.chain value
// out| --- Running 'shapes_of_two':
// out| 'shapes_of_two' returned <<error: tensor shape mismatch: [2] vs. [3]>>
// out| --- Running 'shapes_of_three':
// out| 'shapes_of_three' returned <<error: tensor shape mismatch: [2] vs. [1, 2] vs. [2]>>
// out| --- Running 'rates':
// out| 'rates' returned <<error: GradientDescent lr should have only one element>>
// out| --- Running 'types':
// out| 'types' returned <<error: a tensor of type i32, expected f32>>

func.func @elementwise_f32() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<[-1.0, 2.0, 0x7FC00000, -0.0]> : tensor<4xf32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<[5.0, 2.0, 1.0, 0.0]> : tensor<4xf32>} : () -> !tfrt_tensor.tensor
  %c = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<4xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.relu.f32"(%a, %c, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %c, %ch1
  %ch3 = "tfrt_test.add.f32"(%a, %b, %c, %ch2) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch4 = tfrt_dht.print_tensor %c, %ch3
  %ch5 = "tfrt_test.equal.f32"(%a, %b, %c, %ch4) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch6 = tfrt_dht.print_tensor %c, %ch5
  %ch7 = "tfrt_test.relu_grad_inplace.f32"(%b, %a, %ch6) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch8 = tfrt_dht.print_tensor %a, %ch7
  %ch9 = "tfrt_test.add_inplace.f32"(%a, %b, %ch8) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch10 = tfrt_dht.print_tensor %b, %ch9
  %ch11 = "tfrt_test.relu_inplace.f32"(%a, %ch10) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch12 = tfrt_dht.print_tensor %a, %ch11
  %ch13 = "tfrt_test.equal_inplace.f32"(%b, %a, %ch12) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch14 = tfrt_dht.print_tensor %a, %ch13
  %ch15 = tfrt_dht.print_tensor %b, %ch14
  tfrt.return %ch15 : !tfrt.chain
}
func.func @elementwise_i32() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<[-1, 2, 2147483647, 0]> : tensor<4xi32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<[5, 2, 1, 0]> : tensor<4xi32>} : () -> !tfrt_tensor.tensor
  %c = "tfrt_test.const_dense_attr"() {value = dense<0> : tensor<4xi32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.relu.i32"(%a, %c, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %c, %ch1
  %ch3 = "tfrt_test.add.i32"(%a, %b, %c, %ch2) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch4 = tfrt_dht.print_tensor %c, %ch3
  %ch5 = "tfrt_test.equal.i32"(%a, %b, %c, %ch4) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch6 = tfrt_dht.print_tensor %c, %ch5
  %ch7 = "tfrt_test.relu_grad_inplace.i32"(%b, %a, %ch6) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch8 = tfrt_dht.print_tensor %a, %ch7
  %ch9 = "tfrt_test.add_inplace.i32"(%a, %b, %ch8) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch10 = tfrt_dht.print_tensor %b, %ch9
  %ch11 = "tfrt_test.relu_inplace.i32"(%a, %ch10) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch12 = tfrt_dht.print_tensor %a, %ch11
  %ch13 = "tfrt_test.equal_inplace.i32"(%b, %a, %ch12) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch14 = tfrt_dht.print_tensor %a, %ch13
  %ch15 = tfrt_dht.print_tensor %b, %ch14
  tfrt.return %ch15 : !tfrt.chain
}
func.func @elementwise_i64() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<[-1, 2, 9223372036854775807, 0]> : tensor<4xi64>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<[5, 2, 1, 0]> : tensor<4xi64>} : () -> !tfrt_tensor.tensor
  %c = "tfrt_test.const_dense_attr"() {value = dense<0> : tensor<4xi64>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.relu.i64"(%a, %c, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %c, %ch1
  %ch3 = "tfrt_test.add.i64"(%a, %b, %c, %ch2) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch4 = tfrt_dht.print_tensor %c, %ch3
  %ch5 = "tfrt_test.equal.i64"(%a, %b, %c, %ch4) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch6 = tfrt_dht.print_tensor %c, %ch5
  %ch7 = "tfrt_test.relu_grad_inplace.i64"(%b, %a, %ch6) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch8 = tfrt_dht.print_tensor %a, %ch7
  %ch9 = "tfrt_test.add_inplace.i64"(%a, %b, %ch8) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch10 = tfrt_dht.print_tensor %b, %ch9
  %ch11 = "tfrt_test.relu_inplace.i64"(%a, %ch10) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch12 = tfrt_dht.print_tensor %a, %ch11
  %ch13 = "tfrt_test.equal_inplace.i64"(%b, %a, %ch12) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch14 = tfrt_dht.print_tensor %a, %ch13
  %ch15 = tfrt_dht.print_tensor %b, %ch14
  tfrt.return %ch15 : !tfrt.chain
}
func.func @relu_grad_of_infinity() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[1.0, 0.0, -1.0, 0x7FC00000]> : tensor<4xf32>} : () -> !tfrt_tensor.tensor
  %g = "tfrt_test.const_dense_attr"() {value = dense<[0x7F800000, 0x7F800000, 0x7FC00000, 3.0]> : tensor<4xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.relu_grad_inplace.f32"(%x, %g, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %g, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @with_itself() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = "tfrt_test.const_dense_attr"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.add_inplace.i32"(%x, %x, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %x, %ch1
  %ch3 = "tfrt_test.add.i32"(%x, %x, %x, %ch2) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch4 = tfrt_dht.print_tensor %x, %ch3
  tfrt.return %ch4 : !tfrt.chain
}
func.func @cast() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<[-3, 16777217]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<0.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.cast.i32_to_f32"(%a, %b, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %b, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
func.func @updates() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<[1.0, 2.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<[10.0, 20.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %lr = "tfrt_test.const_dense_attr"() {value = dense<0.5> : tensor<1xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.subtract_inplace.f32"(%a, %b, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %b, %ch1
  %ch3 = "tfrt_test.gradient_descent.f32"(%a, %lr, %b, %ch2) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch4 = tfrt_dht.print_tensor %b, %ch3
  tfrt.return %ch4 : !tfrt.chain
}
func.func @softmax() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<[[0.0, 0.0],[0.0, 0.0]]> : tensor<2x2xf32>} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_test.softmax_inplace.f32"(%a, %ch0) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %a, %ch1
  %b = "tfrt_test.const_dense_attr"() {value = dense<[1000.0, 0.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %ch3 = "tfrt_test.softmax_inplace.f32"(%b, %ch2) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch4 = tfrt_dht.print_tensor %b, %ch3
  tfrt.return %ch4 : !tfrt.chain
}
func.func @shapes_of_two() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<3xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{tensor shape mismatch: [2] vs. [3]}}
  %ch1 = "tfrt_test.relu.f32"(%a, %b, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @shapes_of_three() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{tensor shape mismatch: [2] vs. [1, 2] vs. [2]}}
  %ch1 = "tfrt_test.add.f32"(%a, %b, %a, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @rates() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{GradientDescent lr should have only one element}}
  %ch1 = "tfrt_test.gradient_descent.f32"(%a, %a, %a, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @types() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<1> : tensor<3xi32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{a tensor of type i32, expected f32}}
  %ch1 = "tfrt_test.add_inplace.f32"(%b, %a, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
