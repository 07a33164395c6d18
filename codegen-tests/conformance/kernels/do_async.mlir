// rule: kernels §2, tfrt_test.do.async: the region runs in a task, with the operands; its results
//   come later.
// run:
// out| --- Not running '' because it has arguments.
// out| --- Running 'region':
// out| 'region' returned 2,2
// out| --- Not running '' because it has arguments.
// out| --- Running 'fails':
// out| 'fails' returned <<error: something bad happened>>
// out| --- Running 'without_anything':
// out| hello host executor!

func.func @region() -> (i32, i64) {
  %a = tfrt.constant.i32 1
  %b = tfrt.constant.i64 2
  %r:2 = tfrt_test.do.async %a, %b : (i32, i64) -> (i32, i64) {
    %c = tfrt.add.i32 %a, %a
    tfrt.return %c, %b : i32, i64
  }
  tfrt.return %r#0, %r#1 : i32, i64
}

func.func @fails() -> i32 {
  %a = tfrt.constant.i32 1
  %r = tfrt_test.do.async %a : (i32) -> (i32) {
    %c = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
    tfrt.return %c : i32
  }
  tfrt.return %r : i32
}

func.func @without_anything() {
  tfrt_test.do.async : () -> () {
    %ch = tfrt.new.chain
    %ch1 = "tfrt_test.print_hello"(%ch) : (!tfrt.chain) -> !tfrt.chain
    tfrt.return
  }
  tfrt.return
}
