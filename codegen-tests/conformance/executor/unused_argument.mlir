// rule: executor §2.3: an argument that nothing in the function uses is dropped when the call starts,
//   so that its caller's reference is the last, and is not kept until what the function left behind
//   is done.
// run:
// out| --- Not running 'ignores' because it has arguments.
// out| --- Running 'dropped':
// out| constructed vt.value(3)
// out| move constructed vt.value(3)
// out| destroyed vt.value(3)
// out| int32 = 1
// out| 'dropped' returned !tfrt.chain value
// engines: executor, when a destructor runs is the executor's own

func.func @ignores(%v: !vt.value, %c: !tfrt.chain) -> !tfrt.chain {
  %a = "tfrt_test.async_constant.i32"() {value = 1 : i32} : () -> i32
  %d = tfrt.print.i32 %a, %c
  tfrt.return %d : !tfrt.chain
}

func.func @dropped() -> !tfrt.chain {
  %c = tfrt.new.chain
  %v = "vt.constant"() {value = 3 : i32} : () -> !vt.value
  %d = tfrt.call @ignores(%v, %c) : (!vt.value, !tfrt.chain) -> !tfrt.chain
  tfrt.return %d : !tfrt.chain
}
