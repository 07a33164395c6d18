// rule: kernels §1, tfrt.cast.{f32_to_i64,f64_to_i64}: truncates toward zero.
// rule: numeric contract, float to integer: what no integer matches is the nearest one; what is no
//   number is 0.
// rule: kernels §1, tfrt.cast.{i64_to_f32,i64_to_f64}: the nearest float, of two the even one.
// run:
// out| --- Running 'truncate':
// out| 'truncate' returned 2,-2,2,-2
// out| --- Running 'saturate':
// out| 'saturate' returned 9223372036854775807,-9223372036854775808,0,9223372036854775807,-9223372036854775808,0
// out| --- Running 'rounded':
// out| 'rounded' returned 16777216,16777220,9007199254740992,9007199254740996

func.func @truncate() -> (i64, i64, i64, i64) {
  %a = tfrt.constant.f32 2.75
  %b = tfrt.constant.f32 -2.75
  %c = tfrt.constant.f64 2.75
  %d = tfrt.constant.f64 -2.75
  %r0 = "tfrt.cast.f32_to_i64"(%a) : (f32) -> i64
  %r1 = "tfrt.cast.f32_to_i64"(%b) : (f32) -> i64
  %r2 = "tfrt.cast.f64_to_i64"(%c) : (f64) -> i64
  %r3 = "tfrt.cast.f64_to_i64"(%d) : (f64) -> i64
  tfrt.return %r0, %r1, %r2, %r3 : i64, i64, i64, i64
}

func.func @saturate() -> (i64, i64, i64, i64, i64, i64) {
  %a = tfrt.constant.f32 1.0e30
  %b = tfrt.constant.f32 0xFF800000
  %nan32 = tfrt.constant.f32 0x7FC00000
  %c = tfrt.constant.f64 0x7FF0000000000000
  %d = tfrt.constant.f64 -1.0e30
  %nan64 = tfrt.constant.f64 0xFFF8000000000000
  %r0 = "tfrt.cast.f32_to_i64"(%a) : (f32) -> i64
  %r1 = "tfrt.cast.f32_to_i64"(%b) : (f32) -> i64
  %r2 = "tfrt.cast.f32_to_i64"(%nan32) : (f32) -> i64
  %r3 = "tfrt.cast.f64_to_i64"(%c) : (f64) -> i64
  %r4 = "tfrt.cast.f64_to_i64"(%d) : (f64) -> i64
  %r5 = "tfrt.cast.f64_to_i64"(%nan64) : (f64) -> i64
  tfrt.return %r0, %r1, %r2, %r3, %r4, %r5 : i64, i64, i64, i64, i64, i64
}

// 2^24 + 1 and 2^24 + 3 lie between two floats each, and so do 2^53 + 1 and 2^53 + 3.
func.func @rounded() -> (i64, i64, i64, i64) {
  %a = tfrt.constant.i64 16777217
  %b = tfrt.constant.i64 16777219
  %c = tfrt.constant.i64 9007199254740993
  %d = tfrt.constant.i64 9007199254740995
  %f0 = "tfrt.cast.i64_to_f32"(%a) : (i64) -> f32
  %f1 = "tfrt.cast.i64_to_f32"(%b) : (i64) -> f32
  %f2 = "tfrt.cast.i64_to_f64"(%c) : (i64) -> f64
  %f3 = "tfrt.cast.i64_to_f64"(%d) : (i64) -> f64
  %r0 = "tfrt.cast.f32_to_i64"(%f0) : (f32) -> i64
  %r1 = "tfrt.cast.f32_to_i64"(%f1) : (f32) -> i64
  %r2 = "tfrt.cast.f64_to_i64"(%f2) : (f64) -> i64
  %r3 = "tfrt.cast.f64_to_i64"(%f3) : (f64) -> i64
  tfrt.return %r0, %r1, %r2, %r3 : i64, i64, i64, i64
}
