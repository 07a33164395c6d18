// A kernel that starts on its first operand.
func.func @callee(%x: i32, %y: i32) -> (i32, i32) {
  %a = tfrt.add.i32 %x, %x
  tfrt.return %a, %y : i32, i32
}
func.func @f() -> (i32, i32) {
  %x = tfrt.constant.i32 20
  %y = "tfrt_test.async_copy.i32"(%x) : (i32) -> i32
  %a, %b = "tfrt.call"(%x, %y) {callee = @callee, bef.nonstrict} : (i32, i32) -> (i32, i32)
  tfrt.return %a, %b : i32, i32
}
