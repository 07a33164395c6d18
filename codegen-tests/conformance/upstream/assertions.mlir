// rule: import: a failed `cf.assert` makes the results of its function and of all callers the error, ends
//   loops, and no later assertion is judged; it is reported once, at its place.
// rule: import: a function without results that may fail an assertion gives true, or the error.
// run:
// out*| 'holds' returned 10
// out*| 'fails' returned <<error: too many>>,<<error: too many>>
// out*| 'nothing' returned <<error: never>>

func.func private @sum(%n: i32) -> i32 {
  %c0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
  %c1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %c7 = "arith.constant"() <{value = 7 : i32}> : () -> i32
  %r:2 = "scf.while"(%c0, %c0) ({
  ^bb0(%i: i32, %sum: i32):
    %few = "arith.cmpi"(%i, %c7) <{predicate = 2 : i64}> : (i32, i32) -> i1
    "cf.assert"(%few) <{msg = "too many"}> : (i1) -> () // expected-error {{runtime error: too many}}
    %goes = "arith.cmpi"(%i, %n) <{predicate = 1 : i64}> : (i32, i32) -> i1
    "scf.condition"(%goes, %i, %sum) : (i1, i32, i32) -> ()
  }, {
  ^bb0(%i: i32, %sum: i32):
    %next = "arith.addi"(%i, %c1) : (i32, i32) -> i32
    %more = "arith.addi"(%sum, %next) : (i32, i32) -> i32
    "scf.yield"(%next, %more) : (i32, i32) -> ()
  }) : (i32, i32) -> (i32, i32)
  "func.return"(%r#1) : (i32) -> ()
}

func.func @holds() -> i32 {
  %n = "arith.constant"() <{value = 4 : i32}> : () -> i32
  "cf.br"(%n)[^bb1] : (i32) -> ()
^bb1(%m: i32):
  %r = "func.call"(%m) <{callee = @sum}> : (i32) -> i32
  "func.return"(%r) : (i32) -> ()
}

func.func @fails() -> (i32, i32) {
  %n = "arith.constant"() <{value = -1 : i32}> : () -> i32
  %false = "arith.constant"() <{value = false}> : () -> i1
  %r = "func.call"(%n) <{callee = @sum}> : (i32) -> i32
  "cf.assert"(%false) <{msg = "not judged"}> : (i1) -> ()
  "func.return"(%n, %r) : (i32, i32) -> ()
}

func.func @nothing() {
  %false = "arith.constant"() <{value = false}> : () -> i1
  "scf.if"(%false) ({
    "cf.assert"(%false) <{msg = "not reached"}> : (i1) -> ()
    "scf.yield"() : () -> ()
  }, {
  }) : (i1) -> ()
  "cf.assert"(%false) <{msg = "never"}> : (i1) -> () // expected-error {{runtime error: never}}
  "func.return"() : () -> ()
}
