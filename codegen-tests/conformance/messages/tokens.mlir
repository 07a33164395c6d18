// rule: MLIR's textual form: what cannot be a token is told where it stands.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f() {
  // expected-error@+1 {{unexpected character}}
  ; tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected a name or a number after '%'}}
  % = tfrt.constant.i32 1
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{expected a name or a number after '#'}}
  %b = tfrt.add.i32 %a# , %a
  tfrt.return
}

// -----

// expected-error@+1 {{expected a name after '!'}}
func.func private @f(! )

// -----

func.func @f() {
  "my.op"() ({
  // expected-error@+1 {{expected a name after '^'}}
  ^ :
    tfrt.return
  }) : () -> ()
  tfrt.return
}

// -----

// expected-error@+1 {{expected a name after '@'}}
func.func @ ()

// -----

func.func @f() {
  // expected-error@+1 {{unknown escape in string literal}}
  %a = tfrt_test.get_string { value = "\q" }
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected '"' to end the string literal}}
  "text
  tfrt.return
}
