// rule: kernels §1, tfrt.print.{i1,i32,i64}: a line 'int1 = 0' or 'int1 = 1', 'int32 = N',
//   'int64 = N'.
// rule: kernels §1, tfrt.print.{f32,f64}: a line 'f32 = X' or 'f64 = X' as C's %f has it: six
//   decimals, ties to even, inf, nan.
// rule: kernels §1, tfrt.print.f16: a line 'f16 = N', N being the bits as an unsigned number.
// run:
// out| --- Running 'integers':
// out| int1 = 1
// out| int1 = 0
// out| int32 = -2147483648
// out| int64 = -9223372036854775808
// out| --- Running 'floats':
// out| f32 = 0.100000
// out| f32 = -10000000000.000000
// out| f64 = 0.100000
// out| f64 = 0.000000
// out| f64 = 0.007812
// out| f64 = 0.023438
// out| f64 = 10000000000000000000000.000000
// out| --- Running 'special':
// out| f32 = inf
// out| f32 = -inf
// out| f32 = nan
// out| f64 = inf
// out| f64 = -inf
// out| f64 = -nan
// out| f64 = -0.000000
// out| --- Running 'bits':
// out| f16 = 64511

func.func @integers() {
  %ch0 = tfrt.new.chain
  %t = tfrt.constant.i1 true
  %f = tfrt.constant.i1 false
  %a = tfrt.constant.i32 -2147483648
  %b = tfrt.constant.i64 -9223372036854775808
  %ch1 = tfrt.print.i1 %t, %ch0
  %ch2 = tfrt.print.i1 %f, %ch1
  %ch3 = tfrt.print.i32 %a, %ch2
  %ch4 = tfrt.print.i64 %b, %ch3
  tfrt.return
}

func.func @floats() {
  %ch0 = tfrt.new.chain
  %a = tfrt.constant.f32 0.1
  %b = tfrt.constant.f32 -1.0e10
  %c = tfrt.constant.f64 0.1
  %d = tfrt.constant.f64 1.0e-7
  // 1/128 and 3/128 have seven decimals that end in 5.
  %e = tfrt.constant.f64 0.0078125
  %f = tfrt.constant.f64 0.0234375
  %g = tfrt.constant.f64 1.0e22
  %ch1 = tfrt.print.f32 %a, %ch0
  %ch2 = tfrt.print.f32 %b, %ch1
  %ch3 = tfrt.print.f64 %c, %ch2
  %ch4 = tfrt.print.f64 %d, %ch3
  %ch5 = tfrt.print.f64 %e, %ch4
  %ch6 = tfrt.print.f64 %f, %ch5
  %ch7 = tfrt.print.f64 %g, %ch6
  tfrt.return
}

func.func @special() {
  %ch0 = tfrt.new.chain
  %a = tfrt.constant.f32 0x7F800000
  %b = tfrt.constant.f32 0xFF800000
  %c = tfrt.constant.f32 0x7FC00000
  %d = tfrt.constant.f64 0x7FF0000000000000
  %e = tfrt.constant.f64 0xFFF0000000000000
  %f = tfrt.constant.f64 0xFFF8000000000000
  %g = tfrt.constant.f64 -0.0
  %ch1 = tfrt.print.f32 %a, %ch0
  %ch2 = tfrt.print.f32 %b, %ch1
  %ch3 = tfrt.print.f32 %c, %ch2
  %ch4 = tfrt.print.f64 %d, %ch3
  %ch5 = tfrt.print.f64 %e, %ch4
  %ch6 = tfrt.print.f64 %f, %ch5
  %ch7 = tfrt.print.f64 %g, %ch6
  tfrt.return
}

func.func @bits() {
  %ch0 = tfrt.new.chain
  %a = tfrt.constant.f16 0xFBFF
  %ch1 = "tfrt.print.f16"(%a, %ch0) : (f16, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
