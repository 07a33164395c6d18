// rule: tensors §11, tfrt_dht_sync.create_dense_tensor.T, create_from_scalar.T: complex numbers are
//   real and imaginary parts in turn; one number is that of all elements.
// run:
// out| --- Running 'complex64':
// out| DenseHostTensor dtype = complex64, shape = [2], values = [(1.500000e+00,2.500000e+00), (-0.000000e+00,4.000000e+00)]
// out| DenseHostTensor dtype = complex64, shape = [3], values = [(1.000000e+00,-1.000000e+00), (1.000000e+00,-1.000000e+00), (1.000000e+00,-1.000000e+00)]
// out| ScalarHostTensor dtype = complex64, shape = [2, 2], value = (5.000000e-01,INF)
// out| --- Running 'complex128':
// out| DenseHostTensor dtype = complex128, shape = [2], values = [(1.500000e+00,2.500000e+00), (-0.000000e+00,4.000000e+00)]
// out| DenseHostTensor dtype = complex128, shape = [], values = [(1.000000e+00,-1.000000e+00)]
// out| ScalarHostTensor dtype = complex128, shape = [2, 2], value = (5.000000e-01,nan)
// out| --- Running 'wrong_dense':
// out| 'wrong_dense' returned <<error: Incorrect number of real and imaginary values for the complex tensor: 3, but expected 4>>
// out| --- Running 'wrong_scalar':
// out| 'wrong_scalar' returned <<error: a complex number of 3 parts, expected 2>>

func.func @complex64() attributes {tfrt.sync} {
  %a = "tfrt_dht_sync.create_dense_tensor.complex64"() {shape = [2], values = [1.5 : f32, 2.5 : f32, -0.0 : f32, 4.0 : f32]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %a
  %b = "tfrt_dht_sync.create_dense_tensor.complex64"() {shape = [3], values = [1.0 : f32, -1.0 : f32]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %b
  %c = "tfrt_dht_sync.create_from_scalar.complex64"() {shape = [2, 2], value = [0.5 : f32, 0x7F800000 : f32]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %c
  tfrt.return
}

func.func @complex128() attributes {tfrt.sync} {
  %a = "tfrt_dht_sync.create_dense_tensor.complex128"() {shape = [2], values = [1.5, 2.5, -0.0, 4.0]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %a
  %b = "tfrt_dht_sync.create_dense_tensor.complex128"() {shape = [], values = [1.0, -1.0]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %b
  %c = "tfrt_dht_sync.create_from_scalar.complex128"() {shape = [2, 2], value = [0.5, 0x7FF8000000000000 : f64]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %c
  tfrt.return
}

func.func @wrong_dense() -> !tfrt_tensor.tensor attributes {tfrt.sync} {
  // expected-error @+1 {{Incorrect number of real and imaginary values for the complex tensor: 3, but expected 4}}
  %a = "tfrt_dht_sync.create_dense_tensor.complex64"() {shape = [2], values = [1.5 : f32, 2.5 : f32, 1.0 : f32]} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}

func.func @wrong_scalar() -> !tfrt_tensor.tensor attributes {tfrt.sync} {
  // expected-error @+1 {{a complex number of 3 parts, expected 2}}
  %a = "tfrt_dht_sync.create_from_scalar.complex128"() {shape = [2], value = [1.5, 2.5, 1.0]} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
