// rule: details §6.2: products of matrices, transposed by attributes, with a bias and an activation; a bias along the
//   last dimension.
// run:
// out| --- Running 'products':
// out| DenseHostTensor dtype = i32, shape = [2, 2], values = [4, 5, 10, 11]
// out| DenseHostTensor dtype = i32, shape = [3, 3], values = [1, 4, 5, 2, 5, 7, 3, 6, 9]
// out| DenseHostTensor dtype = i32, shape = [2, 2], values = [14, 32, 32, 77]
// out| --- Running 'fused':
// out| DenseHostTensor dtype = f32, shape = [2, 2], values = [2.000000e+00, 1.500000e+00, 3.000000e+00, 6.500000e+00]
// out| DenseHostTensor dtype = f32, shape = [2, 2], values = [0.000000e+00, 1.500000e+00, 0.000000e+00, 6.500000e+00]
// out| DenseHostTensor dtype = f32, shape = [2, 2], values = [0.000000e+00, 1.500000e+00, 0.000000e+00, 6.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [2, 2], values = [-8.646647e-01, 1.500000e+00, -6.321205e-01, 6.500000e+00]
// out| --- Running 'bias':
// out| DenseHostTensor dtype = i32, shape = [1, 2, 2], values = [11, 22, 13, 24]
// out| DenseHostTensor dtype = i32, shape = [1, 2, 2], values = [11, 22, 13, 24]
func.func @products() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %v1 = corert.create_dense_tensor.i32 {shape = [2, 3], value = [1 : i32, 2 : i32, 3 : i32, 4 : i32, 5 : i32, 6 : i32]}
  %v2 = corert.create_dense_tensor.i32 {shape = [3, 2], value = [1 : i32, 0 : i32, 0 : i32, 1 : i32, 1 : i32, 1 : i32]}
  %v3 = corert.executeop(%h) "tf.MatMul"(%v1, %v2) {transpose_a = false, transpose_b = false} : 1
  %c1 = "corert.print_tensorhandle"(%v3, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v4 = corert.executeop(%h) "tf.MatMul"(%v1, %v2) {transpose_a = true, transpose_b = true} : 1
  %c2 = "corert.print_tensorhandle"(%v4, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v5 = corert.executeop(%h) "tf.MatMul"(%v1, %v1) {transpose_a = false, transpose_b = true} : 1
  %c3 = "corert.print_tensorhandle"(%v5, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @fused() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %v1 = corert.create_dense_tensor.f32 {shape = [2, 2], value = [1.0 : f32, -1.0 : f32, 2.0 : f32, 4.0 : f32]}
  %v2 = corert.create_dense_tensor.f32 {shape = [2, 2], value = [1.0 : f32, 0.0 : f32, 0.0 : f32, 1.0 : f32]}
  %v3 = corert.create_dense_tensor.f32 {shape = [2], value = [1.0 : f32, 2.5 : f32]}
  %v4 = corert.executeop(%h) "tf._FusedMatMul"(%v1, %v2, %v3) {fused_ops = ["BiasAdd"], transpose_a = false, transpose_b = false} : 1
  %c1 = "corert.print_tensorhandle"(%v4, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v5 = corert.create_dense_tensor.f32 {shape = [2], value = [-3.0 : f32, 2.5 : f32]}
  %v6 = corert.executeop(%h) "tf._FusedMatMul"(%v1, %v2, %v5) {fused_ops = ["BiasAdd", "Relu"], transpose_a = false, transpose_b = false} : 1
  %c2 = "corert.print_tensorhandle"(%v6, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v7 = corert.executeop(%h) "tf._FusedMatMul"(%v1, %v2, %v5) {fused_ops = ["BiasAdd", "Relu6"], transpose_a = false, transpose_b = false} : 1
  %c3 = "corert.print_tensorhandle"(%v7, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v8 = corert.executeop(%h) "tf._FusedMatMul"(%v1, %v2, %v5) {fused_ops = ["BiasAdd", "Elu"], transpose_a = false, transpose_b = false} : 1
  %c4 = "corert.print_tensorhandle"(%v8, %c3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @bias() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %v1 = corert.create_dense_tensor.i32 {shape = [1, 2, 2], value = [1 : i32, 2 : i32, 3 : i32, 4 : i32]}
  %v2 = corert.create_dense_tensor.i32 {shape = [2], value = [10 : i32, 20 : i32]}
  %v3 = corert.executeop(%h) "tf.BiasAdd"(%v1, %v2) : 1
  %c1 = "corert.print_tensorhandle"(%v3, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v4 = corert.executeop(%h) "tf.BiasAdd"(%v1, %v2) {data_format = "NHWC"} : 1
  %c2 = "corert.print_tensorhandle"(%v4, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
