// rule: executor §2, "Running one kernel" 1 and 4: an argument is dropped when its last user has
//   run, before the results are set; not when that user's asynchronous result is available.
// run:
// out| --- Running 'dies_after_last_user':
// out| constructed vt.value(5)
// out| move constructed vt.value(5)
// out| print vt_value(5)
// out| destroyed vt.value(5)
// out| hello host executor!
// out| 'dies_after_last_user' returned !tfrt.chain value
// out| --- Running 'lives_to_the_return':
// out| constructed vt.value(6)
// out| move constructed vt.value(6)
// out| print vt_value(6)
// out| hello host executor!
// out| 'lives_to_the_return' returned !vt.value value,!tfrt.chain value
// out| destroyed vt.value(6)
// engines: executor, when a destructor runs is the executor's own

func.func @dies_after_last_user() -> !tfrt.chain {
  %c = tfrt.new.chain
  %v = "vt.constant"() {value = 5 : i32} : () -> !vt.value
  %d = "vt.print"(%v, %c) : (!vt.value, !tfrt.chain) -> !tfrt.chain
  %e = "tfrt_test.print_hello"(%d) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %e : !tfrt.chain
}

func.func @lives_to_the_return() -> (!vt.value, !tfrt.chain) {
  %c = tfrt.new.chain
  %v = "vt.constant"() {value = 6 : i32} : () -> !vt.value
  %d = "vt.print"(%v, %c) : (!vt.value, !tfrt.chain) -> !tfrt.chain
  %e = "tfrt_test.print_hello"(%d) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %v, %e : !vt.value, !tfrt.chain
}
