// rule: tensors §11: tfrt.constant_s.*, tfrt.add_s.*, tfrt.mul_s.*, tfrt_test.get_string_sync.
// rule: tensors §11: ts_sync.*, tfrt_sht_sync.*, tfrt_test.fail_s, error_s, sync_sum, sync_sum2,
//   tfrt_test.sync.const_dense_attr, tfrt_test_sync.matmul.T.2, and errors, in functions of
//   'tfrt.sync': the first one ends the function.
// run:
// out| --- Running 'scalars':
// out| 'scalars' returned -2147483642,12,f16 value,bf16 value,1.500000e+00,-0.000000e+00
// out| --- Running 'text':
// out| string = in order
// out| 'text' returned !tfrt.string value
// out| --- Running 'everywhere':
// out| 'everywhere' returned 42
// out| --- Running 'shapes':
// out| shape = [2, 3]
// out| partial_tensor_shape = [2, 3]
// out| partial_tensor_shape = [-1, 3]
// out| 'shapes' returned !ts.partial_shape value,!ts.partial_shape value
// out| --- Running 'strings':
// out| StringHostTensor shape = [2], values = ["a", "b"]
// out| StringHostTensor shape = [2], values = ["", ""]
// out| --- Running 'wrong_strings':
// out| 'wrong_strings' returned <<error: Shape mismatch>>
// out| --- Running 'wrong_count':
// out| 'wrong_count' returned <<error: Incorrect number of values for the tensor: 2, but expected 3>>
// out| --- Running 'wrong_size':
// out| 'wrong_size' returned <<error: tfrt_dht_sync.make_tensor failed: buffer_size (8) is not equal to the number of elements in shape ([3]) times element size (4)>>
// out| --- Running 'wrong_slice':
// out| 'wrong_slice' returned <<error: Cannot allocate host buffer.>>
// out| --- Running 'in_order':
// out| DenseHostTensor dtype = i32, shape = [2], values = [1, 2]
// out| --- Running 'error':
// out| 'error' returned <<error: something bad happened>>
// out| --- Running 'sums':
// out| 'sums' returned 12
// out| --- Running 'product_f32':
// out| DenseHostTensor dtype = f32, shape = [2, 2], values = [8.000000e+00, 1.100000e+01, 1.600000e+01, 2.300000e+01]
// out| --- Running 'product_i32':
// out| DenseHostTensor dtype = i32, shape = [2, 2], values = [8, 11, 16, 23]
// out| --- Running 'product_i64':
// out| DenseHostTensor dtype = i64, shape = [2, 2], values = [8, 11, 16, 23]

func.func @scalars() -> (i32, i64, f16, bf16, f32, f64) attributes {tfrt.sync} {
  %a = tfrt.constant_s.i32 2147483647
  %b = tfrt.constant_s.i32 3
  %c = tfrt.mul_s.i32 %a, %b
  %d = tfrt.constant_s.i32 9
  %e = tfrt.add_s.i32 %c, %d
  %f = tfrt.constant_s.i64 3
  %g = tfrt.mul_s.i64 %f, %f
  %h = "tfrt.add_s.i64"(%f, %g) : (i64, i64) -> i64
  %i = tfrt.constant_s.f16 1.5
  %j = "tfrt.constant_s.bf16"() {value = 1.5 : bf16} : () -> bf16
  %k = tfrt.constant_s.f32 1.5
  %l = tfrt.constant_s.f64 -0.0
  tfrt.return %e, %h, %i, %j, %k, %l : i32, i64, f16, bf16, f32, f64
}

func.func @text() -> !tfrt.string attributes {tfrt.sync} {
  %ch = tfrt.new.chain
  %s = tfrt_test.get_string_sync { value = "in order" }
  %ch1 = "tfrt_test.print_string"(%s, %ch) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  tfrt.return %s : !tfrt.string
}

// They are no other kernels elsewhere.
func.func @everywhere() -> i32 {
  %a = tfrt.constant_s.i32 6
  %b = tfrt.constant.i32 7
  %c = tfrt.mul_s.i32 %a, %b
  tfrt.return %c : i32
}

func.func @shapes() -> (!ts.partial_shape, !ts.partial_shape) attributes {tfrt.sync} {
  %ch0 = tfrt.new.chain
  %a = ts_sync.build_shape [2 : i64, 3 : i64]
  %b = ts_sync.to_partial_shape %a
  %c = ts_sync.build_partial_shape [-1 : i64, 3 : i64]
  %ch1 = ts.print_shape %a, %ch0
  %ch2 = ts.print_partial_shape %b, %ch1
  %ch3 = ts.print_partial_shape %c, %ch2
  tfrt.return %b, %c : !ts.partial_shape, !ts.partial_shape
}

func.func @strings() attributes {tfrt.sync} {
  %a = "tfrt_sht_sync.create_tensor"() {shape = [2], values = ["a", "b"]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %a
  %b = "tfrt_sht_sync.create_uninitialized_tensor"() {shape = [2]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %b
  tfrt.return
}

func.func @wrong_strings() -> !tfrt_tensor.tensor attributes {tfrt.sync} {
  // expected-error @+1 {{Shape mismatch}}
  %x = "tfrt_sht_sync.create_tensor"() {shape = [2], values = ["a"]} : () -> !tfrt_tensor.tensor
  tfrt.return %x : !tfrt_tensor.tensor
}

func.func @wrong_count() -> !tfrt_tensor.tensor attributes {tfrt.sync} {
  // expected-error @+1 {{Incorrect number of values for the tensor: 2, but expected 3}}
  %x = "tfrt_dht_sync.create_dense_tensor.i32"() {shape = [3], values = [1 : i32, 2 : i32]} : () -> !tfrt_tensor.tensor
  tfrt.return %x : !tfrt_tensor.tensor
}

func.func @wrong_size() -> !tfrt_tensor.tensor attributes {tfrt.sync} {
  %size = tfrt.constant.i64 8
  %buffer = tfrt_dht_sync.allocate_buffer %size, %size
  %shape = ts_sync.build_shape [3 : i64]
  // expected-error @+1 {{tfrt_dht_sync.make_tensor failed: buffer_size (8) is not equal to the number of elements in shape ([3]) times element size (4)}}
  %x = tfrt_dht_sync.make_tensor.i32 %buffer, %shape
  tfrt.return %x : !tfrt_tensor.tensor
}

func.func @wrong_slice() -> !ht.host_buffer attributes {tfrt.sync} {
  %size = tfrt.constant.i64 8
  %buffer = tfrt_dht_sync.allocate_buffer %size, %size
  // expected-error @+1 {{Cannot allocate host buffer.}}
  %x = tfrt_dht_sync.get_buffer_slice %buffer, %size, %size
  tfrt.return %x : !ht.host_buffer
}

// What follows an error does not run.
func.func @in_order() attributes {tfrt.sync} {
  %x = "tfrt_test.sync.const_dense_attr"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %x
  // expected-error @+1 {{something bad happened}}
  %y = "tfrt_test.fail_s"() : () -> i32
  tfrt_dht_sync.print_tensor %x
  tfrt.return
}

func.func @error() -> i32 attributes {tfrt.sync} {
  // expected-error @+1 {{something bad happened}}
  %x = "tfrt_test.error_s"() : () -> i32
  tfrt.return %x : i32
}

func.func @sums() -> i32 attributes {tfrt.sync} {
  %a = tfrt.constant.i32 3
  %b = "tfrt_test.sync_sum"(%a, %a, %a) : (i32, i32, i32) -> i32
  %x = "tfrt_test.sync_sum2"(%a, %b) : (i32, i32) -> i32
  tfrt.return %x : i32
}

func.func @product_f32() attributes {tfrt.sync} {
  %a = "tfrt_dht_sync.create_dense_tensor.f32"() {shape = [2, 2], values = [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32]} : () -> !tfrt_tensor.tensor
  %c = "tfrt_dht_sync.create_dense_tensor.f32"() {shape = [2, 2], values = [1.0 : f32]} : () -> !tfrt_tensor.tensor
  %one = tfrt.constant.f32 1.0
  "tfrt_test_sync.matmul.f32.2"(%one, %a, %a, %one, %c) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %c
  tfrt.return
}

func.func @product_i32() attributes {tfrt.sync} {
  %a = "tfrt_dht_sync.create_dense_tensor.i32"() {shape = [2, 2], values = [1 : i32, 2 : i32, 3 : i32, 4 : i32]} : () -> !tfrt_tensor.tensor
  %c = "tfrt_dht_sync.create_dense_tensor.i32"() {shape = [2, 2], values = [1 : i32]} : () -> !tfrt_tensor.tensor
  %one = tfrt.constant.i32 1
  "tfrt_test_sync.matmul.i32.2"(%one, %a, %a, %one, %c) : (i32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, i32, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %c
  tfrt.return
}

func.func @product_i64() attributes {tfrt.sync} {
  %a = "tfrt_dht_sync.create_dense_tensor.i64"() {shape = [2, 2], values = [1 : i64, 2 : i64, 3 : i64, 4 : i64]} : () -> !tfrt_tensor.tensor
  %c = "tfrt_dht_sync.create_dense_tensor.i64"() {shape = [2, 2], values = [1 : i64]} : () -> !tfrt_tensor.tensor
  %one = tfrt.constant.i64 1
  "tfrt_test_sync.matmul.i64.2"(%one, %a, %a, %one, %c) : (i64, !tfrt_tensor.tensor, !tfrt_tensor.tensor, i64, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %c
  tfrt.return
}
