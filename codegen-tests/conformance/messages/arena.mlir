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
