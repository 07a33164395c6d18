// rule: engines §11: a resource may name a tensor of a file in the format safetensors. BEF keeps the name, and
//   the range is one of the tensor's bytes.
// tool: translate FILE | translate --bef-to-mlir
// out| module {
// out|   func.func @f() -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) {
// out|     %0 = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<3x2xf32>} : () -> !tfrt_tensor.tensor
// out|     %1 = "tfrt_test.const_dense_attr"() {value = dense_resource<b> : tensor<2xf16>} : () -> !tfrt_tensor.tensor
// out|     %2 = "tfrt_test.const_dense_attr"() {value = dense_resource<half> : tensor<2xf16>} : () -> !tfrt_tensor.tensor
// out|     tfrt.return %0, %1, %2 : !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor
// out|   }
// out| }
// out|
// out| {-#
// out|   external_resources: {
// out|     tfrt: {
// out|       w: "tensors.safetensors#layer1.weight 0..24 sha256:24ae2dfe8df57c1b80e54cef3d90ac3b417fd98973345a5f616bbc9a75dcc202",
// out|       b: "tensors.safetensors#layer1.bias 0..4 sha256:52cd20b575ca4caea2556643cfce6fd0019289c5e40d5e5ee8dcf3f865f460d1",
// out|       half: "tensors.safetensors#layer1.bias 0..4 sha256:52cd20b575ca4caea2556643cfce6fd0019289c5e40d5e5ee8dcf3f865f460d1"
// out|     }
// out|   }
// out| #-}
// tool: run FILE
// out| @f:
// out|   DenseHostTensor dtype = f32, shape = [3, 2], values = [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00] : !tfrt_tensor.tensor
// out|   DenseHostTensor dtype = f16, shape = [2], values = [fp16(14336), fp16(48128)] : !tfrt_tensor.tensor
// out|   DenseHostTensor dtype = f16, shape = [2], values = [fp16(14336), fp16(48128)] : !tfrt_tensor.tensor
// engines: executor, its elements are in a file

func.func @f() -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) {
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<3x2xf32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense_resource<b> : tensor<2xf16>} : () -> !tfrt_tensor.tensor
  %c = "tfrt_test.const_dense_attr"() {value = dense_resource<half> : tensor<2xf16>} : () -> !tfrt_tensor.tensor
  tfrt.return %a, %b, %c : !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor
}

{-#
  external_resources: {
    tfrt: {
      w: "tensors.safetensors#layer1.weight",
      b: "tensors.safetensors#layer1.bias",
      half: "tensors.safetensors#layer1.bias 0..4"
    }
  }
#-}
