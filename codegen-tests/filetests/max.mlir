// The kernel that the documentation adds: ready operands, an error among them, a later one.
func.func @greater() -> (i32, i32, i32, i32) {
  %a = tfrt.constant.i32 -2147483648
  %b = tfrt.constant.i32 7
  %x = tfrt.max.i32 %a, %b
  %y = tfrt.max.i32 %b, %a
  %bad = "tfrt_test.fail"() : () -> i32
  %z = tfrt.max.i32 %b, %bad
  %late = "tfrt_test.async_constant.i32"() {value = 9 : i32} : () -> i32
  %w = tfrt.max.i32 %late, %x
  tfrt.return %x, %y, %z, %w : i32, i32, i32, i32
}
