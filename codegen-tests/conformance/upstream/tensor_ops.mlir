// rule: import: 'tensor.splat', 'tensor.from_elements' and 'tensor.empty' make tensors of scalars, 'tensor.extract' and
//   'tensor.dim' take them apart; 'tensor.cast' checks sizes that become known.
// run:
// out*| 'main' returned 60,3
// out*| 'empty' returned 0.000000e+00,5
// out*| 'cast' returned <<error: a tensor of shape [3], expected [4]>>
// out*| 'outside' returned <<error: a tensor of shape [3] has no element [3]>>

func.func @sum(%t: tensor<?xi32>) -> i32 {
  %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
  %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
  %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
  %n = "tensor.dim"(%t, %c0) : (tensor<?xi32>, index) -> index
  %sum = "scf.for"(%c0, %n, %c1, %zero) ({
  ^bb0(%i: index, %before: i32):
    %x = "tensor.extract"(%t, %i) : (tensor<?xi32>, index) -> i32
    %after = "arith.addi"(%before, %x) : (i32, i32) -> i32
    "scf.yield"(%after) : (i32) -> ()
  }) : (index, index, index, i32) -> i32
  "func.return"(%sum) : (i32) -> ()
}

func.func @numbers() -> tensor<3xi32> {
  %a = "arith.constant"() <{value = 2 : i32}> : () -> i32
  %b = "arith.constant"() <{value = 4 : i32}> : () -> i32
  %list = "tensor.from_elements"(%a, %b, %b) : (i32, i32, i32) -> tensor<3xi32>
  "func.return"(%list) : (tensor<3xi32>) -> ()
}

func.func @main() -> (i32, index) {
  %six = "arith.constant"() <{value = 6 : i32}> : () -> i32
  %list = "func.call"() <{callee = @numbers}> : () -> tensor<3xi32>
  %unknown = "tensor.cast"(%list) : (tensor<3xi32>) -> tensor<?xi32>
  %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
  %n = "tensor.dim"(%unknown, %c0) : (tensor<?xi32>, index) -> index
  %sixes = "tensor.splat"(%six, %n) : (i32, index) -> tensor<?xi32>
  %products = "arith.muli"(%unknown, %sixes) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  %known = "tensor.cast"(%products) : (tensor<?xi32>) -> tensor<3xi32>
  %back = "tensor.cast"(%known) : (tensor<3xi32>) -> tensor<?xi32>
  %sum = "func.call"(%back) <{callee = @sum}> : (tensor<?xi32>) -> i32
  "func.return"(%sum, %n) : (i32, index) -> ()
}

func.func @empty() -> (f32, index) {
  %n = "arith.constant"() <{value = 5 : index}> : () -> index
  %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
  %empty = "tensor.empty"(%n) : (index) -> tensor<2x?xf32>
  %x = "tensor.extract"(%empty, %c1, %c1) : (tensor<2x?xf32>, index, index) -> f32
  %size = "tensor.dim"(%empty, %c1) : (tensor<2x?xf32>, index) -> index
  "func.return"(%x, %size) : (f32, index) -> ()
}

func.func @cast() -> tensor<4xi32> {
  %list = "func.call"() <{callee = @numbers}> : () -> tensor<3xi32>
  %unknown = "tensor.cast"(%list) : (tensor<3xi32>) -> tensor<?xi32>
  %four = "tensor.cast"(%unknown) : (tensor<?xi32>) -> tensor<4xi32> // expected-error {{runtime error: a tensor of shape [3], expected [4]}}
  "func.return"(%four) : (tensor<4xi32>) -> ()
}

func.func @outside() -> i32 {
  %list = "func.call"() <{callee = @numbers}> : () -> tensor<3xi32>
  %three = "arith.constant"() <{value = 3 : index}> : () -> index
  %x = "tensor.extract"(%list, %three) : (tensor<3xi32>, index) -> i32 // expected-error {{runtime error: a tensor of shape [3] has no element [3]}}
  "func.return"(%x) : (i32) -> ()
}
