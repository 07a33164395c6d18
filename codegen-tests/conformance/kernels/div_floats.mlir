// rule: kernels §1, tfrt.div.{f32,f64}: the quotient.
// rule: kernels §1, tfrt.div.{f32,f64}: a divisor that is zero, of either sign, is the error
//   'Divide by zero', whatever is divided.
// run:
// out| --- Running 'quotients':
// out| 'quotients' returned -3.500000e+00,1.250000e-01,-0.000000e+00,nan
// out| --- Running 'by_zero':
// out| 'by_zero' returned <<error: Divide by zero>>,<<error: Divide by zero>>,<<error: Divide by zero>>,<<error: Divide by zero>>

func.func @quotients() -> (f32, f64, f32, f64) {
  %a = tfrt.constant.f32 -7.0
  %b = tfrt.constant.f32 2.0
  %c = tfrt.constant.f64 1.0
  %d = tfrt.constant.f64 8.0
  %inf = tfrt.constant.f32 0x7F800000
  %nan = tfrt.constant.f64 0x7FF8000000000000
  %r0 = "tfrt.div.f32"(%a, %b) : (f32, f32) -> f32
  %r1 = "tfrt.div.f64"(%c, %d) : (f64, f64) -> f64
  %r2 = "tfrt.div.f32"(%a, %inf) : (f32, f32) -> f32
  %r3 = "tfrt.div.f64"(%c, %nan) : (f64, f64) -> f64
  tfrt.return %r0, %r1, %r2, %r3 : f32, f64, f32, f64
}

func.func @by_zero() -> (f32, f32, f64, f64) {
  %a = tfrt.constant.f32 1.0
  %p32 = tfrt.constant.f32 0.0
  %m32 = tfrt.constant.f32 -0.0
  %p64 = tfrt.constant.f64 0.0
  %m64 = tfrt.constant.f64 -0.0
  %r0 = "tfrt.div.f32"(%a, %p32) : (f32, f32) -> f32 // expected-error {{runtime error: Divide by zero}}
  %r1 = "tfrt.div.f32"(%a, %m32) : (f32, f32) -> f32 // expected-error {{runtime error: Divide by zero}}
  %r2 = "tfrt.div.f64"(%p64, %p64) : (f64, f64) -> f64 // expected-error {{runtime error: Divide by zero}}
  %r3 = "tfrt.div.f64"(%p64, %m64) : (f64, f64) -> f64 // expected-error {{runtime error: Divide by zero}}
  tfrt.return %r0, %r1, %r2, %r3 : f32, f32, f64, f64
}
