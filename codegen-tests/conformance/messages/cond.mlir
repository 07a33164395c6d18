// rule: kernels §1, messages of tfrt.cond: as tfrt.call, with '… for true function' and '… for false
//   function'.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @g(%a: i32) -> i32 {
  tfrt.return %a : i32
}
func.func @two(%a: i32, %b: i32) -> (i32, i32) {
  tfrt.return %a, %b : i32, i32
}
func.func @wide(%a: i64) -> i64 {
  tfrt.return %a : i64
}
func.func @f(%c: i1, %a: i32) {
  // expected-error@+1 {{'tfrt.cond' op requires a 'a_true_fn' symbol reference attribute}}
  "tfrt.cond"(%c) : (i1) -> ()
  // expected-error@+1 {{'tfrt.cond' op requires a 'b_false_fn' symbol reference attribute}}
  %0 = "tfrt.cond"(%c, %a) {a_true_fn = @g} : (i1, i32) -> (i32)
  // expected-error@+1 {{'tfrt.cond' op expected 2 functions, but got 3}}
  %6 = "tfrt.cond"(%c, %a) {a_true_fn = @g, b_false_fn = @g, c_fn = @g} : (i1, i32) -> (i32)
  // expected-error@+1 {{'tfrt.cond' op 'nobody' does not reference a valid function}}
  %1 = tfrt.cond %c @g @nobody (%a) : (i32) -> (i32)
  // expected-error@+2 {{'tfrt.cond' op incorrect number of operands for true function}}
  // expected-error@+1 {{'tfrt.cond' op incorrect number of results for true function}}
  %2 = tfrt.cond %c @two @g (%a) : (i32) -> (i32)
  // expected-error@+2 {{'tfrt.cond' op incorrect number of operands for false function}}
  // expected-error@+1 {{'tfrt.cond' op incorrect number of results for false function}}
  %3 = tfrt.cond %c @g @two (%a) : (i32) -> (i32)
  // expected-error@+2 {{'tfrt.cond' op operand type mismatch for true function}}
  // expected-error@+1 {{'tfrt.cond' op result type mismatch for true function}}
  %4 = tfrt.cond %c @wide @g (%a) : (i32) -> (i32)
  // expected-error@+2 {{'tfrt.cond' op operand type mismatch for false function}}
  // expected-error@+1 {{'tfrt.cond' op result type mismatch for false function}}
  %5 = tfrt.cond %c @g @wide (%a) : (i32) -> (i32)
  tfrt.return
}
