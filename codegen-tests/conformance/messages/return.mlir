// rule: kernels §1, messages of tfrt.return: 'has N operands, but enclosing function returns M';
//   'type of return operand i ('T') doesn't match function result type ('U')'.
// rule: MLIR's func.return: the same, and the function's name.
// rule: kernels §1, region ops: all regions end in tfrt.return; MLIR's func.return is a function's
//   only.
// rule: bef §11: 'all functions need to have a tfrt.return', at the last op; 'return op must be at the
//   end of its block'.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f(%a: i32) -> i32 {
  // expected-error@+1 {{'tfrt.return' op has 0 operands, but enclosing function returns 1}}
  tfrt.return
}

// -----

func.func @f(%a: i32, %b: i64) -> (i32, f32) {
  // expected-error@+2 {{type of return operand 0 ('i64') doesn't match function result type ('i32')}}
  // expected-error@+1 {{type of return operand 1 ('i32') doesn't match function result type ('f32')}}
  tfrt.return %b, %a : i64, i32
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{all functions need to have a tfrt.return}}
  %b = tfrt.add.i32 %a, %a
}

// -----

// expected-error@+1 {{all functions need to have a tfrt.return}}
func.func @f() {
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{return op must be at the end of its block}}
  tfrt.return
  %b = tfrt.add.i32 %a, %a
  tfrt.return
}

// -----

func.func @f(%a: i32) -> i32 {
  // expected-error@+1 {{'func.return' op has 0 operands, but enclosing function (@f) returns 1}}
  func.return
}

// -----

func.func @f(%a: i32) -> i64 {
  // expected-error@+1 {{type of return operand 0 ('i32') doesn't match function result type ('i64') in function @f}}
  func.return %a : i32
}

// -----

func.func @f(%c: i1, %a: i32) {
  // expected-error@+1 {{'tfrt.if' op expected tfrt.return in body}}
  %0 = tfrt.if %c, %a : (i32) -> (i32) {
    func.return %a : i32
  } else {
    tfrt.return %a : i32
  }
  // expected-error@+1 {{'tfrt.repeat.i32' op expected tfrt.return in body}}
  %1 = tfrt.repeat.i32 %a, %a : i32 {
    func.return %a : i32
  }
  // expected-error@+1 {{'tfrt_test.benchmark' op missing return statement}}
  %2 = tfrt_test.benchmark "b"(%a : i32) duration_secs = 1, max_count = 1 {
    func.return %a : i32
  }
  "my.op"() ({
    // expected-error@+1 {{'func.return' op expects parent op 'func.func'}}
    func.return
  }) : () -> ()
  func.return
}
