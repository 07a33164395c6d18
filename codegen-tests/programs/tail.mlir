// Functions that end in calls of themselves, which compiled engines run as loops.
func.func @down(%n: i32, %x: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %done, %n, %x : (i32, i32) -> (i32) {
    tfrt.return %x : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %one = tfrt.constant.i32 1
    %m = tfrt.add.i32 %n, %m1
    %y = tfrt.add.i32 %x, %one
    %z = tfrt.call @down(%m, %y) : (i32, i32) -> i32
    tfrt.return %z : i32
  }
  tfrt.return %r : i32
}
// Without an end.
func.func @on(%n: i32, %x: i32) -> i32 {
  %y = tfrt.add.i32 %x, %n
  %z = tfrt.call @on(%n, %y) : (i32, i32) -> i32
  tfrt.return %z : i32
}
// A kernel in each trip sees where the stack is.
func.func @end(%n: i32, %x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @here(%n: i32, %x: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %m1 = tfrt.constant.i32 -1
  %m = tfrt.add.i32 %n, %m1
  %y = "tail.here"(%x) : (i32) -> i32
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.cond %done @end @here (%m, %y) : (i32, i32) -> (i32)
  tfrt.return %r : i32
}
// Each trip is followed by a call that is no tail. Out of `@odd` all of these are at odd depths.
func.func @zigzag(%n: i32, %again: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %m1 = tfrt.constant.i32 -1
  %m = tfrt.add.i32 %n, %m1
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %done, %m, %again : (i32, i32) -> (i32) {
    %zero = tfrt.constant.i32 0
    tfrt.return %zero : i32
  } else {
    %zero = tfrt.constant.i32 0
    %one = tfrt.constant.i32 1
    %first = "tfrt.equal.i32"(%again, %zero) : (i32, i32) -> i1
    %s = tfrt.if %first, %m, %one, %zero : (i32, i32, i32) -> (i32) {
      %t = tfrt.call @zigzag(%m, %one) : (i32, i32) -> i32
      tfrt.return %t : i32
    } else {
      %u = tfrt.call @zigzag(%m, %zero) : (i32, i32) -> i32
      %t = tfrt.add.i32 %u, %one
      tfrt.return %t : i32
    }
    tfrt.return %s : i32
  }
  tfrt.return %r : i32
}
func.func @odd(%n: i32, %again: i32) -> i32 {
  %r = tfrt.call @zigzag(%n, %again) : (i32, i32) -> i32
  tfrt.return %r : i32
}
