// rule: executor §8: a runtime diagnostic is `runtime error: MSG` at the location in the file;
//   matching is by line and substring.
// rule: cli, --verify-diagnostics: `@+N`, `@-N`, several to a line; a returned error is then no
//   failure of its own.
// run:
// out| --- Running 'several':
// out| 'several' returned <<error: something bad happened>>
// tool: run FILE
// exit: 1
// out| @several:
// out|   error: something bad happened
// out|     in tfrt_test.fail at driver_diagnostics.mlir:24:8
// err| driver_diagnostics.mlir:24:8: error: runtime error: something bad happened
// err| driver_diagnostics.mlir:26:12: error: runtime error: something bad happened
// err| driver_diagnostics.mlir:25:12: error: runtime error: Divide by zero
// tool: translate FILE | run --verify-diagnostics
// out| @several:
// out|   error: something bad happened
// out|     in tfrt_test.fail at driver_diagnostics.mlir:24:8

func.func @several() -> i32 {
  // expected-error@+2 {{something}} expected-error@+3 {{by zero}}
  %n = tfrt.constant.i32 0
  %z = "tfrt_test.fail"() : () -> i32
  %q, %r = tfrt.div.i32 %n, %n
  %x, %y = "tfrt_test.partial_fail"() : () -> (i32, i32)
  // expected-error @-1 {{runtime error: something bad happened}}
  tfrt.return %z : i32
}
