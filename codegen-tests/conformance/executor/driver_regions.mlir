// rule: executor §8: a region without arguments is a function without a name, which is skipped in
//   silence; one with arguments is told of.
// run:
// out| --- Not running '' because it has arguments.
// out| --- Running 'regions':
// out| hello host executor!
// out| 'regions' returned !tfrt.chain value

func.func @regions() -> !tfrt.chain {
  %d = tfrt_test.do.async : () -> (!tfrt.chain) {
    %c = tfrt.new.chain
    %e = "tfrt_test.print_hello"(%c) : (!tfrt.chain) -> !tfrt.chain
    tfrt.return %e : !tfrt.chain
  }
  tfrt_test.do.async %d : (!tfrt.chain) -> () {
    tfrt.return
  }
  tfrt.return %d : !tfrt.chain
}
