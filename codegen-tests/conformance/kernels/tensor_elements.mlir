// rule: tensors §2: how elements of each type and tensors print.
// rule: tensors §6.2: fill_tensor_with_constant, set_tensor_with_constant_values,
//   set_tensor_with_values, make_tensor and get_buffer, which share the elements; their errors.
// run:
// out| --- Running 'elements_ui8':
// out| DenseHostTensor dtype = u8, shape = [2], values = [1, 255]
// out| DenseHostTensor dtype = u8, shape = [2], values = [255, 255]
// out| DenseHostTensor dtype = u8, shape = [2, 1], values = [255, 255]
// out| DenseHostTensor dtype = u8, shape = [2, 1], values = [0, 0]
// out| 'elements_ui8' returned !tfrt.chain value
// out| --- Running 'elements_ui32':
// out| DenseHostTensor dtype = u32, shape = [2], values = [7, 4294967295]
// out| DenseHostTensor dtype = u32, shape = [2], values = [4294967295, 4294967295]
// out| DenseHostTensor dtype = u32, shape = [2, 1], values = [4294967295, 4294967295]
// out| DenseHostTensor dtype = u32, shape = [2, 1], values = [5, 5]
// out| 'elements_ui32' returned !tfrt.chain value
// out| --- Running 'elements_ui64':
// out| DenseHostTensor dtype = u64, shape = [2], values = [7, 18446744073709551615]
// out| DenseHostTensor dtype = u64, shape = [2], values = [18446744073709551615, 18446744073709551615]
// out| DenseHostTensor dtype = u64, shape = [2, 1], values = [18446744073709551615, 18446744073709551615]
// out| DenseHostTensor dtype = u64, shape = [2, 1], values = [5, 5]
// out| 'elements_ui64' returned !tfrt.chain value
// out| --- Running 'elements_i32':
// out| DenseHostTensor dtype = i32, shape = [2], values = [-1, 2147483647]
// out| DenseHostTensor dtype = i32, shape = [2], values = [2147483647, 2147483647]
// out| DenseHostTensor dtype = i32, shape = [2, 1], values = [2147483647, 2147483647]
// out| DenseHostTensor dtype = i32, shape = [2, 1], values = [5, 5]
// out| 'elements_i32' returned !tfrt.chain value
// out| --- Running 'elements_i64':
// out| DenseHostTensor dtype = i64, shape = [2], values = [-9223372036854775808, 3]
// out| DenseHostTensor dtype = i64, shape = [2], values = [3, 3]
// out| DenseHostTensor dtype = i64, shape = [2, 1], values = [3, 3]
// out| DenseHostTensor dtype = i64, shape = [2, 1], values = [5, 5]
// out| 'elements_i64' returned !tfrt.chain value
// out| --- Running 'elements_f32':
// out| DenseHostTensor dtype = f32, shape = [2], values = [-0.000000e+00, 2.500000e+00]
// out| DenseHostTensor dtype = f32, shape = [2], values = [2.500000e+00, 2.500000e+00]
// out| DenseHostTensor dtype = f32, shape = [2, 1], values = [2.500000e+00, 2.500000e+00]
// out| DenseHostTensor dtype = f32, shape = [2, 1], values = [5.000000e+00, 5.000000e+00]
// out| 'elements_f32' returned !tfrt.chain value
// out| --- Running 'elements_bool':
// out| DenseHostTensor dtype = i1, shape = [2], values = [0, 1]
// out| DenseHostTensor dtype = i1, shape = [2], values = [1, 1]
// out| DenseHostTensor dtype = i1, shape = [2, 1], values = [1, 1]
// out| DenseHostTensor dtype = i1, shape = [2, 1], values = [0, 0]
// out| 'elements_bool' returned !tfrt.chain value
// out| --- Running 'elements_complex64':
// out| DenseHostTensor dtype = complex64, shape = [2], values = [(1.000000e+00,-5.000000e-01), (0.000000e+00,3.000000e+00)]
// out| DenseHostTensor dtype = complex64, shape = [2], values = [(1.000000e+00,-5.000000e-01), (1.000000e+00,-5.000000e-01)]
// out| DenseHostTensor dtype = complex64, shape = [2, 1], values = [(1.000000e+00,-5.000000e-01), (1.000000e+00,-5.000000e-01)]
// out| DenseHostTensor dtype = complex64, shape = [2, 1], values = [(2.000000e+00,-3.000000e+00), (2.000000e+00,-3.000000e+00)]
// out| 'elements_complex64' returned !tfrt.chain value
// out| --- Running 'elements_complex128':
// out| DenseHostTensor dtype = complex128, shape = [2], values = [(1.000000e+00,-5.000000e-01), (0.000000e+00,3.000000e+00)]
// out| DenseHostTensor dtype = complex128, shape = [2], values = [(1.000000e+00,-5.000000e-01), (1.000000e+00,-5.000000e-01)]
// out| DenseHostTensor dtype = complex128, shape = [2, 1], values = [(1.000000e+00,-5.000000e-01), (1.000000e+00,-5.000000e-01)]
// out| DenseHostTensor dtype = complex128, shape = [2, 1], values = [(2.000000e+00,-3.000000e+00), (2.000000e+00,-3.000000e+00)]
// out| 'elements_complex128' returned !tfrt.chain value
// out| --- Running 'elements_i8':
// out| DenseHostTensor dtype = i8, shape = [2], values = [-128, 127]
// out| DenseHostTensor dtype = i8, shape = [2], values = [127, 127]
// out| DenseHostTensor dtype = i8, shape = [2, 1], values = [127, 127]
// out| DenseHostTensor dtype = i8, shape = [2, 1], values = [0, 0]
// out| 'elements_i8' returned !tfrt.chain value
// out| --- Running 'elements_f64':
// out| DenseHostTensor dtype = f64, shape = [2], values = [1.000000e-300, INF]
// out| DenseHostTensor dtype = f64, shape = [2], values = [INF, INF]
// out| DenseHostTensor dtype = f64, shape = [2, 1], values = [INF, INF]
// out| DenseHostTensor dtype = f64, shape = [2, 1], values = [5.000000e+00, 5.000000e+00]
// out| 'elements_f64' returned !tfrt.chain value
// out| --- Running 'elements_f16':
// out| DenseHostTensor dtype = f16, shape = [2], values = [fp16(15360), fp16(49152)]
// out| DenseHostTensor dtype = f16, shape = [2], values = [fp16(49152), fp16(49152)]
// out| DenseHostTensor dtype = f16, shape = [2, 1], values = [fp16(49152), fp16(49152)]
// out| DenseHostTensor dtype = f16, shape = [2, 1], values = [fp16(15872), fp16(15872)]
// out| 'elements_f16' returned !tfrt.chain value
// out| --- Running 'elements_bf16':
// out| DenseHostTensor dtype = bf16, shape = [2], values = [bf16(16256), bf16(49152)]
// out| DenseHostTensor dtype = bf16, shape = [2], values = [bf16(49152), bf16(49152)]
// out| DenseHostTensor dtype = bf16, shape = [2, 1], values = [bf16(49152), bf16(49152)]
// out| DenseHostTensor dtype = bf16, shape = [2, 1], values = [bf16(16320), bf16(16320)]
// out| 'elements_bf16' returned !tfrt.chain value
// out| --- Running 'counts':
// out| 'counts' returned <<error: Incorrect number of values for the tensor: 2, but expected 3>>,<<error: Incorrect number of values for the tensor: 1, but expected 3>>,<<error: Incorrect number of real and imaginary values for the complex tensor: 3, but expected 4>>,<<error: a complex number of 1 parts, expected 2>>
// out| --- Running 'kinds':
// out| 'kinds' returned <<error: a tensor of type i32, expected f32>>,<<error: a tensor of kind StringHost, expected DenseHost>>,<<error: a tensor of type i32, expected f32>>
// out| --- Running 'shapes':
// out| [2, 3]
// out| shape = [2, 3]
// out| 'shapes' returned !tfrt.chain value

func.func @elements_ui8() -> (!tfrt.chain) {
  %ch0 = tfrt.new.chain
  %t = tfrt_dht.create_uninitialized_tensor.ui8.1 [2]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.ui8 %t, %ch0 [1 : ui8, 255 : ui8]
  %ch2 = tfrt_dht.print_tensor %t, %ch1
  %ch3 = tfrt_dht.fill_tensor_with_constant.ui8 %t, %ch2 255 : ui8
  %ch4 = tfrt_dht.print_tensor %t, %ch3
  %b, %ch5 = tfrt_dht.get_buffer %t, %ch4
  %s = ts.build_shape [2, 1]
  %u, %ch6 = tfrt_dht.make_tensor.ui8 %b, %s, %ch5
  %ch7 = tfrt_dht.print_tensor %u, %ch6
  %v = "tfrt_test.async_zero.ui8"() : () -> ui8
  %ch8 = "tfrt_dht.set_tensor_with_values.ui8"(%t, %ch7, %v, %v) : (!tfrt_tensor.tensor, !tfrt.chain, ui8, ui8) -> !tfrt.chain
  %ch9 = tfrt_dht.print_tensor %u, %ch8
  tfrt.return %ch9 : !tfrt.chain
}
func.func @elements_ui32() -> (!tfrt.chain) {
  %ch0 = tfrt.new.chain
  %t = tfrt_dht.create_uninitialized_tensor.ui32.1 [2]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.ui32 %t, %ch0 [7 : ui32, 4294967295 : ui32]
  %ch2 = tfrt_dht.print_tensor %t, %ch1
  %ch3 = tfrt_dht.fill_tensor_with_constant.ui32 %t, %ch2 4294967295 : ui32
  %ch4 = tfrt_dht.print_tensor %t, %ch3
  %b, %ch5 = tfrt_dht.get_buffer %t, %ch4
  %s = ts.build_shape [2, 1]
  %u, %ch6 = tfrt_dht.make_tensor.ui32 %b, %s, %ch5
  %ch7 = tfrt_dht.print_tensor %u, %ch6
  %v = tfrt.constant.ui32 5
  %ch8 = "tfrt_dht.set_tensor_with_values.ui32"(%t, %ch7, %v, %v) : (!tfrt_tensor.tensor, !tfrt.chain, ui32, ui32) -> !tfrt.chain
  %ch9 = tfrt_dht.print_tensor %u, %ch8
  tfrt.return %ch9 : !tfrt.chain
}
func.func @elements_ui64() -> (!tfrt.chain) {
  %ch0 = tfrt.new.chain
  %t = tfrt_dht.create_uninitialized_tensor.ui64.1 [2]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.ui64 %t, %ch0 [7 : ui64, 18446744073709551615 : ui64]
  %ch2 = tfrt_dht.print_tensor %t, %ch1
  %ch3 = tfrt_dht.fill_tensor_with_constant.ui64 %t, %ch2 18446744073709551615 : ui64
  %ch4 = tfrt_dht.print_tensor %t, %ch3
  %b, %ch5 = tfrt_dht.get_buffer %t, %ch4
  %s = ts.build_shape [2, 1]
  %u, %ch6 = tfrt_dht.make_tensor.ui64 %b, %s, %ch5
  %ch7 = tfrt_dht.print_tensor %u, %ch6
  %v = tfrt.constant.ui64 5
  %ch8 = "tfrt_dht.set_tensor_with_values.ui64"(%t, %ch7, %v, %v) : (!tfrt_tensor.tensor, !tfrt.chain, ui64, ui64) -> !tfrt.chain
  %ch9 = tfrt_dht.print_tensor %u, %ch8
  tfrt.return %ch9 : !tfrt.chain
}
func.func @elements_i32() -> (!tfrt.chain) {
  %ch0 = tfrt.new.chain
  %t = tfrt_dht.create_uninitialized_tensor.i32.1 [2]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.i32 %t, %ch0 [-1 : i32, 2147483647 : i32]
  %ch2 = tfrt_dht.print_tensor %t, %ch1
  %ch3 = tfrt_dht.fill_tensor_with_constant.i32 %t, %ch2 2147483647 : i32
  %ch4 = tfrt_dht.print_tensor %t, %ch3
  %b, %ch5 = tfrt_dht.get_buffer %t, %ch4
  %s = ts.build_shape [2, 1]
  %u, %ch6 = tfrt_dht.make_tensor.i32 %b, %s, %ch5
  %ch7 = tfrt_dht.print_tensor %u, %ch6
  %v = tfrt.constant.i32 5
  %ch8 = "tfrt_dht.set_tensor_with_values.i32"(%t, %ch7, %v, %v) : (!tfrt_tensor.tensor, !tfrt.chain, i32, i32) -> !tfrt.chain
  %ch9 = tfrt_dht.print_tensor %u, %ch8
  tfrt.return %ch9 : !tfrt.chain
}
func.func @elements_i64() -> (!tfrt.chain) {
  %ch0 = tfrt.new.chain
  %t = tfrt_dht.create_uninitialized_tensor.i64.1 [2]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.i64 %t, %ch0 [-9223372036854775808 : i64, 3 : i64]
  %ch2 = tfrt_dht.print_tensor %t, %ch1
  %ch3 = tfrt_dht.fill_tensor_with_constant.i64 %t, %ch2 3 : i64
  %ch4 = tfrt_dht.print_tensor %t, %ch3
  %b, %ch5 = tfrt_dht.get_buffer %t, %ch4
  %s = ts.build_shape [2, 1]
  %u, %ch6 = tfrt_dht.make_tensor.i64 %b, %s, %ch5
  %ch7 = tfrt_dht.print_tensor %u, %ch6
  %v = tfrt.constant.i64 5
  %ch8 = "tfrt_dht.set_tensor_with_values.i64"(%t, %ch7, %v, %v) : (!tfrt_tensor.tensor, !tfrt.chain, i64, i64) -> !tfrt.chain
  %ch9 = tfrt_dht.print_tensor %u, %ch8
  tfrt.return %ch9 : !tfrt.chain
}
func.func @elements_f32() -> (!tfrt.chain) {
  %ch0 = tfrt.new.chain
  %t = tfrt_dht.create_uninitialized_tensor.f32.1 [2]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %t, %ch0 [-0.0 : f32, 2.5 : f32]
  %ch2 = tfrt_dht.print_tensor %t, %ch1
  %ch3 = tfrt_dht.fill_tensor_with_constant.f32 %t, %ch2 2.5 : f32
  %ch4 = tfrt_dht.print_tensor %t, %ch3
  %b, %ch5 = tfrt_dht.get_buffer %t, %ch4
  %s = ts.build_shape [2, 1]
  %u, %ch6 = tfrt_dht.make_tensor.f32 %b, %s, %ch5
  %ch7 = tfrt_dht.print_tensor %u, %ch6
  %v = tfrt.constant.f32 5.0
  %ch8 = "tfrt_dht.set_tensor_with_values.f32"(%t, %ch7, %v, %v) : (!tfrt_tensor.tensor, !tfrt.chain, f32, f32) -> !tfrt.chain
  %ch9 = tfrt_dht.print_tensor %u, %ch8
  tfrt.return %ch9 : !tfrt.chain
}
func.func @elements_bool() -> (!tfrt.chain) {
  %ch0 = tfrt.new.chain
  %t = tfrt_dht.create_uninitialized_tensor.bool.1 [2]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.bool %t, %ch0 [false, true]
  %ch2 = tfrt_dht.print_tensor %t, %ch1
  %ch3 = tfrt_dht.fill_tensor_with_constant.bool %t, %ch2 true
  %ch4 = tfrt_dht.print_tensor %t, %ch3
  %b, %ch5 = tfrt_dht.get_buffer %t, %ch4
  %s = ts.build_shape [2, 1]
  %u, %ch6 = tfrt_dht.make_tensor.bool %b, %s, %ch5
  %ch7 = tfrt_dht.print_tensor %u, %ch6
  %v = tfrt.constant.i1 false
  %ch8 = "tfrt_dht.set_tensor_with_values.bool"(%t, %ch7, %v, %v) : (!tfrt_tensor.tensor, !tfrt.chain, i1, i1) -> !tfrt.chain
  %ch9 = tfrt_dht.print_tensor %u, %ch8
  tfrt.return %ch9 : !tfrt.chain
}
func.func @elements_complex64() -> (!tfrt.chain) {
  %ch0 = tfrt.new.chain
  %t = tfrt_dht.create_uninitialized_tensor.complex64.1 [2]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.complex64 %t, %ch0 [1.0 : f32, -0.5 : f32, 0.0 : f32, 3.0 : f32]
  %ch2 = tfrt_dht.print_tensor %t, %ch1
  %ch3 = tfrt_dht.fill_tensor_with_constant.complex64 %t, %ch2 [1.0 : f32, -0.5 : f32]
  %ch4 = tfrt_dht.print_tensor %t, %ch3
  %b, %ch5 = tfrt_dht.get_buffer %t, %ch4
  %s = ts.build_shape [2, 1]
  %u, %ch6 = tfrt_dht.make_tensor.complex64 %b, %s, %ch5
  %ch7 = tfrt_dht.print_tensor %u, %ch6
  %v = tfrt.constant.complex64 2.0, -3.0
  %ch8 = "tfrt_dht.set_tensor_with_values.complex64"(%t, %ch7, %v, %v) : (!tfrt_tensor.tensor, !tfrt.chain, complex<f32>, complex<f32>) -> !tfrt.chain
  %ch9 = tfrt_dht.print_tensor %u, %ch8
  tfrt.return %ch9 : !tfrt.chain
}
func.func @elements_complex128() -> (!tfrt.chain) {
  %ch0 = tfrt.new.chain
  %t = tfrt_dht.create_uninitialized_tensor.complex128.1 [2]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.complex128 %t, %ch0 [1.0 : f64, -0.5 : f64, 0.0 : f64, 3.0 : f64]
  %ch2 = tfrt_dht.print_tensor %t, %ch1
  %ch3 = tfrt_dht.fill_tensor_with_constant.complex128 %t, %ch2 [1.0 : f64, -0.5 : f64]
  %ch4 = tfrt_dht.print_tensor %t, %ch3
  %b, %ch5 = tfrt_dht.get_buffer %t, %ch4
  %s = ts.build_shape [2, 1]
  %u, %ch6 = tfrt_dht.make_tensor.complex128 %b, %s, %ch5
  %ch7 = tfrt_dht.print_tensor %u, %ch6
  %v = tfrt.constant.complex128 2.0, -3.0
  %ch8 = "tfrt_dht.set_tensor_with_values.complex128"(%t, %ch7, %v, %v) : (!tfrt_tensor.tensor, !tfrt.chain, complex<f64>, complex<f64>) -> !tfrt.chain
  %ch9 = tfrt_dht.print_tensor %u, %ch8
  tfrt.return %ch9 : !tfrt.chain
}
func.func @elements_i8() -> (!tfrt.chain) {
  %ch0 = tfrt.new.chain
  %t = "tfrt_dht.create_uninitialized_tensor.i8.1"() {shape = [2]} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_dht.set_tensor_with_constant_values.i8"(%t, %ch0) {values = [-128 : i8, 127 : i8]} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %t, %ch1
  %ch3 = "tfrt_dht.fill_tensor_with_constant.i8"(%t, %ch2) {value = 127 : i8} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch4 = tfrt_dht.print_tensor %t, %ch3
  %b, %ch5 = tfrt_dht.get_buffer %t, %ch4
  %s = ts.build_shape [2, 1]
  %u, %ch6 = "tfrt_dht.make_tensor.i8"(%b, %s, %ch5) : (!ht.host_buffer, !ts.shape, !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain)
  %ch7 = tfrt_dht.print_tensor %u, %ch6
  %v = "tfrt_test.async_zero.i8"() : () -> i8
  %ch8 = "tfrt_dht.set_tensor_with_values.i8"(%t, %ch7, %v, %v) : (!tfrt_tensor.tensor, !tfrt.chain, i8, i8) -> !tfrt.chain
  %ch9 = tfrt_dht.print_tensor %u, %ch8
  tfrt.return %ch9 : !tfrt.chain
}
func.func @elements_f64() -> (!tfrt.chain) {
  %ch0 = tfrt.new.chain
  %t = "tfrt_dht.create_uninitialized_tensor.f64.1"() {shape = [2]} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_dht.set_tensor_with_constant_values.f64"(%t, %ch0) {values = [1.0e-300 : f64, 0x7FF0000000000000 : f64]} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %t, %ch1
  %ch3 = "tfrt_dht.fill_tensor_with_constant.f64"(%t, %ch2) {value = 0x7FF0000000000000 : f64} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch4 = tfrt_dht.print_tensor %t, %ch3
  %b, %ch5 = tfrt_dht.get_buffer %t, %ch4
  %s = ts.build_shape [2, 1]
  %u, %ch6 = "tfrt_dht.make_tensor.f64"(%b, %s, %ch5) : (!ht.host_buffer, !ts.shape, !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain)
  %ch7 = tfrt_dht.print_tensor %u, %ch6
  %v = tfrt.constant.f64 5.0
  %ch8 = "tfrt_dht.set_tensor_with_values.f64"(%t, %ch7, %v, %v) : (!tfrt_tensor.tensor, !tfrt.chain, f64, f64) -> !tfrt.chain
  %ch9 = tfrt_dht.print_tensor %u, %ch8
  tfrt.return %ch9 : !tfrt.chain
}
func.func @elements_f16() -> (!tfrt.chain) {
  %ch0 = tfrt.new.chain
  %t = "tfrt_dht.create_uninitialized_tensor.f16.1"() {shape = [2]} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_dht.set_tensor_with_constant_values.f16"(%t, %ch0) {values = [1.0 : f16, -2.0 : f16]} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %t, %ch1
  %ch3 = "tfrt_dht.fill_tensor_with_constant.f16"(%t, %ch2) {value = -2.0 : f16} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch4 = tfrt_dht.print_tensor %t, %ch3
  %b, %ch5 = tfrt_dht.get_buffer %t, %ch4
  %s = ts.build_shape [2, 1]
  %u, %ch6 = "tfrt_dht.make_tensor.f16"(%b, %s, %ch5) : (!ht.host_buffer, !ts.shape, !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain)
  %ch7 = tfrt_dht.print_tensor %u, %ch6
  %v = tfrt.constant.f16 1.5
  %ch8 = "tfrt_dht.set_tensor_with_values.f16"(%t, %ch7, %v, %v) : (!tfrt_tensor.tensor, !tfrt.chain, f16, f16) -> !tfrt.chain
  %ch9 = tfrt_dht.print_tensor %u, %ch8
  tfrt.return %ch9 : !tfrt.chain
}
func.func @elements_bf16() -> (!tfrt.chain) {
  %ch0 = tfrt.new.chain
  %t = "tfrt_dht.create_uninitialized_tensor.bf16.1"() {shape = [2]} : () -> !tfrt_tensor.tensor
  %ch1 = "tfrt_dht.set_tensor_with_constant_values.bf16"(%t, %ch0) {values = [1.0 : bf16, -2.0 : bf16]} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch2 = tfrt_dht.print_tensor %t, %ch1
  %ch3 = "tfrt_dht.fill_tensor_with_constant.bf16"(%t, %ch2) {value = -2.0 : bf16} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch4 = tfrt_dht.print_tensor %t, %ch3
  %b, %ch5 = tfrt_dht.get_buffer %t, %ch4
  %s = ts.build_shape [2, 1]
  %u, %ch6 = "tfrt_dht.make_tensor.bf16"(%b, %s, %ch5) : (!ht.host_buffer, !ts.shape, !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain)
  %ch7 = tfrt_dht.print_tensor %u, %ch6
  %v = tfrt.constant.bf16 1.5
  %ch8 = "tfrt_dht.set_tensor_with_values.bf16"(%t, %ch7, %v, %v) : (!tfrt_tensor.tensor, !tfrt.chain, bf16, bf16) -> !tfrt.chain
  %ch9 = tfrt_dht.print_tensor %u, %ch8
  tfrt.return %ch9 : !tfrt.chain
}
func.func @counts() -> (!tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %t = tfrt_dht.create_uninitialized_tensor.i32.1 [3]
  %c = tfrt_dht.create_uninitialized_tensor.complex64.1 [2]
  %v = tfrt.constant.i32 5
  // expected-error @+1 {{Incorrect number of values for the tensor: 2, but expected 3}}
  %a = tfrt_dht.set_tensor_with_constant_values.i32 %t, %ch0 [1 : i32, 2 : i32]
  // expected-error @+1 {{Incorrect number of values for the tensor: 1, but expected 3}}
  %b = "tfrt_dht.set_tensor_with_values.i32"(%t, %ch0, %v) : (!tfrt_tensor.tensor, !tfrt.chain, i32) -> !tfrt.chain
  // expected-error @+1 {{Incorrect number of real and imaginary values for the complex tensor: 3, but expected 4}}
  %d = tfrt_dht.set_tensor_with_constant_values.complex64 %c, %ch0 [1.0 : f32, 2.0 : f32, 3.0 : f32]
  // expected-error @+1 {{a complex number of 1 parts, expected 2}}
  %e = tfrt_dht.fill_tensor_with_constant.complex64 %c, %ch0 [1.0 : f32]
  tfrt.return %a, %b, %d, %e : !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain
}
func.func @kinds() -> (!tfrt.chain, !tfrt.chain, i1) {
  %ch0 = tfrt.new.chain
  %t = tfrt_dht.create_uninitialized_tensor.i32.1 [3]
  %s = "tfrt_sht.create_tensor"() {shape = [1], values = ["a"]} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{a tensor of type i32, expected f32}}
  %a = tfrt_dht.fill_tensor_with_constant.f32 %t, %ch0 1.0 : f32
  // expected-error @+1 {{a tensor of kind StringHost, expected DenseHost}}
  %b = tfrt_dht.fill_tensor_with_constant.f32 %s, %ch0 1.0 : f32
  // expected-error @+1 {{a tensor of type i32, expected f32}}
  %e, %ch1 = tfrt_dht.tensor_equal.f32 %t, %t, %ch0
  tfrt.return %a, %b, %e : !tfrt.chain, !tfrt.chain, i1
}
func.func @shapes() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t = tfrt_dht.create_uninitialized_tensor.f32.1 [2, 3]
  %ch1 = "tfrt_dht.print_tensor_shape"(%t, %ch0) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %s = tfrt_dht.get_tensor_shape %t
  %ch2 = ts.print_shape %s, %ch1
  %ch3 = "tfrt_dht.no_op_ht"(%t, %ch2) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch3 : !tfrt.chain
}
