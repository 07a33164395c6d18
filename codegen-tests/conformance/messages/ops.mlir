// rule: MLIR's textual form: ops and their names, regions and blocks.
// rule: kernels: an op that is no declared one has only the generic form.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f(%a: i64) {
  // expected-error@+1 {{custom op 'tfrt.minus.i64' has no pretty form; write it in the generic form}}
  %b = tfrt.minus.i64 %a, %a
  tfrt.return
}

// -----

func.func @f(%a: i64) {
  // expected-error@+1 {{custom op 'tfrt.xyzzy' is unknown: dialect 'tfrt' has no such op}}
  %b = tfrt.xyzzy %a, %a
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{custom op 'tfrt.sub.i32' is unknown; did you mean 'tfrt.minus.i32'?}}
  %b = tfrt.sub.i32 %a, %a
  tfrt.return
}

// -----

func.func @f(%a: i64) {
  // expected-error@+1 {{custom op 'my.op' is unknown: there is no dialect 'my'; write an unknown op in the generic form}}
  %b = my.op %a, %a
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected an op, found 'nothing'}}
  nothing
  tfrt.return
}

// -----

func.func @f(%a: i64) {
  // expected-error@+1 {{expected an op}}
  %b = 7
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{empty operation name is invalid}}
  ""() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected valid UTF-8}}
  "\FF"() : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  %a = tfrt.constant.i32 1
  // expected-error@+1 {{a function cannot contain functions or modules}}
  %b = "builtin.module"() : () -> i32
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{reference to an undefined block '^bb1'}}
  "my.branch"()[^bb1] : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  "my.op"() ({
  ^bb0:
    // expected-error@+1 {{multi-block regions cannot be emitted to BEF files}}
    tfrt.return
  // expected-error@+1 {{redefinition of block '^bb0'}}
  ^bb0:
    tfrt.return
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  "my.op"() ({
  // expected-error@+1 {{expected a block argument, '%name'}}
  ^bb0(i32):
    tfrt.return
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected '{' to begin a region}}
  %a = "my.op"() (7) : () -> i32
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected a block, '^name'}}
  "my.branch"()[bb1] : () -> ()
  tfrt.return
}

// -----

func.func @f(%a: i32) {
// expected-error@+1 {{invalid block name in region with named arguments}}
^bb0:
  // expected-error@+1 {{multi-block regions cannot be emitted to BEF files}}
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{expected ',' and operand #1, 'b' (i32)}}
  %b = tfrt.add.i32 %a
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{expected ','}}
  %b = tfrt.add.i32 %a %a
  tfrt.return
}
