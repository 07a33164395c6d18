// rule: engines 7: an integer that does not fit and an attribute of another kind are refused.
// tool: translate --split-input-file FILE
// exit: 2
// err| attribute_width_refused.mlir:8:8: error: 'tfrt_test.async_constant.i32' op attribute 'value' is 4294967296 : i64, which does not fit in 'i32'
// err| attribute_width_refused.mlir:13:8: error: 'tfrt_test.async_constant.i32' op attribute 'value' is 'f32', expected 'i32'

func.func @too_wide() -> i32 {
  %a = "tfrt_test.async_constant.i32"() {value = 4294967296 : i64} : () -> i32
  tfrt.return %a : i32
}
// -----
func.func @another_kind() -> i32 {
  %a = "tfrt_test.async_constant.i32"() {value = 1.0 : f32} : () -> i32
  tfrt.return %a : i32
}
