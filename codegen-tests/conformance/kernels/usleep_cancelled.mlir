// rule: executor §2, Cancellation: who sleeps for twenty seconds is woken when the request is
//   cancelled, and prints nothing.
// engines: executor, on a queue of one thread the sleeper holds up who would cancel it
// run:
// out| --- Running 'cancelled':
// out| Slept for 30000 microseconds
// out| 'cancelled' returned <<error: Cancelled>>

func.func @cancelled() -> !tfrt.chain {
  %us = tfrt.constant.i32 20000000
  %ch0 = tfrt.new.chain
  "tfrt_test.usleep"(%us, %ch0) : (i32, !tfrt.chain) -> ()
  %slept = "tfrt_test.blocking.usleep"(%us, %ch0) : (i32, !tfrt.chain) -> !tfrt.chain
  %short = tfrt.constant.i32 30000
  %ch1 = "tfrt_test.blocking.usleep"(%short, %ch0) : (i32, !tfrt.chain) -> !tfrt.chain
  %x, %ch2 = "tfrt_test.cancel"(%ch1) : (!tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %slept : !tfrt.chain
}
