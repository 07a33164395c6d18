// rule: models, plan: values of @main whose sizes are known, and which ops of arena compute, get places in one memory, which are
//   used again; what is read elsewhere is loaded; what has open sizes, or no kernel of arena, stays on tensors. Filters are
//   packed.
// tool: opt --infer --lower --plan FILE
// out| module {
// out|   func.func @main(%arg0: tensor<1x1x1x3xf32>, %arg1: tensor<?xf32>) -> (tensor<2xf32>, tensor<1x1x1x2xf32>, tensor<?xf32>) {
// out|     %run, %chain = arena.begin {bytes = 256 : i64}
// out|     %0:3 = tfrt.call @main.planned(%run, %chain, %arg0, %arg1) : (!arena.run, !tfrt.chain, tensor<1x1x1x3xf32>, tensor<?xf32>) -> (tensor<2xf32>, tensor<1x1x1x2xf32>, tensor<?xf32>)
// out|     tfrt.return %0#0, %0#1, %0#2 : tensor<2xf32>, tensor<1x1x1x2xf32>, tensor<?xf32>
// out|   }
// out|   func.func private @main.planned(%arg0: !arena.run, %arg1: !tfrt.chain, %arg2: tensor<1x1x1x3xf32>, %arg3: tensor<?xf32>) -> (tensor<2xf32>, tensor<1x1x1x2xf32>, tensor<?xf32>) {
// out|     %next = arena.conv.f32 %arg0, %arg1, %arg2 {algorithm = "direct", auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[1,1,1,3], f32[64] weights_0 -> f32[1,1,1,2; halo 0]@0 with f32[16]@192", strides = [1, 1], then = "none", weights_0 = dense<[-1.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]> : tensor<64xf32>} : !arena.run, !tfrt.chain, tensor<1x1x1x3xf32>
// out|     %next_0 = arena.rows.f32 %arg0, %next {places = "f32[1,1,1,2; halo 0]@0 -> f32[1,1,1,2]@128"} : !arena.run, !tfrt.chain
// out|     %tensor, %next_1 = arena.load %arg0, %next_0 {places = "f32[1,1,1,2; halo 0]@0"} : tensor<1x1x1x2xf32>, !tfrt.chain
// out|     %next_2 = arena.relu.f32 %arg0, %next_1 {places = "f32[1,1,1,2]@128 -> f32[1,1,1,2]@192"} : !arena.run, !tfrt.chain
// out|     %next_3 = arena.add.f32 %arg0, %next_2 {places = "f32[2]@192, f32[2]@192 -> f32[2]@0"} : !arena.run, !tfrt.chain
// out|     %tensor_4, %next_5 = arena.load %arg0, %next_3 {places = "f32[2]@0"} : tensor<2xf32>, !tfrt.chain
// out|     %0 = arith.constant.tensor dense<0> : tensor<i64>
// out|     %1 = nn.cumsum.f32 %tensor_4, %0 {exclusive = false, reverse = false} : tensor<2xf32>
// out|     %2 = nn.relu.f32 %arg3 : tensor<?xf32>
// out|     tfrt.return %1, %tensor, %2 : tensor<2xf32>, tensor<1x1x1x2xf32>, tensor<?xf32>
// out|   }
// out|   func.func @other(%arg0: tensor<2xf32>) -> tensor<2xf32> {
// out|     %0 = nn.relu.f32 %arg0 : tensor<2xf32>
// out|     %1 = nn.relu.f32 %0 : tensor<2xf32>
// out|     tfrt.return %1 : tensor<2xf32>
// out|   }
// out| }
// out|

func.func @main(%x: tensor<1x1x1x3xf32>, %y: tensor<?xf32>) -> (tensor<2xf32>, tensor<1x1x1x2xf32>, tensor<?xf32>) {
  %filters = arith.constant.tensor dense<[[[[-1.0, 1.0]]]]> : tensor<1x1x1x2xf32>
  %edges = nn.conv %x, %filters {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x1x1x2xf32>
  %positive = nn.relu %edges : tensor<1x1x1x2xf32>
  %sizes = arith.constant.tensor dense<2> : tensor<1xi64>
  %row = nn.reshape %positive, %sizes {allowzero = false} : tensor<2xf32>
  %twice = nn.add %row, %row : tensor<2xf32>
  %axis = arith.constant.tensor dense<0> : tensor<i64>
  %steps = nn.cumsum %twice, %axis {exclusive = false, reverse = false} : tensor<2xf32>
  %open = nn.relu %y : tensor<?xf32>
  tfrt.return %steps, %edges, %open : tensor<2xf32>, tensor<1x1x1x2xf32>, tensor<?xf32>
}

func.func @other(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = nn.relu %x : tensor<2xf32>
  %z = nn.relu %y : tensor<2xf32>
  tfrt.return %z : tensor<2xf32>
}
