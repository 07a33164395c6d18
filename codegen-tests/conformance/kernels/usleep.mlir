// rule: kernels §2, tfrt_test.usleep: sleeps on a thread that may block and prints 'Slept for N
//   microseconds'; nobody waits for it but the end of the function.
// rule: kernels §2, tfrt_test.blocking.usleep: the same, and a chain when it has slept.
// run:
// out| --- Running 'usleep':
// out| Slept for 10 microseconds
// out| --- Running 'usleep_after_a_chain':
// out| Slept for 20 microseconds
// out| --- Running 'blocking_usleep':
// out| Slept for 30 microseconds
// out| int32 = 30
// out| 'blocking_usleep' returned !tfrt.chain value

func.func @usleep() {
  %us = tfrt.constant.i32 10
  "tfrt_test.usleep"(%us) : (i32) -> ()
  tfrt.return
}

func.func @usleep_after_a_chain() {
  %us = tfrt.constant.i32 20
  %ch = tfrt.new.chain
  "tfrt_test.usleep"(%us, %ch) : (i32, !tfrt.chain) -> ()
  tfrt.return
}

func.func @blocking_usleep() -> !tfrt.chain {
  %us = tfrt.constant.i32 30
  %ch0 = "tfrt_test.blocking.usleep"(%us) : (i32) -> !tfrt.chain
  %ch1 = tfrt.print.i32 %us, %ch0
  tfrt.return %ch1 : !tfrt.chain
}
