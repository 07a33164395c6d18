// rule: core-runtime A8: the test ops and their messages; details §6.4.
// run:
// out| --- Running 'elementwise':
// out| DenseHostTensor dtype = i32, shape = [2, 2], values = [2, -4, 6, -8]
// out| DenseHostTensor dtype = i32, shape = [2, 2], values = [1, 0, 3, 0]
// out| DenseHostTensor dtype = i32, shape = [2, 2], values = [0, 0, 0, 0]
// out| DenseHostTensor dtype = f32, shape = [2, 2], values = [1.000000e+00, -2.000000e+00, 3.000000e+00, -4.000000e+00]
// out| DenseHostTensor dtype = f16, shape = [2, 2], values = [fp16(15360), fp16(49152), fp16(16896), fp16(50176)]
// out| DenseHostTensor dtype = i32, shape = [2, 2], values = [2, -4, 6, -8]
// out| --- Running 'shapes':
// out| DenseHostTensor dtype = i32, shape = [2], values = [2, -3]
// out| DenseHostTensor dtype = i32, shape = [2], values = [0, 0]
// out| DenseHostTensor dtype = i32, shape = [2, 3], values = [1, 2, 3, 1, 2, 3]
// out| DenseHostTensor dtype = i32, shape = [2], values = [1, 3]
// out| DenseHostTensor dtype = f32, shape = [1, 1], values = [1.100000e+01]
// out| --- Running 'scalars':
// out| ScalarHostTensor dtype = i32, shape = [2], value = 3
// out| ScalarHostTensor dtype = i32, shape = [2], value = 6
// out| DenseHostTensor dtype = i32, shape = [2], values = [4, 5]
// out| DenseHostTensor dtype = i32, shape = [2], values = [3, 3]
// out| DenseHostTensor dtype = i32, shape = [2], values = [3, 3]
// out| DenseHostTensor dtype = i32, shape = [2], values = [6, 6]
// out| DenseHostTensor dtype = i32, shape = [2], values = [6, 6]
// out| --- Running 'coo':
// out| CooHostTensor dtype = i32, shape = [2, 2], indices = [0, 1, 1, 0], values = [5, 6]
// out|
// out| DenseHostTensor dtype = i32, shape = [2, 2], values = [0, 5, 6, 0]
// out| --- Running 'strings':
func.func @elementwise() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %a = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [2, 2], values = [1 : i32, -2 : i32, 3 : i32, -4 : i32]} : 1
  %b = corert.executeop(%cpu) "tfrt_test.add"(%a, %a) : 1
  %c0 = "corert.print_tensorhandle"(%b, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %c = corert.executeop(%cpu) "tfrt_test.relu"(%a) : 1
  %c1 = "corert.print_tensorhandle"(%c, %c0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %d = corert.executeop(%cpu) "tfrt_test.equal"(%a, %b) : 1
  %c2 = "corert.print_tensorhandle"(%d, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %e = corert.executeop(%cpu) "tfrt_test.cast"(%a) {type = "f32"} : 1
  %c3 = "corert.print_tensorhandle"(%e, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %f = corert.executeop(%cpu) "tfrt_test.cast"(%a) {type = "f16"} : 1
  %c4 = "corert.print_tensorhandle"(%f, %c3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %g = corert.executeop(%cpu) "tfrt_test.add.denseonly"(%a, %a) : 1
  %h = corert.executeop(%cpu) "tfrt_test.add.denseonly2"(%a, %a) : 1
  %i = corert.executeop(%cpu) "tfrt_test.add.denseonly3"(%a, %a) : 1
  %c5 = "corert.print_tensorhandle"(%i, %c4) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @shapes() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %a = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [2, 2], values = [1 : i32, -2 : i32, 3 : i32, -4 : i32]} : 1
  %m = corert.executeop(%cpu) "tfrt_test.reduce_mean"(%a) {axis = 0 : i32} : 1
  %c0 = "corert.print_tensorhandle"(%m, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %x = corert.executeop(%cpu) "tfrt_test.argmax"(%a) {axis = 1 : i32} : 1
  %c1 = "corert.print_tensorhandle"(%x, %c0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [3], values = [1 : i32, 2 : i32, 3 : i32]} : 1
  %b = corert.executeop(%cpu) "tfrt_test.broadcast"(%v) {shape = [2, 3]} : 1
  %c2 = "corert.print_tensorhandle"(%b, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %o = corert.executeop(%cpu) "tfrt_test.odd_collector"(%v) : 1
  %c3 = "corert.print_tensorhandle"(%o, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %l = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [2, 1], values = [1.0 : f32, 2.0 : f32]} : 1
  %r = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [1, 2], values = [3.0 : f32, 4.0 : f32]} : 1
  %p = corert.executeop(%cpu) "tfrt_test.matmul"(%l, %r) {transpose_a = true, transpose_b = true} : 1
  %c4 = "corert.print_tensorhandle"(%p, %c3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @scalars() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %s = corert.executeop(%cpu) "tfrt_test.create_from_scalar"() {shape = [2], value = 3 : i32} : 1
  %c0 = "corert.print_tensorhandle"(%s, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %t = corert.executeop(%cpu) "tfrt_test.add"(%s, %s) : 1
  %c1 = "corert.print_tensorhandle"(%t, %c0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %d = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [2], values = [1 : i32, 2 : i32]} : 1
  %u = corert.executeop(%cpu) "tfrt_test.add"(%d, %s) : 1
  %c2 = "corert.print_tensorhandle"(%u, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %i = corert.executeop(%cpu) "tfrt_test.identity"(%s) : 1
  %c3 = "corert.print_tensorhandle"(%i, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %j = corert.executeop(%cpu) "tfrt_test.identity_dense_only"(%s) : 1
  %c4 = "corert.print_tensorhandle"(%j, %c3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %k = corert.executeop(%cpu) "tfrt_test.add.denseonly"(%s, %s) : 1
  %c5 = "corert.print_tensorhandle"(%k, %c4) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // An argument that is late is converted when it is there.
  %l = corert.executeop(%cpu) "tfrt_test.async.noop"(%s) : 1
  %m = corert.executeop(%cpu) "tfrt_test.add.denseonly"(%l, %s) : 1
  %c6 = "corert.print_tensorhandle"(%m, %c5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @coo() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %i = corert.create_dense_tensor.i64 {shape = [2, 2], value = [0, 1, 1, 0]}
  %v = corert.create_dense_tensor.i32 {shape = [2], value = [5 : i32, 6 : i32]}
  %c = corert.executeop(%cpu) "tfrt_test.create_coo_tensor"(%i, %v) {shape = [2, 2]} : 1
  %c0 = corert.executeop.seq(%cpu, %ch) "tfrt_test.print"(%c) : 0
  %d = corert.executeop(%cpu) "tfrt_test.identity"(%c) : 1
  %c1 = corert.executeop.seq(%cpu, %c0) "tfrt_test.print"(%d) : 0
  tfrt.return
}
func.func @strings() {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %s = corert.const_string_tensor {shape = [1], value = ["x"]}
  // expected-error @+1 {{Cannot implictly convert StringHost to DenseHost}}
  %a = corert.executeop(%cpu) "tfrt_test.identity"(%s) : 1
  tfrt.return
}
