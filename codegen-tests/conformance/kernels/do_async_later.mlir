// rule: kernels §2, tfrt_test.do.async: the region runs in a task of the non-blocking queue, so
//   after what the caller can do at once.
// engines: executor, the order of what no chain orders
// run:
// out| --- Not running '' because it has arguments.
// out| --- Running 'later':
// out| int32 = 2
// out| int32 = 1

func.func @later() {
  %ch = tfrt.new.chain
  %one = tfrt.constant.i32 1
  %two = tfrt.constant.i32 2
  %ch1 = tfrt_test.do.async %one, %ch : (i32, !tfrt.chain) -> (!tfrt.chain) {
    %c = tfrt.print.i32 %one, %ch
    tfrt.return %c : !tfrt.chain
  }
  %ch2 = tfrt.print.i32 %two, %ch
  tfrt.return
}
