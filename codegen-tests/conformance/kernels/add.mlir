// rule: kernels §1, tfrt.add.{i32,i64,f32,f64}: the sum; integers wrap, floats are computed in
//   their own precision.
// run:
// out| --- Running 'small':
// out| 'small' returned -2,4999999999,1.250000e+00,1.501000e+00
// out| --- Running 'wraps':
// out| 'wraps' returned -2147483648,2147483647,-9223372036854775808,9223372036854775807
// out| --- Running 'precision':
// out| 'precision' returned 16777216,16777217,9007199254740992
// out| --- Running 'infinities':
// out| 'infinities' returned INF,-INF,nan,nan

func.func @small() -> (i32, i64, f32, f64) {
  %a = tfrt.constant.i32 -5
  %b = tfrt.constant.i32 3
  %c = tfrt.constant.i64 5000000000
  %d = tfrt.constant.i64 -1
  %e = tfrt.constant.f32 1.5
  %f = tfrt.constant.f32 -0.25
  %g = tfrt.constant.f64 1.5
  %h = tfrt.constant.f64 1.0e-3
  %r0 = tfrt.add.i32 %a, %b
  %r1 = tfrt.add.i64 %c, %d
  %r2 = tfrt.add.f32 %e, %f
  %r3 = tfrt.add.f64 %g, %h
  tfrt.return %r0, %r1, %r2, %r3 : i32, i64, f32, f64
}

func.func @wraps() -> (i32, i32, i64, i64) {
  %max32 = tfrt.constant.i32 2147483647
  %min32 = tfrt.constant.i32 -2147483648
  %one32 = tfrt.constant.i32 1
  %minus32 = tfrt.constant.i32 -1
  %max64 = tfrt.constant.i64 9223372036854775807
  %min64 = tfrt.constant.i64 -9223372036854775808
  %one64 = tfrt.constant.i64 1
  %minus64 = tfrt.constant.i64 -1
  %r0 = tfrt.add.i32 %max32, %one32
  %r1 = tfrt.add.i32 %min32, %minus32
  %r2 = tfrt.add.i64 %max64, %one64
  %r3 = tfrt.add.i64 %min64, %minus64
  tfrt.return %r0, %r1, %r2, %r3 : i32, i32, i64, i64
}

// 16777216 + 1 has no place in an f32, nor has 9007199254740992 + 1 in an f64.
func.func @precision() -> (i64, i64, i64) {
  %a = tfrt.constant.f32 16777216.0
  %b = tfrt.constant.f32 1.0
  %c = tfrt.constant.f64 16777216.0
  %d = tfrt.constant.f64 1.0
  %e = tfrt.constant.f64 9007199254740992.0
  %r0 = tfrt.add.f32 %a, %b
  %r1 = tfrt.add.f64 %c, %d
  %r2 = tfrt.add.f64 %e, %d
  %i0 = "tfrt.cast.f32_to_i64"(%r0) : (f32) -> i64
  %i1 = "tfrt.cast.f64_to_i64"(%r1) : (f64) -> i64
  %i2 = "tfrt.cast.f64_to_i64"(%r2) : (f64) -> i64
  tfrt.return %i0, %i1, %i2 : i64, i64, i64
}

func.func @infinities() -> (f32, f64, f32, f64) {
  %a = tfrt.constant.f32 0x7F800000
  %b = tfrt.constant.f32 0xFF800000
  %c = tfrt.constant.f64 0x7FF0000000000000
  %d = tfrt.constant.f64 0xFFF0000000000000
  %r0 = tfrt.add.f32 %a, %a
  %r1 = tfrt.add.f64 %d, %d
  %r2 = tfrt.add.f32 %a, %b
  %r3 = tfrt.add.f64 %c, %d
  tfrt.return %r0, %r1, %r2, %r3 : f32, f64, f32, f64
}
