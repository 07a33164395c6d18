// rule: MLIR's textual form: attributes.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f() {
  // expected-error@+1 {{attribute 'a' occurs more than once in the attribute list}}
  "my.op"() {a = 1 : i32, a = 2 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected an attribute name}}
  "my.op"() {1 = 2 : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected an attribute value}}
  "my.op"() {a = nothing} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{a truth value has type i1}}
  "my.op"() {a = true : i32} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected a number after '-'}}
  "my.op"() {a = -x} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected a constant of type i32}}
  %0 = tfrt.constant.i32 true
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{a float constant cannot have type i32}}
  %0 = tfrt.constant.i32 1.0
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{an integer constant cannot have type none}}
  "my.op"() {a = 1 : none} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{negative integer literal not valid for unsigned integer type}}
  %0 = tfrt.constant.ui32 -1
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{integer constant out of range for attribute}}
  %0 = tfrt.constant.i32 4294967296
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{integer constant out of range for attribute}}
  %0 = tfrt.constant.i32 -2147483649
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{floating point value too large for attribute}}
  %0 = tfrt.constant.f32 1.0e999999999999999
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{unexpected decimal integer literal for a floating point value}}
  %0 = tfrt.constant.f32 1
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{hexadecimal float literal should not have a leading minus}}
  %0 = tfrt.constant.f32 -0x7F800000
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{hexadecimal float constant out of range for type}}
  %0 = tfrt.constant.f32 0x17F800000
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{integer constants of more than 128 bits are not supported}}
  "my.op"() {a = 1 : i129} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{BEF files cannot encode the 'a' attribute}}
  "my.op"() {a = affine_map<(d0) -> (d0)>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{element type of an array must be i1, i8, i16, i32, i64, f32 or f64}}
  "my.op"() {a = array<i7: 1>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected the name of a resource}}
  "my.op"() {a = dense_resource<1> : tensor<1xi32>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected the number of a distinct attribute}}
  "my.op"() {a = distinct[x]<>} : () -> ()
  tfrt.return
}
