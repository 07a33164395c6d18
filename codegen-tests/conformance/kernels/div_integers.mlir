// rule: kernels §1, tfrt.div.{i32,i64}: truncates toward zero; the remainder has the dividend's
//   sign; MIN / -1 is (MIN, 0).
// rule: kernels §1, tfrt.div.{i32,i64}: a zero divisor is the error 'Divide by zero' in both
//   results, with one diagnostic at the op.
// run:
// out| --- Running 'quotients':
// out| 'quotients' returned -3,-1,-3,1,-2147483648,0
// out| --- Running 'wide':
// out| 'wide' returned -3,-1,-3,1,-9223372036854775808,0
// out| --- Running 'zero':
// out| 'zero' returned <<error: Divide by zero>>,<<error: Divide by zero>>,<<error: Divide by zero>>,<<error: Divide by zero>>

func.func @quotients() -> (i32, i32, i32, i32, i32, i32) {
  %a = tfrt.constant.i32 -7
  %b = tfrt.constant.i32 2
  %c = tfrt.constant.i32 7
  %d = tfrt.constant.i32 -2
  %min = tfrt.constant.i32 -2147483648
  %m1 = tfrt.constant.i32 -1
  %q0, %r0 = tfrt.div.i32 %a, %b
  %q1, %r1 = tfrt.div.i32 %c, %d
  %q2, %r2 = tfrt.div.i32 %min, %m1
  tfrt.return %q0, %r0, %q1, %r1, %q2, %r2 : i32, i32, i32, i32, i32, i32
}

func.func @wide() -> (i64, i64, i64, i64, i64, i64) {
  %a = tfrt.constant.i64 -7
  %b = tfrt.constant.i64 2
  %c = tfrt.constant.i64 7
  %d = tfrt.constant.i64 -2
  %min = tfrt.constant.i64 -9223372036854775808
  %m1 = tfrt.constant.i64 -1
  %q0, %r0 = tfrt.div.i64 %a, %b
  %q1, %r1 = tfrt.div.i64 %c, %d
  %q2, %r2 = tfrt.div.i64 %min, %m1
  tfrt.return %q0, %r0, %q1, %r1, %q2, %r2 : i64, i64, i64, i64, i64, i64
}

func.func @zero() -> (i32, i32, i64, i64) {
  %a = tfrt.constant.i32 -7
  %z = tfrt.constant.i32 0
  %b = tfrt.constant.i64 -7
  %y = tfrt.constant.i64 0
  %q0, %r0 = tfrt.div.i32 %a, %z // expected-error {{runtime error: Divide by zero}}
  %q1, %r1 = tfrt.div.i64 %b, %y // expected-error {{runtime error: Divide by zero}}
  tfrt.return %q0, %r0, %q1, %r1 : i32, i32, i64, i64
}
