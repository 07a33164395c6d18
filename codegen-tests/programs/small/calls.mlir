// Calls, of itself too, and a choice between functions.
func.func @down(%n: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %end = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.cond %end @same @less(%n) : (i32) -> (i32)
  tfrt.return %r : i32
}
func.func @same(%n: i32) -> i32 {
  tfrt.return %n : i32
}
func.func @less(%n: i32) -> i32 {
  %one = tfrt.constant.i32 -1
  %m = tfrt.add.i32 %n, %one
  %r = tfrt.call @down(%m) : (i32) -> i32
  tfrt.return %r : i32
}
func.func @f() -> i32 {
  %n = tfrt.constant.i32 3
  %r = tfrt.call @down(%n) : (i32) -> i32
  tfrt.return %r : i32
}
