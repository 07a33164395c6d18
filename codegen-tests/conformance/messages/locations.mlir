// rule: MLIR's textual form: locations.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f() {
  // expected-error@+1 {{expected a location}}
  tfrt.return loc(somewhere)
}

// -----

func.func @f() {
  // expected-error@+1 {{expected a line number}}
  tfrt.return loc("f":a:1)
}

// -----

func.func @f() {
  // expected-error@+1 {{expected a column number}}
  tfrt.return loc("f":1:a)
}
