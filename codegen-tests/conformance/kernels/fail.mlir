// rule: kernels §2, tfrt_test.fail: the error 'something bad happened', with a diagnostic at the op.
// rule: kernels §2, tfrt_test.partial_fail: 1, and that error in the second result.
// rule: kernels §2, tfrt_test.error_chain: the error 'error chain'.
// rule: kernels, error rule: one diagnostic 'runtime error: MSG' for a kernel that fails, none for
//   those that are skipped; the error is in every result not yet set.
// run: --print-error-code
// out| --- Running 'fail':
// out| 'fail' returned <<error: something bad happened, code: INTERNAL>>,<<error: something bad happened, code: INTERNAL>>
// out| --- Running 'partial_fail':
// out| 'partial_fail' returned 1,<<error: something bad happened, code: INTERNAL>>
// out| --- Running 'error_chain':
// out| 'error_chain' returned <<error: error chain, code: INTERNAL>>,<<error: error chain, code: INTERNAL>>

func.func @fail() -> (i32, i32) {
  %a = "tfrt_test.fail"() : () -> i32 // expected-error {{runtime error: something bad happened}}
  %b = tfrt.add.i32 %a, %a
  tfrt.return %a, %b : i32, i32
}

func.func @partial_fail() -> (i32, i32) {
  %a, %b = "tfrt_test.partial_fail"() : () -> (i32, i32) // expected-error {{runtime error: something bad happened}}
  tfrt.return %a, %b : i32, i32
}

func.func @error_chain() -> (!tfrt.chain, !tfrt.chain) {
  %ch = tfrt.new.chain
  %a = "tfrt_test.error_chain"(%ch) : (!tfrt.chain) -> !tfrt.chain // expected-error {{runtime error: error chain}}
  %b = "tfrt_test.print_hello"(%a) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %a, %b : !tfrt.chain, !tfrt.chain
}
