// rule: bef §11: 'external functions are not allowed', 'return value N is an argument in a sync
//   function', 'return value N is duplicated in a sync function'.
// tool: translate --split-input-file --verify-diagnostics FILE

// expected-error@+1 {{external functions are not allowed}}
func.func private @f()

// -----

func.func @f(%a: i32) -> i32 attributes {tfrt.sync} {
  // expected-error@+1 {{return value 0 is an argument in a sync function}}
  tfrt.return %a : i32
}

// -----

func.func @f() -> (i32, i32) attributes {tfrt.sync} {
  %a = "tfrt_test.sync_sum_attributes"() {a = 1 : i32} : () -> i32
  // expected-error@+1 {{return value 1 is duplicated in a sync function}}
  tfrt.return %a, %a : i32, i32
}

// -----

// expected-error@+2 {{modules without 'tfrt.compiled' inside a module cannot be emitted to BEF files}}
func.func private @g() attributes {tfrt.native}
module @inner {
}
