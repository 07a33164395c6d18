// rule: executor §2.4: a call returns when its ready queue is empty and waits for nothing; what is
//   not available continues later.
// rule: executor §2, "available: store, then decrement each user", unavailable and only returned:
//   stored at once.
// run:
// out| --- Not running 'inner' because it has arguments.
// out| --- Running 'goes_on':
// out| int32 = 7
// out| hello host executor!
// out| int32 = 4
// out| int32 = 4
// out| 'goes_on' returned 4,!tfrt.chain value
// engines: executor, the order of independent kernels is the executor's own

func.func @inner(%c: !tfrt.chain) -> (i32, !tfrt.chain) {
  %a = "tfrt_test.async_constant.i32"() {value = 4 : i32} : () -> i32
  %d = tfrt.print.i32 %a, %c
  %e = "tfrt_test.print_hello"(%c) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %a, %d : i32, !tfrt.chain
}

// The chain of the print after the call is available before the callee's results are.
func.func @goes_on() -> (i32, !tfrt.chain) {
  %c = tfrt.new.chain
  %n = tfrt.constant.i32 7
  %a, %d = tfrt.call @inner(%c) : (!tfrt.chain) -> (i32, !tfrt.chain)
  %e = tfrt.print.i32 %n, %c
  %f = tfrt.print.i32 %a, %e
  tfrt.return %a, %f : i32, !tfrt.chain
}
