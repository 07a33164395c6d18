// rule: executor §2: a result that arrives later is passed on when it arrives. Here two results of
//   one kernel arrive later, a kernel waits for both, and the function returns the second.
// run:
// out| --- Running 'two_later_results':
// out| 'two_later_results' returned 46341
func.func @two_later_results() -> i32 {
  %first, %second = tfrt_test.do.async : () -> (i32, i32) {
    %c = tfrt.constant.i32 46341
    tfrt.return %c, %c : i32, i32
  }
  %quotient, %remainder = tfrt.div.i32 %second, %first
  tfrt.return %second : i32
}
