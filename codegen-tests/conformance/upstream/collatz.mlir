// rule: import: a loop of blocks in the form that lift-cf-to-scf gives it: `scf.while` whose first region
//   has everything, with `scf.if`, `ub.poison`, `arith.extui` and `arith.trunci`.
// run:
// out*| 'steps27' returned 111
// out*| 'steps1' returned 0

"builtin.module"() ({
  "func.func"() <{function_type = (i64) -> i64, sym_name = "collatz"}> ({
  ^bb0(%n: i64):
    %poison = "ub.poison"() <{value = #ub.poison}> : () -> i64
    %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
    %one = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %c0 = "arith.constant"() <{value = 0 : i64}> : () -> i64
    %c1 = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %c2 = "arith.constant"() <{value = 2 : i64}> : () -> i64
    %c3 = "arith.constant"() <{value = 3 : i64}> : () -> i64
    %r:2 = "scf.while"(%n, %c0) ({
    ^bb0(%x: i64, %steps: i64):
      %done = "arith.cmpi"(%x, %c1) <{predicate = 0 : i64}> : (i64, i64) -> i1
      %next:3 = "scf.if"(%done) ({
        "scf.yield"(%poison, %poison, %zero) : (i64, i64, i32) -> ()
      }, {
        %bit = "arith.remui"(%x, %c2) : (i64, i64) -> i64
        %odd = "arith.trunci"(%bit) : (i64) -> i1
        %y = "scf.if"(%odd) ({
          %triple = "arith.muli"(%x, %c3) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
          %more = "arith.addi"(%triple, %c1) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
          "scf.yield"(%more) : (i64) -> ()
        }, {
          %half = "arith.divui"(%x, %c2) : (i64, i64) -> i64
          "scf.yield"(%half) : (i64) -> ()
        }) : (i1) -> i64
        %count = "arith.addi"(%steps, %c1) <{overflowFlags = #arith.overflow<none>}> : (i64, i64) -> i64
        "scf.yield"(%y, %count, %one) : (i64, i64, i32) -> ()
      }) : (i1) -> (i64, i64, i32)
      %goes = "arith.trunci"(%next#2) : (i32) -> i1
      %shown = "arith.select"(%goes, %next#1, %steps) : (i1, i64, i64) -> i64
      "scf.condition"(%goes, %next#0, %shown) : (i1, i64, i64) -> ()
    }, {
    ^bb0(%x: i64, %steps: i64):
      "scf.yield"(%x, %steps) : (i64, i64) -> ()
    }) : (i64, i64) -> (i64, i64)
    "func.return"(%r#1) : (i64) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i64, sym_name = "steps27"}> ({
    %n = "arith.constant"() <{value = 27 : i64}> : () -> i64
    %r = "func.call"(%n) <{callee = @collatz}> : (i64) -> i64
    "func.return"(%r) : (i64) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i64, sym_name = "steps1"}> ({
    %n = "arith.constant"() <{value = 1 : i64}> : () -> i64
    %r = "func.call"(%n) <{callee = @collatz}> : (i64) -> i64
    "func.return"(%r) : (i64) -> ()
  }) : () -> ()
}) : () -> ()
