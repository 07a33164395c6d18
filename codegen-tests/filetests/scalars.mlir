// Edges of the numeric contract, as values that data alone orders.
func.func @wrap() -> (i32, i32, i32, i64, i64, i64) {
  %max = tfrt.constant.i32 2147483647
  %one = tfrt.constant.i32 1
  %min = tfrt.constant.i32 -2147483648
  %a = tfrt.add.i32 %max, %one
  %b = "tfrt.minus.i32"(%min, %one) : (i32, i32) -> i32
  %c = tfrt.mul.i32 %max, %max
  %lmax = tfrt.constant.i64 9223372036854775807
  %lmin = tfrt.constant.i64 -9223372036854775808
  %lone = tfrt.constant.i64 1
  %d = tfrt.add.i64 %lmax, %lone
  %e = "tfrt.minus.i64"(%lmin, %lone) : (i64, i64) -> i64
  %f = tfrt.mul.i64 %lmax, %lmin
  tfrt.return %a, %b, %c, %d, %e, %f : i32, i32, i32, i64, i64, i64
}
func.func @divide_by_known() -> (i32, i32, i32, i32, i64, i64) {
  %min = tfrt.constant.i32 -2147483648
  %m1 = tfrt.constant.i32 -1
  %seven = tfrt.constant.i32 -7
  %two = tfrt.constant.i32 2
  %a, %b = tfrt.div.i32 %min, %m1
  %c, %d = tfrt.div.i32 %seven, %two
  %lmin = tfrt.constant.i64 -9223372036854775808
  %lm1 = tfrt.constant.i64 -1
  %e, %f = tfrt.div.i64 %lmin, %lm1
  tfrt.return %a, %b, %c, %d, %e, %f : i32, i32, i32, i32, i64, i64
}
func.func @divide(%a: i32, %b: i32) -> (i32, i32) {
  %q, %r = tfrt.div.i32 %a, %b
  tfrt.return %q, %r : i32, i32
}
func.func @divide_by_unknown() -> (i32, i32, i32, i32, i32, i32) {
  %min = tfrt.constant.i32 -2147483648
  %m1 = tfrt.constant.i32 -1
  %zero = tfrt.constant.i32 0
  %nine = tfrt.constant.i32 9
  %a, %b = tfrt.call @divide(%min, %m1) : (i32, i32) -> (i32, i32)
  %c, %d = tfrt.call @divide(%nine, %zero) : (i32, i32) -> (i32, i32)
  %e, %f = tfrt.call @divide(%nine, %m1) : (i32, i32) -> (i32, i32)
  tfrt.return %a, %b, %c, %d, %e, %f : i32, i32, i32, i32, i32, i32
}
func.func @floats() -> (f32, f32, f64, f64, f64, f32) {
  %zero = tfrt.constant.f32 0.0
  %nzero = tfrt.constant.f32 -0.0
  %one = tfrt.constant.f32 1.0
  %nan = tfrt.constant.f32 0x7FC00000
  %a = "tfrt.minimum.f32"(%nan, %one) : (f32, f32) -> f32
  %b = "tfrt.minimum.f32"(%zero, %nzero) : (f32, f32) -> f32
  %big = tfrt.constant.f64 1.0e308
  %c = tfrt.add.f64 %big, %big
  %d = "tfrt.multiply.f64"(%big, %big) : (f64, f64) -> f64
  %dzero = tfrt.constant.f64 -0.0
  %e = "tfrt.div.f64"(%big, %dzero) : (f64, f64) -> f64
  %f = "tfrt.div.f32"(%one, %nzero) : (f32, f32) -> f32
  tfrt.return %a, %b, %c, %d, %e, %f : f32, f32, f64, f64, f64, f32
}
func.func @casts() -> (i64, i64, i64, i64, f32, f64) {
  %nan = tfrt.constant.f32 0x7FC00000
  %inf = tfrt.constant.f64 0x7FF0000000000000
  %ninf = tfrt.constant.f32 0xFF800000
  %x = tfrt.constant.f64 -2.75
  %a = "tfrt.cast.f32_to_i64"(%nan) : (f32) -> i64
  %b = "tfrt.cast.f64_to_i64"(%inf) : (f64) -> i64
  %c = "tfrt.cast.f32_to_i64"(%ninf) : (f32) -> i64
  %d = "tfrt.cast.f64_to_i64"(%x) : (f64) -> i64
  %big = tfrt.constant.i64 9007199254740993
  %e = "tfrt.cast.i64_to_f32"(%big) : (i64) -> f32
  %f = "tfrt.cast.i64_to_f64"(%big) : (i64) -> f64
  tfrt.return %a, %b, %c, %d, %e, %f : i64, i64, i64, i64, f32, f64
}
func.func @compare() -> (i1, i1, i1, i1, i1) {
  %a = tfrt.constant.i64 -1
  %b = tfrt.constant.i64 1
  %t = tfrt.constant.i1 true
  %le = "tfrt.lessequal.i64"(%a, %b) : (i64, i64) -> i1
  %ge = "tfrt.lessequal.i64"(%b, %a) : (i64, i64) -> i1
  %eq = tfrt.equal.i64 %a, %a
  %both = tfrt.and.i1 %le, %ge
  %all = tfrt.and.i1 %eq, %t
  tfrt.return %le, %ge, %eq, %both, %all : i1, i1, i1, i1, i1
}
func.func @prints() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %f = tfrt.constant.f32 0xFFC00000
  %g = tfrt.constant.f64 -1.0e10
  %t = tfrt.constant.i1 true
  %i = tfrt.constant.i64 -9223372036854775808
  %ch1 = tfrt.print.f32 %f, %ch0
  %ch2 = tfrt.print.f64 %g, %ch1
  %ch3 = tfrt.print.i1 %t, %ch2
  %ch4 = tfrt.print.i64 %i, %ch3
  tfrt.return %ch4 : !tfrt.chain
}
