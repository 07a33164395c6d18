// rule: kernels §2, tfrt_test.cancel: cancels the request, then gives 0 and the chain; later kernels
//   give 'Cancelled', without a diagnostic.
// run: --print-error-code
// out| --- Running 'cancel':
// out| 'cancel' returned 0,!tfrt.chain value,<<error: Cancelled, code: CANCELLED>>
// out| --- Running 'the_next_request':
// out| 'the_next_request' returned 1

func.func @cancel() -> (i32, !tfrt.chain, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %x, %ch1 = "tfrt_test.cancel"(%ch0) : (!tfrt.chain) -> (i32, !tfrt.chain)
  %ch2 = tfrt.print.i32 %x, %ch1
  tfrt.return %x, %ch1, %ch2 : i32, !tfrt.chain, !tfrt.chain
}

// Each function is a request of its own.
func.func @the_next_request() -> i32 {
  %a = tfrt.constant.i32 1
  tfrt.return %a : i32
}
