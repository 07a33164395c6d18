// rule: the catalogue, tfrt_test.async_zero.*: the zero of each scalar type, from a task.
// run:
// out| --- Running 'zeros':
// out| 'zeros' returned 0,i8 value,i16 value,0,0,ui8 value,ui16 value,ui32 value,ui64 value,0.000000e+00,0.000000e+00,!tfrt.chain value
// out| --- Running 'sum':
// out| 'sum' returned 7

func.func @zeros() -> (i1, i8, i16, i32, i64, ui8, ui16, ui32, ui64, f32, f64, !tfrt.chain) {
  %a = "tfrt_test.async_zero.i1"() : () -> i1
  %b = "tfrt_test.async_zero.i8"() : () -> i8
  %c = "tfrt_test.async_zero.i16"() : () -> i16
  %d = "tfrt_test.async_zero.i32"() : () -> i32
  %e = "tfrt_test.async_zero.i64"() : () -> i64
  %f = "tfrt_test.async_zero.ui8"() : () -> ui8
  %g = "tfrt_test.async_zero.ui16"() : () -> ui16
  %h = "tfrt_test.async_zero.ui32"() : () -> ui32
  %i = "tfrt_test.async_zero.ui64"() : () -> ui64
  %j = "tfrt_test.async_zero.f32"() : () -> f32
  %k = "tfrt_test.async_zero.f64"() : () -> f64
  %l = "tfrt_test.async_zero.chain"() : () -> !tfrt.chain
  tfrt.return %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k, %l : i1, i8, i16, i32, i64, ui8, ui16, ui32, ui64, f32, f64, !tfrt.chain
}

func.func @sum() -> i32 {
  %a = "tfrt_test.async_zero.i32"() : () -> i32
  %b = tfrt.constant.i32 7
  %c = tfrt.add.i32 %a, %b
  tfrt.return %c : i32
}
