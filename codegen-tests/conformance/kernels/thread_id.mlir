// rule: kernels §2, tfrt_test.get_thread_id: a number for each thread, counted from 0 as they first
//   ask; the same for the same thread.
// engines: executor, which thread runs what is the engine's own matter
// run:
// out| --- Running 'one_thread':
// out| 'one_thread' returned 0,0
// out| --- Not running '' because it has arguments.
// out| --- Running 'still_the_same':
// out| 'still_the_same' returned 0

func.func @one_thread() -> (i32, i32) {
  %ch = tfrt.new.chain
  %a = "tfrt_test.get_thread_id"(%ch) : (!tfrt.chain) -> i32
  %b = "tfrt_test.get_thread_id"(%ch) : (!tfrt.chain) -> i32
  tfrt.return %a, %b : i32, i32
}

func.func @still_the_same() -> i32 {
  %ch = tfrt.new.chain
  %a = tfrt_test.do.async %ch : (!tfrt.chain) -> (i32) {
    %b = "tfrt_test.get_thread_id"(%ch) : (!tfrt.chain) -> i32
    tfrt.return %b : i32
  }
  tfrt.return %a : i32
}
