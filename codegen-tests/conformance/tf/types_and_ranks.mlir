// rule: details §6: what ops refuse when they compute: element types, ranks, attributes. What `_FusedMatMul` and
//   `FusedBatchNormV3` refuse then is the error of their results, and not reported.
// run:
// out| --- Running 'elementwise':
// out| --- Running 'windows':
// out| --- Running 'images':
// out| --- Running 'moved':
// out| --- Running 'fused':
// out| 'fused' returned <<error: FusedMatMul must specify fused operations>>,<<error: Unsupported fusion type>>,<<error: FusedMatMul with BiasAdd has 2 inputs, expected 1>>,<<error: Bias tensor must a vector>>,<<error: The number of bias elements 3 doesn't match output inner dimension 2>>,<<error: Unsupported input dtype: f64>>,<<error: Unsupported input dtype: i1>>
// out| --- Running 'normalized':
// out| 'normalized' returned <<error: missing epsilon attribute>>
func.func @elementwise() {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %truths = corert.const_dense_tensor dense<true> : tensor<2xi1>
  %matrix = corert.const_dense_tensor dense<true> : tensor<2x2xi1>
  %row = corert.const_dense_tensor dense<1> : tensor<1x1x1x1x1x2xi32>
  %column = corert.const_dense_tensor dense<1> : tensor<1x1x1x1x2x1xi32>
  %vector = corert.const_dense_tensor dense<1> : tensor<2xi32>
  // expected-error @+1 {{unsupported dtype for relu}}
  %0 = corert.executeop(%h) "tf.Relu"(%truths) : 1
  // expected-error @+1 {{Unsupported binary kernel broadcasting: lhs=[1, 1, 1, 1, 1, 2] rhs=[1, 1, 1, 1, 2, 1] out=[1, 1, 1, 1, 2, 2]}}
  %1 = corert.executeop(%h) "tf.AddV2"(%row, %column) : 1
  // expected-error @+1 {{unsupported dtype for TfBiasAddOp}}
  %2 = corert.executeop(%h) "tf.BiasAdd"(%matrix, %truths) : 1
  // expected-error @+1 {{unsupported rank for TfBiasAddOp: 1}}
  %3 = corert.executeop(%h) "tf.BiasAdd"(%vector, %vector) : 1
  // expected-error @+1 {{Unsupported input dtype: i1}}
  %4 = corert.executeop(%h) "tf.MatMul"(%matrix, %matrix) {transpose_a = false, transpose_b = false} : 1
  tfrt.return
}
func.func @windows() {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %images = corert.const_dense_tensor dense<1.0> : tensor<1x2x2x1xf32>
  %matrix = corert.const_dense_tensor dense<1.0> : tensor<2x2xf32>
  %line = corert.const_dense_tensor dense<1.0> : tensor<1x2x1xf32>
  %truths = corert.const_dense_tensor dense<true> : tensor<1x2x2x1xi1>
  %filter = corert.const_dense_tensor dense<true> : tensor<1x1x1x1xi1>
  // expected-error @+1 {{missing 'padding' attribute}}
  %0 = corert.executeop(%h) "tf.Conv2D"(%images, %images) {strides = [1, 1, 1, 1]} : 1
  // expected-error @+1 {{'strides' attribute should be an array of i64}}
  %1 = corert.executeop(%h) "tf.Conv2D"(%images, %images) {padding = "VALID", strides = "1"} : 1
  // expected-error @+1 {{strides should have 4 elements}}
  %2 = corert.executeop(%h) "tf.Conv2D"(%images, %images) {padding = "VALID", strides = [1]} : 1
  // expected-error @+1 {{images of rank 3, expected 4}}
  %3 = corert.executeop(%h) "tf.Conv2D"(%line, %line) {padding = "VALID"} : 1
  // expected-error @+1 {{only channel last order is supported}}
  %4 = corert.executeop(%h) "tf.Conv2D"(%images, %images) {data_format = "NCHW", padding = "SAME"} : 1
  // expected-error @+1 {{unsupported dtype for TfConv2DOp}}
  %5 = corert.executeop(%h) "tf.Conv2D"(%truths, %filter) {padding = "SAME"} : 1
  // expected-error @+1 {{shape [2, 2] has no dimensions that a window slides over}}
  %6 = corert.executeop(%h) "tf.MaxPool"(%matrix) {ksize = [1], padding = "VALID"} : 1
  // expected-error @+1 {{unsupported dtype for TfMaxPoolOp}}
  %7 = corert.executeop(%h) "tf.MaxPool"(%truths) {ksize = [1, 1, 1, 1], padding = "VALID"} : 1
  tfrt.return
}
func.func @images() {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %images = corert.const_dense_tensor dense<1.0> : tensor<1x2x2x1xf32>
  %truths = corert.const_dense_tensor dense<true> : tensor<1x2x2x1xi1>
  %none = corert.const_dense_tensor dense<0> : tensor<4x2xi32>
  %all = corert.const_dense_tensor dense<1> : tensor<4x2xi32>
  %first = corert.const_dense_tensor dense<0> : tensor<1xi32>
  %ranks = corert.const_dense_tensor dense<1.0> : tensor<1x1x1x1x1x1x1x1x2xf32>
  // expected-error @+1 {{tf.Pad pads only the two middle dimensions}}
  %0 = corert.executeop(%h) "tf.Pad"(%images, %all) : 1
  // expected-error @+1 {{unsupported dtype for TfPadOp}}
  %1 = corert.executeop(%h) "tf.Pad"(%truths, %none) : 1
  // expected-error @+1 {{unsupported dtype for TfMeanOp}}
  %2 = corert.executeop(%h) "tf.Mean"(%truths, %first) : 1
  // expected-error @+1 {{Unsupported reduction ranks: input_rank=9 reduction_rank=1}}
  %3 = corert.executeop(%h) "tf.Mean"(%ranks, %first) : 1
  tfrt.return
}
func.func @moved() {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %vector = corert.const_dense_tensor dense<1> : tensor<2xi32>
  %minus = corert.const_dense_tensor dense<-1> : tensor<1xi32>
  %far = corert.const_dense_tensor dense<4611686018427387904> : tensor<1xi64>
  %zero = corert.const_dense_tensor dense<0> : tensor<1xi32>
  %seven = corert.const_dense_tensor dense<7> : tensor<1xi32>
  %six = corert.const_dense_tensor dense<1> : tensor<6xi32>
  %ranks = corert.const_dense_tensor dense<1> : tensor<1x1x1x1x1x1xi32>
  %narrow = corert.const_dense_tensor dense<1.0> : tensor<2xbf16>
  %matrix = corert.const_dense_tensor dense<1> : tensor<2x2xi32>
  %wide = corert.const_dense_tensor dense<1> : tensor<2x3xi32>
  %long = corert.create_dense_tensor.i32 {shape = [4294967296, 0], value = []}
  %text = corert.const_string_tensor {shape = [1], value = ["text"]}
  // expected-error @+1 {{Tile multiples must not be negative, but are [-1]}}
  %0 = corert.executeop(%h) "tf.Tile"(%vector, %minus) : 1
  // expected-error @+1 {{out of memory allocating result}}
  %1 = corert.executeop(%h) "tf.Tile"(%vector, %far) : 1
  // expected-error @+1 {{Unsupported tensor rank}}
  %2 = corert.executeop(%h) "tf.Tile"(%ranks, %six) : 1
  // expected-error @+1 {{Unsupported output tensor rank}}
  %3 = corert.executeop(%h) "tf.ConcatV2"(%ranks, %ranks, %zero) : 1
  // expected-error @+1 {{Unsupported dtype: bf16}}
  %4 = corert.executeop(%h) "tf.ConcatV2"(%narrow, %narrow, %zero) : 1
  // expected-error @+1 {{axis has 2 elements, expected 1}}
  %5 = corert.executeop(%h) "tf.ConcatV2"(%vector, %vector, %vector) : 1
  // expected-error @+1 {{axis must be a dense host tensor}}
  %6 = corert.executeop(%h) "tf.ConcatV2"(%vector, %vector, %text) : 1
  // expected-error @+1 {{there is no axis 7 of tensors of rank 1}}
  %7 = corert.executeop(%h) "tf.ConcatV2"(%vector, %vector, %seven) : 1
  // expected-error @+1 {{Wrong non-concatenating dimension. Dimension 1 for argument 1 doesn't match the dimension of argument 0 (concatenate [2, 2] and [2, 3] on axis 0)}}
  %8 = corert.executeop(%h) "tf.ConcatV2"(%matrix, %wide, %zero) : 1
  // expected-error @+1 {{shape [4294967296, 0] is none of i32}}
  %9 = corert.executeop(%h) "tf.Shape"(%long) : 1
  tfrt.return
}
func.func @fused() -> (!corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle) {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %truths = corert.const_dense_tensor dense<true> : tensor<2xi1>
  %x = corert.const_dense_tensor dense<1.0> : tensor<2x2xf32>
  %d = corert.const_dense_tensor dense<1.0> : tensor<2x2xf64>
  %bias = corert.const_dense_tensor dense<1.0> : tensor<2xf32>
  %long = corert.const_dense_tensor dense<1.0> : tensor<3xf32>
  %0 = corert.executeop(%h) "tf._FusedMatMul"(%x, %x, %bias) {transpose_a = false, transpose_b = false} : 1
  %1 = corert.executeop(%h) "tf._FusedMatMul"(%x, %x, %bias) {fused_ops = ["Relu"], transpose_a = false, transpose_b = false} : 1
  %2 = corert.executeop(%h) "tf._FusedMatMul"(%x, %x, %bias, %bias) {fused_ops = ["BiasAdd"], transpose_a = false, transpose_b = false} : 1
  %3 = corert.executeop(%h) "tf._FusedMatMul"(%x, %x, %x) {fused_ops = ["BiasAdd"], transpose_a = false, transpose_b = false} : 1
  %4 = corert.executeop(%h) "tf._FusedMatMul"(%x, %x, %long) {fused_ops = ["BiasAdd"], transpose_a = false, transpose_b = false} : 1
  %5 = corert.executeop(%h) "tf._FusedMatMul"(%d, %d, %bias) {fused_ops = ["BiasAdd"], transpose_a = false, transpose_b = false} : 1
  %6 = corert.executeop(%h) "tf.Less"(%truths, %truths) : 1
  tfrt.return %0, %1, %2, %3, %4, %5, %6 : !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle, !corert.tensorhandle
}
func.func @normalized() -> !corert.tensorhandle {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %images = corert.const_dense_tensor dense<1> : tensor<1x2x2x2xi32>
  %floats = corert.const_dense_tensor dense<1.0> : tensor<1x2x2x2xf32>
  %n = corert.const_dense_tensor dense<1> : tensor<2xi32>
  %f = corert.const_dense_tensor dense<1.0> : tensor<2xf32>
  // expected-error @+1 {{unsupported dtype for TfFusedBatchNormV3Op}}
  %0:6 = corert.executeop(%h) "tf.FusedBatchNormV3"(%images, %n, %n, %n, %n) {epsilon = 0.0 : f32} : 6
  %1:6 = corert.executeop(%h) "tf.FusedBatchNormV3"(%floats, %f, %f, %f, %f) : 6
  tfrt.return %1#0 : !corert.tensorhandle
}
