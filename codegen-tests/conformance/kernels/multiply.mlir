// rule: kernels §1, tfrt.mul.{i32,i64}: the product, wrapping.
// rule: kernels §1, tfrt.multiply.{f32,f64}: the product.
// run:
// out| --- Running 'integers':
// out| 'integers' returned -42,131073,-9000000000,8589934593
// out| --- Running 'floats':
// out| 'floats' returned -7.500000e-01,-2.000000e+200,INF,INF

func.func @integers() -> (i32, i32, i64, i64) {
  %a = tfrt.constant.i32 -6
  %b = tfrt.constant.i32 7
  %big32 = tfrt.constant.i32 65537
  %c = tfrt.constant.i64 3000000000
  %d = tfrt.constant.i64 -3
  %big64 = tfrt.constant.i64 4294967297
  %r0 = tfrt.mul.i32 %a, %b
  %r1 = tfrt.mul.i32 %big32, %big32
  %r2 = tfrt.mul.i64 %c, %d
  %r3 = tfrt.mul.i64 %big64, %big64
  tfrt.return %r0, %r1, %r2, %r3 : i32, i32, i64, i64
}

func.func @floats() -> (f32, f64, f32, f64) {
  %a = tfrt.constant.f32 -1.5
  %b = tfrt.constant.f32 0.5
  %c = tfrt.constant.f64 1.0e200
  %d = tfrt.constant.f64 -2.0
  %big = tfrt.constant.f32 1.0e30
  %r0 = "tfrt.multiply.f32"(%a, %b) : (f32, f32) -> f32
  %r1 = "tfrt.multiply.f64"(%c, %d) : (f64, f64) -> f64
  %r2 = "tfrt.multiply.f32"(%big, %big) : (f32, f32) -> f32
  %r3 = "tfrt.multiply.f64"(%c, %c) : (f64, f64) -> f64
  tfrt.return %r0, %r1, %r2, %r3 : f32, f64, f32, f64
}
