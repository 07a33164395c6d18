// rule: bef §6 and executor §10.8: what a text says is what a kernel reads, of every kind that some
//   kernel takes.
// run:
// out| --- Running 'scalars':
// out| 'scalars' returned -2147483648,9223372036854775807,1.500000e+10,-2.500000e-10,1,ui32 value,ui64 value
// out| --- Running 'texts':
// out| string = a"b\c	d
// out| 'texts' returned !tfrt.chain value
// out| --- Running 'aggregates':
// out| 'aggregates' returned 7,8,2.500000e+00
// out| string = string

func.func @scalars() -> (i32, i64, f32, f64, i1, ui32, ui64) {
  %a = tfrt.constant.i32 -2147483648
  %b = tfrt.constant.i64 0x7FFFFFFFFFFFFFFF
  %c = tfrt.constant.f32 1.5e10
  %d = tfrt.constant.f64 -2.5e-10
  %e = tfrt.constant.i1 true
  %f = tfrt.constant.ui32 4294967295
  %g = tfrt.constant.ui64 18446744073709551615
  tfrt.return %a, %b, %c, %d, %e, %f, %g : i32, i64, f32, f64, i1, ui32, ui64
}

func.func @texts() -> !tfrt.chain {
  %c = tfrt.new.chain
  %s = tfrt_test.get_string {value = "a\22b\\c\09d"}
  %d = "tfrt_test.print_string"(%s, %c) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  tfrt.return %d : !tfrt.chain
}

func.func @aggregates() -> (i32, i32, f32) {
  %c = tfrt.new.chain
  %s, %a, %b, %f = "tfrt_test.flat"() {value = [["string", [7 : i32, 8 : i32]], [2.5 : f32]]} : () -> (!tfrt.string, i32, i32, f32)
  %d = "tfrt_test.print_string"(%s, %c) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  tfrt.return %a, %b, %f : i32, i32, f32
}
