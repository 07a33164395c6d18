// rule: kernels §1, tfrt.constant.{i1,i32,i64,ui32,ui64,f16,bf16,f32,f64}: the attribute 'value';
//   i1 is written true, false, 0 or 1; floats may be written by their bits.
// run:
// out| --- Running 'truth':
// out| 'truth' returned 1,0,1,0
// out| --- Running 'integers':
// out| 'integers' returned -2147483648,2147483647,-9223372036854775808,9223372036854775807,127
// out| --- Running 'unsigned':
// out| 'unsigned' returned ui32 value,ui64 value
// out| --- Running 'floats':
// out| 'floats' returned -1.500000e+00,1.000000e-300,1.000000e+00,2.000000e+00,1.000000e-01,1.000000e-01
// out| --- Running 'halves':
// out| f16 = 15872
// out| f16 = 13653
// out| 'halves' returned bf16 value,f16 value

func.func @truth() -> (i1, i1, i1, i1) {
  %a = tfrt.constant.i1 true
  %b = tfrt.constant.i1 false
  %c = tfrt.constant.i1 1
  %d = tfrt.constant.i1 0
  tfrt.return %a, %b, %c, %d : i1, i1, i1, i1
}

func.func @integers() -> (i32, i32, i64, i64, i32) {
  %a = tfrt.constant.i32 -2147483648
  %b = tfrt.constant.i32 2147483647
  %c = tfrt.constant.i64 -9223372036854775808
  %d = tfrt.constant.i64 9223372036854775807
  %e = tfrt.constant.i32 0x7F
  tfrt.return %a, %b, %c, %d, %e : i32, i32, i64, i64, i32
}

func.func @unsigned() -> (ui32, ui64) {
  %a = tfrt.constant.ui32 4294967295
  %b = tfrt.constant.ui64 18446744073709551615
  tfrt.return %a, %b : ui32, ui64
}

func.func @floats() -> (f32, f64, f32, f64, f32, f64) {
  %a = tfrt.constant.f32 -1.5
  %b = tfrt.constant.f64 1.0e-300
  %c = tfrt.constant.f32 0x3F800000
  %d = tfrt.constant.f64 0x4000000000000000
  %e = tfrt.constant.f32 0.1
  %f = tfrt.constant.f64 0.1
  tfrt.return %a, %b, %c, %d, %e, %f : f32, f64, f32, f64, f32, f64
}

// 1.5 is 0x3E00 in f16; 0x3555 is the f16 next to a third.
func.func @halves() -> (bf16, f16) {
  %a = tfrt.constant.f16 1.5
  %b = tfrt.constant.f16 0x3555
  %c = tfrt.constant.bf16 -2.0
  %ch0 = tfrt.new.chain
  %ch1 = "tfrt.print.f16"(%a, %ch0) : (f16, !tfrt.chain) -> !tfrt.chain
  %ch2 = "tfrt.print.f16"(%b, %ch1) : (f16, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c, %b : bf16, f16
}
