// rule: kernels §1, messages of tfrt.if: 'expected condition', 'expected 'else' in 'tfrt.if' with
//   result values', 'incorrect number of arguments to 'then' block' and ''else' block',
//   'operand/argument type mismatch', 'expected tfrt.return in body', 'operand types don't match
//   'tfrt.if' result'.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f() {
  // expected-error@+1 {{expected condition}}
  tfrt.if : () -> () {
    tfrt.return
  }
  tfrt.return
}

// -----

func.func @f(%c: i1) {
  %0 = tfrt.if %c : () -> (i32) {
    %x = tfrt.constant.i32 1
    tfrt.return %x : i32
  // expected-error@+2 {{expected 'else' in 'tfrt.if' with result values}}
  }
  tfrt.return
}

// -----

func.func @f(%c: i1, %a: i32) {
  // expected-error@+1 {{'tfrt.if' op incorrect number of arguments to 'then' block}}
  "tfrt.if"(%c, %a) ({
    tfrt.return
  }, {
  ^bb0(%x: i32):
    tfrt.return
  }) : (i1, i32) -> ()
  // expected-error@+1 {{'tfrt.if' op incorrect number of arguments to 'else' block}}
  "tfrt.if"(%c, %a) ({
  ^bb0(%x: i32):
    tfrt.return
  }, {
    tfrt.return
  }) : (i1, i32) -> ()
  // expected-error@+1 {{'tfrt.if' op operand/argument type mismatch}}
  "tfrt.if"(%c, %a) ({
  ^bb0(%x: i64):
    tfrt.return
  }, {
  ^bb0(%x: i32):
    tfrt.return
  }) : (i1, i32) -> ()
  tfrt.return
}

// -----

func.func @f(%c: i1, %a: i32) {
  // expected-error@+1 {{'tfrt.if' op expected tfrt.return in body}}
  tfrt.if %c, %a : (i32) -> () {
    %b = tfrt.add.i32 %a, %a
  }
  %0 = tfrt.if %c, %a : (i32) -> (i32) {
    // expected-error@+1 {{'tfrt.return' op operand types don't match 'tfrt.if' result}}
    tfrt.return
  } else {
    // expected-error@+1 {{'tfrt.return' op operand types don't match 'tfrt.if' result}}
    tfrt.return %a, %a : i32, i32
  }
  tfrt.return
}

// -----

func.func @f(%c: i1) {
  // expected-error@+1 {{'tfrt.if' op expected 2 regions, but got 1}}
  "tfrt.if"(%c) ({
    tfrt.return
  }) : (i1) -> ()
  tfrt.return
}

// -----

func.func @f(%c: i1) {
  // expected-error@+1 {{'tfrt.if' op expected 2 regions, but got 3}}
  "tfrt.if"(%c) ({
    tfrt.return
  }, {
    tfrt.return
  }, {
    tfrt.return
  }) : (i1) -> ()
  tfrt.return
}
