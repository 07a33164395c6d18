// rule: executor §6: on the single-threaded queue nothing runs until the host thread waits; tasks
//   are one queue, first in, first out.
// run:
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Running 'tasks':
// out| hello host executor!
// out| int32 = 2
// out| int32 = 1
// out| 'tasks' returned !tfrt.chain value,!tfrt.chain value
// engines: executor, the order of independent kernels is the executor's own

func.func @tasks() -> (!tfrt.chain, !tfrt.chain) {
  %c = tfrt.new.chain
  %a = tfrt.constant.i32 1
  %b = tfrt.constant.i32 2
  %x = tfrt_test.do.async %a, %c : (i32, !tfrt.chain) -> (!tfrt.chain) {
    %d = tfrt.print.i32 %a, %c
    tfrt.return %d : !tfrt.chain
  }
  %y = tfrt_test.do.async %b, %c : (i32, !tfrt.chain) -> (!tfrt.chain) {
    %d = tfrt.print.i32 %b, %c
    tfrt.return %d : !tfrt.chain
  }
  %h = "tfrt_test.print_hello"(%c) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %x, %y : !tfrt.chain, !tfrt.chain
}
