// rule: details §6.2, tf.FusedBatchNormV3: all six results are the normalized images.
// run:
// out| --- Running 'normalized':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 2, 2], values = [5.000000e-01, 0.000000e+00, 2.500000e+00, 2.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [1, 1, 2, 2], values = [5.000000e-01, 0.000000e+00, 2.500000e+00, 2.000000e+00]
func.func @normalized() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %v1 = corert.create_dense_tensor.f32 {shape = [1, 1, 2, 2], value = [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32]}
  %v2 = corert.create_dense_tensor.f32 {shape = [2], value = [2.0 : f32, 1.0 : f32]}
  %v3 = corert.create_dense_tensor.f32 {shape = [2], value = [0.5 : f32, 0.0 : f32]}
  %v4 = corert.create_dense_tensor.f32 {shape = [2], value = [1.0 : f32, 2.0 : f32]}
  %v5 = corert.create_dense_tensor.f32 {shape = [2], value = [4.0 : f32, 1.0 : f32]}
  %v6:6 = corert.executeop(%h) "tf.FusedBatchNormV3"(%v1, %v2, %v3, %v4, %v5) {epsilon = 0.0 : f32} : 6
  %c1 = "corert.print_tensorhandle"(%v6#0, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %c2 = "corert.print_tensorhandle"(%v6#5, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
