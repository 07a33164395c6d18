// rule: engines §7: where text is verified for an engine, an attribute that is missing is an error at the
//   op that says its name.
// tool: run FILE
// exit: 2
// err| attribute_missing.mlir:10:8: error: 'tfrt_test.get_string' op requires attribute 'value'
// err| attribute_missing.mlir:11:8: error: 'tfrt.constant.complex64' op requires attribute 'real'

func.func @f() {
  // What is there has the right name.
  %0 = "tfrt_test.get_string"() : () -> !tfrt.string
  %1 = "tfrt.constant.complex64"() {imaginary = 2.0 : f32} : () -> complex<f32>
  tfrt.return
}
