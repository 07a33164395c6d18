// rule: details §6.2: ops of each element: broadcast, of scalars and dense tensors, integers truncated;
//   functions of floats.
// run:
// out| --- Running 'binary':
// out| DenseHostTensor dtype = i32, shape = [2, 2], values = [9, -2, 5, 9]
// out| DenseHostTensor dtype = i32, shape = [2, 2], values = [5, -12, 1, -1]
// out| DenseHostTensor dtype = i32, shape = [2, 2], values = [14, -35, 6, 20]
// out| DenseHostTensor dtype = i32, shape = [2, 2], values = [3, -1, 1, 0]
// out| DenseHostTensor dtype = i1, shape = [2, 2], values = [1, 0, 1, 0]
// out| DenseHostTensor dtype = f32, shape = [2, 1], values = [1.000000e+00, 1.000000e+00]
// out| --- Running 'mixed':
// out| DenseHostTensor dtype = i32, shape = [2], values = [-2, -1]
// out| DenseHostTensor dtype = i32, shape = [2], values = [2, 1]
// out| ScalarHostTensor dtype = i32, shape = [2], value = 9
// out| --- Running 'unary':
// out| DenseHostTensor dtype = i32, shape = [3], values = [0, 0, 3]
// out| DenseHostTensor dtype = f32, shape = [2], values = [0.000000e+00, 6.931472e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [6.931472e-01, 1.098612e+00]
// out| DenseHostTensor dtype = f32, shape = [2], values = [1.000000e+00, 7.071068e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [7.310586e-01, 8.807971e-01]
func.func @binary() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %v1 = corert.create_dense_tensor.i32 {shape = [2, 2], value = [7 : i32, -7 : i32, 3 : i32, 4 : i32]}
  %v2 = corert.create_dense_tensor.i32 {shape = [2], value = [2 : i32, 5 : i32]}
  %v3 = corert.executeop(%h) "tf.AddV2"(%v1, %v2) : 1
  %c1 = "corert.print_tensorhandle"(%v3, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v4 = corert.executeop(%h) "tf.Sub"(%v1, %v2) : 1
  %c2 = "corert.print_tensorhandle"(%v4, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v5 = corert.executeop(%h) "tf.Mul"(%v1, %v2) : 1
  %c3 = "corert.print_tensorhandle"(%v5, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v6 = corert.executeop(%h) "tf.RealDiv"(%v1, %v2) : 1
  %c4 = "corert.print_tensorhandle"(%v6, %c3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v7 = corert.executeop(%h) "tf.Less"(%v2, %v1) : 1
  %c5 = "corert.print_tensorhandle"(%v7, %c4) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v8 = corert.create_dense_tensor.f32 {shape = [2, 1], value = [1.0 : f32, -0.5 : f32]}
  %v9 = corert.executeop(%h) "tf.RealDiv"(%v8, %v8) : 1
  %c6 = "corert.print_tensorhandle"(%v9, %c5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @mixed() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %v1 = corert.create_dense_tensor.i32 {shape = [2], value = [1 : i32, 2 : i32]}
  %v2 = corert.executeop(%h) "tfrt_test.create_from_scalar"() {shape = [2], value = 3 : i32} : 1
  %v3 = corert.executeop(%h) "tf.Sub"(%v1, %v2) : 1
  %c1 = "corert.print_tensorhandle"(%v3, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v4 = corert.executeop(%h) "tf.Sub"(%v2, %v1) : 1
  %c2 = "corert.print_tensorhandle"(%v4, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v5 = corert.executeop(%h) "tf.Mul"(%v2, %v2) : 1
  %c3 = "corert.print_tensorhandle"(%v5, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @unary() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %v1 = corert.create_dense_tensor.i32 {shape = [3], value = [-2 : i32, 0 : i32, 3 : i32]}
  %v2 = corert.executeop(%h) "tf.Relu"(%v1) : 1
  %c1 = "corert.print_tensorhandle"(%v2, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v3 = corert.create_dense_tensor.f32 {shape = [2], value = [1.0 : f32, 2.0 : f32]}
  %v4 = corert.executeop(%h) "tf.Log"(%v3) : 1
  %c2 = "corert.print_tensorhandle"(%v4, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v5 = corert.executeop(%h) "tf.Log1p"(%v3) : 1
  %c3 = "corert.print_tensorhandle"(%v5, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v6 = corert.executeop(%h) "tf.Rsqrt"(%v3) : 1
  %c4 = "corert.print_tensorhandle"(%v6, %c3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v7 = corert.executeop(%h) "tf.Sigmoid"(%v3) : 1
  %c5 = "corert.print_tensorhandle"(%v7, %c4) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
