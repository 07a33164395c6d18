// rule: models, bind: inside a region, where a run may never come, an op that must fail with the numbers stays, and fails when it runs.
// rule: models, infer: a region takes values of the types that it is given, and returns values of those that it had.
// tool: opt --bind n=3 FILE
// out| module {
// out|   func.func @main(%arg0: tensor<3x3xf32> {model.dimensions = ["n", ""]}, %arg1: tensor<2x3xf32>, %arg2: i1) -> tensor<?x3xf32> {
// out|     %0 = tfrt.if %arg2, %arg0, %arg1 : (tensor<3x3xf32>, tensor<2x3xf32>) -> (tensor<?x3xf32>)  {
// out|       %1 = tensor.cast.f32 %arg0 : tensor<?x3xf32>
// out|       %2 = arith.constant.tensor dense<0> : tensor<1xi64>
// out|       %3 = tensor.cast.i64 %2 : tensor<1xi64>
// out|       %4 = nn.squeeze %1, %3 : tensor<?xf32>
// out|       %5 = nn.unsqueeze %4, %2 : tensor<1x?xf32>
// out|       %6 = tensor.cast.f32 %5 : tensor<?x3xf32>
// out|       tfrt.return %6 : tensor<?x3xf32>
// out|     } else  {
// out|       %1 = tensor.cast.f32 %arg0 : tensor<?x3xf32>
// out|       tfrt.return %1 : tensor<?x3xf32>
// out|     }
// out|     tfrt.return %0 : tensor<?x3xf32>
// out|   }
// out| }
// out|
// tool: opt --bind n=1 --clean FILE
// out| module {
// out|   func.func @main(%arg0: tensor<1x3xf32> {model.dimensions = ["n", ""]}, %arg1: tensor<2x3xf32>, %arg2: i1) -> tensor<?x3xf32> {
// out|     %0 = tfrt.if %arg2, %arg0, %arg1 : (tensor<1x3xf32>, tensor<2x3xf32>) -> (tensor<?x3xf32>)  {
// out|       %1 = tensor.cast.f32 %arg0 : tensor<?x3xf32>
// out|       tfrt.return %1 : tensor<?x3xf32>
// out|     } else  {
// out|       %1 = tensor.cast.f32 %arg0 : tensor<?x3xf32>
// out|       tfrt.return %1 : tensor<?x3xf32>
// out|     }
// out|     tfrt.return %0 : tensor<?x3xf32>
// out|   }
// out| }
// out|

func.func @main(%x: tensor<?x3xf32> {model.dimensions = ["n", ""]}, %y: tensor<2x3xf32>, %c: i1) -> tensor<?x3xf32> {
  %chosen = tfrt.if %c, %x, %y : (tensor<?x3xf32>, tensor<2x3xf32>) -> (tensor<?x3xf32>) {
    %axis = arith.constant.tensor dense<0> : tensor<1xi64>
    %less = nn.squeeze %x, %axis : tensor<3xf32>
    %more = nn.unsqueeze %less, %axis : tensor<1x3xf32>
    %any = tensor.cast.f32 %more : tensor<?x3xf32>
    tfrt.return %any : tensor<?x3xf32>
  } else {
    tfrt.return %x : tensor<?x3xf32>
  }
  tfrt.return %chosen : tensor<?x3xf32>
}
