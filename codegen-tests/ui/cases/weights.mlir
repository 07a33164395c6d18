func.func @right() -> tensor<3x2xf32> {
  %w = "arith.constant.tensor"() {value = dense_resource<w> : tensor<3x2xf32>} : () -> tensor<3x2xf32>
  tfrt.return %w : tensor<3x2xf32>
}

func.func @transposed() -> tensor<2x3xf32> {
  %w = "arith.constant.tensor"() {value = dense_resource<w> : tensor<2x3xf32>} : () -> tensor<2x3xf32>
  tfrt.return %w : tensor<2x3xf32>
}

func.func @missing() -> tensor<3x2xf32> {
  %w = "arith.constant.tensor"() {value = dense_resource<v> : tensor<3x2xf32>} : () -> tensor<3x2xf32>
  tfrt.return %w : tensor<3x2xf32>
}

{-#
  external_resources: {
    tfrt: {
      w: "weights.safetensors#layer1.weight",
      v: "weights.safetensors#layer2.weight"
    }
  }
#-}
