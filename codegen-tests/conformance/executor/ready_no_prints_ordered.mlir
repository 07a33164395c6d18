// rule: executor §10.6: print takes its chain last, and nothing but chains orders side effects.
// run:
// out| --- Running 'one_chain':
// out| int32 = 2
// out| int32 = 1
// out| 'one_chain' returned !tfrt.chain value
// out| --- Running 'two_chains':
// out| int32 = 2
// out| int32 = 1
// out| 'two_chains' returned !tfrt.chain value,!tfrt.chain value
// engines: executor, the order of independent kernels is the executor's own

func.func @one_chain() -> !tfrt.chain {
  %c = tfrt.new.chain
  %a = tfrt.constant.i32 1
  %b = tfrt.constant.i32 2
  %d = tfrt.print.i32 %b, %c
  %e = tfrt.print.i32 %a, %d
  tfrt.return %e : !tfrt.chain
}

func.func @two_chains() -> (!tfrt.chain, !tfrt.chain) {
  %c = tfrt.new.chain
  %a = "tfrt_test.async_constant.i32"() {value = 1 : i32} : () -> i32
  %b = tfrt.constant.i32 2
  %d = tfrt.print.i32 %a, %c
  %e = tfrt.print.i32 %b, %c
  tfrt.return %d, %e : !tfrt.chain, !tfrt.chain
}
