// rule: details §6.2: means along dimensions, of integers truncated; softmax along the last dimension.
// run:
// out| --- Running 'means':
// out| DenseHostTensor dtype = i32, shape = [3], values = [-1, 3, 5]
// out| DenseHostTensor dtype = i32, shape = [2, 1], values = [2, 2]
// out| DenseHostTensor dtype = f32, shape = [], values = [2.500000e+00]
// out| --- Running 'softmax':
// out| DenseHostTensor dtype = f32, shape = [2, 2], values = [5.000000e-01, 5.000000e-01, 1.192029e-01, 8.807970e-01]
// out| DenseHostTensor dtype = f32, shape = [2, 2], values = [-6.931472e-01, -6.931472e-01, -2.126928e+00, -1.269280e-01]
func.func @means() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %v1 = corert.create_dense_tensor.i32 {shape = [2, 3], value = [1 : i32, 2 : i32, 4 : i32, -3 : i32, 5 : i32, 6 : i32]}
  %v2 = corert.create_dense_tensor.i32 {shape = [1], value = [0 : i32]}
  %v3 = corert.create_dense_tensor.i32 {shape = [1], value = [-1 : i32]}
  %v4 = corert.create_dense_tensor.i32 {shape = [2], value = [0 : i32, 1 : i32]}
  %v5 = corert.executeop(%h) "tf.Mean"(%v1, %v2) : 1
  %c1 = "corert.print_tensorhandle"(%v5, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v6 = corert.executeop(%h) "tf.Mean"(%v1, %v3) {keep_dims = true} : 1
  %c2 = "corert.print_tensorhandle"(%v6, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v7 = corert.create_dense_tensor.f32 {shape = [2, 2], value = [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32]}
  %v8 = corert.executeop(%h) "tf.Mean"(%v7, %v4) : 1
  %c3 = "corert.print_tensorhandle"(%v8, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @softmax() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %v1 = corert.create_dense_tensor.f32 {shape = [2, 2], value = [0.0 : f32, 0.0 : f32, 1.0 : f32, 3.0 : f32]}
  %v2 = corert.executeop(%h) "tf.Softmax"(%v1) : 1
  %c1 = "corert.print_tensorhandle"(%v2, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v3 = corert.executeop(%h) "tf.LogSoftmax"(%v1) : 1
  %c2 = "corert.print_tensorhandle"(%v3, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
