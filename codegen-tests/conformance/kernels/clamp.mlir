// rule: the catalogue, tfrt.clamp: the value, or the bound that it is beyond; the upper bound wins.
// rule: the text of an op is the format of its definition.
// run:
// out| --- Running 'clamp':
// out| 'clamp' returned -1,5,9,9
// out| --- Running 'upper_bound_wins':
// out| 'upper_bound_wins' returned 2
// out| --- Running 'error':
// out| 'error' returned <<error: something bad happened>>

func.func @clamp() -> (i32, i32, i32, i64) {
  %low = tfrt.constant.i32 -1
  %high = tfrt.constant.i32 9
  %a = tfrt.constant.i32 -2147483648
  %b = tfrt.constant.i32 5
  %c = tfrt.constant.i32 10
  %r0 = tfrt.clamp.i32 %a between %low and %high
  %r1 = tfrt.clamp.i32 %b between %low and %high
  %r2 = tfrt.clamp.i32 %c between %low and %high
  %d = tfrt.constant.i64 9
  %r3 = "tfrt.clamp.i64"(%d, %d, %d) : (i64, i64, i64) -> i64
  tfrt.return %r0, %r1, %r2, %r3 : i32, i32, i32, i64
}

func.func @upper_bound_wins() -> i32 {
  %low = tfrt.constant.i32 3
  %high = tfrt.constant.i32 2
  %r = tfrt.clamp.i32 %low between %low and %high
  tfrt.return %r : i32
}

func.func @error() -> i32 {
  %low = "tfrt_test.async_constant.i32"() {value = 3 : i32} : () -> i32
  %bad = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %r = tfrt.clamp.i32 %low between %low and %bad
  tfrt.return %r : i32
}
