// rule: arena: an attribute that may be missing is there if one behind it is.
// tool: run FILE
// exit: 2
// err| 'arena.conv.f32' takes 'winograd' only after 'then'

func.func @main(%run: !arena.run, %chain: !tfrt.chain, %x: tensor<1x1x4xf32>, %w: tensor<64xf32>) -> !tfrt.chain {
  %next = arena.conv.f32 %run, %chain, %x, %w {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, kernel_shape = [2], pads = [0, 0], places = "f32[1,1,4], f32[64] -> f32[1,1,3]@0", strides = [1], winograd = 2 : i64} : !arena.run, !tfrt.chain, tensor<1x1x4xf32>, tensor<64xf32>
  tfrt.return %next : !tfrt.chain
}
