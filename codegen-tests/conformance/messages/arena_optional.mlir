// rule: arena: an attribute that may be missing is there if one behind it is.
// tool: run FILE
// exit: 2
// err| 'arena.linear.f32' takes 'weights_1' only after 'weights_0'

func.func @main(%run: !arena.run, %chain: !tfrt.chain, %x: tensor<1x1xf32>, %w: tensor<32xf32>) -> !tfrt.chain {
  %next = arena.linear.f32 %run, %chain, %x, %w {places = "f32[1,1], f32[32], f32[1] weights_1 -> f32[1,1]@0", then = "none", weights_1 = dense<1.0> : tensor<1xf32>} : !arena.run, !tfrt.chain, tensor<1x1xf32>, tensor<32xf32>
  tfrt.return %next : !tfrt.chain
}
