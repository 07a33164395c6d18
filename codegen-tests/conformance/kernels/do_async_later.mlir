// rule: kernels §2, tfrt_test.do.async: the region runs in a task of the non-blocking queue, so
//   after what was queued before.
// engines: executor, the order of what no chain orders
// run:
// out| --- Not running '' because it has arguments.
// out| --- Running 'later':
// out| hello host executor!
// out| int32 = 1

func.func @later() {
  %ch = tfrt.new.chain
  %one = tfrt.constant.i32 1
  %first = "tfrt_test.async_copy.i32"(%one) : (i32) -> i32
  %ch1 = tfrt.merge.chains %first : i32
  %ch2 = "tfrt_test.print_hello"(%ch1) : (!tfrt.chain) -> !tfrt.chain
  tfrt_test.do.async %one : (i32) -> () {
    %ch = tfrt.new.chain
    %c = tfrt.print.i32 %one, %ch
    tfrt.return
  }
  tfrt.return
}
