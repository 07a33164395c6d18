// rule: models, plan: a product by a constant matrix has the matrix packed, and does what is added to its result and an activation, if
//   nobody else reads what these follow; its rows may be in several dimensions.
// tool: opt --infer --lower --plan FILE
// out| module {
// out|   func.func @main(%arg0: tensor<1x2x2xf32>) -> (tensor<1x2x2xf32>, tensor<1x2x2xf32>) {
// out|     %run, %chain = arena.begin {bytes = 80 : i64}
// out|     %0:2 = tfrt.call @main.planned(%run, %chain, %arg0) : (!arena.run, !tfrt.chain, tensor<1x2x2xf32>) -> (tensor<1x2x2xf32>, tensor<1x2x2xf32>)
// out|     tfrt.return %0#0, %0#1 : tensor<1x2x2xf32>, tensor<1x2x2xf32>
// out|   }
// out|   func.func private @main.planned(%arg0: !arena.run, %arg1: !tfrt.chain, %arg2: tensor<1x2x2xf32>) -> (tensor<1x2x2xf32>, tensor<1x2x2xf32>) {
// out|     %next = arena.linear.f32 %arg0, %arg1, %arg2 {places = "f32[1,2,2], f32[64] weights_0, f32[2] weights_1 -> f32[1,2,2]@0", then = "relu", weights_0 = dense<[1.000000e+00, 2.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 3.000000e+00, 4.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]> : tensor<64xf32>, weights_1 = dense<[5.000000e-01, -1.000000e+00]> : tensor<2xf32>} : !arena.run, !tfrt.chain, tensor<1x2x2xf32>
// out|     %next_0 = arena.linear.f32 %arg0, %next {places = "f32[1,2,2]@0, f32[64] weights_0, f32[1,2,2]@0 -> f32[1,2,2]@64", then = "none", weights_0 = dense<[1.000000e+00, 2.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 3.000000e+00, 4.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]> : tensor<64xf32>} : !arena.run, !tfrt.chain
// out|     %tensor, %next_1 = arena.load %arg0, %next_0 {places = "f32[1,2,2]@64"} : tensor<1x2x2xf32>, !tfrt.chain
// out|     %next_2 = arena.linear.f32 %arg0, %next_1 {places = "f32[1,2,2]@64, f32[64] weights_0, f32[2] weights_1 -> f32[1,2,2]@0", then = "none", weights_0 = dense<[1.000000e+00, 2.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 3.000000e+00, 4.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]> : tensor<64xf32>, weights_1 = dense<[5.000000e-01, -1.000000e+00]> : tensor<2xf32>} : !arena.run, !tfrt.chain
// out|     %next_3 = arena.elementwise.f32 %arg0, %next_2 {of = "add a b; add %0 %0", places = "f32[2] weights_0, f32[1,2,2]@0 -> f32[1,2,2]@64", weights_0 = dense<[5.000000e-01, -1.000000e+00]> : tensor<2xf32>} : !arena.run, !tfrt.chain
// out|     %tensor_4, %next_5 = arena.load %arg0, %next_3 {places = "f32[1,2,2]@64"} : tensor<1x2x2xf32>, !tfrt.chain
// out|     tfrt.return %tensor, %tensor_4 : tensor<1x2x2xf32>, tensor<1x2x2xf32>
// out|   }
// out| }
// out|

func.func @main(%x: tensor<1x2x2xf32>) -> (tensor<1x2x2xf32>, tensor<1x2x2xf32>) {
  %m = arith.constant.tensor dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = arith.constant.tensor dense<[0.5, -1.0]> : tensor<2xf32>
  %y = nn.matmul %x, %m : tensor<1x2x2xf32>
  %z = nn.add %b, %y : tensor<1x2x2xf32>
  %positive = nn.relu %z : tensor<1x2x2xf32>
  %p = nn.matmul %positive, %m : tensor<1x2x2xf32>
  %sum = nn.add %p, %positive : tensor<1x2x2xf32>
  %q = nn.matmul %sum, %m : tensor<1x2x2xf32>
  %first = nn.add %q, %b : tensor<1x2x2xf32>
  %second = nn.add %b, %first : tensor<1x2x2xf32>
  %twice = nn.add %second, %second : tensor<1x2x2xf32>
  tfrt.return %sum, %twice : tensor<1x2x2xf32>, tensor<1x2x2xf32>
}
