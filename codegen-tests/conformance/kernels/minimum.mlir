// rule: kernels §1, tfrt.minimum.{f32,f64}, and the numeric contract: the second operand if it is
//   less than the first, else the first: so the first where either is not a number, and the first
//   of two zeros.
// run:
// out| --- Running 'of_numbers':
// out| 'of_numbers' returned -2.000000e+00,-2.000000e+00,-2.000000e+00,-2.000000e+00
// out| --- Running 'of_what_is_no_number':
// out| 'of_what_is_no_number' returned 1.000000e+00,nan,1.000000e+00,nan
// out| --- Running 'of_zeros':
// out| 'of_zeros' returned 0.000000e+00,-0.000000e+00,0.000000e+00,-0.000000e+00

func.func @of_numbers() -> (f32, f32, f64, f64) {
  %a = tfrt.constant.f32 1.0
  %b = tfrt.constant.f32 -2.0
  %c = tfrt.constant.f64 1.0
  %d = tfrt.constant.f64 -2.0
  %r0 = "tfrt.minimum.f32"(%a, %b) : (f32, f32) -> f32
  %r1 = "tfrt.minimum.f32"(%b, %a) : (f32, f32) -> f32
  %r2 = "tfrt.minimum.f64"(%c, %d) : (f64, f64) -> f64
  %r3 = "tfrt.minimum.f64"(%d, %c) : (f64, f64) -> f64
  tfrt.return %r0, %r1, %r2, %r3 : f32, f32, f64, f64
}

func.func @of_what_is_no_number() -> (f32, f32, f64, f64) {
  %a = tfrt.constant.f32 1.0
  %nan32 = tfrt.constant.f32 0x7FC00000
  %c = tfrt.constant.f64 1.0
  %nan64 = tfrt.constant.f64 0x7FF8000000000000
  %r0 = "tfrt.minimum.f32"(%a, %nan32) : (f32, f32) -> f32
  %r1 = "tfrt.minimum.f32"(%nan32, %a) : (f32, f32) -> f32
  %r2 = "tfrt.minimum.f64"(%c, %nan64) : (f64, f64) -> f64
  %r3 = "tfrt.minimum.f64"(%nan64, %c) : (f64, f64) -> f64
  tfrt.return %r0, %r1, %r2, %r3 : f32, f32, f64, f64
}

func.func @of_zeros() -> (f32, f32, f64, f64) {
  %p32 = tfrt.constant.f32 0.0
  %m32 = tfrt.constant.f32 -0.0
  %p64 = tfrt.constant.f64 0.0
  %m64 = tfrt.constant.f64 -0.0
  %r0 = "tfrt.minimum.f32"(%p32, %m32) : (f32, f32) -> f32
  %r1 = "tfrt.minimum.f32"(%m32, %p32) : (f32, f32) -> f32
  %r2 = "tfrt.minimum.f64"(%p64, %m64) : (f64, f64) -> f64
  %r3 = "tfrt.minimum.f64"(%m64, %p64) : (f64, f64) -> f64
  tfrt.return %r0, %r1, %r2, %r3 : f32, f32, f64, f64
}
