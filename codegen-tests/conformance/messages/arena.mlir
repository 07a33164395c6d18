// rule: arena: places that cannot be are refused where they stand.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @refused(%run: !arena.run, %chain: !tfrt.chain) -> tensor<4xf32> {
  // expected-error@+1 {{'arena.load' op attribute 'places' is 'f32[4]@65': nothing of 16 bytes begins at 65}}
  %y, %next = arena.load %run, %chain {places = "f32[4]@65"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain) -> tensor<4xf32> {
  // expected-error@+1 {{'arena.load' op attribute 'places' is 'f32[-4]@64': no memory has shape [-4]}}
  %y, %next = arena.load %run, %chain {places = "f32[-4]@64"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain) -> tensor<4xf32> {
  // expected-error@+1 {{'arena.load' op attribute 'places' is 'f32[4@0': expected ']' behind the sizes}}
  %y, %next = arena.load %run, %chain {places = "f32[4@0"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain) -> tensor<4xf32> {
  // expected-error@+1 {{'arena.load' op attribute 'places' is 'f32(4)]': 'f32(4)]' is no place, such as f32[2,3]@64}}
  %y, %next = arena.load %run, %chain {places = "f32(4)]"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain) -> tensor<4xf32> {
  // expected-error@+1 {{'arena.load' op attribute 'places' is 'f31[4]@0': 'f31' is no element type}}
  %y, %next = arena.load %run, %chain {places = "f31[4]@0"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain) -> tensor<4xf32> {
  // expected-error@+1 {{'arena.load' op attribute 'places' is 'f32[4]@0 -> f32[4]': what is written is in memory: expected '@' and its first byte}}
  %y, %next = arena.load %run, %chain {places = "f32[4]@0 -> f32[4]"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain) -> tensor<4xf32> {
  // expected-error@+1 {{'arena.load' op attribute 'places' is '!corert.string[4]@0': elements of type string have no size}}
  %y, %next = arena.load %run, %chain {places = "!corert.string[4]@0"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain) -> tensor<4xf32> {
  // expected-error@+1 {{'arena.load' op attribute 'places' is no text}}
  %y, %next = arena.load %run, %chain {places = "\FF"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

// -----

func.func @refused() -> !tfrt.chain {
  // expected-error@+1 {{'arena.begin' op attribute 'bytes' is -1, which is no size}}
  %run, %chain = arena.begin {bytes = -1 : i64}
  tfrt.return %chain : !tfrt.chain
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain) -> tensor<0x9223372036854775807xf32> {
  // expected-error@+1 {{'arena.load' op attribute 'places' is 'f32[0,9223372036854775807]@0': shape [0, 9223372036854775807] has no elements, and so no place}}
  %y, %next = arena.load %run, %chain {places = "f32[0,9223372036854775807]@0"} : tensor<0x9223372036854775807xf32>, !tfrt.chain
  tfrt.return %y : tensor<0x9223372036854775807xf32>
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain, %x: tensor<1x1x4xf32>, %w: tensor<64xf32>) -> !tfrt.chain {
  // expected-error@+1 {{'arena.conv.f32' op attribute 'then' is 'elu', expected none, relu, or clip(0, 6) of two bounds}}
  %next = arena.conv.f32 %run, %chain, %x, %w {algorithm = "direct", auto_pad = 0 : i64, dilations = [1], group = 1 : i64, kernel_shape = [2], pads = [0, 0], places = "f32[1,1,4], f32[64] -> f32[1,1,3]@0", strides = [1], then = "elu"} : !arena.run, !tfrt.chain, tensor<1x1x4xf32>, tensor<64xf32>
  tfrt.return %next : !tfrt.chain
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain, %x: tensor<1x1x4xf32>, %w: tensor<64xf32>) -> !tfrt.chain {
  // expected-error@+1 {{'arena.conv.f32' op attribute 'then' is 'clip(1)', expected none, relu, or clip(0, 6) of two bounds}}
  %next = arena.conv.f32 %run, %chain, %x, %w {algorithm = "direct", auto_pad = 0 : i64, dilations = [1], group = 1 : i64, kernel_shape = [2], pads = [0, 0], places = "f32[1,1,4], f32[64] -> f32[1,1,3]@0", strides = [1], then = "clip(1)"} : !arena.run, !tfrt.chain, tensor<1x1x4xf32>, tensor<64xf32>
  tfrt.return %next : !tfrt.chain
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain, %x: tensor<1x1x4xf32>, %w: tensor<64xf32>) -> !tfrt.chain {
  // expected-error@+1 {{'arena.conv.f32' op attribute 'then' is 'clip(-0.0, 6)', expected none, relu, or clip(0, 6) of two bounds}}
  %next = arena.conv.f32 %run, %chain, %x, %w {algorithm = "direct", auto_pad = 0 : i64, dilations = [1], group = 1 : i64, kernel_shape = [2], pads = [0, 0], places = "f32[1,1,4], f32[64] -> f32[1,1,3]@0", strides = [1], then = "clip(-0.0, 6)"} : !arena.run, !tfrt.chain, tensor<1x1x4xf32>, tensor<64xf32>
  tfrt.return %next : !tfrt.chain
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain, %x: tensor<1x1x4xf32>, %w: tensor<64xf32>) -> !tfrt.chain {
  // expected-error@+1 {{'arena.conv.f32' op attribute 'then' is 'clip(nan, 6)', expected none, relu, or clip(0, 6) of two bounds}}
  %next = arena.conv.f32 %run, %chain, %x, %w {algorithm = "direct", auto_pad = 0 : i64, dilations = [1], group = 1 : i64, kernel_shape = [2], pads = [0, 0], places = "f32[1,1,4], f32[64] -> f32[1,1,3]@0", strides = [1], then = "clip(nan, 6)"} : !arena.run, !tfrt.chain, tensor<1x1x4xf32>, tensor<64xf32>
  tfrt.return %next : !tfrt.chain
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain, %x: tensor<1x1x4xf32>, %w: tensor<64xf32>) -> !tfrt.chain {
  // expected-error@+1 {{'arena.conv.f32' op attribute 'then' is 'clip(-1, 0)', expected none, relu, or clip(0, 6) of two bounds}}
  %next = arena.conv.f32 %run, %chain, %x, %w {algorithm = "direct", auto_pad = 0 : i64, dilations = [1], group = 1 : i64, kernel_shape = [2], pads = [0, 0], places = "f32[1,1,4], f32[64] -> f32[1,1,3]@0", strides = [1], then = "clip(-1, 0)"} : !arena.run, !tfrt.chain, tensor<1x1x4xf32>, tensor<64xf32>
  tfrt.return %next : !tfrt.chain
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain, %x: tensor<1x1x4xf32>, %w: tensor<64xf32>) -> !tfrt.chain {
  // expected-error@+1 {{'arena.rows.f32' op attribute 'places' is 'f32[4; halo 1]@0 -> f32[4]@64': shape [4] with a halo of 1 has no blocks}}
  %next = arena.rows.f32 %run, %chain {places = "f32[4; halo 1]@0 -> f32[4]@64"} : !arena.run, !tfrt.chain
  tfrt.return %next : !tfrt.chain
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain, %x: tensor<1x1x4xf32>, %w: tensor<64xf32>) -> !tfrt.chain {
  // expected-error@+1 {{'arena.rows.f32' op attribute 'places' is 'f32[1,1,4; halo 9]@0 -> f32[4]@64': shape [1, 1, 4] with a halo of 9 has no blocks}}
  %next = arena.rows.f32 %run, %chain {places = "f32[1,1,4; halo 9]@0 -> f32[4]@64"} : !arena.run, !tfrt.chain
  tfrt.return %next : !tfrt.chain
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain, %x: tensor<1x1x4xf32>, %w: tensor<64xf32>) -> !tfrt.chain {
  // expected-error@+1 {{'arena.rows.f32' op attribute 'places' is 'f64[1,1,4; halo 1]@0 -> f64[4]@64': only f32 is in blocks, not f64}}
  %next = arena.rows.f32 %run, %chain {places = "f64[1,1,4; halo 1]@0 -> f64[4]@64"} : !arena.run, !tfrt.chain
  tfrt.return %next : !tfrt.chain
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain) -> !tfrt.chain {
  // expected-error@+1 {{'arena.relu.f32' op attribute 'places' is 'f32[1]@0 -> f32[1]@64 with f32[1]': what is written is in memory: expected '@' and its first byte}}
  %next = arena.relu.f32 %run, %chain {places = "f32[1]@0 -> f32[1]@64 with f32[1]"} : !arena.run, !tfrt.chain
  tfrt.return %next : !tfrt.chain
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain) -> tensor<4xf32> {
  // expected-error@+1 {{'arena.load' op attribute 'places' is 'f32[4] weights_4': 'f32[4] weights_4' is no place: there are weights_0 to weights_3}}
  %y, %next = arena.load %run, %chain {places = "f32[4] weights_4"} : tensor<4xf32>, !tfrt.chain
  tfrt.return %y : tensor<4xf32>
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain, %x: tensor<4xf32>) -> !tfrt.chain {
  // expected-error@+1 {{'arena.relu.f32' op attribute 'places' is 'f32[4] -> f32[4] weights_0': what is written is in memory: expected '@' and its first byte}}
  %next = arena.relu.f32 %run, %chain, %x {places = "f32[4] -> f32[4] weights_0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  tfrt.return %next : !tfrt.chain
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain, %x: tensor<1x1x4xf32>, %w: tensor<64xf32>) -> !tfrt.chain {
  // expected-error@+1 {{'arena.conv.f32' op attribute 'algorithm' is 'F(6,3)', expected direct, F(2,3) or F(4,3)}}
  %next = arena.conv.f32 %run, %chain, %x, %w {algorithm = "F(6,3)", auto_pad = 0 : i64, dilations = [1], group = 1 : i64, kernel_shape = [2], pads = [0, 0], places = "f32[1,1,4], f32[64] -> f32[1,1,3]@0", strides = [1], then = "none"} : !arena.run, !tfrt.chain, tensor<1x1x4xf32>, tensor<64xf32>
  tfrt.return %next : !tfrt.chain
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain, %x: tensor<4xf32>) -> !tfrt.chain {
  // expected-error@+1 {{'arena.elementwise.f32' op attribute 'of' is 'relu': relu has 0 inputs, expected 1}}
  %next = arena.elementwise.f32 %run, %chain, %x {of = "relu", places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  tfrt.return %next : !tfrt.chain
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain, %x: tensor<4xf32>) -> !tfrt.chain {
  // expected-error@+1 {{'arena.elementwise.f32' op attribute 'of' is 'wink a': 'wink' is no operation}}
  %next = arena.elementwise.f32 %run, %chain, %x {of = "wink a", places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  tfrt.return %next : !tfrt.chain
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain, %x: tensor<4xf32>) -> !tfrt.chain {
  // expected-error@+1 {{'arena.elementwise.f32' op attribute 'of' is 'add a %0': step 0 reads %0, which is not there yet}}
  %next = arena.elementwise.f32 %run, %chain, %x {of = "add a %0", places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  tfrt.return %next : !tfrt.chain
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain, %x: tensor<4xf32>) -> !tfrt.chain {
  // expected-error@+1 {{'arena.elementwise.f32' op attribute 'of' is 'relu Q': 'Q' is no operand, step or number, such as a, %0 or 0.5}}
  %next = arena.elementwise.f32 %run, %chain, %x {of = "relu Q", places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  tfrt.return %next : !tfrt.chain
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain, %x: tensor<4xf32>) -> !tfrt.chain {
  // expected-error@+1 {{'arena.elementwise.f32' op attribute 'of' is 'relu 2': it reads no operand}}
  %next = arena.elementwise.f32 %run, %chain, %x {of = "relu 2", places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  tfrt.return %next : !tfrt.chain
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain, %x: tensor<4xf32>) -> !tfrt.chain {
  // expected-error@+1 {{'arena.elementwise.f32' op attribute 'of' is 'relu z': it has more than 8 operands}}
  %next = arena.elementwise.f32 %run, %chain, %x {of = "relu z", places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  tfrt.return %next : !tfrt.chain
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain, %x: tensor<4xf32>) -> !tfrt.chain {
  // expected-error@+1 {{'arena.elementwise.f32' op attribute 'of' is 'relu a; relu a; relu a; relu a; relu a; relu a; relu a; relu a; relu a; relu a; relu a; relu a; relu a; relu a; relu a; relu a; relu a': it has more than 16 steps}}
  %next = arena.elementwise.f32 %run, %chain, %x {of = "relu a; relu a; relu a; relu a; relu a; relu a; relu a; relu a; relu a; relu a; relu a; relu a; relu a; relu a; relu a; relu a; relu a", places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  tfrt.return %next : !tfrt.chain
}

// -----

func.func @refused(%run: !arena.run, %chain: !tfrt.chain, %x: tensor<4xf32>) -> !tfrt.chain {
  // expected-error@+1 {{'arena.elementwise.f32' op attribute 'of' is 'add a 0; add a 1; add a 2; add a 3; add a 4; add a 5; add a 6; add a 7; add a 8': it has more than 8 numbers}}
  %next = arena.elementwise.f32 %run, %chain, %x {of = "add a 0; add a 1; add a 2; add a 3; add a 4; add a 5; add a 6; add a 7; add a 8", places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  tfrt.return %next : !tfrt.chain
}
