// rule: kernels §1, tfrt.while: at least one loop value; the body takes the loop values and gives
//   them and the next condition.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @body(%a: i32) -> (i32, i1) {
  %t = tfrt.constant.i1 true
  tfrt.return %a, %t : i32, i1
}
func.func @no_condition(%a: i32) -> (i32, i32) {
  tfrt.return %a, %a : i32, i32
}
func.func @f(%c: i1, %a: i32, %b: i64) {
  // expected-error@+1 {{'tfrt.while' op requires at least one loop value}}
  tfrt.while %c @body() parallel_iterations(1) : () -> ()
  // expected-error@+1 {{'tfrt.while' op requires a 'body_fn' symbol reference attribute}}
  %0 = "tfrt.while"(%c, %a) {parallel_iterations = 1 : i64} : (i1, i32) -> i32
  // expected-error@+1 {{'tfrt.while' op requires attribute 'parallel_iterations'}}
  %1 = "tfrt.while"(%c, %a) {body_fn = @body} : (i1, i32) -> i32
  // expected-error@+1 {{'tfrt.while' op incorrect number of operands}}
  %2:2 = tfrt.while %c @body(%a) parallel_iterations(1) : (i32) -> (i32, i32)
  // expected-error@+1 {{'tfrt.while' op operand/result type mismatch}}
  %3 = tfrt.while %c @body(%b) parallel_iterations(1) : (i64) -> (i32)
  // expected-error@+2 {{'tfrt.while' op operand type mismatch for body function}}
  // expected-error@+1 {{'tfrt.while' op result type mismatch for body function}}
  %4 = tfrt.while %c @body(%b) parallel_iterations(1) : (i64) -> (i64)
  // expected-error@+1 {{'tfrt.while' op result type mismatch for body function}}
  %5 = tfrt.while %c @no_condition(%a) parallel_iterations(1) : (i32) -> (i32)
  // expected-error@+2 {{'tfrt.while' op incorrect number of operands for body function}}
  // expected-error@+1 {{'tfrt.while' op incorrect number of results for body function}}
  %6:2 = tfrt.while %c @body(%a, %a) parallel_iterations(1) : (i32, i32) -> (i32, i32)
  tfrt.return
}
