// A Fibonacci number, the slow way.
func.func @fibonacci(%n: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %small = "tfrt.lessequal.i32"(%n, %one) : (i32, i32) -> i1
  %r = tfrt.if %small, %n : (i32) -> (i32) {
    tfrt.return %n : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m2 = tfrt.constant.i32 -2
    %a = tfrt.add.i32 %n, %m1
    %b = tfrt.add.i32 %n, %m2
    %x = tfrt.call @fibonacci(%a) : (i32) -> i32
    %y = tfrt.call @fibonacci(%b) : (i32) -> i32
    %z = tfrt.add.i32 %x, %y
    tfrt.return %z : i32
  }
  tfrt.return %r : i32
}
