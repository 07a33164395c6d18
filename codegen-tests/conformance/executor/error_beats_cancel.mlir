// rule: executor §2, "Running one kernel" 2: an argument error beats cancellation.
// run: --print-error-code
// out| --- Running 'both':
// out| 'both' returned <<error: something bad happened, code: INTERNAL>>,<<error: something bad happened, code: INTERNAL>>,<<error: Cancelled, code: CANCELLED>>

// The error is there before the run is cancelled: a chain of the first result orders that.
func.func @both() -> (i32, i32, i32) {
  %one, %f = "tfrt_test.partial_fail"() : () -> (i32, i32) // expected-error {{something bad happened}}
  %c = "tfrt_test.as_chain"(%one) : (i32) -> !tfrt.chain
  %x, %d = "tfrt_test.cancel"(%c) : (!tfrt.chain) -> (i32, !tfrt.chain)
  %a, %e = "tfrt_test.multi_arg_result"(%f, %x) : (i32, i32) -> (i32, i32)
  %b = tfrt.add.i32 %x, %x
  tfrt.return %a, %e, %b : i32, i32, i32
}
