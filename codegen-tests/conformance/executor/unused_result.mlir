// rule: executor §2, "Running one kernel" 4: a result that nothing uses is dropped at once.
// rule: executor §10.7: the task behind an unused asynchronous result runs before the next function.
// run:
// out| --- Running 'dropped':
// out| hello host executor!
// out| 'dropped' returned !tfrt.chain value
// out| constructed vt.value(7)
// out| move constructed vt.value(7)
// out| destroyed vt.value(7)
// out| --- Not running '' because it has arguments.
// out| --- Running 'still_runs':
// out| hello host executor!
// out| --- Running 'next':
// out| 'next' returned 1
// engines: executor, when a destructor runs is the executor's own

func.func @dropped() -> !tfrt.chain {
  %v = "vt.constant"() {value = 7 : i32} : () -> !vt.value
  %c = tfrt.new.chain
  %d = "tfrt_test.print_hello"(%c) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %d : !tfrt.chain
}

func.func @still_runs() {
  %c = tfrt.new.chain
  %r = tfrt_test.do.async %c : (!tfrt.chain) -> (!tfrt.chain) {
    %d = "tfrt_test.print_hello"(%c) : (!tfrt.chain) -> !tfrt.chain
    tfrt.return %d : !tfrt.chain
  }
  tfrt.return
}

func.func @next() -> i32 {
  %a = tfrt.constant.i32 1
  tfrt.return %a : i32
}
