// rule: models, op graphs: an op whose family takes no such operands, or that must fail, is an error at its place before any pass.
// tool: opt --clean --verify-diagnostics FILE

func.func @main(%x: tensor<2x3xf32>, %b: tensor<2x3xi1>) -> tensor<2x4xf32> {
  %sum = nn.add %b, %b : tensor<2x3xi1> // expected-error {{'nn.add' op takes no operands of the types 'tensor<2x3xi1>', 'tensor<2x3xi1>'}}
  %sizes = arith.constant.tensor dense<[2, 4]> : tensor<2xi64>
  %bad = nn.reshape %x, %sizes {allowzero = false} : tensor<2x4xf32> // expected-error {{'nn.reshape' op a tensor of shape [2, 3] has no shape [2, 4]}}
  tfrt.return %bad : tensor<2x4xf32>
}
