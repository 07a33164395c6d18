// rule: import: ops of tensors are the kernels of their elements' type: constants, arithmetic, comparisons, casts,
//   a selection by one condition and by one at each place. The runtime has one type of tensors.
// rule: import: 'builtin.unrealized_conversion_cast' is between upstream's types of tensors and the runtime's.
// rule: import: tensors pass through functions, conditionals and loops, and are captured by regions.
// rule: import: tensors whose shapes differ at run time are an error, as is a division by zero.
// run:
// out*| DenseHostTensor dtype = f32, shape = [2, 2], values = [1.000000e+00, -2.500000e+00, 0.000000e+00, INF]
// out*| DenseHostTensor dtype = i64, shape = [3], values = [7, 7, 7]
// out*| DenseHostTensor dtype = i1, shape = [9], values = [1, 0, 1, 0, 1, 0, 1, 0, 1]
// out*| DenseHostTensor dtype = f16, shape = [], values = [fp16(15360)]
// out*| DenseHostTensor dtype = i8, shape = [2, 0], values = []
// out*| DenseHostTensor dtype = i16, shape = [2], values = [258, 772]
// out*| DenseHostTensor dtype = bf16, shape = [2], values = [bf16(0), bf16(0)]
// out*| DenseHostTensor dtype = i32, shape = [3], values = [-6, 10, 0]
// out*| DenseHostTensor dtype = i1, shape = [3], values = [1, 0, 0]
// out*| DenseHostTensor dtype = i32, shape = [3], values = [-7, 2, 7]
// out*| DenseHostTensor dtype = f64, shape = [3], values = [-7.000000e+00, 8.000000e+00, -7.000000e+00]
// out*| DenseHostTensor dtype = f64, shape = [3], values = [2.401000e+03, 6.400000e+01, 1.000000e+00]
// out*| DenseHostTensor dtype = i32, shape = [3], values = [-2, 2, -2]
// out*| DenseHostTensor dtype = i8, shape = [3], values = [-7, 127, 0]
// out*| DenseHostTensor dtype = i32, shape = [2], values = [31, 62]
// out*| DenseHostTensor dtype = i32, shape = [2], values = [1, 2]
// out*| DenseHostTensor dtype = i32, shape = [2], values = [64, 128]
// out*| DenseHostTensor dtype = i32, shape = [2], values = [-1, -2]
// out*| 'shapes' returned <<error: tensor shape mismatch: [2] vs. [3]>>
// out*| 'zero' returned <<error: Divide by zero>>
// out*| DenseHostTensor dtype = i32, shape = [2], values = [2, 4]
// out*| 'fails' returned <<error: it is negative>>

func.func @constants() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "arith.constant"() <{value = dense<[[1.0, -2.5], [0.0, 0x7F800000]]> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
  %p_a = "builtin.unrealized_conversion_cast"(%a) : (tensor<2x2xf32>) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %p_a, %ch0
  %b = "arith.constant"() <{value = dense<7> : tensor<3xindex>}> : () -> tensor<3xindex>
  %p_b = "builtin.unrealized_conversion_cast"(%b) : (tensor<3xindex>) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %p_b, %ch1
  %c = "arith.constant"() <{value = dense<"0x5501"> : tensor<9xi1>}> : () -> tensor<9xi1>
  %p_c = "builtin.unrealized_conversion_cast"(%c) : (tensor<9xi1>) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %p_c, %ch2
  %d = "arith.constant"() <{value = dense<1.0> : tensor<f16>}> : () -> tensor<f16>
  %p_d = "builtin.unrealized_conversion_cast"(%d) : (tensor<f16>) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %p_d, %ch3
  %e = "arith.constant"() <{value = dense<> : tensor<2x0xi8>}> : () -> tensor<2x0xi8>
  %p_e = "builtin.unrealized_conversion_cast"(%e) : (tensor<2x0xi8>) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %p_e, %ch4
  %f = "arith.constant"() <{value = dense_resource<numbers> : tensor<2xi16>}> : () -> tensor<2xi16>
  %p_f = "builtin.unrealized_conversion_cast"(%f) : (tensor<2xi16>) -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %p_f, %ch5
  %g = "ub.poison"() <{value = #ub.poison}> : () -> tensor<2xbf16>
  %p_g = "builtin.unrealized_conversion_cast"(%g) : (tensor<2xbf16>) -> !tfrt_tensor.tensor
  %ch7 = tfrt_dht.print_tensor %p_g, %ch6
  "func.return"(%ch7) : (!tfrt.chain) -> ()
}

func.func @elementwise() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "arith.constant"() <{value = dense<[-7, 8, -7]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %b = "arith.constant"() <{value = dense<[1, 2, 7]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %sum = "arith.addi"(%a, %b) <{overflowFlags = #arith.overflow<none>}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %p_sum = "builtin.unrealized_conversion_cast"(%sum) : (tensor<3xi32>) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %p_sum, %ch0
  %less = "arith.cmpi"(%sum, %a) <{predicate = 4 : i64}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %one = "arith.constant"() <{value = dense<[true, false, false]> : tensor<3xi1>}> : () -> tensor<3xi1>
  %first = "arith.andi"(%less, %one) : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  %p_first = "builtin.unrealized_conversion_cast"(%first) : (tensor<3xi1>) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %p_first, %ch1
  %chosen = "arith.select"(%first, %a, %b) : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %p_chosen = "builtin.unrealized_conversion_cast"(%chosen) : (tensor<3xi32>) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %p_chosen, %ch2
  %float = "arith.sitofp"(%a) : (tensor<3xi32>) -> tensor<3xf64>
  %p_float = "builtin.unrealized_conversion_cast"(%float) : (tensor<3xf64>) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %p_float, %ch3
  %exponents = "arith.constant"() <{value = dense<[4, 2, 0]> : tensor<3xi8>}> : () -> tensor<3xi8>
  %powers = "math.fpowi"(%float, %exponents) <{fastmath = #arith.fastmath<none>}> : (tensor<3xf64>, tensor<3xi8>) -> tensor<3xf64>
  %p_powers = "builtin.unrealized_conversion_cast"(%powers) : (tensor<3xf64>) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %p_powers, %ch4
  %c4 = "arith.constant"() <{value = dense<4> : tensor<3xi32>}> : () -> tensor<3xi32>
  %down = "arith.floordivsi"(%a, %c4) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %p_down = "builtin.unrealized_conversion_cast"(%down) : (tensor<3xi32>) -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %p_down, %ch5
  %wide = "arith.constant"() <{value = dense<[-7.9, 1.0e9, 0x7FC00000]> : tensor<3xf32>}> : () -> tensor<3xf32>
  %narrow = "arith.fptosi"(%wide) : (tensor<3xf32>) -> tensor<3xi8>
  %p_narrow = "builtin.unrealized_conversion_cast"(%narrow) : (tensor<3xi8>) -> !tfrt_tensor.tensor
  %ch7 = tfrt_dht.print_tensor %p_narrow, %ch6
  "func.return"(%ch7) : (!tfrt.chain) -> ()
}

func.func @sum(%a: tensor<?xi32>, %b: tensor<?xi32>) -> tensor<?xi32> {
  %sum = "arith.addi"(%a, %b) : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32> // expected-error {{runtime error: tensor shape mismatch: [2] vs. [3]}}
  "func.return"(%sum) : (tensor<?xi32>) -> ()
}

func.func @control() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "arith.constant"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %zero = "arith.constant"() <{value = 0 : index}> : () -> index
  %one = "arith.constant"() <{value = 1 : index}> : () -> index
  %five = "arith.constant"() <{value = 5 : index}> : () -> index
  // It carries one tensor, and its body captures another.
  %double = "arith.addi"(%a, %a) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %half = "arith.subi"(%double, %a) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %none = "arith.subi"(%a, %a) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %counted = "scf.for"(%zero, %five, %one, %none) ({
  ^bb0(%i: index, %before: tensor<2xi32>):
    %open = "tensor.cast"(%before) : (tensor<2xi32>) -> tensor<?xi32>
    %open_twice = "func.call"(%open, %open) <{callee = @sum}> : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    %twice = "tensor.cast"(%open_twice) : (tensor<?xi32>) -> tensor<2xi32>
    %after = "arith.addi"(%twice, %half) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    "scf.yield"(%after) : (tensor<2xi32>) -> ()
  }) : (index, index, index, tensor<2xi32>) -> tensor<2xi32>
  %p_counted = "builtin.unrealized_conversion_cast"(%counted) : (tensor<2xi32>) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %p_counted, %ch0
  %more = "arith.cmpi"(%zero, %one) <{predicate = 2 : i64}> : (index, index) -> i1
  %taken = "scf.if"(%more) ({
    "scf.yield"(%half) : (tensor<2xi32>) -> ()
  }, {
    "scf.yield"(%counted) : (tensor<2xi32>) -> ()
  }) : (i1) -> tensor<2xi32>
  %p_taken = "builtin.unrealized_conversion_cast"(%taken) : (tensor<2xi32>) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %p_taken, %ch1
  %grown:2 = "scf.while"(%zero, %a) ({
  ^bb0(%n: index, %t: tensor<2xi32>):
    %six = "arith.constant"() <{value = 6 : index}> : () -> index
    %again = "arith.cmpi"(%n, %six) <{predicate = 2 : i64}> : (index, index) -> i1
    "scf.condition"(%again, %n, %t) : (i1, index, tensor<2xi32>) -> ()
  }, {
  ^bb0(%n: index, %t: tensor<2xi32>):
    %next = "arith.addi"(%n, %one) : (index, index) -> index
    %twice = "arith.addi"(%t, %t) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
    "scf.yield"(%next, %twice) : (index, tensor<2xi32>) -> ()
  }) : (index, tensor<2xi32>) -> (index, tensor<2xi32>)
  %p_grown1 = "builtin.unrealized_conversion_cast"(%grown#1) : (tensor<2xi32>) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %p_grown1, %ch2
  %not = "arith.cmpi"(%one, %zero) <{predicate = 2 : i64}> : (index, index) -> i1
  %negative = "arith.subi"(%none, %a) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %chosen = "arith.select"(%not, %a, %negative) : (i1, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %p_chosen = "builtin.unrealized_conversion_cast"(%chosen) : (tensor<2xi32>) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %p_chosen, %ch3
  "func.return"(%ch4) : (!tfrt.chain) -> ()
}

func.func @shapes() -> tensor<?xi32> {
  %a = "arith.constant"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %b = "arith.constant"() <{value = dense<[1, 2, 3]> : tensor<3xi32>}> : () -> tensor<3xi32>
  %open_a = "tensor.cast"(%a) : (tensor<2xi32>) -> tensor<?xi32>
  %open_b = "tensor.cast"(%b) : (tensor<3xi32>) -> tensor<?xi32>
  %sum = "func.call"(%open_a, %open_b) <{callee = @sum}> : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  "func.return"(%sum) : (tensor<?xi32>) -> ()
}

func.func @zero() -> tensor<2xi32> {
  %a = "arith.constant"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %b = "arith.constant"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %q = "arith.remui"(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32> // expected-error {{runtime error: Divide by zero}}
  "func.return"(%q) : (tensor<2xi32>) -> ()
}

func.func @doubled(%n: i32) -> tensor<2xi32> {
  %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
  %holds = "arith.cmpi"(%n, %zero) <{predicate = 5 : i64}> : (i32, i32) -> i1
  "cf.assert"(%holds) <{msg = "it is negative"}> : (i1) -> () // expected-error {{runtime error: it is negative}}
  %a = "arith.constant"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %sum = "arith.addi"(%a, %a) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  "func.return"(%sum) : (tensor<2xi32>) -> ()
}

func.func @asserted() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %n = "arith.constant"() <{value = 3 : i32}> : () -> i32
  %t = "func.call"(%n) <{callee = @doubled}> : (i32) -> tensor<2xi32>
  %p_t = "builtin.unrealized_conversion_cast"(%t) : (tensor<2xi32>) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %p_t, %ch0
  "func.return"(%ch1) : (!tfrt.chain) -> ()
}

func.func @fails() -> tensor<2xi32> {
  %n = "arith.constant"() <{value = -3 : i32}> : () -> i32
  %t = "func.call"(%n) <{callee = @doubled}> : (i32) -> tensor<2xi32>
  "func.return"(%t) : (tensor<2xi32>) -> ()
}

{-#
  dialect_resources: {
    builtin: {
      numbers: "0x0200000002010403"
    }
  }
#-}
