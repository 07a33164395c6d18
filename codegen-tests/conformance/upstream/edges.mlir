// rule: import: `scf.for` at the ends of its type has max(0, ceil((ub - lb) / step)) iterations: nothing
//   overflows. With `unsignedCmp` the bounds are unsigned.
// rule: import: a step that is not positive is an error, which the loop's results become; so is a
//   division by zero for what depends on it. The error is at the op.
// run:
// out*| 'main' returned 3,128,0,51
// out*| 'errors' returned <<error: the step of scf.for is not positive>>,<<error: Divide by zero>>,1

func.func @count(%from: i8, %to: i8, %step: i8) -> i32 {
  %c0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
  %c1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %r = "scf.for"(%from, %to, %step, %c0) ({ // expected-error {{runtime error: the step of scf.for is not positive}}
  ^bb0(%i: i8, %n: i32):
    %more = "arith.addi"(%n, %c1) : (i32, i32) -> i32
    "scf.yield"(%more) : (i32) -> ()
  }) : (i8, i8, i8, i32) -> i32
  "func.return"(%r) : (i32) -> ()
}

func.func @count_unsigned(%from: i8, %to: i8, %step: i8) -> i32 {
  %c0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
  %c1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %r = "scf.for"(%from, %to, %step, %c0) <{unsignedCmp}> ({
  ^bb0(%i: i8, %n: i32):
    %more = "arith.addi"(%n, %c1) : (i32, i32) -> i32
    "scf.yield"(%more) : (i32) -> ()
  }) : (i8, i8, i8, i32) -> i32
  "func.return"(%r) : (i32) -> ()
}

func.func @main() -> (i32, i32, i32, i32) {
  %least = "arith.constant"() <{value = -128 : i8}> : () -> i8
  %most = "arith.constant"() <{value = 127 : i8}> : () -> i8
  %c1 = "arith.constant"() <{value = 1 : i8}> : () -> i8
  %c2 = "arith.constant"() <{value = 2 : i8}> : () -> i8
  %c5 = "arith.constant"() <{value = 5 : i8}> : () -> i8
  %zero = "arith.constant"() <{value = 0 : i8}> : () -> i8
  %near = "arith.constant"() <{value = 122 : i8}> : () -> i8
  %end = "func.call"(%near, %most, %c2) <{callee = @count}> : (i8, i8, i8) -> i32
  %whole = "func.call"(%least, %most, %c2) <{callee = @count}> : (i8, i8, i8) -> i32
  %none = "func.call"(%most, %least, %c1) <{callee = @count}> : (i8, i8, i8) -> i32
  %all = "arith.constant"() <{value = -1 : i8}> : () -> i8
  %unsigned = "func.call"(%zero, %all, %c5) <{callee = @count_unsigned}> : (i8, i8, i8) -> i32
  "func.return"(%end, %whole, %none, %unsigned) : (i32, i32, i32, i32) -> ()
}

func.func @errors() -> (i32, i32, i32) {
  %zero = "arith.constant"() <{value = 0 : i8}> : () -> i8
  %five = "arith.constant"() <{value = 5 : i8}> : () -> i8
  %a = "func.call"(%zero, %five, %zero) <{callee = @count}> : (i8, i8, i8) -> i32
  %c0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
  %c1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %b = "arith.divsi"(%c1, %c0) : (i32, i32) -> i32 // expected-error {{runtime error: Divide by zero}}
  "func.return"(%a, %b, %c1) : (i32, i32, i32) -> ()
}
