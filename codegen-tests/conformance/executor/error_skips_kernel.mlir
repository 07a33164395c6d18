// rule: executor §2, "Running one kernel" 3: a kernel with an error argument is not called, and all
//   its results are that error.
// rule: engines 1: the error that arrives names message, code, kernel and place of its origin.
// run:
// out| --- Running 'skipped':
// out| 'skipped' returned <<error: something bad happened>>,<<error: something bad happened>>,<<error: something bad happened>>
// tool: run --print-error-code FILE
// exit: 1
// out| @skipped:
// out|   error: something bad happened (INTERNAL)
// out|     in tfrt_test.fail at error_skips_kernel.mlir:20:8
// out|   error: something bad happened (INTERNAL)
// out|     in tfrt_test.fail at error_skips_kernel.mlir:20:8
// out|   error: something bad happened (INTERNAL)
// out|     in tfrt_test.fail at error_skips_kernel.mlir:20:8
// err| error_skips_kernel.mlir:20:8: error: runtime error: something bad happened

func.func @skipped() -> (i32, !tfrt.chain, !tfrt.chain) {
  %c = tfrt.new.chain
  %f = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %a, %d = "tfrt_test.multi_arg_result"(%f, %c) : (i32, !tfrt.chain) -> (i32, !tfrt.chain)
  %e = "tfrt_test.print_hello"(%d) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %a, %d, %e : i32, !tfrt.chain, !tfrt.chain
}
