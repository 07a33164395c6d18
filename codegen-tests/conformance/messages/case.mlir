// rule: kernels §1, tfrt.case: 'branches' is an array of functions, each of which takes the operands
//   after the index and gives the results.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @g(%a: i32) -> i32 {
  tfrt.return %a : i32
}
func.func @wide(%a: i64) -> i64 {
  tfrt.return %a : i64
}
func.func @none() {
  tfrt.return
}
func.func @f(%i: i32, %a: i32) {
  // expected-error@+1 {{'tfrt.case' op requires a 'branches' symbol reference attribute}}
  "tfrt.case"(%i) : (i32) -> ()
  // expected-error@+1 {{'tfrt.case' op 'nobody' does not reference a valid function}}
  %0 = tfrt.case %i [@g, @nobody] (%a) : (i32) -> (i32)
  // expected-error@+1 {{'tfrt.case' op attribute 'branches' must hold symbols only}}
  %1 = "tfrt.case"(%i, %a) {branches = [@g, 1 : i32]} : (i32, i32) -> i32
  // expected-error@+2 {{'tfrt.case' op incorrect number of operands for branch 1}}
  // expected-error@+1 {{'tfrt.case' op incorrect number of results for branch 1}}
  %2 = tfrt.case %i [@g, @none] (%a) : (i32) -> (i32)
  // expected-error@+2 {{'tfrt.case' op operand type mismatch for branch 0}}
  // expected-error@+1 {{'tfrt.case' op result type mismatch for branch 0}}
  %3 = tfrt.case %i [@wide, @g] (%a) : (i32) -> (i32)
  tfrt.return
}
