// rule: executor §1: errors carry an absl status: kernels' errors are INTERNAL, cancellation is
//   CANCELLED.
// rule: executor §8, --print-error-code: `<<error: MSG, code: CODE>>`.
// run: --print-error-code
// out| --- Running 'internal':
// out| 'internal' returned <<error: something bad happened, code: INTERNAL>>
// out| --- Running 'cancelled':
// out| 'cancelled' returned <<error: Cancelled, code: CANCELLED>>
// run: --print-error-code --work-queue=mstd:2
// out| --- Running 'internal':
// out| 'internal' returned <<error: something bad happened, code: INTERNAL>>
// out| --- Running 'cancelled':
// out| 'cancelled' returned <<error: Cancelled, code: CANCELLED>>

func.func @internal() -> i32 {
  %x = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  tfrt.return %x : i32
}

func.func @cancelled() -> !tfrt.chain {
  %c = tfrt.new.chain
  %x, %d = "tfrt_test.cancel"(%c) : (!tfrt.chain) -> (i32, !tfrt.chain)
  %e = tfrt.print.i32 %x, %d
  tfrt.return %e : !tfrt.chain
}
