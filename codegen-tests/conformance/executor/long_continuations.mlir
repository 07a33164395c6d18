// rule: executor §2, "Setting a register": nested continuations on one thread are cut at a depth of
//   100 and go on as tasks, so that a chain of any length runs.
// run:
// out| --- Not running '' because it has arguments.
// out| --- Running 'thousand':
// out| 'thousand' returned 1000
// run: --work-queue=mstd:1
// out| --- Not running '' because it has arguments.
// out| --- Running 'thousand':
// out| 'thousand' returned 1000

func.func @thousand() -> i32 {
  %n = tfrt.constant.i32 1000
  %x = tfrt.constant.i32 0
  %r = tfrt.repeat.i32 %n, %x : i32 {
    %y = "tfrt_test.async_copy.i32"(%x) : (i32) -> i32
    %one = tfrt.constant.i32 1
    %z = tfrt.add.i32 %y, %one
    tfrt.return %z : i32
  }
  tfrt.return %r : i32
}
