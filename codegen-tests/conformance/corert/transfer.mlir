// rule: core-runtime A2 and details §2: transfer to a kind of tensors; the same kind on the same device is the tensor itself;
//   tensors §5: the table of conversions; kernels §8: handles and tensors, shapes.
// run:
// out| --- Running 'kinds':
// out| tensor_type = DenseHost
// out| --- Running 'kinds_of_strings':
// out| tensor_type = StringHost
// out| --- Running 'conversions':
// out| DenseHostTensor dtype = i32, shape = [2], values = [3, 3]
// out| DenseHostTensor dtype = i32, shape = [2, 2], values = [0, 5, 6, 0]
// out| ScalarHostTensor dtype = i32, shape = [2, 2], value = 0
// out| ScalarHostTensor dtype = i32, shape = [2], value = 3
// out| --- Running 'none':
// out| 'none' returned <<error: cannot find conversion function for [StringHost]->[DenseHost]>>,<<error: cannot find conversion function for [DenseHost]->[ScalarHost]>>
// out| --- Running 'not_scalar':
// out| --- Running 'tensors':
// out| DenseHostTensor dtype = f32, shape = [2], values = [0.000000e+00, 0.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [2], values = [1.500000e+00, 1.500000e+00]
// out| shape = [2]
// out| --- Running 'errors':
// out| 'errors' returned <<error: invalid tensorhandle>>,<<error: invalid tensorhandle>>,<<error: invalid tensorhandle>>
func.func @kinds() {
  %ch = tfrt.new.chain
  %d = tfrt.get_device %ch {device_name = "CPU:0"}
  %x = corert.create_dense_tensor.i32 {shape = [1], value = [1 : i32]}
  %t = corert.get_dst_tensor_type %x, %d
  %c0 = "tfrt_test.print_tensor_type"(%t) : (!tfrt.tensor_type) -> !tfrt.chain
  tfrt.return
}
func.func @kinds_of_strings() {
  %ch = tfrt.new.chain
  %d = tfrt.get_device %ch {device_name = "CPU:0"}
  %s = corert.const_string_tensor {shape = [1], value = ["x"]}
  %u = corert.get_dst_tensor_type %s, %d
  %c1 = "tfrt_test.print_tensor_type"(%u) : (!tfrt.tensor_type) -> !tfrt.chain
  tfrt.return
}
func.func @conversions() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %d = tfrt.get_device %ch {device_name = "CPU:0"}
  %dense = "tfrt_test.get_static_tensor_type"() {tensor_type = "DenseHost"} : () -> !tfrt.tensor_type
  %scalar = "tfrt_test.get_static_tensor_type"() {tensor_type = "ScalarHost"} : () -> !tfrt.tensor_type
  %s = corert.executeop(%h) "tfrt_test.create_from_scalar"() {shape = [2], value = 3 : i32} : 1
  %a = corert.transfer %s, %d, %dense
  %c0 = "corert.print_tensorhandle"(%a, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %i = corert.create_dense_tensor.i64 {shape = [2, 2], value = [0, 1, 1, 0]}
  %v = corert.create_dense_tensor.i32 {shape = [2], value = [5 : i32, 6 : i32]}
  %c = corert.executeop(%h) "tfrt_test.create_coo_tensor"(%i, %v) {shape = [2, 2]} : 1
  %b = corert.transfer %c, %d, %dense
  %c1 = "corert.print_tensorhandle"(%b, %c0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %ni = corert.create_dense_tensor.i64 {shape = [0, 2], value = []}
  %nv = corert.create_dense_tensor.i32 {shape = [0], value = []}
  %n = corert.executeop(%h) "tfrt_test.create_coo_tensor"(%ni, %nv) {shape = [2, 2]} : 1
  %z = corert.transfer %n, %d, %scalar
  %c2 = "corert.print_tensorhandle"(%z, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %same = corert.transfer_inferred_tensortype %s, %d
  %c3 = "corert.print_tensorhandle"(%same, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @none() -> (!corert.tensorhandle, !corert.tensorhandle) {
  %ch = tfrt.new.chain
  %d = tfrt.get_device %ch {device_name = "CPU:0"}
  %dense = "tfrt_test.get_static_tensor_type"() {tensor_type = "DenseHost"} : () -> !tfrt.tensor_type
  %scalar = "tfrt_test.get_static_tensor_type"() {tensor_type = "ScalarHost"} : () -> !tfrt.tensor_type
  %s = corert.const_string_tensor {shape = [1], value = ["x"]}
  %a = corert.transfer %s, %d, %dense // expected-error {{cannot find conversion function for [StringHost]->[DenseHost]}}
  %x = corert.create_dense_tensor.i32 {shape = [1], value = [1 : i32]}
  %b = corert.transfer %x, %d, %scalar // expected-error {{cannot find conversion function for [DenseHost]->[ScalarHost]}}
  tfrt.return %a, %b : !corert.tensorhandle, !corert.tensorhandle
}
func.func @not_scalar() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %d = tfrt.get_device %ch {device_name = "CPU:0"}
  %scalar = "tfrt_test.get_static_tensor_type"() {tensor_type = "ScalarHost"} : () -> !tfrt.tensor_type
  %i = corert.create_dense_tensor.i64 {shape = [2, 2], value = [0, 1, 1, 0]}
  %v = corert.create_dense_tensor.i32 {shape = [2], value = [5 : i32, 6 : i32]}
  %c = corert.executeop(%h) "tfrt_test.create_coo_tensor"(%i, %v) {shape = [2, 2]} : 1
  %b = corert.transfer %c, %d, %scalar // expected-error {{failed to convert coo tensor to scalar host tensor}}
  tfrt.return
}
func.func @tensors() {
  %ch = tfrt.new.chain
  %t = tfrt_dht.create_uninitialized_tensor.f32.1 [2 : i64]
  %c0 = tfrt_dht.fill_tensor_with_constant.f32 %t, %ch 0.0 : f32
  %x = "corert.ht_to_tensorhandle"(%t, %c0) : (!tfrt_tensor.tensor, !tfrt.chain) -> !corert.tensorhandle
  %c1 = "corert.print_tensorhandle"(%x, %c0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %u = "corert.tensorhandle_to_ht"(%x, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt_tensor.tensor
  // It is the same tensor.
  %c2 = tfrt_dht.fill_tensor_with_constant.f32 %u, %c1 1.5 : f32
  %c3 = "corert.print_tensorhandle"(%x, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %s, %c4 = "corert.tensorhandle_to_shape"(%x, %c3) : (!corert.tensorhandle, !tfrt.chain) -> (!ts.shape, !tfrt.chain)
  %c5 = ts.print_shape %s, %c4
  tfrt.return
}
func.func @errors() -> (!ts.shape, !tfrt.chain, !corert.tensorhandle) {
  %ch = tfrt.new.chain
  %d = tfrt.get_device %ch {device_name = "CPU:0"}
  %x = "tfrt_test.error_tensorhandle"() : () -> !corert.tensorhandle // expected-error {{invalid tensorhandle}}
  %s, %c = "corert.tensorhandle_to_shape"(%x, %ch) : (!corert.tensorhandle, !tfrt.chain) -> (!ts.shape, !tfrt.chain)
  %y = corert.transfer_inferred_tensortype %x, %d
  tfrt.return %s, %c, %y : !ts.shape, !tfrt.chain, !corert.tensorhandle
}
