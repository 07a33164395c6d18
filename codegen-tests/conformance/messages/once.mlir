// rule: kernels §1, tfrt.once: the attribute 'function' names a function that takes the operands
//   and gives the results.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f() {
  // expected-error@+1 {{'tfrt.once' op requires a 'function' symbol reference attribute}}
  "tfrt.once"() : () -> ()
  // expected-error@+1 {{'tfrt.once' op 'nobody' does not reference a valid function}}
  tfrt.once @nobody() : () -> ()
  // expected-error@+1 {{'tfrt.once' op incorrect number of results for callee}}
  %0 = tfrt.once @f() : () -> (i32)
  tfrt.return
}
