// rule: kernels §1, tfrt.while: without parallel iterations a loop whose next condition is not there
//   yet goes on in a task of the queue, behind what is queued by then.
// run:
// out| --- Not running 'body' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Running 'late_condition':
// out| int32 = 2
// out| hello host executor!
// out| int32 = 1
// out| 'late_condition' returned 0,!tfrt.chain value
// engines: executor, the order of independent kernels is the executor's own

func.func @body(%n: i32, %c: !tfrt.chain) -> (i32, !tfrt.chain, i1) {
  %d = tfrt.print.i32 %n, %c
  %m1 = tfrt.constant.i32 -1
  %m = "tfrt_test.async_add.i32"(%n, %m1) : (i32, i32) -> i32
  %one = tfrt.constant.i32 1
  %go = "tfrt.lessequal.i32"(%one, %m) : (i32, i32) -> i1
  tfrt.return %m, %d, %go : i32, !tfrt.chain, i1
}
// The loop's task is queued when the condition is there, which is after the region's.
func.func @late_condition() -> (i32, !tfrt.chain) {
  %t = tfrt.constant.i1 true
  %n = tfrt.constant.i32 2
  %z = tfrt.new.chain
  %c = tfrt.merge.chains %z, %t, %n : !tfrt.chain, i1, i32
  %r, %d = tfrt.while %t @body(%n, %c) parallel_iterations(1) : (i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt_test.do.async %c : (!tfrt.chain) -> () {
    %e = "tfrt_test.print_hello"(%c) : (!tfrt.chain) -> !tfrt.chain
    tfrt.return
  }
  tfrt.return %r, %d : i32, !tfrt.chain
}
