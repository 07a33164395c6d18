// rule: the catalogue, tfrt.try: the results of the first region, or those of the second if one of
//   them is an error; both take the operands.
// run:
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Running 'succeeds':
// out| 'succeeds' returned 6,2
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Running 'falls_back':
// out| 'falls_back' returned 5,7
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Running 'falls_back_later':
// out| 'falls_back_later' returned 14
// out| --- Running 'both_fail':
// out| 'both_fail' returned <<error: something bad happened>>

func.func @succeeds() -> (i32, i32) {
  %a = tfrt.constant.i32 3
  %b = tfrt.constant.i32 2
  %r:2 = tfrt.try %a, %b : (i32, i32) -> (i32, i32) {
    %c = tfrt.add.i32 %a, %a
    tfrt.return %c, %b : i32, i32
  } else {
    tfrt.return %b, %a : i32, i32
  }
  tfrt.return %r#0, %r#1 : i32, i32
}

func.func @falls_back() -> (i32, i32) {
  %a = tfrt.constant.i32 5
  %b = tfrt.constant.i32 7
  %r:2 = tfrt.try %a, %b : (i32, i32) -> (i32, i32) {
    %bad = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
    tfrt.return %b, %bad : i32, i32
  } else {
    tfrt.return %a, %b : i32, i32
  }
  tfrt.return %r#0, %r#1 : i32, i32
}

func.func @falls_back_later() -> i32 {
  %a = tfrt.constant.i32 7
  %r = tfrt.try %a : (i32) -> (i32) {
    %late = "tfrt_test.async_copy.i32"(%a) : (i32) -> i32
    %zero = "tfrt.minus.i32"(%late, %late) : (i32, i32) -> i32
    %q, %m = tfrt.div.i32 %a, %zero // expected-error {{Divide by zero}}
    tfrt.return %q : i32
  } else {
    %late = "tfrt_test.async_copy.i32"(%a) : (i32) -> i32
    %c = tfrt.add.i32 %late, %a
    tfrt.return %c : i32
  }
  tfrt.return %r : i32
}

func.func @both_fail() -> i32 {
  %r = tfrt.try : () -> (i32) {
    %bad = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
    tfrt.return %bad : i32
  } else {
    %bad = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
    tfrt.return %bad : i32
  }
  tfrt.return %r : i32
}
