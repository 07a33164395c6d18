// rule: kernels §1, messages of tfrt.parallel_call.i32: 'incorrect number of callee operands',
//   'callee must take stard and end indices first', 'invalid callee result type', 'async callee must
//   return a chain'.
// rule: kernels §1, tfrt.parallel_for.i32: the region takes the bounds and the operands.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @one(%a: i32) {
  tfrt.return
}
func.func @wide(%a: i32, %b: i64) {
  tfrt.return
}
func.func @value(%a: i32, %b: i32, %c: i32) {
  tfrt.return
}
func.func @two_results(%a: i32, %b: i32) -> (!tfrt.chain, !tfrt.chain) {
  %ch = tfrt.new.chain
  tfrt.return %ch, %ch : !tfrt.chain, !tfrt.chain
}
func.func @number(%a: i32, %b: i32) -> i32 {
  tfrt.return %a : i32
}
func.func @f(%s: i32, %e: i32, %b: i32, %x: i64) {
  // expected-error@+1 {{'tfrt.parallel_call.i32' op requires a 'callee' symbol reference attribute}}
  %0 = "tfrt.parallel_call.i32"(%s, %e, %b) : (i32, i32, i32) -> !tfrt.chain
  // expected-error@+1 {{'tfrt.parallel_call.i32' op incorrect number of callee operands}}
  %1 = tfrt.parallel_call.i32 %s to %e fixed %b @one()
  // expected-error@+1 {{'tfrt.parallel_call.i32' op callee must take stard and end indices first}}
  %2 = tfrt.parallel_call.i32 %s to %e fixed %b @wide()
  // expected-error@+1 {{'tfrt.parallel_call.i32' op operand type mismatch}}
  %3 = tfrt.parallel_call.i32 %s to %e fixed %b @value(%x) : i64
  // expected-error@+1 {{'tfrt.parallel_call.i32' op invalid callee result type}}
  %4 = tfrt.parallel_call.i32 %s to %e fixed %b @two_results()
  // expected-error@+1 {{'tfrt.parallel_call.i32' op async callee must return a chain}}
  %5 = tfrt.parallel_call.i32 %s to %e fixed %b @number()
  // expected-error@+1 {{'tfrt.parallel_for.i32' op incorrect number of arguments to 'body' block}}
  %6 = "tfrt.parallel_for.i32"(%s, %e, %b) ({
    tfrt.return
  }) : (i32, i32, i32) -> !tfrt.chain
  tfrt.return
}
