// rule: kernels §2, tfrt_test.const_dense_attr: the attribute is a dense one.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f() {
  // expected-error@+1 {{'tfrt_test.const_dense_attr' op attribute 'value' is 'i32', expected 'dense'}}
  %0 = "tfrt_test.const_dense_attr"() {value = 1 : i32} : () -> !t.tensor
  tfrt.return
}
