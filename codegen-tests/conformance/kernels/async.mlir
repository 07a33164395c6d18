// rule: kernels §2, tfrt_test.async_constant.{i1,i32}: the attribute, from a task.
// rule: kernels §2, tfrt_test.async_add.i32: the sum, from a task.
// rule: kernels §2, tfrt_test.{async_copy.i32,async_copy_2.i32,async_copy.with_delay.*}: the operand,
//   from a task.
// rule: kernels §2, tfrt_test.copy.with_delay.{i32,i64}: the operand, on the caller's thread.
// run:
// out| --- Running 'values':
// out| 'values' returned 1,11,-2147483638,11,2147483647,11,5000000000,2147483647,5000000000

func.func @values() -> (i1, i32, i32, i32, i32, i32, i64, i32, i64) {
  %a = "tfrt_test.async_constant.i1"() { value = true } : () -> i1
  %b = "tfrt_test.async_constant.i32"() { value = 11 : i32 } : () -> i32
  %c = tfrt.constant.i32 2147483647
  %d = "tfrt_test.async_add.i32"(%b, %c) : (i32, i32) -> i32
  %e = "tfrt_test.async_copy.i32"(%b) : (i32) -> i32
  %f = "tfrt_test.async_copy_2.i32"(%c) : (i32) -> i32
  %g = "tfrt_test.async_copy.with_delay.i32"(%e) : (i32) -> i32
  %l = tfrt.constant.i64 5000000000
  %h = "tfrt_test.async_copy.with_delay.i64"(%l) : (i64) -> i64
  %i = "tfrt_test.copy.with_delay.i32"(%c) : (i32) -> i32
  %j = "tfrt_test.copy.with_delay.i64"(%l) : (i64) -> i64
  tfrt.return %a, %b, %d, %e, %f, %g, %h, %i, %j : i1, i32, i32, i32, i32, i32, i64, i32, i64
}
