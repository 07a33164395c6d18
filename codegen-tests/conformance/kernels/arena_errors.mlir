// rule: arena: an op reads only what an op of the same run has written, neither where it writes itself nor beyond the memory;
//   places and tensors that do not fit each other are errors when an op runs.
// run:
// out| --- Running 'fails0':
// out| 'fails0' returned <<error: f32[4]@128 is read, and was not written before>>
// out| --- Running 'fails1':
// out| 'fails1' returned <<error: f32[4]@0 is read, and overlaps what is written>>
// out| --- Running 'fails2':
// out| 'fails2' returned <<error: f32[4]@256 is beyond the 256 bytes of the run>>
// out| --- Running 'fails3':
// out| 'fails3' returned <<error: its result has shape [4], and is written to f32[5]@64>>
// out| --- Running 'fails4':
// out| 'fails4' returned <<error: i32[4]@0 has another element type than f32>>
// out| --- Running 'fails5':
// out| 'fails5' returned <<error: it writes nothing>>
// out| --- Running 'fails6':
// out| 'fails6' returned <<error: it has 2 operands, expected 1>>
// out| --- Running 'fails7':
// out| 'fails7' returned <<error: f32[4] has no memory, and there is no tensor for it>>
// out| --- Running 'fails8':
// out| 'fails8' returned <<error: it has more tensors than places without memory>>
// out| --- Running 'fails9':
// out| 'fails9' returned <<error: it has a tensor of type f32 [4], expected f32[2,2]>>
// out| --- Running 'fails10':
// out| 'fails10' returned <<error: expected one operand, got 'f32[4]@0, f32[4]@0 -> f32[4]@64'>>
// out| --- Running 'fails11':
// out| 'fails11' returned <<error: its result has shape [4], and its places are 'f32[4]@0 -> f32[3]@64'>>
// out| --- Running 'fails12':
// out| 'fails12' returned <<error: 'f32[4]@0, f32[4]@0 -> f32[]@64' are no tensor and axes>>
// out| --- Running 'fails13':
// out| 'fails13' returned <<error: i32[4]@0 has another element type than f32>>
// out| --- Running 'fails14':
// out| 'fails14' returned <<error: 'f32[4], f32[4] -> f32[4]@64' are no images>>
// out| --- Running 'fails15':
// out| 'fails15' returned <<error: expected 64 packed weights, got [4]>>
// out| --- Running 'fails16':
// out| 'fails16' returned <<error: Cannot allocate memory of a run: memory is exhausted>>
// out| --- Running 'fails17':
// out| 'fails17' returned <<error: expected one place, got 'f32[4]@0, f32[4]@0'>>
// out| --- Running 'fails18':
// out| 'fails18' returned <<error: it does not take f32[1,1,1,4; halo 1]@0 in blocks>>
// out| --- Running 'fails19':
// out| 'fails19' returned <<error: f32[1,1,1,3]@0 is added to f32[1,1,1,3]@2048, and is not as that>>
// out| --- Running 'fails20':
// out| 'fails20' returned <<error: it has 5 operands, expected 4>>
// out| --- Running 'fails21':
// out| 'fails21' returned <<error: of f32[1,1,1,4]@0 and f32[1,1,1,3; halo 0]@2048, one is in blocks>>
// out| --- Running 'fails22':
// out| 'fails22' returned <<error: f32[4]@0 is not in blocks>>
// out| --- Running 'fails23':
// out| 'fails23' returned <<error: f32[1,1,4; halo 0]@2048 is in blocks, expected rows>>
// out| --- Running 'fails24':
// out| 'fails24' returned <<error: 'f32[1,1,1,4]@0 -> f32[1,1,1,3]@2048' are no images and weights>>
// out| --- Running 'fails25':
// out| 'fails25' returned <<error: it does not give f32[1,2,1,4; halo 0]@2048 in blocks>>
// out| --- Running 'fails26':
// out| 'fails26' returned <<error: 'f32[1,1,1,4], f32[64] -> f32[1,1,1,3]@2048 with f32[128]@1600': the op's scratch place overlaps what is written>>
// out| --- Running 'fails27':
// out| 'fails27' returned <<error: the scratch place is too small>>
// out| --- Running 'fails28':
// out| 'fails28' returned <<error: f32[128]@3840 is beyond the 4096 bytes of the run>>
// out| --- Running 'fails29':
// out| 'fails29' returned <<error: f32[1,4]@256 is read, and was not written before>>
// out| --- Running 'fails30':
// out| 'fails30' returned <<error: it needs no memory besides, such as f32[4]@512>>
// out| --- Running 'fails31':
// out| 'fails31' returned <<error: expected 64 packed elements, got [4]>>
// out| --- Running 'fails32':
// out| 'fails32' returned <<error: f32[2,2] has other rows than f32[3,2]@64>>
// out| --- Running 'fails33':
// out| 'fails33' returned <<error: 'f32[2,2], f32[64], f32[4] -> f32[2,2]@64' cannot all be added>>
// out| --- Running 'fails34':
// out| 'fails34' returned <<error: 'f32[2,2] -> f32[2,2]@64' are no rows and matrix>>
// out| --- Running 'fails35':
// out| 'fails35' returned <<error: it reads f32[4] weights_0, and has no such attribute>>
// out| --- Running 'fails36':
// out| 'fails36' returned <<error: 'f32[4], f32[4] -> f32[4]@64' does not name all weights that it has>>
// out| --- Running 'fails37':
// out| 'fails37' returned <<error: it has a tensor of type f32 [2], expected f32[4] weights_0>>
// out| --- Running 'fails38':
// out| 'fails38' returned <<error: index 4 is beyond a dimension of size 4>>
// out| --- Running 'fails39':
// out| 'fails39' returned <<error: the result of 'f32[4], i64[3] weights_0 -> f32[4]@64' has shape [3]>>
// out| --- Running 'fails40':
// out| 'fails40' returned <<error: 'f32[4] -> f32[4]@64' are no tensor and indices>>
// out| --- Running 'fails41':
// out| 'fails41' returned <<error: 'f32[4] -> f32[4]@64' are no tensor and one of type i64>>
// out| --- Running 'fails42':
// out| 'fails42' returned <<error: it has 1 operands, expected 2>>
// out| --- Running 'fails43':
// out| 'fails43' returned <<error: its result has shape [4], and is written to f32[2,4]@64>>

func.func @fails0() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  %d = arena.relu.f32 %run, %c, %x {places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  // expected-error@+1 {{f32[4]@128 is read, and was not written before}}
  %e = arena.relu.f32 %run, %d {places = "f32[4]@128 -> f32[4]@64"} : !arena.run, !tfrt.chain
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails1() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  %d = arena.relu.f32 %run, %c, %x {places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  // expected-error@+1 {{f32[4]@0 is read, and overlaps what is written}}
  %e = arena.relu.f32 %run, %d {places = "f32[4]@0 -> f32[4]@0"} : !arena.run, !tfrt.chain
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails2() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  %d = arena.relu.f32 %run, %c, %x {places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  // expected-error@+1 {{f32[4]@256 is beyond the 256 bytes of the run}}
  %e = arena.relu.f32 %run, %d {places = "f32[4]@0 -> f32[4]@256"} : !arena.run, !tfrt.chain
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails3() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  %d = arena.relu.f32 %run, %c, %x {places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  // expected-error@+1 {{its result has shape [4], and is written to f32[5]@64}}
  %e = arena.relu.f32 %run, %d {places = "f32[4]@0 -> f32[5]@64"} : !arena.run, !tfrt.chain
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails4() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  %d = arena.relu.f32 %run, %c, %x {places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  // expected-error@+1 {{i32[4]@0 has another element type than f32}}
  %e = arena.relu.f32 %run, %d {places = "i32[4]@0 -> f32[4]@64"} : !arena.run, !tfrt.chain
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails5() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  %d = arena.relu.f32 %run, %c, %x {places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  // expected-error@+1 {{it writes nothing}}
  %e = arena.relu.f32 %run, %d {places = "f32[4]@0"} : !arena.run, !tfrt.chain
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails6() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  %d = arena.relu.f32 %run, %c, %x {places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  // expected-error@+1 {{it has 2 operands, expected 1}}
  %e = arena.relu.f32 %run, %d {places = "f32[4]@0, f32[4]@0 -> f32[4]@64"} : !arena.run, !tfrt.chain
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails7() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  %d = arena.relu.f32 %run, %c, %x {places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  // expected-error@+1 {{f32[4] has no memory, and there is no tensor for it}}
  %e = arena.relu.f32 %run, %d {places = "f32[4] -> f32[4]@64"} : !arena.run, !tfrt.chain
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails8() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  %d = arena.relu.f32 %run, %c, %x {places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  // expected-error@+1 {{it has more tensors than places without memory}}
  %e = arena.relu.f32 %run, %d, %x {places = "f32[4]@0 -> f32[4]@64"} : !arena.run, !tfrt.chain, tensor<4xf32>
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails9() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  %d = arena.relu.f32 %run, %c, %x {places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  // expected-error@+1 {{it has a tensor of type f32 [4], expected f32[2,2]}}
  %e = arena.relu.f32 %run, %d, %x {places = "f32[2,2] -> f32[2,2]@64"} : !arena.run, !tfrt.chain, tensor<4xf32>
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails10() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  %d = arena.relu.f32 %run, %c, %x {places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  // expected-error@+1 {{expected one operand, got 'f32[4]@0, f32[4]@0 -> f32[4]@64'}}
  %e = arena.transpose %run, %d {perm = [0], places = "f32[4]@0, f32[4]@0 -> f32[4]@64"} : !arena.run, !tfrt.chain
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails11() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  %d = arena.relu.f32 %run, %c, %x {places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  // expected-error@+1 {{its result has shape [4], and its places are 'f32[4]@0 -> f32[3]@64'}}
  %e = arena.transpose %run, %d {perm = [0], places = "f32[4]@0 -> f32[3]@64"} : !arena.run, !tfrt.chain
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails12() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  %d = arena.relu.f32 %run, %c, %x {places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  // expected-error@+1 {{'f32[4]@0, f32[4]@0 -> f32[]@64' are no tensor and axes}}
  %e = arena.reduce_sum.f32 %run, %d {keepdims = false, noop_with_empty_axes = false, places = "f32[4]@0, f32[4]@0 -> f32[]@64"} : !arena.run, !tfrt.chain
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails13() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  %d = arena.relu.f32 %run, %c, %x {places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  // expected-error@+1 {{i32[4]@0 has another element type than f32}}
  %e = arena.reduce_sum.f32 %run, %d {keepdims = false, noop_with_empty_axes = false, places = "i32[4]@0 -> f32[]@64"} : !arena.run, !tfrt.chain
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails14() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  // expected-error@+1 {{'f32[4], f32[4] -> f32[4]@64' are no images}}
  %e = arena.conv.f32 %run, %c, %x, %x {algorithm = "direct", auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[4], f32[4] -> f32[4]@64", strides = [1, 1], then = "none"} : !arena.run, !tfrt.chain, tensor<4xf32>, tensor<4xf32>
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails15() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  // expected-error@+1 {{expected 64 packed weights, got [4]}}
  %e = arena.conv.f32 %run, %c, %x, %x {algorithm = "direct", auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[1,1,1,4], f32[4] -> f32[1,1,1,3]@64", strides = [1, 1], then = "none"} : !arena.run, !tfrt.chain, tensor<4xf32>, tensor<4xf32>
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails16() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  // expected-error@+1 {{Cannot allocate memory of a run: memory is exhausted}}
  %run, %c = arena.begin {bytes = 9223372036854775807 : i64}
  %y, %f = arena.load %run, %c {places = "f32[4]@0"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails17() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  // expected-error@+1 {{expected one place, got 'f32[4]@0, f32[4]@0'}}
  %y, %f = arena.load %run, %c {places = "f32[4]@0, f32[4]@0"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails18() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<1x1x1x4xf32>
  %w = arith.constant.tensor dense<1.0> : tensor<64xf32>
  %run, %c = arena.begin {bytes = 4096 : i64}
  // expected-error@+1 {{it does not take f32[1,1,1,4; halo 1]@0 in blocks}}
  %e = arena.conv.f32 %run, %c, %w {algorithm = "direct", auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[1,1,1,4; halo 1]@0, f32[64] -> f32[1,1,1,3]@2048", strides = [1, 1], then = "none"} : !arena.run, !tfrt.chain, tensor<64xf32>
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails19() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<1x1x1x4xf32>
  %w = arith.constant.tensor dense<1.0> : tensor<64xf32>
  %run, %c = arena.begin {bytes = 4096 : i64}
  // expected-error@+1 {{f32[1,1,1,3]@0 is added to f32[1,1,1,3]@2048, and is not as that}}
  %e = arena.conv.f32 %run, %c, %x, %w {algorithm = "direct", auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[1,1,1,4], f32[64], f32[1,1,1,3]@0 -> f32[1,1,1,3]@2048", strides = [1, 1], then = "none"} : !arena.run, !tfrt.chain, tensor<1x1x1x4xf32>, tensor<64xf32>
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails20() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<1x1x1x4xf32>
  %w = arith.constant.tensor dense<1.0> : tensor<64xf32>
  %run, %c = arena.begin {bytes = 4096 : i64}
  // expected-error@+1 {{it has 5 operands, expected 4}}
  %e = arena.conv.f32 %run, %c, %x, %w, %w, %w, %w {algorithm = "direct", auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[1,1,1,4], f32[64], f32[64], f32[64], f32[64] -> f32[1,1,1,3]@2048", strides = [1, 1], then = "none"} : !arena.run, !tfrt.chain, tensor<1x1x1x4xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails21() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<1x1x1x4xf32>
  %w = arith.constant.tensor dense<1.0> : tensor<64xf32>
  %run, %c = arena.begin {bytes = 4096 : i64}
  // expected-error@+1 {{of f32[1,1,1,4]@0 and f32[1,1,1,3; halo 0]@2048, one is in blocks}}
  %e = arena.max_pool.f32 %run, %c {auto_pad = 0 : i64, ceil_mode = false, dilations = [1, 1], kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[1,1,1,4]@0 -> f32[1,1,1,3; halo 0]@2048", strides = [1, 1]} : !arena.run, !tfrt.chain
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails22() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<1x1x1x4xf32>
  %w = arith.constant.tensor dense<1.0> : tensor<64xf32>
  %run, %c = arena.begin {bytes = 4096 : i64}
  // expected-error@+1 {{f32[4]@0 is not in blocks}}
  %e = arena.rows.f32 %run, %c {places = "f32[4]@0 -> f32[4]@64"} : !arena.run, !tfrt.chain
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails23() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<1x1x1x4xf32>
  %w = arith.constant.tensor dense<1.0> : tensor<64xf32>
  %run, %c = arena.begin {bytes = 4096 : i64}
  // expected-error@+1 {{f32[1,1,4; halo 0]@2048 is in blocks, expected rows}}
  %e = arena.rows.f32 %run, %c {places = "f32[1,1,4; halo 0]@0 -> f32[1,1,4; halo 0]@2048"} : !arena.run, !tfrt.chain
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails24() -> tensor<4xf32> {
  %v = arith.constant.tensor dense<1.0> : tensor<1x2x1x4xf32>
  %w = arith.constant.tensor dense<1.0> : tensor<64xf32>
  %run, %c = arena.begin {bytes = 4096 : i64}
  // expected-error@+1 {{'f32[1,1,1,4]@0 -> f32[1,1,1,3]@2048' are no images and weights}}
  %e = arena.conv.f32 %run, %c {algorithm = "direct", auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], places = "f32[1,1,1,4]@0 -> f32[1,1,1,3]@2048", strides = [1, 1], then = "none"} : !arena.run, !tfrt.chain
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails25() -> tensor<4xf32> {
  %v = arith.constant.tensor dense<1.0> : tensor<1x2x1x4xf32>
  %w = arith.constant.tensor dense<1.0> : tensor<64xf32>
  %run, %c = arena.begin {bytes = 4096 : i64}
  // expected-error@+1 {{it does not give f32[1,2,1,4; halo 0]@2048 in blocks}}
  %e = arena.conv.f32 %run, %c, %v, %w {algorithm = "direct", auto_pad = 0 : i64, dilations = [1, 1], group = 2 : i64, kernel_shape = [1, 1], pads = [0, 0, 0, 0], places = "f32[1,2,1,4], f32[64] -> f32[1,2,1,4; halo 0]@2048", strides = [1, 1], then = "none"} : !arena.run, !tfrt.chain, tensor<1x2x1x4xf32>, tensor<64xf32>
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails26() -> tensor<1x4xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<1x1x1x4xf32>
  %v = arith.constant.tensor dense<1.0> : tensor<1x4xf32>
  %w = arith.constant.tensor dense<1.0> : tensor<64xf32>
  %run, %c = arena.begin {bytes = 4096 : i64}
  %d = arena.relu.f32 %run, %c, %v {places = "f32[1,4] -> f32[1,4]@256"} : !arena.run, !tfrt.chain, tensor<1x4xf32>
  // expected-error@+1 {{'f32[1,1,1,4], f32[64] -> f32[1,1,1,3]@2048 with f32[128]@1600': the op's scratch place overlaps what is written}}
  %e = arena.conv.f32 %run, %d, %x, %w {algorithm = "direct", auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[1,1,1,4], f32[64] -> f32[1,1,1,3]@2048 with f32[128]@1600", strides = [1, 1], then = "none"} : !arena.run, !tfrt.chain, tensor<1x1x1x4xf32>, tensor<64xf32>
  %y, %f = arena.load %run, %e {places = "f32[1,4]@256"} : tensor<1x4xf32>, !tfrt.chain
  tfrt.return %y : tensor<1x4xf32>
}

func.func @fails27() -> tensor<1x4xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<1x1x1x4xf32>
  %v = arith.constant.tensor dense<1.0> : tensor<1x4xf32>
  %w = arith.constant.tensor dense<1.0> : tensor<64xf32>
  %run, %c = arena.begin {bytes = 4096 : i64}
  %d = arena.relu.f32 %run, %c, %v {places = "f32[1,4] -> f32[1,4]@256"} : !arena.run, !tfrt.chain, tensor<1x4xf32>
  // expected-error@+1 {{the scratch place is too small}}
  %e = arena.conv.f32 %run, %d, %x, %w {algorithm = "direct", auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[1,1,1,4], f32[64] -> f32[1,1,1,3]@2048 with f32[16]@1024", strides = [1, 1], then = "none"} : !arena.run, !tfrt.chain, tensor<1x1x1x4xf32>, tensor<64xf32>
  %y, %f = arena.load %run, %e {places = "f32[1,4]@256"} : tensor<1x4xf32>, !tfrt.chain
  tfrt.return %y : tensor<1x4xf32>
}

func.func @fails28() -> tensor<1x4xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<1x1x1x4xf32>
  %v = arith.constant.tensor dense<1.0> : tensor<1x4xf32>
  %w = arith.constant.tensor dense<1.0> : tensor<64xf32>
  %run, %c = arena.begin {bytes = 4096 : i64}
  %d = arena.relu.f32 %run, %c, %v {places = "f32[1,4] -> f32[1,4]@256"} : !arena.run, !tfrt.chain, tensor<1x4xf32>
  // expected-error@+1 {{f32[128]@3840 is beyond the 4096 bytes of the run}}
  %e = arena.conv.f32 %run, %d, %x, %w {algorithm = "direct", auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[1,1,1,4], f32[64] -> f32[1,1,1,3]@2048 with f32[128]@3840", strides = [1, 1], then = "none"} : !arena.run, !tfrt.chain, tensor<1x1x1x4xf32>, tensor<64xf32>
  %y, %f = arena.load %run, %e {places = "f32[1,4]@256"} : tensor<1x4xf32>, !tfrt.chain
  tfrt.return %y : tensor<1x4xf32>
}

func.func @fails29() -> tensor<1x4xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<1x1x1x4xf32>
  %v = arith.constant.tensor dense<1.0> : tensor<1x4xf32>
  %w = arith.constant.tensor dense<1.0> : tensor<64xf32>
  %run, %c = arena.begin {bytes = 4096 : i64}
  %d = arena.relu.f32 %run, %c, %v {places = "f32[1,4] -> f32[1,4]@256"} : !arena.run, !tfrt.chain, tensor<1x4xf32>
  %e = arena.conv.f32 %run, %d, %x, %w {algorithm = "direct", auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[1,1,1,4], f32[64] -> f32[1,1,1,3]@2048 with f32[128]@64", strides = [1, 1], then = "none"} : !arena.run, !tfrt.chain, tensor<1x1x1x4xf32>, tensor<64xf32>
  // expected-error@+1 {{f32[1,4]@256 is read, and was not written before}}
  %y, %f = arena.load %run, %e {places = "f32[1,4]@256"} : tensor<1x4xf32>, !tfrt.chain
  tfrt.return %y : tensor<1x4xf32>
}

func.func @fails30() -> tensor<1x4xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<1x1x1x4xf32>
  %v = arith.constant.tensor dense<1.0> : tensor<1x4xf32>
  %w = arith.constant.tensor dense<1.0> : tensor<64xf32>
  %run, %c = arena.begin {bytes = 4096 : i64}
  %d = arena.relu.f32 %run, %c, %v {places = "f32[1,4] -> f32[1,4]@256"} : !arena.run, !tfrt.chain, tensor<1x4xf32>
  // expected-error@+1 {{it needs no memory besides, such as f32[4]@512}}
  %e = arena.relu.f32 %run, %d {places = "f32[1,4]@256 -> f32[1,4]@64 with f32[4]@512"} : !arena.run, !tfrt.chain
  %y, %f = arena.load %run, %e {places = "f32[1,4]@256"} : tensor<1x4xf32>, !tfrt.chain
  tfrt.return %y : tensor<1x4xf32>
}

func.func @fails31() -> tensor<2x2xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<2x2xf32>
  %x4 = arith.constant.tensor dense<1.0> : tensor<4xf32>
  %w = arith.constant.tensor dense<1.0> : tensor<64xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  // expected-error@+1 {{expected 64 packed elements, got [4]}}
  %e = arena.linear.f32 %run, %c, %x, %x4 {places = "f32[2,2], f32[4] -> f32[2,2]@64", then = "none"} : !arena.run, !tfrt.chain, tensor<2x2xf32>, tensor<4xf32>
  %y, %f = arena.load %run, %e {places = "f32[2,2]@64"} : tensor<2x2xf32>, !tfrt.chain
  tfrt.return %y : tensor<2x2xf32>
}

func.func @fails32() -> tensor<2x2xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<2x2xf32>
  %x4 = arith.constant.tensor dense<1.0> : tensor<4xf32>
  %w = arith.constant.tensor dense<1.0> : tensor<64xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  // expected-error@+1 {{f32[2,2] has other rows than f32[3,2]@64}}
  %e = arena.linear.f32 %run, %c, %x, %w {places = "f32[2,2], f32[64] -> f32[3,2]@64", then = "none"} : !arena.run, !tfrt.chain, tensor<2x2xf32>, tensor<64xf32>
  %y, %f = arena.load %run, %e {places = "f32[2,2]@64"} : tensor<2x2xf32>, !tfrt.chain
  tfrt.return %y : tensor<2x2xf32>
}

func.func @fails33() -> tensor<2x2xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<2x2xf32>
  %x4 = arith.constant.tensor dense<1.0> : tensor<4xf32>
  %w = arith.constant.tensor dense<1.0> : tensor<64xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  // expected-error@+1 {{'f32[2,2], f32[64], f32[4] -> f32[2,2]@64' cannot all be added}}
  %e = arena.linear.f32 %run, %c, %x, %w, %x4 {places = "f32[2,2], f32[64], f32[4] -> f32[2,2]@64", then = "none"} : !arena.run, !tfrt.chain, tensor<2x2xf32>, tensor<64xf32>, tensor<4xf32>
  %y, %f = arena.load %run, %e {places = "f32[2,2]@64"} : tensor<2x2xf32>, !tfrt.chain
  tfrt.return %y : tensor<2x2xf32>
}

func.func @fails34() -> tensor<2x2xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<2x2xf32>
  %x4 = arith.constant.tensor dense<1.0> : tensor<4xf32>
  %w = arith.constant.tensor dense<1.0> : tensor<64xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  // expected-error@+1 {{'f32[2,2] -> f32[2,2]@64' are no rows and matrix}}
  %e = arena.linear.f32 %run, %c, %x {places = "f32[2,2] -> f32[2,2]@64", then = "none"} : !arena.run, !tfrt.chain, tensor<2x2xf32>
  %y, %f = arena.load %run, %e {places = "f32[2,2]@64"} : tensor<2x2xf32>, !tfrt.chain
  tfrt.return %y : tensor<2x2xf32>
}

func.func @fails35() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  // expected-error@+1 {{it reads f32[4] weights_0, and has no such attribute}}
  %e = arena.add.f32 %run, %c, %x {places = "f32[4] weights_0, f32[4] -> f32[4]@64"} : !arena.run, !tfrt.chain, tensor<4xf32>
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails36() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  // expected-error@+1 {{'f32[4], f32[4] -> f32[4]@64' does not name all weights that it has}}
  %e = arena.add.f32 %run, %c, %x, %x {places = "f32[4], f32[4] -> f32[4]@64", weights_0 = dense<1.0> : tensor<4xf32>} : !arena.run, !tfrt.chain, tensor<4xf32>, tensor<4xf32>
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails37() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  // expected-error@+1 {{it has a tensor of type f32 [2], expected f32[4] weights_0}}
  %e = arena.add.f32 %run, %c, %x {places = "f32[4] weights_0, f32[4] -> f32[4]@64", weights_0 = dense<1.0> : tensor<2xf32>} : !arena.run, !tfrt.chain, tensor<4xf32>
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails38() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  // expected-error@+1 {{index 4 is beyond a dimension of size 4}}
  %e = arena.gather %run, %c, %x {axis = 0 : i64, places = "f32[4], i64[4] weights_0 -> f32[4]@64", weights_0 = dense<4> : tensor<4xi64>} : !arena.run, !tfrt.chain, tensor<4xf32>
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails39() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  // expected-error@+1 {{the result of 'f32[4], i64[3] weights_0 -> f32[4]@64' has shape [3]}}
  %e = arena.gather %run, %c, %x {axis = 0 : i64, places = "f32[4], i64[3] weights_0 -> f32[4]@64", weights_0 = dense<0> : tensor<3xi64>} : !arena.run, !tfrt.chain, tensor<4xf32>
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails40() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  // expected-error@+1 {{'f32[4] -> f32[4]@64' are no tensor and indices}}
  %e = arena.gather %run, %c, %x {axis = 0 : i64, places = "f32[4] -> f32[4]@64"} : !arena.run, !tfrt.chain, tensor<4xf32>
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails41() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  // expected-error@+1 {{'f32[4] -> f32[4]@64' are no tensor and one of type i64}}
  %e = arena.cast %run, %c, %x {places = "f32[4] -> f32[4]@64", to = i64} : !arena.run, !tfrt.chain, tensor<4xf32>
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails42() -> tensor<4xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  // expected-error@+1 {{it has 1 operands, expected 2}}
  %e = arena.elementwise.f32 %run, %c, %x {of = "add a b", places = "f32[4] -> f32[4]@64"} : !arena.run, !tfrt.chain, tensor<4xf32>
  %y, %f = arena.load %run, %e {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

func.func @fails43() -> tensor<2x4xf32> {
  %x = arith.constant.tensor dense<1.0> : tensor<4xf32>
  %run, %c = arena.begin {bytes = 256 : i64}
  // expected-error@+1 {{its result has shape [4], and is written to f32[2,4]@64}}
  %e = arena.elementwise.f32 %run, %c, %x {of = "add a a; relu %0", places = "f32[4] -> f32[2,4]@64"} : !arena.run, !tfrt.chain, tensor<4xf32>
  %y, %f = arena.load %run, %e {places = "f32[2,4]@64"} : tensor<2x4xf32>, !tfrt.chain
  tfrt.return %y : tensor<2x4xf32>
}
