// rule: import: nested `scf.for` with captured values, through all levels, and bounds that are values
//   of the loops around.
// run:
// out*| 'main' returned -959460439

func.func @sum(%n: index, %m: index) -> i32 {
  %c0 = "arith.constant"() <{value = 0 : index}> : () -> index
  %c1 = "arith.constant"() <{value = 1 : index}> : () -> index
  %c2 = "arith.constant"() <{value = 2 : index}> : () -> index
  %c3 = "arith.constant"() <{value = 3 : index}> : () -> index
  %zero = "arith.constant"() <{value = 0 : i32}> : () -> i32
  %three = "arith.index_cast"(%c3) : (index) -> i32
  %r = "scf.for"(%c0, %n, %c2, %zero) ({
  ^bb0(%i: index, %a: i32):
    %outer = "scf.for"(%i, %m, %c3, %a) ({
    ^bb0(%j: index, %b: i32):
      %product = "arith.muli"(%i, %j) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
      %inner = "scf.for"(%c0, %c3, %c1, %b) ({
      ^bb0(%k: index, %c: i32):
        %term = "arith.addi"(%product, %k) <{overflowFlags = #arith.overflow<none>}> : (index, index) -> index
        %narrow = "arith.index_cast"(%term) : (index) -> i32
        %scaled = "arith.muli"(%c, %three) : (i32, i32) -> i32
        %d = "arith.addi"(%scaled, %narrow) : (i32, i32) -> i32
        "scf.yield"(%d) : (i32) -> ()
      }) : (index, index, index, i32) -> i32
      "scf.yield"(%inner) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    "scf.yield"(%outer) : (i32) -> ()
  }) : (index, index, index, i32) -> i32
  "func.return"(%r) : (i32) -> ()
}

func.func @main() -> i32 {
  %n = "index.constant"() <{value = 7 : index}> : () -> index
  %m = "index.constant"() <{value = 10 : index}> : () -> index
  %r = "func.call"(%n, %m) <{callee = @sum}> : (index, index) -> i32
  "func.return"(%r) : (i32) -> ()
}
