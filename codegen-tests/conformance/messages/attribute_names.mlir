// rule: engines §7: where text is verified for an engine, the names of attributes are checked: extra or
//   misspelt is an error at the attribute that says what the kernel takes.
// rule: engines §7: exempt are costs, `bef.nonstrict`, functions and regions, and kernels that take
//   attributes of any name.
// rule: engines §7: `translate` and `opt` accept any names.
// tool: run FILE
// exit: 2
// err| attribute_names.mlir:21:34: error: 'tfrt_test.get_string' has no attribute 'valeu'; it takes 'value'
// err| attribute_names.mlir:22:55: error: 'tfrt.constant.complex64' has no attribute 'imag'; it takes 'imaginary' and 'real'
// err| attribute_names.mlir:23:30: error: 'tfrt.add.i32' has no attribute 'my.note'; it takes none
// tool: translate FILE | show --as bef -
// out*| attribute 0 valeu
// tool: opt FILE
// out*| {valeu = "a"}

func.func @same(%a: i32) -> i32 {
  tfrt.return %a : i32
}

func.func @f(%a: i32, %b: i32) {
  %0 = "tfrt_test.get_string"() {valeu = "a"} : () -> !tfrt.string
  %1 = "tfrt.constant.complex64"() {real = 1.0 : f32, imag = 2.0 : f32} : () -> complex<f32>
  %2 = tfrt.add.i32 %a, %b { my.note = 1 : i32 }
  // These are right.
  %3 = "tfrt_test.sync_sum_attributes"() {any = 1 : i32, name = 2 : i32} : () -> i32
  %4 = tfrt.add.i32 %a, %b {bef.nonstrict, _tfrt_cost = 3 : i64, f = @same}
  tfrt.return
}
