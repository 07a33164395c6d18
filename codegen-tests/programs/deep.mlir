// Long loops and deep calls.
func.func @iterations(%n: i32) -> i32 {
  %x = tfrt.constant.i32 0
  %r = tfrt.repeat.i32 %n, %x : i32 {
    %one = tfrt.constant.i32 1
    %y = tfrt.add.i32 %x, %one
    tfrt.return %y : i32
  }
  tfrt.return %r : i32
}
func.func @fib(%n: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %cond = "tfrt.lessequal.i32"(%n, %one) : (i32, i32) -> i1
  %r = tfrt.if %cond, %n : (i32) -> (i32) {
    tfrt.return %n : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m2 = tfrt.constant.i32 -2
    %a = tfrt.add.i32 %n, %m1
    %b = tfrt.add.i32 %n, %m2
    %x = tfrt.call @fib(%a) : (i32) -> i32
    %y = tfrt.call @fib(%b) : (i32) -> i32
    %z = tfrt.add.i32 %x, %y
    tfrt.return %z : i32
  }
  tfrt.return %r : i32
}
func.func @down(%n: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %done, %n : (i32) -> (i32) {
    tfrt.return %n : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %x = tfrt.call @down(%m) : (i32) -> i32
    tfrt.return %x : i32
  }
  tfrt.return %r : i32
}
func.func @through(%n: i32) -> i32 {
  %x = tfrt.call @down(%n) : (i32) -> i32
  tfrt.return %x : i32
}
func.func @main_through(%n: i32) -> i32 {
  %x = tfrt.call @through(%n) : (i32) -> i32
  tfrt.return %x : i32
}
func.func @climb(%n: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %done, %n : (i32) -> (i32) {
    tfrt.return %n : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %one = tfrt.constant.i32 1
    %m = tfrt.add.i32 %n, %m1
    %x = tfrt.call @climb(%m) : (i32) -> i32
    %y = tfrt.add.i32 %x, %one
    tfrt.return %y : i32
  }
  tfrt.return %r : i32
}
func.func @climb_through(%n: i32) -> i32 {
  %x = tfrt.call @climb(%n) : (i32) -> i32
  tfrt.return %x : i32
}
