// rule: kernels §2, tfrt_test.do.async: the region takes the operands and gives the results.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f(%a: i32) {
  // expected-error@+1 {{'tfrt_test.do.async' op incorrect number of arguments to region}}
  %0 = "tfrt_test.do.async"(%a) ({
    %b = tfrt.constant.i32 1
    tfrt.return %b : i32
  }) : (i32) -> i32
  // expected-error@+1 {{'tfrt_test.do.async' op expected tfrt.return in body}}
  tfrt_test.do.async %a : (i32) -> () {
  }
  %1 = tfrt_test.do.async %a : (i32) -> (i64) {
    // expected-error@+1 {{'tfrt.return' op operand types don't match 'tfrt_test.do.async' result}}
    tfrt.return %a : i32
  }
  // expected-error@+1 {{'tfrt_test.do.async' op expected 1 regions, but got 0}}
  "tfrt_test.do.async"() : () -> ()
  tfrt.return
}
