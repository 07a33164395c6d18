// rule: core-runtime A8: the messages of metadata functions and of ops, each reported at the executeop.
// run:
// out| --- Running 'messages':
// out| --- Running 'late':
// out| 'late' returned <<error: error from test.error.tensor implementation>>,<<error: error from test.error.tensor implementation>>
// out| --- Running 'faults':
func.func @messages() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %i = corert.create_dense_tensor.i32 {shape = [2], value = [1 : i32, 2 : i32]}
  %m = corert.create_dense_tensor.i32 {shape = [1, 2], value = [1 : i32, 2 : i32]}
  %f = corert.create_dense_tensor.f32 {shape = [2], value = [1.0 : f32, 2.0 : f32]}
  %g = corert.create_dense_tensor.f32 {shape = [1, 2], value = [1.0 : f32, 2.0 : f32]}
  // expected-error @+1 {{tfrt_test.create_from_scalar must have 'shape' attribute}}
  %0 = corert.executeop(%h) "tfrt_test.create_from_scalar"() {value = 1 : i32} : 1
  // expected-error @+1 {{tfrt_test.create_from_scalar must have 'value' attribute}}
  %1 = corert.executeop(%h) "tfrt_test.create_from_scalar"() {shape = [1]} : 1
  // expected-error @+1 {{tfrt_test.create_from_scalar unsupported dtype}}
  %2 = corert.executeop(%h) "tfrt_test.create_from_scalar"() {shape = [1], value = 1.0 : f16} : 1
  // expected-error @+1 {{incompatible dtypes for MatMul}}
  %3 = corert.executeop(%h) "tfrt_test.matmul"(%m, %g) {transpose_a = false, transpose_b = false} : 1
  // expected-error @+1 {{argument 0 of matmul op is not a rank-2 tensor}}
  %4 = corert.executeop(%h) "tfrt_test.matmul"(%i, %m) {transpose_a = false, transpose_b = false} : 1
  // expected-error @+1 {{argument 1 of matmul op is not a rank-2 tensor}}
  %5 = corert.executeop(%h) "tfrt_test.matmul"(%m, %i) {transpose_a = false, transpose_b = false} : 1
  // expected-error @+1 {{matmul arguments have incompatible shapes}}
  %6 = corert.executeop(%h) "tfrt_test.matmul"(%m, %m) {transpose_a = false, transpose_b = false} : 1
  // expected-error @+1 {{incompatible dtypes for element-wise op}}
  %7 = corert.executeop(%h) "tfrt_test.equal"(%i, %f) : 1
  // expected-error @+1 {{arguments to element-wise op must have identical shapes}}
  %8 = corert.executeop(%h) "tfrt_test.equal"(%i, %m) : 1
  // expected-error @+1 {{missing 'type' attribute}}
  %9 = corert.executeop(%h) "tfrt_test.cast"(%i) : 1
  // expected-error @+1 {{only casting to f32/f16 is supported}}
  %10 = corert.executeop(%h) "tfrt_test.cast"(%i) {type = "i64"} : 1
  // expected-error @+1 {{missing 'shape' attribute}}
  %11 = corert.executeop(%h) "tfrt_test.broadcast"(%i) : 1
  // expected-error @+1 {{result shape must be 2 dimensional (for now)}}
  %12 = corert.executeop(%h) "tfrt_test.broadcast"(%i) {shape = [2]} : 1
  // expected-error @+1 {{input dimension and target shape mismatch}}
  %13 = corert.executeop(%h) "tfrt_test.broadcast"(%i) {shape = [2, 3]} : 1
  // expected-error @+1 {{missing 'axis' attribute}}
  %14 = corert.executeop(%h) "tfrt_test.argmax"(%m) : 1
  // expected-error @+1 {{axis must less than input rank}}
  %15 = corert.executeop(%h) "tfrt_test.reduce_mean"(%m) {axis = 2 : i32} : 1
  // expected-error @+1 {{unsupported axis for argmax}}
  %16 = corert.executeop(%h) "tfrt_test.argmax"(%m) {axis = 0 : i32} : 1
  // expected-error @+1 {{missing 'shape' attribute}}
  %17 = corert.executeop(%h) "tfrt_test.create_dense_tensor"() {values = [1 : i32]} : 1
  // expected-error @+1 {{missing 'values' attribute}}
  %18 = corert.executeop(%h) "tfrt_test.create_dense_tensor"() {shape = [1]} : 1
  // expected-error @+1 {{'values' attribute should be an array of values}}
  %19 = corert.executeop(%h) "tfrt_test.create_dense_tensor"() {shape = [1], values = 1 : i32} : 1
  // expected-error @+1 {{size of 'values' must either be 1 or match num of elements.}}
  %20 = corert.executeop(%h) "tfrt_test.create_dense_tensor"() {shape = [3], values = [1 : i32, 2 : i32]} : 1
  // expected-error @+1 {{tfrt_test.create_dense_tensor unsupported dtype}}
  %21 = corert.executeop(%h) "tfrt_test.create_dense_tensor"() {shape = [1], values = [1.0 : f16]} : 1
  // expected-error @+1 {{incompatible dtypes for test.add}}
  %22 = corert.executeop(%h) "tfrt_test.add"(%i, %f) : 1
  // expected-error @+1 {{arguments of test.add must have same shape}}
  %23 = corert.executeop(%h) "tfrt_test.add"(%i, %m) : 1
  // expected-error @+1 {{test.create_coo_tensor indices input must be rank 2}}
  %24 = corert.executeop(%h) "tfrt_test.create_coo_tensor"(%i, %i) {shape = [2]} : 1
  // expected-error @+1 {{test.create_coo_tensor values input must be rank 1}}
  %25 = corert.executeop(%h) "tfrt_test.create_coo_tensor"(%m, %m) {shape = [2]} : 1
  // expected-error @+1 {{test.create_coo_tensor must have 'shape' attribute}}
  %26 = corert.executeop(%h) "tfrt_test.create_coo_tensor"(%m, %i) : 1
  // expected-error @+1 {{each test.create_coo_tensor index must have the same size as shape attribute}}
  %27 = corert.executeop(%h) "tfrt_test.create_coo_tensor"(%m, %i) {shape = [2]} : 1
  // expected-error @+1 {{expected a 1D tensor input}}
  %28 = corert.executeop(%h) "tfrt_test.odd_collector"(%m) : 1
  // expected-error @+1 {{expected a i32 element type}}
  %29 = corert.executeop(%h) "tfrt_test.odd_collector"(%f) : 1
  // expected-error @+1 {{unsupported axis for reduce_mean}}
  %30 = corert.executeop(%h) "tfrt_test.reduce_mean"(%m) {axis = 1 : i32} : 1
  // expected-error @+1 {{tfrt_test.add has 1 argument, expected 2}}
  %31 = corert.executeop(%h) "tfrt_test.add"(%i) : 1
  // expected-error @+1 {{'transpose_b' attribute is not specified for MatMul op}}
  %32 = corert.executeop(%h) "tfrt_test.matmul"(%m, %m) {transpose_a = false} : 1
  // expected-error @+1 {{integer matrices are not transposed}}
  %33 = corert.executeop(%h) "tfrt_test.matmul"(%m, %m) {transpose_a = true, transpose_b = false} : 1
  %none = corert.create_dense_tensor.i32 {shape = [0, 2], value = []}
  // expected-error @+1 {{the mean of no elements}}
  %34 = corert.executeop(%h) "tfrt_test.reduce_mean"(%none) {axis = 0 : i32} : 1
  tfrt.return
}
func.func @late() -> (!corert.tensorhandle, !corert.tensorhandle) {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %i = corert.create_dense_tensor.i32 {shape = [2], value = [1 : i32, 2 : i32]}
  // expected-error @+1 {{error from test.error.tensor implementation}}
  %e = corert.executeop(%h) "tfrt_test.error.tensor"(%i) : 1
  // An argument that is an error is no new diagnostic.
  %a = corert.executeop(%h) "tfrt_test.add"(%e, %i) : 1
  tfrt.return %e, %a : !corert.tensorhandle, !corert.tensorhandle
}
func.func @faults() {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %i = corert.create_dense_tensor.i32 {shape = [2], value = [1 : i32, 2 : i32]}
  // expected-error @+1 {{kernel gave 0 results, the op has 1}}
  %b = corert.executeop(%h) "tfrt_test.too_few"(%i) : 1
  // expected-error @+1 {{tfrt_test.add has 1 results, the call has 2}}
  %c:2 = corert.executeop(%h) "tfrt_test.add"(%i, %i) : 2
  tfrt.return
}
