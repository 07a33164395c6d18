// rule: engines §11: a constant of one repeated element has a size when it is written out, which is compared
//   with a limit before anything is allocated.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{a constant of type 'tensor<20000x20000xf32>' has 1600000000 bytes when it is written out, at most 67174400 are allowed}}
  %a = "tfrt_test.const_dense_attr"() {value = dense<1.0> : tensor<20000x20000xf32>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}

// -----

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{a constant of type 'tensor<9000000000000x900000xi8>' has 8100000000000000000 bytes when it is written out, at most 67174400 are allowed}}
  %a = "tfrt_test.const_dense_attr"() {value = dense<1> : tensor<9000000000000x900000xi8>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}

// -----

func.func @f() {
  // expected-error@+1 {{a constant of type 'tensor<9000000000000000000xi64>' has too many bytes when it is written out, at most 67174400 are allowed}}
  "other.kernel"() {value = [[dense<1> : tensor<9000000000000000000xi64>]]} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  "other.kernel"() {a = dense<1> : tensor<67000000xi8>, b = dense<1> : tensor<67000000xi8>} : () -> ()
  "other.kernel"() {a = dense<2> : tensor<67000000xi8>, b = dense<3> : tensor<67000000xi8>} : () -> ()
  "other.kernel"() {a = dense<4> : tensor<67000000xi8>} : () -> ()
  // expected-error@+1 {{the constants of the program up to this one have 335000000 bytes when they are written out, at most 268435456 are allowed}}
  "other.kernel"() {a = dense<5> : tensor<67000000xi8>} : () -> ()
  "other.kernel"() {a = dense<6> : tensor<67000000xi8>} : () -> ()
  tfrt.return
}

// -----

func.func @f() {
  // expected-error@+1 {{the constants of the program up to this one have 335000000 bytes when they are written out, at most 268435456 are allowed}}
  "other.kernel"() {a = [dense<1> : tensor<67000000xi8>, dense<1> : tensor<67000000xi8>, dense<1> : tensor<67000000xi8>, dense<1> : tensor<67000000xi8>, dense<1> : tensor<67000000xi8>]} : () -> ()
  tfrt.return
}
