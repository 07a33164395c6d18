// rule: bef §11: 'multi-block regions cannot be emitted to BEF files', 'BEF executor only supports
//   references to kernels within the current region', and MLIR's own rules of values and symbols.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f() {
  // expected-error@+1 {{multi-block regions cannot be emitted to BEF files}}
  tfrt.return
^bb1:
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  "my.op"() ({
    // expected-error@+1 {{BEF executor only supports references to kernels within the current region}}
    %b = "my.op"(%a) : (i32) -> i32
    tfrt.return
  }) : () -> ()
  tfrt.return
}

// -----

func.func @f(%c: i1, %a: i32) {
  tfrt.if %c : () -> () {
    // expected-error@+1 {{use of undeclared SSA value name: a region of tfrt.if sees only its operands, not '%a' around it}}
    tfrt.return %a : i32
  } else {
    tfrt.return
  }
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{operand #0 does not dominate this use}}
  %a = tfrt_test.test_cost %b {id = 1 : i64, _tfrt_cost = 1 : i64} : i32
  %b = tfrt.constant.i32 1
  tfrt.return
}

// -----

func.func @f() {
  tfrt.return
}
// expected-error@+1 {{redefinition of symbol named 'f'}}
func.func @f() {
  tfrt.return
}

// -----

// expected-error@+1 {{a native function has no body}}
func.func @f() attributes {tfrt.native} {
  tfrt.return
}
