// rule: executor §8: i1 is 0 or 1, integers are decimal, floats `%e`, infinities INF and -INF,
//   not-a-number nan; any other type is named.
// run:
// out| --- Running 'integers':
// out| 'integers' returned 1,0,-2147483648,9223372036854775807
// out| --- Running 'floats':
// out| 'floats' returned 1.000000e+00,-1.000000e-01,INF,-INF,nan,1.000000e+300,-INF
// out| --- Running 'others':
// out| 'others' returned !tfrt.chain value,!tfrt.string value,ui32 value

func.func @integers() -> (i1, i1, i32, i64) {
  %t = tfrt.constant.i1 true
  %f = tfrt.constant.i1 false
  %a = tfrt.constant.i32 -2147483648
  %b = tfrt.constant.i64 9223372036854775807
  tfrt.return %t, %f, %a, %b : i1, i1, i32, i64
}

func.func @floats() -> (f32, f32, f32, f32, f32, f64, f64) {
  %a = tfrt.constant.f32 1.0
  %b = tfrt.constant.f32 -0.1
  %c = tfrt.constant.f32 0x7F800000
  %d = tfrt.constant.f32 0xFF800000
  %e = tfrt.constant.f32 0x7FC00000
  %f = tfrt.constant.f64 1.0e300
  %g = tfrt.constant.f64 0xFFF0000000000000
  tfrt.return %a, %b, %c, %d, %e, %f, %g : f32, f32, f32, f32, f32, f64, f64
}

func.func @others() -> (!tfrt.chain, !tfrt.string, ui32) {
  %c = tfrt.new.chain
  %s = "tfrt_test.get_string"() {value = "x"} : () -> !tfrt.string
  %u = tfrt.constant.ui32 7
  tfrt.return %c, %s, %u : !tfrt.chain, !tfrt.string, ui32
}
