// rule: details §6.3: convolutions and pools with each padding, strides and dilations.
// run:
// out| --- Running 'convolutions':
// out| DenseHostTensor dtype = f32, shape = [1, 2, 2, 1], values = [6.000000e+00, 8.000000e+00, 1.200000e+01, 1.400000e+01]
// out| DenseHostTensor dtype = f32, shape = [1, 3, 3, 1], values = [6.000000e+00, 8.000000e+00, 3.000000e+00, 1.200000e+01, 1.400000e+01, 6.000000e+00, 7.000000e+00, 8.000000e+00, 9.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [1, 1, 2, 1], values = [6.000000e+00, 8.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [1, 1, 1, 1], values = [1.000000e+01]
// out| DenseHostTensor dtype = f32, shape = [1, 3, 2, 1], values = [2.000000e+00, 3.000000e+00, 6.000000e+00, 8.000000e+00, 1.200000e+01, 1.400000e+01]
// out| --- Running 'pools':
// out| DenseHostTensor dtype = f32, shape = [1, 2, 2, 1], values = [-1.000000e+00, -2.000000e+00, -4.000000e+00, -5.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [1, 2, 2, 1], values = [-1.000000e+00, -3.000000e+00, -7.000000e+00, -9.000000e+00]
func.func @convolutions() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %v1 = corert.create_dense_tensor.f32 {shape = [1, 3, 3, 1], value = [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32, 5.0 : f32, 6.0 : f32, 7.0 : f32, 8.0 : f32, 9.0 : f32]}
  %v2 = corert.create_dense_tensor.f32 {shape = [2, 2, 1, 1], value = [1.0 : f32, 0.0 : f32, 0.0 : f32, 1.0 : f32]}
  %v3 = corert.executeop(%h) "tf.Conv2D"(%v1, %v2) {padding = "VALID", strides = [1, 1, 1, 1]} : 1
  %c1 = "corert.print_tensorhandle"(%v3, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v4 = corert.executeop(%h) "tf.Conv2D"(%v1, %v2) {data_format = "NHWC", padding = "SAME", strides = [1, 1, 1, 1]} : 1
  %c2 = "corert.print_tensorhandle"(%v4, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v5 = corert.executeop(%h) "tf.Conv2D"(%v1, %v2) {padding = "VALID", strides = [1, 2, 1, 1]} : 1
  %c3 = "corert.print_tensorhandle"(%v5, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v6 = corert.executeop(%h) "tf.Conv2D"(%v1, %v2) {dilations = [1, 2, 2, 1], padding = "VALID", strides = [1, 1, 1, 1]} : 1
  %c4 = "corert.print_tensorhandle"(%v6, %c3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v7 = corert.executeop(%h) "tf.Conv2D"(%v1, %v2) {explicit_paddings = [1, 0, 0, 0], padding = "EXPLICIT", strides = [1, 1, 1, 1]} : 1
  %c5 = "corert.print_tensorhandle"(%v7, %c4) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @pools() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %v1 = corert.create_dense_tensor.f32 {shape = [1, 3, 3, 1], value = [-1.0 : f32, -2.0 : f32, -3.0 : f32, -4.0 : f32, -5.0 : f32, -6.0 : f32, -7.0 : f32, -8.0 : f32, -9.0 : f32]}
  %v2 = corert.executeop(%h) "tf.MaxPool"(%v1) {ksize = [1, 2, 2, 1], padding = "VALID", strides = [1, 1, 1, 1]} : 1
  %c1 = "corert.print_tensorhandle"(%v2, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %v3 = corert.executeop(%h) "tf.MaxPool"(%v1) {ksize = [1, 2, 2, 1], padding = "SAME", strides = [1, 2, 2, 1]} : 1
  %c2 = "corert.print_tensorhandle"(%v3, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
