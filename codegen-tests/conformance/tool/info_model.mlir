// rule: models, info: inputs, outputs and their types, symbols, operators with versions, weights; of a program, its
//   functions.
// tool: info ../../../examples/networks/digits.onnx
// out*| ONNX model, format version
// out*|   image: f32 [batch, 784]
// out*|   chances: f32 [?, 10]
// out*| symbols: batch
// out*|   Gemm x2 (ai.onnx 21)
// out*|   Relu x1 (ai.onnx 21)
// out*|   Softmax x1 (ai.onnx 21)
// out*| weights: 4 tensors of 50890 elements
// tool: info FILE
// out| @main(tensor<?x3xf32>) -> (tensor<?x3xf32>)
// tool: translate FILE | info
// out| @main(tensor<?x3xf32>) -> (tensor<?x3xf32>)

func.func @main(%x: tensor<?x3xf32> {model.dimensions = ["n", ""]}) -> tensor<?x3xf32> attributes {model.inputs = ["x"], model.outputs = ["y"]} {
  %y = nn.add.f32 %x, %x : tensor<?x3xf32>
  tfrt.return %y : tensor<?x3xf32>
}
