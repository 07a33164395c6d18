// rule: import: functions that call themselves and each other.
// run:
// out*| 'main' returned 9,1,0

func.func @ackermann(%m: i32, %n: i32) -> i32 {
  %c0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
  %c1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %last = "arith.cmpi"(%m, %c0) <{predicate = 0 : i64}> : (i32, i32) -> i1
  %r = "scf.if"(%last) ({
    %next = "arith.addi"(%n, %c1) : (i32, i32) -> i32
    "scf.yield"(%next) : (i32) -> ()
  }, {
    %less = "arith.subi"(%m, %c1) : (i32, i32) -> i32
    %empty = "arith.cmpi"(%n, %c0) <{predicate = 0 : i64}> : (i32, i32) -> i1
    %inner = "scf.if"(%empty) ({
      "scf.yield"(%c1) : (i32) -> ()
    }, {
      %before = "arith.subi"(%n, %c1) : (i32, i32) -> i32
      %deep = "func.call"(%m, %before) <{callee = @ackermann}> : (i32, i32) -> i32
      "scf.yield"(%deep) : (i32) -> ()
    }) : (i1) -> i32
    %outer = "func.call"(%less, %inner) <{callee = @ackermann}> : (i32, i32) -> i32
    "scf.yield"(%outer) : (i32) -> ()
  }) : (i1) -> i32
  "func.return"(%r) : (i32) -> ()
}

func.func private @is_even(%n: i16) -> i1 {
  %c0 = "arith.constant"() <{value = 0 : i16}> : () -> i16
  %c1 = "arith.constant"() <{value = 1 : i16}> : () -> i16
  %true = "arith.constant"() <{value = true}> : () -> i1
  %zero = "arith.cmpi"(%n, %c0) <{predicate = 0 : i64}> : (i16, i16) -> i1
  %r = "scf.if"(%zero) ({
    "scf.yield"(%true) : (i1) -> ()
  }, {
    %less = "arith.subi"(%n, %c1) : (i16, i16) -> i16
    %odd = "func.call"(%less) <{callee = @is_odd}> : (i16) -> i1
    "scf.yield"(%odd) : (i1) -> ()
  }) : (i1) -> i1
  "func.return"(%r) : (i1) -> ()
}

func.func private @is_odd(%n: i16) -> i1 {
  %even = "func.call"(%n) <{callee = @is_even}> : (i16) -> i1
  %true = "arith.constant"() <{value = true}> : () -> i1
  %r = "arith.xori"(%even, %true) : (i1, i1) -> i1
  "func.return"(%r) : (i1) -> ()
}

func.func @main() -> (i32, i1, i1) {
  %c2 = "arith.constant"() <{value = 2 : i32}> : () -> i32
  %c3 = "arith.constant"() <{value = 3 : i32}> : () -> i32
  %a = "func.call"(%c2, %c3) <{callee = @ackermann}> : (i32, i32) -> i32
  %n = "arith.constant"() <{value = 10 : i16}> : () -> i16
  %even = "func.call"(%n) <{callee = @is_even}> : (i16) -> i1
  %odd = "func.call"(%n) <{callee = @is_odd}> : (i16) -> i1
  "func.return"(%a, %even, %odd) : (i32, i1, i1) -> ()
}
