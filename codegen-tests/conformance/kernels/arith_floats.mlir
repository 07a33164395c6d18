// rule: arith, floats: a quotient by zero is an infinity or NaN, a remainder is exact.
// rule: arith, floats: of numbers, -0 is less than 0; 'maximumf' and 'minimumf' give NaN if there is
//   one, 'maxnumf' and 'minnumf' the number.
// rule: arith, casts: a float to an integer saturates, NaN gives 0; to a float, ties go to even.
// run:
// out| --- Running 'arithmetic':
// out| 'arithmetic' returned INF,nan,-1.500000e+00,-0.000000e+00
// out| --- Running 'extremes':
// out| 'extremes' returned nan,1.000000e+00,0.000000e+00,-INF
// out| --- Running 'compare':
// out| 'compare' returned 0,1,1,1
// out| --- Running 'casts':
// out| 'casts' returned 2147483647,-2147483648,0,0,-1,255
// out| --- Running 'halves':
// out| 'halves' returned 2.048000e+03,2.052000e+03,INF,2.560000e+02

func.func @arithmetic() -> (f32, f32, f64, f64) {
  %one = tfrt.constant.f32 1.0
  %zero = tfrt.constant.f32 0.0
  %a = tfrt.constant.f64 -7.5
  %b = tfrt.constant.f64 3.0
  %c = tfrt.constant.f64 0.0
  %infinity = arith.divf.f32 %one, %zero
  %nan = arith.divf.f32 %zero, %zero
  %rest = arith.remf.f64 %a, %b
  %negative = arith.negf.f64 %c
  tfrt.return %infinity, %nan, %rest, %negative : f32, f32, f64, f64
}

func.func @extremes() -> (f32, f32, f32, f32) {
  %one = tfrt.constant.f32 1.0
  %zero = tfrt.constant.f32 0.0
  %minus = tfrt.constant.f32 -0.0
  %nan = arith.divf.f32 %zero, %zero
  %a = arith.maximumf.f32 %one, %nan
  %b = arith.maxnumf.f32 %one, %nan
  %c = arith.maxnumf.f32 %minus, %zero
  %less = arith.minimumf.f32 %zero, %minus
  %d = arith.divf.f32 %one, %less
  tfrt.return %a, %b, %c, %d : f32, f32, f32, f32
}

func.func @compare() -> (i1, i1, i1, i1) {
  %zero = tfrt.constant.f64 0.0
  %nan = arith.divf.f64 %zero, %zero
  %a = arith.cmpf.oeq.f64 %nan, %nan
  %b = arith.cmpf.une.f64 %nan, %nan
  %c = arith.cmpf.ult.f64 %zero, %nan
  %d = arith.cmpf.true.f64 %nan, %zero
  tfrt.return %a, %b, %c, %d : i1, i1, i1, i1
}

func.func @casts() -> (i32, i32, i32, i32, i32, i32) {
  %big = tfrt.constant.f64 1.0e10
  %small = tfrt.constant.f64 -1.0e10
  %zero = tfrt.constant.f64 0.0
  %nan = arith.divf.f64 %zero, %zero
  %a = arith.fptosi.f64.i32 %big
  %b = arith.fptosi.f64.i32 %small
  %c = arith.fptosi.f64.i32 %nan
  %d = arith.fptoui.f64.i32 %small
  %e = arith.fptoui.f64.i32 %big
  %byte = arith.trunci.i32.i8 %e
  %f = arith.extui.i8.i32 %byte
  tfrt.return %a, %b, %c, %d, %e, %f : i32, i32, i32, i32, i32, i32
}

func.func @halves() -> (f32, f32, f32, f32) {
  %a = tfrt.constant.i32 2049
  %b = tfrt.constant.i32 2051
  %c = tfrt.constant.i32 65520
  %d = tfrt.constant.i32 257
  %x = arith.sitofp.i32.f16 %a
  %y = arith.sitofp.i32.f16 %b
  %z = arith.uitofp.i32.f16 %c
  %w = arith.sitofp.i32.bf16 %d
  %i = arith.extf.f16.f32 %x
  %j = arith.extf.f16.f32 %y
  %k = arith.extf.f16.f32 %z
  %l = arith.extf.bf16.f32 %w
  tfrt.return %i, %j, %k, %l : f32, f32, f32, f32
}
