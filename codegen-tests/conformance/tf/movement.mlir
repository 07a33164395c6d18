// rule: details §6.2: ops that move elements, of numbers and strings; shapes and constants.
// run:
// out| --- Running 'repeated':
// out| DenseHostTensor dtype = i32, shape = [2, 3], values = [1, 1, 1, 2, 2, 2]
// out| --- Running 'joined':
// out| DenseHostTensor dtype = i32, shape = [1, 4], values = [1, 2, 3, 4]
// out| DenseHostTensor dtype = i32, shape = [3, 2], values = [1, 2, 3, 4, 1, 2]
// out| --- Running 'padded':
// out| DenseHostTensor dtype = i32, shape = [1, 3, 3, 1], values = [0, 0, 0, 1, 2, 0, 3, 4, 0]
// out| --- Running 'shapes':
// out| DenseHostTensor dtype = i32, shape = [2], values = [3, 1]
// out| DenseHostTensor dtype = i64, shape = [2], values = [3, 1]
// out| DenseHostTensor dtype = f32, shape = [3, 1, 1], values = [1.000000e+00, 2.000000e+00, 3.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [1, 3, 1], values = [1.000000e+00, 2.000000e+00, 3.000000e+00]
// out| --- Running 'constants':
// out| DenseHostTensor dtype = i32, shape = [2, 2], values = [1, 2, 3, 4]
// out| DenseHostTensor dtype = f32, shape = [2], values = [5.000000e-01, 5.000000e-01]
// out| ScalarHostTensor dtype = f32, shape = [2], value = 0.000000e+00
// out| --- Running 'strings':
// out| StringHostTensor shape = [4], values = ["a", "b", "a", "b"]
// out| StringHostTensor shape = [4], values = ["a", "b", "a", "b"]
// out| StringHostTensor shape = [1, 2], values = ["a", "b"]
// out| DenseHostTensor dtype = i32, shape = [1], values = [2]
func.func @repeated() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %v1 = corert.create_dense_tensor.i32 {shape = [2, 1], value = [1 : i32, 2 : i32]}
  %v2 = corert.create_dense_tensor.i32 {shape = [2], value = [1 : i32, 3 : i32]}
  %v3 = corert.executeop(%h) "tf.Tile"(%v1, %v2) : 1
  %c1 = "corert.print_tensorhandle"(%v3, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @joined() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %v1 = corert.create_dense_tensor.i32 {shape = [1, 2], value = [1 : i32, 2 : i32]}
  %v2 = corert.create_dense_tensor.i32 {shape = [1, 2], value = [3 : i32, 4 : i32]}
  %v3 = corert.create_dense_tensor.i32 {shape = [1], value = [1 : i32]}
  %v4 = corert.create_dense_tensor.i64 {shape = [1], value = [-2]}
  %v5 = corert.executeop(%h) "tf.ConcatV2"(%v1, %v2, %v3) : 1
  %c1 = "corert.print_tensorhandle"(%v5, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v6 = corert.executeop(%h) "tf.ConcatV2"(%v1, %v2, %v1, %v4) : 1
  %c2 = "corert.print_tensorhandle"(%v6, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @padded() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %v1 = corert.create_dense_tensor.i32 {shape = [1, 2, 2, 1], value = [1 : i32, 2 : i32, 3 : i32, 4 : i32]}
  %v2 = corert.create_dense_tensor.i32 {shape = [4, 2], value = [0 : i32, 0 : i32, 1 : i32, 0 : i32, 0 : i32, 1 : i32, 0 : i32, 0 : i32]}
  %v3 = corert.executeop(%h) "tf.Pad"(%v1, %v2) : 1
  %c1 = "corert.print_tensorhandle"(%v3, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @shapes() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %v1 = corert.create_dense_tensor.f32 {shape = [3, 1], value = [1.0 : f32, 2.0 : f32, 3.0 : f32]}
  %v2 = corert.executeop(%h) "tf.Shape"(%v1) {out_type = i32} : 1
  %c1 = "corert.print_tensorhandle"(%v2, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v3 = corert.executeop(%h) "tf.Shape"(%v1) {out_type = i64} : 1
  %c2 = "corert.print_tensorhandle"(%v3, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v4 = corert.create_dense_tensor.i32 {shape = [1], value = [-1 : i32]}
  %v5 = corert.create_dense_tensor.i64 {shape = [1], value = [0]}
  %v6 = corert.executeop(%h) "tf.ExpandDims"(%v1, %v4) : 1
  %c3 = "corert.print_tensorhandle"(%v6, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v7 = corert.executeop(%h) "tf.ExpandDims"(%v1, %v5) : 1
  %c4 = "corert.print_tensorhandle"(%v7, %c3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @constants() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %v1 = corert.executeop(%h) "tf.Const"() {value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>} : 1
  %c1 = "corert.print_tensorhandle"(%v1, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v2 = corert.executeop(%h) "tf.Const"() {dtype = f32, value = dense<0.5> : tensor<2xf32>} : 1
  %c2 = "corert.print_tensorhandle"(%v2, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v3 = corert.create_dense_tensor.f32 {shape = [2], value = [1.0 : f32, 2.0 : f32]}
  %v4 = corert.executeop(%h) "tf.ZerosLike"(%v3) {T = f32} : 1
  %c3 = "corert.print_tensorhandle"(%v4, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @strings() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %s = corert.const_string_tensor {shape = [2], value = ["a", "b"]}
  %v1 = corert.create_dense_tensor.i32 {shape = [1], value = [2 : i32]}
  %v2 = corert.create_dense_tensor.i32 {shape = [1], value = [0 : i32]}
  %v3 = corert.executeop(%h) "tf.Tile"(%s, %v1) : 1
  %c1 = "corert.print_tensorhandle"(%v3, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v4 = corert.executeop(%h) "tf.ConcatV2"(%s, %s, %v2) : 1
  %c2 = "corert.print_tensorhandle"(%v4, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v5 = corert.executeop(%h) "tf.ExpandDims"(%s, %v2) : 1
  %c3 = "corert.print_tensorhandle"(%v5, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v6 = corert.executeop(%h) "tf.Shape"(%s) {out_type = i32} : 1
  %c4 = "corert.print_tensorhandle"(%v6, %c3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
