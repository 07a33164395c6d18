// rule: kernels §2, tfrt_test.report_error_async: the error 'something bad happened asynchronously',
//   later.
// rule: kernels §2, tfrt_test.{report_error_concrete_async,report_error_indirect_async}: that error
//   where the operand is not 0, later; 0 where it is.
// run: --print-error-code
// out| --- Running 'report_error_async':
// out| 'report_error_async' returned <<error: something bad happened asynchronously, code: INTERNAL>>
// out| --- Running 'concrete':
// out| 'concrete' returned 0,<<error: something bad happened asynchronously, code: INTERNAL>>
// out| --- Running 'indirect':
// out| 'indirect' returned 0,<<error: something bad happened asynchronously, code: INTERNAL>>
// out| --- Running 'passed_on':
// out| 'passed_on' returned <<error: something bad happened asynchronously, code: INTERNAL>>

func.func @report_error_async() -> i32 {
  %a = "tfrt_test.report_error_async"() : () -> i32 // expected-error {{runtime error: something bad happened asynchronously}}
  tfrt.return %a : i32
}

func.func @concrete() -> (i32, i32) {
  %zero = tfrt.constant.i32 0
  %one = tfrt.constant.i32 -1
  %a = "tfrt_test.report_error_concrete_async"(%zero) : (i32) -> i32
  %b = "tfrt_test.report_error_concrete_async"(%one) : (i32) -> i32 // expected-error {{runtime error: something bad happened asynchronously}}
  tfrt.return %a, %b : i32, i32
}

func.func @indirect() -> (i32, i32) {
  %zero = tfrt.constant.i32 0
  %one = tfrt.constant.i32 1
  %a = "tfrt_test.report_error_indirect_async"(%zero) : (i32) -> i32
  %b = "tfrt_test.report_error_indirect_async"(%one) : (i32) -> i32 // expected-error {{runtime error: something bad happened asynchronously}}
  tfrt.return %a, %b : i32, i32
}

func.func @passed_on() -> i32 {
  %one = tfrt.constant.i32 1
  %a = "tfrt_test.report_error_concrete_async"(%one) : (i32) -> i32 // expected-error {{runtime error: something bad happened asynchronously}}
  %b = "tfrt_test.async_add.i32"(%a, %one) : (i32, i32) -> i32
  tfrt.return %b : i32
}
