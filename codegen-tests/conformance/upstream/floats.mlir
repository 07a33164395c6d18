// rule: import: integers and floats together: conversions, ordered and unordered comparisons, constants of
//   both, `arith.select`.
// run:
// out*| 'main' returned 1.414214e+00,3,1,0,-128

func.func @root(%x: f64, %rounds: i32) -> f64 {
  %c0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
  %c1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
  %half = "arith.constant"() <{value = 5.000000e-01 : f64}> : () -> f64
  %r = "scf.for"(%c0, %rounds, %c1, %x) ({
  ^bb0(%i: i32, %y: f64):
    %q = "arith.divf"(%x, %y) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
    %s = "arith.addf"(%q, %y) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
    %z = "arith.mulf"(%s, %half) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
    "scf.yield"(%z) : (f64) -> ()
  }) : (i32, i32, i32, f64) -> f64
  "func.return"(%r) : (f64) -> ()
}

func.func @main() -> (f64, i32, i1, i1, i32) {
  %two = "arith.constant"() <{value = 2 : i32}> : () -> i32
  %x = "arith.sitofp"(%two) : (i32) -> f64
  %rounds = "arith.constant"() <{value = 6 : i32}> : () -> i32
  %r = "func.call"(%x, %rounds) <{callee = @root}> : (f64, i32) -> f64
  %single = "arith.truncf"(%r) : (f64) -> f32
  %more = "arith.addf"(%single, %single) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
  %wide = "arith.extf"(%more) : (f32) -> f64
  %one = "arith.constant"() <{value = 1.000000e+00 : f64}> : () -> f64
  %sum = "arith.addf"(%wide, %one) : (f64, f64) -> f64
  %whole = "arith.fptosi"(%sum) : (f64) -> i32
  %zero = "arith.constant"() <{value = 0.000000e+00 : f64}> : () -> f64
  %nan = "arith.divf"(%zero, %zero) : (f64, f64) -> f64
  %unordered = "arith.cmpf"(%nan, %r) <{fastmath = #arith.fastmath<none>, predicate = 14 : i64}> : (f64, f64) -> i1
  %less = "arith.cmpf"(%nan, %r) <{fastmath = #arith.fastmath<none>, predicate = 4 : i64}> : (f64, f64) -> i1
  %low = "arith.constant"() <{value = -1.000000e+03 : f64}> : () -> f64
  %chosen = "arith.select"(%less, %r, %low) : (i1, f64, f64) -> f64
  %least = "arith.fptosi"(%chosen) : (f64) -> i8
  %shown = "arith.extsi"(%least) : (i8) -> i32
  "func.return"(%r, %whole, %unordered, %less, %shown) : (f64, i32, i1, i1, i32) -> ()
}
