// rule: kernels §1, tfrt.constant.{complex64,complex128}: the real part is written first, and the
//   kernel gets its attributes in alphabetical order, the imaginary part first.
// rule: kernels §1, tfrt.print.{complex64,complex128}: both parts with six decimals and a plus
//   between them, whatever the sign.
// run:
// out| --- Running 'complex':
// out| complex64 = 1.000000+2.500000i
// out| complex128 = -3.000000+-0.125000i
// out| complex64 = 8.000000+9.000000i
// out| 'complex' returned complex<f32> value,complex<f64> value

func.func @complex() -> (complex<f32>, complex<f64>) {
  %a = tfrt.constant.complex64 1.0, 2.5
  %b = tfrt.constant.complex128 -3.0, -0.125
  %c = "tfrt.constant.complex64"() {real = 8.0 : f32, imaginary = 9.0 : f32} : () -> complex<f32>
  %ch0 = tfrt.new.chain
  %ch1 = "tfrt.print.complex64"(%a, %ch0) : (complex<f32>, !tfrt.chain) -> !tfrt.chain
  %ch2 = "tfrt.print.complex128"(%b, %ch1) : (complex<f64>, !tfrt.chain) -> !tfrt.chain
  %ch3 = "tfrt.print.complex64"(%c, %ch2) : (complex<f32>, !tfrt.chain) -> !tfrt.chain
  tfrt.return %a, %b : complex<f32>, complex<f64>
}
