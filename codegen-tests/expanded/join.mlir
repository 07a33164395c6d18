// Two values that arrive later, joined, and a loop that waits in each trip.
func.func @join(%x: i32, %n: i32) -> i32 {
  %a = "tfrt_test.async_copy.i32"(%x) : (i32) -> i32
  %b = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
  %sum = tfrt.add.i32 %a, %b
  %r = tfrt.repeat.i32 %n, %sum : i32 {
    %late = "tfrt_test.async_add.i32"(%sum, %sum) : (i32, i32) -> i32
    tfrt.return %late : i32
  }
  tfrt.return %r : i32
}
