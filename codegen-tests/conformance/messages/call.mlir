// rule: kernels §1, messages of tfrt.call: 'requires a 'callee' symbol reference attribute', ''X' does
//   not reference a valid function', 'incorrect number of operands for callee', 'operand type
//   mismatch', 'incorrect number of results for callee', 'result type mismatch'.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f() {
  // expected-error@+1 {{'tfrt.call' op requires a 'callee' symbol reference attribute}}
  "tfrt.call"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{'tfrt.call' op 'nobody' does not reference a valid function}}
  tfrt.call @nobody() : () -> ()
  tfrt.return
}

// -----

func.func @g(%a: i32) -> i32 {
  tfrt.return %a : i32
}
func.func @f(%a: i32, %b: i64) {
  // expected-error@+1 {{'tfrt.call' op incorrect number of operands for callee}}
  %0 = tfrt.call @g(%a, %a) : (i32, i32) -> (i32)
  // expected-error@+1 {{'tfrt.call' op operand type mismatch}}
  %1 = tfrt.call @g(%b) : (i64) -> (i32)
  // expected-error@+1 {{'tfrt.call' op incorrect number of results for callee}}
  %2:2 = tfrt.call @g(%a) : (i32) -> (i32, i32)
  // expected-error@+1 {{'tfrt.call' op result type mismatch}}
  %3 = tfrt.call @g(%a) : (i32) -> (i64)
  tfrt.return
}

// -----

func.func @f(%c: i1) {
  // expected-error@+1 {{expected a function, '@name'}}
  tfrt.call %c() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected a function of this module, '@name'}}
  tfrt.call @a::@b() : () -> ()
  tfrt.return
}
