// rule: executor §2, "Cancellation": a repeat looks before each iteration: what was cancelled in one
//   is not given by the next, even if the region gives what it took.
// run:
// out| --- Not running '' because it has arguments.
// out| --- Running 'noticed':
// out| 'noticed' returned <<error: Cancelled>>,<<error: Cancelled>>
// out| --- Not running '' because it has arguments.
// out| --- Running 'after_the_last':
// out| 'after_the_last' returned 4,!tfrt.chain value
// engines: executor, the results do not depend on what cancels

func.func @noticed() -> (i32, !tfrt.chain) {
  %n = tfrt.constant.i32 2
  %x = tfrt.constant.i32 4
  %c = tfrt.new.chain
  %r, %d = tfrt.repeat.i32 %n, %x, %c : i32, !tfrt.chain {
    %z, %e = "tfrt_test.cancel"(%c) : (!tfrt.chain) -> (i32, !tfrt.chain)
    tfrt.return %x, %c : i32, !tfrt.chain
  }
  tfrt.return %r, %d : i32, !tfrt.chain
}

func.func @after_the_last() -> (i32, !tfrt.chain) {
  %n = tfrt.constant.i32 1
  %x = tfrt.constant.i32 4
  %c = tfrt.new.chain
  %r, %d = tfrt.repeat.i32 %n, %x, %c : i32, !tfrt.chain {
    %z, %e = "tfrt_test.cancel"(%c) : (!tfrt.chain) -> (i32, !tfrt.chain)
    tfrt.return %x, %c : i32, !tfrt.chain
  }
  tfrt.return %r, %d : i32, !tfrt.chain
}
