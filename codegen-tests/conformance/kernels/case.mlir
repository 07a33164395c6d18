// rule: kernels §1, tfrt.case: calls the function of that index; a negative index, or one that has
//   no function, calls the last.
// run:
// out| --- Not running 'zero' because it has arguments.
// out| --- Not running 'one' because it has arguments.
// out| --- Not running 'two' because it has arguments.
// out| --- Running 'all':
// out| 'all' returned 10,20,100,100,20,10
// out| --- Running 'error_index':
// out| 'error_index' returned <<error: something bad happened>>

func.func @zero(%x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @one(%x: i32) -> i32 {
  %y = tfrt.add.i32 %x, %x
  tfrt.return %y : i32
}
func.func @two(%x: i32) -> i32 {
  %y = tfrt.mul.i32 %x, %x
  tfrt.return %y : i32
}

func.func @all() -> (i32, i32, i32, i32, i32, i32) {
  %x = tfrt.constant.i32 10
  %i0 = tfrt.constant.i32 0
  %i1 = tfrt.constant.i32 1
  %i2 = tfrt.constant.i32 2
  %i3 = tfrt.constant.i32 3
  %m1 = tfrt.constant.i32 -1
  %min = tfrt.constant.i32 -2147483648
  %a = tfrt.case %i0 [@zero, @one, @two] (%x) : (i32) -> (i32)
  %b = tfrt.case %i1 [@zero, @one, @two] (%x) : (i32) -> (i32)
  %c = tfrt.case %i2 [@zero, @one, @two] (%x) : (i32) -> (i32)
  %d = tfrt.case %i3 [@zero, @one, @two] (%x) : (i32) -> (i32)
  %e = tfrt.case %m1 [@zero, @two, @one] (%x) : (i32) -> (i32)
  %f = tfrt.case %min [@zero] (%x) : (i32) -> (i32)
  tfrt.return %a, %b, %c, %d, %e, %f : i32, i32, i32, i32, i32, i32
}

func.func @error_index() -> i32 {
  %bad = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %x = tfrt.constant.i32 10
  %a = tfrt.case %bad [@zero, @one] (%x) : (i32) -> (i32)
  tfrt.return %a : i32
}
