// rule: import: small integers: `i8`, `i16`, shifts by values, extensions, `addui_extended`, and a check sum
//   whose inner loop is on `i8`.
// run:
// out*| 'main' returned -68,-1,1,0

func.func @crc(%last: i8) -> i8 {
  %c0 = "arith.constant"() <{value = 0 : i8}> : () -> i8
  %c1 = "arith.constant"() <{value = 1 : i8}> : () -> i8
  %c7 = "arith.constant"() <{value = 7 : i8}> : () -> i8
  %c8 = "arith.constant"() <{value = 8 : i8}> : () -> i8
  %r = "scf.for"(%c1, %last, %c1, %c0) ({
  ^bb0(%byte: i8, %sum: i8):
    %mixed = "arith.xori"(%sum, %byte) : (i8, i8) -> i8
    %done = "scf.for"(%c0, %c8, %c1, %mixed) ({
    ^bb0(%bit: i8, %x: i8):
      %high = "arith.shrui"(%x, %c7) : (i8, i8) -> i8
      %set = "arith.trunci"(%high) : (i8) -> i1
      %up = "arith.shli"(%x, %c1) <{overflowFlags = #arith.overflow<none>}> : (i8, i8) -> i8
      %y = "arith.xori"(%up, %c7) : (i8, i8) -> i8
      %z = "arith.select"(%set, %y, %up) : (i1, i8, i8) -> i8
      "scf.yield"(%z) : (i8) -> ()
    }) : (i8, i8, i8, i8) -> i8
    "scf.yield"(%done) : (i8) -> ()
  }) : (i8, i8, i8, i8) -> i8
  "func.return"(%r) : (i8) -> ()
}

func.func @main() -> (i32, i32, i1, i32) {
  %last = "arith.constant"() <{value = 6 : i8}> : () -> i8
  %crc = "func.call"(%last) <{callee = @crc}> : (i8) -> i8
  %wide = "arith.extsi"(%crc) : (i8) -> i16
  %amount = "arith.constant"() <{value = 20 : i16}> : () -> i16
  %sign = "arith.shrsi"(%wide, %amount) : (i16, i16) -> i16
  %all = "arith.constant"() <{value = -1 : i16}> : () -> i16
  %one = "arith.constant"() <{value = 1 : i16}> : () -> i16
  %low, %carry = "arith.addui_extended"(%all, %one) : (i16, i16) -> (i16, i1)
  %out = "arith.shrui"(%all, %amount) : (i16, i16) -> i16
  %none = "arith.ori"(%low, %out) : (i16, i16) -> i16
  %a = "arith.extsi"(%crc) : (i8) -> i32
  %b = "arith.extsi"(%sign) : (i16) -> i32
  %c = "arith.extui"(%none) : (i16) -> i32
  "func.return"(%a, %b, %carry, %c) : (i32, i32, i1, i32) -> ()
}
