// rule: MLIR's textual form: names of values.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f(%a: i32) {
  // expected-error@+1 {{use of value '%a' expects different type than prior uses: 'i64' vs 'i32'}}
  %b = tfrt.add.i64 %a, %a
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{redefinition of SSA value '%a'}}
  %a = tfrt.constant.i32 1
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{reference to invalid result number}}
  %b = tfrt.add.i32 %a#1, %a
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{invalid SSA value result number}}
  %b = tfrt.add.i32 %a#x, %a
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{expected an operand, '%name'}}
  %b = tfrt.add.i32 1, %a
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{'tfrt.add.i32' takes 2 operands}}
  %b = tfrt.add.i32 %a, %a, %a
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{operation defines 1 results but was provided 2 to bind}}
  %b, %c = tfrt.add.i32 %a, %a
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{cannot name an operation with no results}}
  %b = tfrt.call @f() : () -> ()
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{expected the number of results}}
  %b:x = tfrt.add.i32 %a, %a
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{expected a positive number of results}}
  %b:0 = tfrt.add.i32 %a, %a
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{expected a result name, '%name'}}
  %b, c = tfrt.add.i32 %a, %a
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{number of operands and types do not match: got 2 operands and 1 types}}
  %b = tfrt.merge.chains %a, %a : i32
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{expected 2 operand types but had 1}}
  %b = "tfrt.add.i32"(%a, %a) : (i32) -> i32
  tfrt.return
}

// -----

func.func @f(%c: i1, %a: i32) {
  // expected-error@+1 {{region entry argument '%a' is already in use}}
  tfrt.if %c, %a, %a : (i32, i32) -> () {
    tfrt.return
  }
  tfrt.return
}
