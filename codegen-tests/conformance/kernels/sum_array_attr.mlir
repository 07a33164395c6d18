// rule: kernels §2, tfrt_test.sum_array_attr.*: the sum of an array, of the integer that a string
//   spells, and of what the run was given, which is nothing here; else the error
//   'Cannot convert S to target int'.
// rule: kernels §2, tfrt_test.get_request_context_data.i32: what the run was given.
// run:
// out| --- Running 'sums':
// out| 'sums' returned -7,1099511627779,-2147483648,<<error: Cannot convert 7x to target int>>,<<error: Cannot convert 9223372036854775808 to target int>>
// out| --- Running 'data':
// out| 'data' returned <<error: no data of type i32 in this run>>

func.func @sums() -> (i32, i64, i32, i32, i64) {
  %a = "tfrt_test.sum_array_attr.i32"() {array = [1 : i32, 2 : i32], init = "-10"} : () -> i32
  %b = "tfrt_test.sum_array_attr.i64"() {array = [1, 2], init = "1099511627776"} : () -> i64
  %c = "tfrt_test.sum_array_attr.i32"() {array = [2147483647 : i32], init = "1"} : () -> i32
  %d = "tfrt_test.sum_array_attr.i32"() {array = [], init = "7x"} : () -> i32 // expected-error {{runtime error: Cannot convert 7x to target int}}
  %e = "tfrt_test.sum_array_attr.i64"() {array = [], init = "9223372036854775808"} : () -> i64 // expected-error {{Cannot convert 9223372036854775808 to target int}}
  tfrt.return %a, %b, %c, %d, %e : i32, i64, i32, i32, i64
}
func.func @data() -> i32 {
  %a = "tfrt_test.get_request_context_data.i32"() : () -> i32 // expected-error {{runtime error: no data of type i32 in this run}}
  tfrt.return %a : i32
}
