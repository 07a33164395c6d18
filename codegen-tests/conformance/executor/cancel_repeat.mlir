// rule: executor §2, "Cancellation": a repeat looks before each iteration.
// rule: engines 4: compiled code looks at each loop's back edge.
// run:
// out| --- Not running '' because it has arguments.
// out| --- Running 'second_trip':
// out| hello host executor!
// out| 'second_trip' returned <<error: Cancelled>>,<<error: Cancelled>>

func.func @second_trip() -> (i32, !tfrt.chain) {
  %n = tfrt.constant.i32 5
  %x = tfrt.constant.i32 0
  %c = tfrt.new.chain
  %r, %d = tfrt.repeat.i32 %n, %x, %c : i32, !tfrt.chain {
    %h = "tfrt_test.print_hello"(%c) : (!tfrt.chain) -> !tfrt.chain
    %z, %e = "tfrt_test.cancel"(%h) : (!tfrt.chain) -> (i32, !tfrt.chain)
    tfrt.return %z, %e : i32, !tfrt.chain
  }
  tfrt.return %r, %d : i32, !tfrt.chain
}
