// A function that ends in a call of itself: a loop.
func.func @sum(%n: i32, %acc: i64) -> i64 {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %done, %n, %acc : (i32, i64) -> (i64) {
    tfrt.return %acc : i64
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %more = tfrt.add.i64 %acc, %acc
    %x = tfrt.call @sum(%m, %more) : (i32, i64) -> i64
    tfrt.return %x : i64
  }
  tfrt.return %r : i64
}
