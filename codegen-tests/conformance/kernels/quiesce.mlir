// rule: kernels §2, tfrt_test.quiesce: waits, inside the kernel, until no other work is left.
// engines: executor, what no chain orders may have run before
// run:
// out| --- Running 'quiesce':
// out| int32 = 1
// out| hello host executor!
// out| 'quiesce' returned !tfrt.chain value

func.func @quiesce() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %one = tfrt.constant.i32 1
  %late = "tfrt_test.async_copy.i32"(%one) : (i32) -> i32
  %ch1 = tfrt.print.i32 %late, %ch0
  %ch2 = "tfrt_test.quiesce"(%ch0) : (!tfrt.chain) -> !tfrt.chain
  %ch3 = "tfrt_test.print_hello"(%ch2) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %ch3 : !tfrt.chain
}
