func.func @right() -> !tfrt_tensor.tensor {
  %w = "arith.constant.tensor"() {value = dense_resource<w> : tensor<3x2xf32>} : () -> !tfrt_tensor.tensor
  tfrt.return %w : !tfrt_tensor.tensor
}

func.func @transposed() -> !tfrt_tensor.tensor {
  %w = "arith.constant.tensor"() {value = dense_resource<w> : tensor<2x3xf32>} : () -> !tfrt_tensor.tensor
  tfrt.return %w : !tfrt_tensor.tensor
}

func.func @missing() -> !tfrt_tensor.tensor {
  %w = "arith.constant.tensor"() {value = dense_resource<v> : tensor<3x2xf32>} : () -> !tfrt_tensor.tensor
  tfrt.return %w : !tfrt_tensor.tensor
}

{-#
  external_resources: {
    tfrt: {
      w: "weights.safetensors#layer1.weight",
      v: "weights.safetensors#layer2.weight"
    }
  }
#-}
