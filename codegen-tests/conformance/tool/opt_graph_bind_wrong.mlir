// rule: models, bind: an op that must fail with the numbers is an error at its place.
// tool: opt --bind n=3 --verify-diagnostics FILE

func.func @main(%x: tensor<2x?xf32> {model.dimensions = ["", "n"]}, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %product = nn.matmul %x, %y : tensor<2x3xf32> // expected-error {{'nn.matmul' op shapes [2, 3] and [2, 3] have no product: 3 is not 2}}
  tfrt.return %product : tensor<2x3xf32>
}
