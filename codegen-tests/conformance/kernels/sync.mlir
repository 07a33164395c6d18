// rule: kernels §2, tfrt_test.sync_sum_attributes: the sum of all attributes, in a function of
//   'tfrt.sync'.
// rule: kernels §2, tfrt_test.invoke_sync_function.*, sync_function_runner.*: run such a
//   function.
// run:
// out| --- Running 'sum':
// out| 'sum' returned 281
// out| --- Not running 'add' because it has arguments.
// out| --- Not running 'both' because it has arguments.
// out| --- Running 'invoke':
// out| 'invoke' returned 5,6,8
// out| --- Running 'runner':
// out| 'runner' returned 5,6,8

func.func @sum() -> i32 attributes {tfrt.sync} {
  %a = "tfrt_test.sync_sum_attributes"() { a = 1 : i32, b = -20 : i64, c = 300 : ui16 } : () -> i32
  tfrt.return %a : i32
}

func.func @add(%a: i32, %b: i32) -> i32 attributes {tfrt.sync} {
  %c = "tfrt_test.sync_sum_attributes"() { a = 5 : i32 } : () -> i32
  tfrt.return %c : i32
}
func.func @both(%a: i32, %b: i32) -> (i32, i32) attributes {tfrt.sync} {
  %c = "tfrt_test.sync_sum_attributes"() { a = 6 : i32 } : () -> i32
  %d = "tfrt_test.sync_sum_attributes"() { a = 7 : i32, b = 1 : i32 } : () -> i32
  tfrt.return %c, %d : i32, i32
}

func.func @invoke() -> (i32, i32, i32) {
  %a = tfrt.constant.i32 1
  %r = "tfrt_test.invoke_sync_function.i32_i32.i32"(%a, %a) {f = @add} : (i32, i32) -> i32
  %s, %t = "tfrt_test.invoke_sync_function.i32_i32.i32_i32"(%a, %a) {f = @both} : (i32, i32) -> (i32, i32)
  tfrt.return %r, %s, %t : i32, i32, i32
}

func.func @runner() -> (i32, i32, i32) {
  %a = tfrt.constant.i32 1
  %r = "tfrt_test.sync_function_runner.i32_i32.i32"(%a, %a) {f = @add} : (i32, i32) -> i32
  %s, %t = "tfrt_test.sync_function_runner.i32_i32.i32_i32"(%a, %a) {f = @both} : (i32, i32) -> (i32, i32)
  tfrt.return %r, %s, %t : i32, i32, i32
}
