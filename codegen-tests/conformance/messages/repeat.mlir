// rule: kernels §1, messages of tfrt.repeat.i32: 'expected trip count', 'incorrect number of
//   operands', 'operand/result type mismatch', and the argument checks of tfrt.if.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f() {
  // expected-error@+1 {{expected trip count}}
  tfrt.repeat.i32 {
    tfrt.return
  }
  tfrt.return
}

// -----

func.func @f(%n: i32, %a: i64) {
  // expected-error@+1 {{'tfrt.repeat.i32' op incorrect number of operands}}
  %0 = "tfrt.repeat.i32"(%n) ({
    %x = tfrt.constant.i64 1
    tfrt.return %x : i64
  }) : (i32) -> (i64)
  // expected-error@+1 {{'tfrt.repeat.i32' op operand/result type mismatch}}
  %1 = "tfrt.repeat.i32"(%n, %a) ({
  ^bb0(%x: i64):
    %y = tfrt.constant.i32 1
    tfrt.return %y : i32
  }) : (i32, i64) -> (i32)
  // expected-error@+1 {{'tfrt.repeat.i32' op incorrect number of arguments to 'body' block}}
  %2 = "tfrt.repeat.i32"(%n, %a) ({
    %x = tfrt.constant.i64 1
    tfrt.return %x : i64
  }) : (i32, i64) -> (i64)
  // expected-error@+1 {{'tfrt.repeat.i32' op operand/argument type mismatch}}
  %3 = "tfrt.repeat.i32"(%n, %a) ({
  ^bb0(%x: i32):
    %y = tfrt.constant.i64 1
    tfrt.return %y : i64
  }) : (i32, i64) -> (i64)
  // expected-error@+1 {{'tfrt.repeat.i32' op expected tfrt.return in body}}
  tfrt.repeat.i32 %n {
    %x = tfrt.constant.i64 1
  }
  %4 = tfrt.repeat.i32 %n, %a : i64 {
    // expected-error@+1 {{'tfrt.return' op operand types don't match 'tfrt.repeat.i32' result}}
    tfrt.return
  }
  tfrt.return
}
