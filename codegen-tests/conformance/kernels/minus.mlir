// rule: kernels §1, tfrt.minus.{i32,i64}: the first operand less the second, wrapping.
// run:
// out| --- Running 'minus':
// out| 'minus' returned -2,2147483643,-5000000001,-9223372036854775808

func.func @minus() -> (i32, i32, i64, i64) {
  %a = tfrt.constant.i32 5
  %b = tfrt.constant.i32 7
  %min32 = tfrt.constant.i32 -2147483648
  %c = tfrt.constant.i64 -5000000000
  %d = tfrt.constant.i64 1
  %max64 = tfrt.constant.i64 9223372036854775807
  %m64 = tfrt.constant.i64 -1
  %r0 = "tfrt.minus.i32"(%a, %b) : (i32, i32) -> i32
  %r1 = "tfrt.minus.i32"(%min32, %a) : (i32, i32) -> i32
  %r2 = "tfrt.minus.i64"(%c, %d) : (i64, i64) -> i64
  %r3 = "tfrt.minus.i64"(%max64, %m64) : (i64, i64) -> i64
  tfrt.return %r0, %r1, %r2, %r3 : i32, i32, i64, i64
}
