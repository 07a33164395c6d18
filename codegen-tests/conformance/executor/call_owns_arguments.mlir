// rule: executor §2, "Running one kernel" 1: the frame of a call owns the arguments until the callee
//   has run what it can, whether or not the callee uses them.
// run:
// out| --- Not running 'ignores' because it has arguments.
// out| --- Running 'dropped_first':
// out| constructed vt.value(3)
// out| move constructed vt.value(3)
// out| hello host executor!
// out| destroyed vt.value(3)
// out| 'dropped_first' returned !tfrt.chain value
// engines: executor, when a destructor runs is the executor's own

func.func @ignores(%v: !vt.value, %c: !tfrt.chain) -> !tfrt.chain {
  %d = "tfrt_test.print_hello"(%c) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %d : !tfrt.chain
}

func.func @dropped_first() -> !tfrt.chain {
  %c = tfrt.new.chain
  %v = "vt.constant"() {value = 3 : i32} : () -> !vt.value
  %d = tfrt.call @ignores(%v, %c) : (!vt.value, !tfrt.chain) -> !tfrt.chain
  tfrt.return %d : !tfrt.chain
}
