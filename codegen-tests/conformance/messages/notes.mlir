// rule: MLIR's diagnostics: a note tells of the other place that a mistake is about.
// tool: translate --split-input-file FILE
// exit: 2
// err| error: redefinition of SSA value '%a'
// err| note: previously defined here
// err| error: use of value '%a' expects different type than prior uses: 'i64' vs 'i32'
// err| note: prior use here
// err| error: reference to invalid result number
// err| note: defined here
// err| error: redefinition of symbol named 'f'
// err| note: see existing symbol definition here
// err| error: unexpected decimal integer literal for a floating point value
// err| note: add a trailing dot to make the literal a float
// err| error: unexpected decimal integer literal for a floating point value
// err| note: a float has a dot before its exponent, as in 1.0e-3
// err| error: use of undeclared SSA value name: a region of tfrt.if sees only its operands, not '%a' around it
// err| note: declared here
// err| error: expected '}' to end a region
// err| note: the region begins here
// err| error: expected '}' to end a module
// err| note: the module begins here
// err| error: expected a function or a module, found '%y'
// err| note: a body of the function would begin here, with '{'

func.func @f(%a: i32) {
  %a = tfrt.constant.i32 1
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  %b = tfrt.add.i64 %a, %a
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  %b = tfrt.add.i32 %a#1, %a
  tfrt.return
}

// -----

func.func @f() {
  tfrt.return
}
func.func @f() {
  tfrt.return
}

// -----

func.func @f() {
  %a = tfrt.constant.f32 1
  tfrt.return
}

// -----

func.func @f() {
  %a = tfrt.constant.f32 1e-3
  tfrt.return
}

// -----

func.func @f(%c: i1, %a: i32) {
  tfrt.if %c : () -> () {
    %b = tfrt.add.i32 %a, %a
    tfrt.return
  }
  tfrt.return
}

// -----

func.func @f() {
  tfrt.return

// -----

module {
  func.func private @f()

// -----

func.func @f(%x: i32) -> i32
  %y = tfrt.add.i32 %x, %x
  tfrt.return %y : i32
}
