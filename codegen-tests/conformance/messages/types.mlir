// rule: kernels §1, types: 'unknown tfrt type X' for what is neither chain, string, tensor_type,
//   device nor an opaque type x.y.
// rule: builtin types are MLIR's.
// tool: translate --split-input-file --verify-diagnostics FILE

// expected-error@+1 {{unknown tfrt type coin}}
func.func private @f(!tfrt.coin)

// -----

// expected-error@+1 {{unknown tfrt type chain<1>}}
func.func private @f(!tfrt.chain<1>)

// -----

// expected-error@+1 {{unknown tfrt type coin.}}
func.func private @f(!tfrt.coin.)

// -----

// expected-error@+1 {{invalid integer width}}
func.func private @f(i16777216)

// -----

// expected-error@+1 {{invalid element type for complex}}
func.func private @f(complex<none>)

// -----

// expected-error@+1 {{expected a type}}
func.func private @f(number)

// -----

// expected-error@+1 {{vector elements must be integers, floats or index}}
func.func private @f(vector<2x!my.type>)

// -----

// expected-error@+1 {{dimension is too large}}
func.func private @f(tensor<99999999999999999999xf32>)

// -----

// expected-error@+1 {{expected 'x' after a dimension}}
func.func private @f(tensor<2*f32>)

// -----

// expected-error@+1 {{expected ']'}}
func.func private @f(vector<[2xf32>)

// -----

// expected-error@+1 {{expected a dimension}}
func.func private @f(vector<[?]xf32>)

// -----

// expected-error@+1 {{expected '<'}}
func.func private @f(tensor)

// -----

// expected-error@+1 {{unbalanced '<'}}
func.func private @f(!my.type<[2)>)

// -----

// expected-error@+1 {{expected '->'}}
func.func private @f((i32) i32)

// -----

func.func @f() {
  // expected-error@+1 {{expected a function type, '(…) -> …'}}
  tfrt.call @f() : i32
  tfrt.return
}

// -----

// expected-error@+1 {{undefined type alias '!unknown'}}
func.func private @f(!unknown)
