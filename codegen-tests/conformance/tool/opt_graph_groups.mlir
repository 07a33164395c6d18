// rule: models, plan: elementwise ops are one op if only others of them read the results of all but the last; one that others read, or
//   that has another shape, is written.
// tool: opt --infer --lower --plan FILE
// out| module {
// out|   func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
// out|     %run, %chain = arena.begin {bytes = 152 : i64}
// out|     %0:3 = tfrt.call @main.planned(%run, %chain, %arg0, %arg1) : (!arena.run, !tfrt.chain, tensor<2x3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
// out|     tfrt.return %0#0, %0#1, %0#2 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
// out|   }
// out|   func.func private @main.planned(%arg0: !arena.run, %arg1: !tfrt.chain, %arg2: tensor<2x3xf32>, %arg3: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
// out|     %next = arena.elementwise.f32 %arg0, %arg1, %arg2 {of = "mul a 0.5; erf %0; add %1 1; mul %0 %2", places = "f32[2,3] -> f32[2,3]@0"} : !arena.run, !tfrt.chain, tensor<2x3xf32>
// out|     %tensor, %next_0 = arena.load %arg0, %next {places = "f32[2,3]@0"} : tensor<2x3xf32>, !tfrt.chain
// out|     %next_1 = arena.elementwise.f32 %arg0, %next_0, %arg3 {of = "exp a; sqrt %0", places = "f32[3] -> f32[3]@64"} : !arena.run, !tfrt.chain, tensor<3xf32>
// out|     %next_2 = arena.elementwise.f32 %arg0, %next_1 {of = "sub a b; max %0 c", places = "f32[2,3]@0, f32[3]@64, f32[] weights_0 -> f32[2,3]@128", weights_0 = dense<0x7FC00001> : tensor<f32>} : !arena.run, !tfrt.chain
// out|     %tensor_3, %next_4 = arena.load %arg0, %next_2 {places = "f32[2,3]@128"} : tensor<2x3xf32>, !tfrt.chain
// out|     %next_5 = arena.softmax.f32 %arg0, %next_4 {axis = -1 : i64, places = "f32[2,3]@0 -> f32[2,3]@64"} : !arena.run, !tfrt.chain
// out|     %tensor_6, %next_7 = arena.load %arg0, %next_5 {places = "f32[2,3]@64"} : tensor<2x3xf32>, !tfrt.chain
// out|     tfrt.return %tensor, %tensor_3, %tensor_6 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
// out|   }
// out| }
// out|

func.func @main(%x: tensor<2x3xf32>, %row: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %half = arith.constant.tensor dense<0.5> : tensor<1xf32>
  %one = arith.constant.tensor dense<1.0> : tensor<f32>
  %nan = arith.constant.tensor dense<0x7FC00001> : tensor<f32>
  %scaled = nn.mul %x, %half : tensor<2x3xf32>
  %e = math.erf.tensor.f32 %scaled : tensor<2x3xf32>
  %plus = nn.add %e, %one : tensor<2x3xf32>
  %first = nn.mul %scaled, %plus : tensor<2x3xf32>
  %small = math.exp.tensor.f32 %row : tensor<3xf32>
  %root = math.sqrt.tensor.f32 %small : tensor<3xf32>
  %shifted = nn.sub %first, %root : tensor<2x3xf32>
  %second = nn.max %shifted, %nan : tensor<2x3xf32>
  %soft = nn.softmax %first {axis = -1 : i64} : tensor<2x3xf32>
  tfrt.return %first, %second, %soft : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}
