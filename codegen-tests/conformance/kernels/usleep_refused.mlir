// rule: kernels §2, tfrt_test.usleep: a task that the queue refuses is told of on standard error.
// engines: executor, how many tasks are refused depends on time
// tool: run --reference-output --work-queue=mstd:1,1 FILE
// out*| 'many' returned
// err| Failed to enqueue blocking work. Maximum number of pending blocking tasks reached.

// More tasks than the queue of one blocking thread takes.
func.func @many() -> i32 {
  %n = tfrt.constant.i32 2000
  %us = tfrt.constant.i32 400
  %r = tfrt.repeat.i32 %n, %us : i32 {
    "tfrt_test.usleep"(%us) : (i32) -> ()
    tfrt.return %us : i32
  }
  tfrt.return %r : i32
}
