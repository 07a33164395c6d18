// rule: models, plan: images between convolutions and pools are in blocks, in row-major order only for those who read them so; a
//   convolution adds what lies in blocks, and has as an activation what follows it, if nobody else reads what it follows.
// tool: opt --infer --lower --plan FILE
// out| module {
// out|   func.func @main(%arg0: tensor<1x1x1x4xf32>) -> tensor<1x1x1x2xf32> {
// out|     %run, %chain = arena.begin {bytes = 640 : i64}
// out|     %0 = tfrt.call @main.planned(%run, %chain, %arg0) : (!arena.run, !tfrt.chain, tensor<1x1x1x4xf32>) -> tensor<1x1x1x2xf32>
// out|     tfrt.return %0 : tensor<1x1x1x2xf32>
// out|   }
// out|   func.func private @main.planned(%arg0: !arena.run, %arg1: !tfrt.chain, %arg2: tensor<1x1x1x4xf32>) -> tensor<1x1x1x2xf32> {
// out|     %next = arena.conv.f32 %arg0, %arg1, %arg2 {algorithm = "direct", auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], places = "f32[1,1,1,4], f32[32] weights_0 -> f32[1,1,1,4; halo 0]@0 with f32[16]@320", strides = [1, 1], then = "clip(0, 6)", weights_0 = dense<[2.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]> : tensor<32xf32>} : !arena.run, !tfrt.chain, tensor<1x1x1x4xf32>
// out|     %next_0 = arena.rows.f32 %arg0, %next {places = "f32[1,1,1,4; halo 0]@0 -> f32[1,1,1,4]@256"} : !arena.run, !tfrt.chain
// out|     %next_1 = arena.conv.f32 %arg0, %next_0 {algorithm = "direct", auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], places = "f32[1,1,1,4]@256, f32[32] weights_0, f32[1,1,1,4; halo 0]@0 -> f32[1,1,1,4; halo 0]@320 with f32[16]@576", strides = [1, 1], then = "relu", weights_0 = dense<[2.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]> : tensor<32xf32>} : !arena.run, !tfrt.chain
// out|     %next_2 = arena.max_pool.f32 %arg0, %next_1 {auto_pad = 0 : i64, ceil_mode = false, dilations = [1, 1], kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[1,1,1,4; halo 0]@320 -> f32[1,1,1,2; halo 0]@0", strides = [1, 2]} : !arena.run, !tfrt.chain
// out|     %tensor, %next_3 = arena.load %arg0, %next_2 {places = "f32[1,1,1,2; halo 0]@0"} : tensor<1x1x1x2xf32>, !tfrt.chain
// out|     tfrt.return %tensor : tensor<1x1x1x2xf32>
// out|   }
// out| }
// out|

func.func @main(%x: tensor<1x1x1x4xf32>) -> tensor<1x1x1x2xf32> {
  %filters = arith.constant.tensor dense<2.0> : tensor<1x1x1x1xf32>
  %first = nn.conv %x, %filters {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x1x1x4xf32>
  %zero = arith.constant.tensor dense<0.0> : tensor<f32>
  %six = arith.constant.tensor dense<6.0> : tensor<1xf32>
  %least = nn.max %first, %zero : tensor<1x1x1x4xf32>
  %bounded = nn.min %six, %least : tensor<1x1x1x4xf32>
  %second = nn.conv %bounded, %filters {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x1x1x4xf32>
  %sum = nn.add %bounded, %second : tensor<1x1x1x4xf32>
  %positive = nn.relu %sum : tensor<1x1x1x4xf32>
  %pool = nn.max_pool %positive {auto_pad = 0 : i64, ceil_mode = false, dilations = [1, 1], kernel_shape = [1, 2], pads = [0, 0, 0, 0], strides = [1, 2]} : tensor<1x1x1x2xf32>
  tfrt.return %pool : tensor<1x1x1x2xf32>
}
