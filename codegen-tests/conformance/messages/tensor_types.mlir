// rule: tensor: types of tensors that contradict each other are refused at the op, with both types; a result is
//   written with no more than is inferred.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @shapes(%a: tensor<4xf32>, %b: tensor<5xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'arith.addf.tensor.f32' op its operands have different shapes: 'tensor<4xf32>' and 'tensor<5xf32>'}}
  %r = arith.addf.tensor.f32 %a, %b : tensor<4xf32>
  tfrt.return %r : tensor<4xf32>
}

// -----

func.func @elements(%a: tensor<4xi32>) -> tensor<4xf32> {
  // expected-error@+1 {{'math.sin.tensor.f32' op operand #0 must be a tensor of f32, but got 'tensor<4xi32>'}}
  %r = math.sin.tensor.f32 %a : tensor<4xf32>
  tfrt.return %r : tensor<4xf32>
}

// -----

func.func @exact(%a: tensor<?xi8>) -> tensor<4xi8> {
  // expected-error@+1 {{'math.absi.tensor.i8' op result #0 is 'tensor<?xi8>', but is written as 'tensor<4xi8>'}}
  %r = math.absi.tensor.i8 %a : tensor<4xi8>
  tfrt.return %r : tensor<4xi8>
}

// -----

func.func @mutable(%a: !tfrt_tensor.tensor) -> tensor<4xi8> {
  // expected-error@+1 {{'math.absi.tensor.i8' op operand #0 must be tensor<..>, but got '!tfrt_tensor.tensor'}}
  %r = "math.absi.tensor.i8"(%a) : (!tfrt_tensor.tensor) -> tensor<4xi8>
  tfrt.return %r : tensor<4xi8>
}

// -----

func.func @cast(%a: tensor<2x?xi8>) -> tensor<3x?xi8> {
  // expected-error@+1 {{'tensor.cast.i8' op its operand of type 'tensor<2x?xi8>' cannot have the shape [3, ?]}}
  %r = tensor.cast.i8 %a : tensor<3x?xi8>
  tfrt.return %r : tensor<3x?xi8>
}

// -----

func.func @sizes(%x: i32, %n: i64) -> tensor<2x4xi32> {
  // expected-error@+1 {{'tensor.splat.i32' op it has 1 sizes for a shape with 0 unknown}}
  %r = "tensor.splat.i32"(%x, %n) : (i32, i64) -> tensor<2x4xi32>
  tfrt.return %r : tensor<2x4xi32>
}

// -----

func.func @count(%x: i32) -> tensor<2xi32> {
  // expected-error@+1 {{'tensor.from_elements.i32' op it has 1 elements for the shape [2]}}
  %r = "tensor.from_elements.i32"(%x) : (i32) -> tensor<2xi32>
  tfrt.return %r : tensor<2xi32>
}

// -----

func.func @indices(%a: tensor<2x2xi32>, %i: i64) -> i32 {
  // expected-error@+1 {{'tensor.extract.i32' op it has 1 indices for 'tensor<2x2xi32>'}}
  %r = "tensor.extract.i32"(%a, %i) : (tensor<2x2xi32>, i64) -> i32
  tfrt.return %r : i32
}
