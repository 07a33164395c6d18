// rule: models, lower: each op becomes the kernel of its family that takes its operands. With no pass over op graphs, a text has kernels only.
// tool: opt --lower FILE
// out| module {
// out|   func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi64>) -> (tensor<2x3xf32>, tensor<2xi64>) {
// out|     %0 = nn.add.f32 %arg0, %arg0 : tensor<2x3xf32>
// out|     %1 = nn.add.i64 %arg1, %arg1 : tensor<2xi64>
// out|     %2 = math.sqrt.tensor.f32 %0 : tensor<2x3xf32>
// out|     tfrt.return %2, %1 : tensor<2x3xf32>, tensor<2xi64>
// out|   }
// out| }
// out|
// tool: opt --lower --canonicalize --clean FILE
// out*| %0 = nn.add.f32 %arg0, %arg0 : tensor<2x3xf32>
// tool: opt FILE
// exit: 2
// err| error: custom op 'nn.add' is unknown

func.func @main(%x: tensor<2x3xf32>, %i: tensor<2xi64>) -> (tensor<2x3xf32>, tensor<2xi64>) {
  %sum = nn.add %x, %x : tensor<2x3xf32>
  %again = nn.add %i, %i : tensor<2xi64>
  %root = math.sqrt.tensor %sum : tensor<2x3xf32>
  tfrt.return %root, %again : tensor<2x3xf32>, tensor<2xi64>
}
