// rule: import: a search that ends early: the condition of `scf.while` depends on what the loop found,
//   in a nested loop that decides it. The first region nests, so it becomes a function.
// run:
// out*| 'main' returned 17,21

// How many primes are below n, by a test that stops at the first divisor.
func.func @primes(%n: i32) -> i32 {
  %c0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
  %c1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %c2 = "arith.constant"() <{value = 2 : i32}> : () -> i32
  %r = "scf.for"(%c2, %n, %c1, %c0) ({
  ^bb0(%i: i32, %count: i32):
    %d = "scf.while"(%c2) ({
    ^bb0(%d: i32):
      %square = "arith.muli"(%d, %d) : (i32, i32) -> i32
      %small = "arith.cmpi"(%square, %i) <{predicate = 3 : i64}> : (i32, i32) -> i1
      %goes = "scf.if"(%small) ({
        %left = "arith.remsi"(%i, %d) : (i32, i32) -> i32
        %some = "arith.cmpi"(%left, %c0) <{predicate = 1 : i64}> : (i32, i32) -> i1
        "scf.yield"(%some) : (i1) -> ()
      }, {
        "scf.yield"(%small) : (i1) -> ()
      }) : (i1) -> i1
      "scf.condition"(%goes, %d) : (i1, i32) -> ()
    }, {
    ^bb0(%d: i32):
      %next = "arith.addi"(%d, %c1) : (i32, i32) -> i32
      "scf.yield"(%next) : (i32) -> ()
    }) : (i32) -> i32
    %square = "arith.muli"(%d, %d) : (i32, i32) -> i32
    %prime = "arith.cmpi"(%square, %i) <{predicate = 4 : i64}> : (i32, i32) -> i1
    %one = "arith.extui"(%prime) : (i1) -> i32
    %more = "arith.addi"(%count, %one) : (i32, i32) -> i32
    "scf.yield"(%more) : (i32) -> ()
  }) : (i32, i32, i32, i32) -> i32
  "func.return"(%r) : (i32) -> ()
}

func.func @gcd(%a: i64, %b: i64) -> i64 {
  %c0 = "arith.constant"() <{value = 0 : i64}> : () -> i64
  %r:2 = "scf.while"(%a, %b) ({
  ^bb0(%x: i64, %y: i64):
    %goes = "arith.cmpi"(%y, %c0) <{predicate = 1 : i64}> : (i64, i64) -> i1
    "scf.condition"(%goes, %y, %x) : (i1, i64, i64) -> ()
  }, {
  ^bb0(%y: i64, %x: i64):
    %left = "arith.remui"(%x, %y) : (i64, i64) -> i64
    "scf.yield"(%y, %left) : (i64, i64) -> ()
  }) : (i64, i64) -> (i64, i64)
  "func.return"(%r#1) : (i64) -> ()
}

func.func @main() -> (i32, i64) {
  %n = "arith.constant"() <{value = 60 : i32}> : () -> i32
  %primes = "func.call"(%n) <{callee = @primes}> : (i32) -> i32
  %a = "arith.constant"() <{value = 1071 : i64}> : () -> i64
  %b = "arith.constant"() <{value = 462 : i64}> : () -> i64
  %gcd = "func.call"(%a, %b) <{callee = @gcd}> : (i64, i64) -> i64
  "func.return"(%primes, %gcd) : (i32, i64) -> ()
}
