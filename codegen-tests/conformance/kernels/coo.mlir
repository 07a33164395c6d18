// rule: tensors §7: conversions between dense and sparse tensors; coordinates pair the last one
//   with the first extent.
// rule: tensors §2: a sparse tensor prints with a newline of its own, which makes a blank line.
// run:
// out| --- Running 'coo_i32_0':
// out| CooHostTensor dtype = i32, shape = [], indices = [], values = []
// out|
// out| DenseHostTensor dtype = i32, shape = [], values = [0]
// out| 'coo_i32_0' returned 1
// out| --- Running 'coo_i32_1':
// out| CooHostTensor dtype = i32, shape = [3], indices = [1, 2], values = [7, 8]
// out|
// out| DenseHostTensor dtype = i32, shape = [3], values = [0, 7, 8]
// out| 'coo_i32_1' returned 1
// out| --- Running 'coo_i32_2':
// out| CooHostTensor dtype = i32, shape = [2, 2], indices = [0, 1, 1, 1], values = [7, 8]
// out|
// out| DenseHostTensor dtype = i32, shape = [2, 2], values = [0, 7, 0, 8]
// out| 'coo_i32_2' returned 1
// out| --- Running 'coo_i32_3':
// out| CooHostTensor dtype = i32, shape = [2, 2, 2], indices = [0, 0, 1, 1, 0, 0], values = [7, 8]
// out|
// out| DenseHostTensor dtype = i32, shape = [2, 2, 2], values = [0, 7, 0, 0, 8, 0, 0, 0]
// out| 'coo_i32_3' returned 1
// out| --- Running 'coo_f32_0':
// out| CooHostTensor dtype = f32, shape = [], indices = [], values = []
// out|
// out| DenseHostTensor dtype = f32, shape = [], values = [0.000000e+00]
// out| 'coo_f32_0' returned 1
// out| --- Running 'coo_f32_1':
// out| CooHostTensor dtype = f32, shape = [3], indices = [1, 2], values = [7.000000e+00, 8.000000e+00]
// out|
// out| DenseHostTensor dtype = f32, shape = [3], values = [0.000000e+00, 7.000000e+00, 8.000000e+00]
// out| 'coo_f32_1' returned 1
// out| --- Running 'coo_f32_2':
// out| CooHostTensor dtype = f32, shape = [2, 2], indices = [0, 1, 1, 1], values = [7.000000e+00, 8.000000e+00]
// out|
// out| DenseHostTensor dtype = f32, shape = [2, 2], values = [0.000000e+00, 7.000000e+00, 0.000000e+00, 8.000000e+00]
// out| 'coo_f32_2' returned 1
// out| --- Running 'coo_f32_3':
// out| CooHostTensor dtype = f32, shape = [2, 2, 2], indices = [0, 0, 1, 1, 0, 0], values = [7.000000e+00, 8.000000e+00]
// out|
// out| DenseHostTensor dtype = f32, shape = [2, 2, 2], values = [0.000000e+00, 7.000000e+00, 0.000000e+00, 0.000000e+00, 8.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]
// out| 'coo_f32_3' returned 1
// out| --- Running 'coordinates':
// out| CooHostTensor dtype = i32, shape = [3, 2], indices = [0, 0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 2], values = [4, 4, 4, 4, 4, 4]
// out|
// out| 'coordinates' returned <<error: a tensor of shape [3, 2], expected rank 1>>,!tfrt.chain value
// out| --- Running 'kinds':
// out| 'kinds' returned <<error: a tensor of kind DenseHost, expected CooHost>>
// out| --- Running 'outside':
// out| 'outside' returned <<error: a coordinate is outside the tensor>>

func.func @coo_i32_0() -> i1 {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.i32.0 []
  %ch1 = tfrt_dht.set_tensor_with_constant_values.i32 %a, %ch0 [0 : i32]
  %s, %ch2 = coo.convert_dht_to_coo.i32.0 %a, %ch1
  %ch3 = tfrt_dht.print_tensor %s, %ch2
  %d, %ch4 = coo.convert_coo_to_dht.i32.0 %s, %ch3
  %ch5 = tfrt_dht.print_tensor %d, %ch4
  %equal, %ch6 = coo.tensor_equal.i32.0 %s, %s, %ch5
  tfrt.return %equal : i1
}
func.func @coo_i32_1() -> i1 {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.i32.1 [3]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.i32 %a, %ch0 [0 : i32, 7 : i32, 8 : i32]
  %s, %ch2 = coo.convert_dht_to_coo.i32.1 %a, %ch1
  %ch3 = tfrt_dht.print_tensor %s, %ch2
  %d, %ch4 = coo.convert_coo_to_dht.i32.1 %s, %ch3
  %ch5 = tfrt_dht.print_tensor %d, %ch4
  %equal, %ch6 = coo.tensor_equal.i32.1 %s, %s, %ch5
  tfrt.return %equal : i1
}
func.func @coo_i32_2() -> i1 {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.i32.2 [2, 2]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.i32 %a, %ch0 [0 : i32, 7 : i32, 0 : i32, 8 : i32]
  %s, %ch2 = coo.convert_dht_to_coo.i32.2 %a, %ch1
  %ch3 = tfrt_dht.print_tensor %s, %ch2
  %d, %ch4 = coo.convert_coo_to_dht.i32.2 %s, %ch3
  %ch5 = tfrt_dht.print_tensor %d, %ch4
  %equal, %ch6 = coo.tensor_equal.i32.2 %s, %s, %ch5
  tfrt.return %equal : i1
}
func.func @coo_i32_3() -> i1 {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.i32.3 [2, 2, 2]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.i32 %a, %ch0 [0 : i32, 7 : i32, 0 : i32, 0 : i32, 8 : i32, 0 : i32, 0 : i32, 0 : i32]
  %s, %ch2 = coo.convert_dht_to_coo.i32.3 %a, %ch1
  %ch3 = tfrt_dht.print_tensor %s, %ch2
  %d, %ch4 = coo.convert_coo_to_dht.i32.3 %s, %ch3
  %ch5 = tfrt_dht.print_tensor %d, %ch4
  %equal, %ch6 = coo.tensor_equal.i32.3 %s, %s, %ch5
  tfrt.return %equal : i1
}
func.func @coo_f32_0() -> i1 {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.f32.0 []
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %a, %ch0 [0.0 : f32]
  %s, %ch2 = coo.convert_dht_to_coo.f32.0 %a, %ch1
  %ch3 = tfrt_dht.print_tensor %s, %ch2
  %d, %ch4 = coo.convert_coo_to_dht.f32.0 %s, %ch3
  %ch5 = tfrt_dht.print_tensor %d, %ch4
  %equal, %ch6 = coo.tensor_equal.f32.0 %s, %s, %ch5
  tfrt.return %equal : i1
}
func.func @coo_f32_1() -> i1 {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.f32.1 [3]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %a, %ch0 [0.0 : f32, 7.0 : f32, 8.0 : f32]
  %s, %ch2 = coo.convert_dht_to_coo.f32.1 %a, %ch1
  %ch3 = tfrt_dht.print_tensor %s, %ch2
  %d, %ch4 = coo.convert_coo_to_dht.f32.1 %s, %ch3
  %ch5 = tfrt_dht.print_tensor %d, %ch4
  %equal, %ch6 = coo.tensor_equal.f32.1 %s, %s, %ch5
  tfrt.return %equal : i1
}
func.func @coo_f32_2() -> i1 {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.f32.2 [2, 2]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %a, %ch0 [0.0 : f32, 7.0 : f32, 0.0 : f32, 8.0 : f32]
  %s, %ch2 = coo.convert_dht_to_coo.f32.2 %a, %ch1
  %ch3 = tfrt_dht.print_tensor %s, %ch2
  %d, %ch4 = coo.convert_coo_to_dht.f32.2 %s, %ch3
  %ch5 = tfrt_dht.print_tensor %d, %ch4
  %equal, %ch6 = coo.tensor_equal.f32.2 %s, %s, %ch5
  tfrt.return %equal : i1
}
func.func @coo_f32_3() -> i1 {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.f32.3 [2, 2, 2]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %a, %ch0 [0.0 : f32, 7.0 : f32, 0.0 : f32, 0.0 : f32, 8.0 : f32, 0.0 : f32, 0.0 : f32, 0.0 : f32]
  %s, %ch2 = coo.convert_dht_to_coo.f32.3 %a, %ch1
  %ch3 = tfrt_dht.print_tensor %s, %ch2
  %d, %ch4 = coo.convert_coo_to_dht.f32.3 %s, %ch3
  %ch5 = tfrt_dht.print_tensor %d, %ch4
  %equal, %ch6 = coo.tensor_equal.f32.3 %s, %s, %ch5
  tfrt.return %equal : i1
}
func.func @coordinates() -> (!tfrt_tensor.tensor, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.i32.2 [3, 2]
  %ch1 = tfrt_dht.fill_tensor_with_constant.i32 %a, %ch0 4 : i32
  %s, %ch2 = coo.convert_dht_to_coo.i32.2 %a, %ch1
  %ch3 = tfrt_dht.print_tensor %s, %ch2
  // expected-error @+1 {{a tensor of shape [3, 2], expected rank 1}}
  %r, %ch4 = coo.convert_dht_to_coo.i32.1 %a, %ch3
  tfrt.return %r, %ch4 : !tfrt_tensor.tensor, !tfrt.chain
}
func.func @kinds() -> !tfrt_tensor.tensor {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.i32.2 [2, 2]
  // expected-error @+1 {{a tensor of kind DenseHost, expected CooHost}}
  %d, %ch1 = coo.convert_coo_to_dht.i32.2 %a, %ch0
  tfrt.return %d : !tfrt_tensor.tensor
}
func.func @outside() -> !tfrt_tensor.tensor {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.i32.2 [1, 3]
  %ch1 = tfrt_dht.fill_tensor_with_constant.i32 %a, %ch0 4 : i32
  %s, %ch2 = coo.convert_dht_to_coo.i32.2 %a, %ch1
  // expected-error @+1 {{a coordinate is outside the tensor}}
  %d, %ch3 = coo.convert_coo_to_dht.i32.2 %s, %ch2
  tfrt.return %d : !tfrt_tensor.tensor
}
