// rule: executor §2, "Cancellation": it is looked at before each kernel; it does not interrupt what
//   runs, and kernels that are not ordered after it have run.
// rule: engines 4: a kernel that data or chains order after the cancellation gives `Cancelled`.
// run:
// out| --- Running 'after':
// out| int32 = 1
// out| 'after' returned 0,<<error: Cancelled>>,<<error: Cancelled>>
// out| --- Running 'next_function':
// out| 'next_function' returned 4

func.func @after() -> (i32, !tfrt.chain, i32) {
  %c = tfrt.new.chain
  %a = tfrt.constant.i32 1
  %d = tfrt.print.i32 %a, %c
  %x, %e = "tfrt_test.cancel"(%d) : (!tfrt.chain) -> (i32, !tfrt.chain)
  %f = tfrt.print.i32 %x, %e
  %s = tfrt.add.i32 %x, %x
  tfrt.return %x, %f, %s : i32, !tfrt.chain, i32
}

// Another function is another request.
func.func @next_function() -> i32 {
  %a = tfrt.constant.i32 2
  %s = tfrt.add.i32 %a, %a
  tfrt.return %s : i32
}
