// rule: MLIR's textual form: dense elements.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f() {
  // expected-error@+1 {{elements literal must be a ranked tensor or vector}}
  "my.op"() {a = dense<1> : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{elements literal type must have static shape}}
  "my.op"() {a = dense<1> : tensor<?xi32>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{elements literal has too many elements}}
  "my.op"() {a = dense<1> : tensor<9223372036854775807x2xi32>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{inferred shape of elements literal ([2]) does not match type ([3])}}
  "my.op"() {a = dense<[1, 2]> : tensor<3xi32>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
  "my.op"() {a = dense<[[1, 2], [3]]> : tensor<2x2xi32>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected an element literal of primitive type}}
  "my.op"() {a = dense<[a]> : tensor<1xi32>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected all elements to be complex, or none}}
  "my.op"() {a = dense<[1, (1, 2)]> : tensor<2xi32>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected elements of type complex<f32>}}
  "my.op"() {a = dense<[1.0]> : tensor<1xcomplex<f32>>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected an element of type f32}}
  "my.op"() {a = dense<[true]> : tensor<1xf32>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected an element of type i32}}
  "my.op"() {a = dense<[1.0]> : tensor<1xi32>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{elements of type f80 are not supported}}
  "my.op"() {a = dense<[1]> : tensor<1xf80>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{elements of type f80 are not supported}}
  "my.op"() {a = dense<"0x01"> : tensor<1xf80>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected a string of hexadecimal digits, "0x…"}}
  "my.op"() {a = dense<"0x0G"> : tensor<1xi8>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{elements hex data size is invalid for 3 elements}}
  "my.op"() {a = dense<"0x0102"> : tensor<3xi8>} : () -> ()
  tfrt.return
}
