// Uses a kernel of this project.
func.func @hello() -> i32 {
  %n = tfrt.constant.i32 6
  %square = "my.square"(%n) : (i32) -> i32
  tfrt.return %square : i32
}
