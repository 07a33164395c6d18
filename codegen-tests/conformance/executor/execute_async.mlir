// rule: executor §2, "ExecuteAsync": results exist immediately and the body runs in a task; a while
//   with parallel_iterations > 1 enqueues each iteration.
// run:
// out| --- Not running 'body' because it has arguments.
// out| --- Running 'inline_loop':
// out| int32 = 2
// out| hello host executor!
// out| int32 = 1
// out| 'inline_loop' returned 0,!tfrt.chain value
// out| --- Running 'task_each':
// out| hello host executor!
// out| int32 = 2
// out| int32 = 1
// out| 'task_each' returned 0,!tfrt.chain value
// engines: executor, the order of independent kernels is the executor's own

func.func @body(%n: i32, %c: !tfrt.chain) -> (i32, !tfrt.chain, i1) {
  %d = tfrt.print.i32 %n, %c
  %m1 = tfrt.constant.i32 -1
  %m = tfrt.add.i32 %n, %m1
  %zero = tfrt.constant.i32 0
  %one = tfrt.constant.i32 1
  %go = "tfrt.lessequal.i32"(%one, %m) : (i32, i32) -> i1
  tfrt.return %m, %d, %go : i32, !tfrt.chain, i1
}

// When the joined chain is there, so is all else that the loop needs: it starts before the print.
func.func @inline_loop() -> (i32, !tfrt.chain) {
  %t = tfrt.constant.i1 true
  %n = tfrt.constant.i32 2
  %z = tfrt.new.chain
  %c = tfrt.merge.chains %z, %t, %n : !tfrt.chain, i1, i32
  %r, %d = tfrt.while %t @body(%n, %c) parallel_iterations(1) : (i32, !tfrt.chain) -> (i32, !tfrt.chain)
  %e = "tfrt_test.print_hello"(%c) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %r, %d : i32, !tfrt.chain
}

func.func @task_each() -> (i32, !tfrt.chain) {
  %t = tfrt.constant.i1 true
  %n = tfrt.constant.i32 2
  %z = tfrt.new.chain
  %c = tfrt.merge.chains %z, %t, %n : !tfrt.chain, i1, i32
  %r, %d = tfrt.while %t @body(%n, %c) parallel_iterations(4) : (i32, !tfrt.chain) -> (i32, !tfrt.chain)
  %e = "tfrt_test.print_hello"(%c) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %r, %d : i32, !tfrt.chain
}
