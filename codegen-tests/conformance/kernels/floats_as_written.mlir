// rule: numeric contract, float arithmetic: a product and a sum are rounded each: no fused
//   multiply-add.
// rule: numeric contract, float arithmetic: sums are added up in the order that is written.
// run:
// out| --- Running 'not_fused':
// out| 'not_fused' returned 0.000000e+00,0.000000e+00
// out| --- Running 'in_order':
// out| 'in_order' returned 0.000000e+00,1.000000e+00,0.000000e+00,1.000000e+00

// The numbers come from an impure kernel, so that nothing is known before the program runs.
// The square of 2^23 + 1 is one more than the float next to it, and so is that of 2^52 + 1.
func.func @not_fused() -> (f32, f64) {
  %i = "tfrt_test.sum_array_attr.i64"() {array = [8388608, 1], init = "0"} : () -> i64
  %j = "tfrt_test.sum_array_attr.i64"() {array = [4503599627370496, 1], init = "0"} : () -> i64
  %m1 = "tfrt_test.sum_array_attr.i64"() {array = [], init = "-1"} : () -> i64
  %a = "tfrt.cast.i64_to_f32"(%i) : (i64) -> f32
  %m = "tfrt.cast.i64_to_f32"(%m1) : (i64) -> f32
  %aa = "tfrt.multiply.f32"(%a, %a) : (f32, f32) -> f32
  %maa = "tfrt.multiply.f32"(%m, %aa) : (f32, f32) -> f32
  %r0 = tfrt.add.f32 %aa, %maa
  %b = "tfrt.cast.i64_to_f64"(%j) : (i64) -> f64
  %n = "tfrt.cast.i64_to_f64"(%m1) : (i64) -> f64
  %bb = "tfrt.multiply.f64"(%b, %b) : (f64, f64) -> f64
  %nbb = "tfrt.multiply.f64"(%n, %bb) : (f64, f64) -> f64
  %r1 = tfrt.add.f64 %nbb, %bb
  tfrt.return %r0, %r1 : f32, f64
}

// 2^24 + 1 is 2^24 as a single, and 2^53 + 1 is 2^53 as a double.
func.func @in_order() -> (f32, f32, f64, f64) {
  %i = "tfrt_test.sum_array_attr.i64"() {array = [16777216], init = "0"} : () -> i64
  %j = "tfrt_test.sum_array_attr.i64"() {array = [9007199254740992], init = "0"} : () -> i64
  %k = "tfrt_test.sum_array_attr.i64"() {array = [], init = "1"} : () -> i64
  %mi = "tfrt_test.sum_array_attr.i64"() {array = [-16777216], init = "0"} : () -> i64
  %mj = "tfrt_test.sum_array_attr.i64"() {array = [-9007199254740992], init = "0"} : () -> i64
  %a = "tfrt.cast.i64_to_f32"(%i) : (i64) -> f32
  %ma = "tfrt.cast.i64_to_f32"(%mi) : (i64) -> f32
  %one32 = "tfrt.cast.i64_to_f32"(%k) : (i64) -> f32
  %s0 = tfrt.add.f32 %a, %one32
  %r0 = tfrt.add.f32 %s0, %ma
  %s1 = tfrt.add.f32 %a, %ma
  %r1 = tfrt.add.f32 %s1, %one32
  %b = "tfrt.cast.i64_to_f64"(%j) : (i64) -> f64
  %mb = "tfrt.cast.i64_to_f64"(%mj) : (i64) -> f64
  %one64 = "tfrt.cast.i64_to_f64"(%k) : (i64) -> f64
  %s2 = tfrt.add.f64 %b, %one64
  %r2 = tfrt.add.f64 %s2, %mb
  %s3 = tfrt.add.f64 %b, %mb
  %r3 = tfrt.add.f64 %s3, %one64
  tfrt.return %r0, %r1, %r2, %r3 : f32, f32, f64, f64
}
