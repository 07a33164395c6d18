// rule: executor §8: a function's results are awaited and printed, then all that it started is waited
//   for: output of work that nobody returned comes after the results and before the next function.
// run:
// out| --- Not running '' because it has arguments.
// out| --- Running 'first':
// out| 'first' returned 1
// out| Slept for 20000 microseconds
// out| hello host executor!
// out| --- Running 'second':
// out| 'second' returned 2
// engines: executor, the order of independent kernels is the executor's own

func.func @first() -> i32 {
  %c = tfrt.new.chain
  %x = tfrt_test.do.async %c : (!tfrt.chain) -> (!tfrt.chain) {
    %us = tfrt.constant.i32 20000
    %e = "tfrt_test.blocking.usleep"(%us) : (i32) -> !tfrt.chain
    %d = "tfrt_test.print_hello"(%e) : (!tfrt.chain) -> !tfrt.chain
    tfrt.return %d : !tfrt.chain
  }
  %a = tfrt.constant.i32 1
  tfrt.return %a : i32
}

func.func @second() -> i32 {
  %a = tfrt.constant.i32 2
  tfrt.return %a : i32
}
