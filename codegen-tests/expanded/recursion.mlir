// Pure recursion, which is tried without errors first: four levels in one function.
func.func @down(%n: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %done, %n : (i32) -> (i32) {
    tfrt.return %n : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %x = tfrt.call @down(%m) : (i32) -> i32
    %y = tfrt.add.i32 %x, %n
    tfrt.return %y : i32
  }
  tfrt.return %r : i32
}
