// Functions with loops that never suspend.
func.func @counted(%x: i32, %n: i32) -> i32 {
  %r = tfrt.repeat.i32 %n, %x : i32 {
    %two = tfrt.constant.i32 2
    %y = tfrt.add.i32 %x, %two
    tfrt.return %y : i32
  }
  tfrt.return %r : i32
}
func.func @conditional(%n: i32) -> i32 {
  %true = tfrt.constant.i1 1
  %r = tfrt.while %true @countdown(%n) parallel_iterations(1) : (i32) -> (i32)
  tfrt.return %r : i32
}
func.func @countdown(%n: i32) -> (i32, i1) {
  %one = tfrt.constant.i32 1
  %less = "tfrt.minus.i32"(%n, %one) : (i32, i32) -> i32
  %more = "tfrt.lessequal.i32"(%one, %less) : (i32, i32) -> i1
  tfrt.return %less, %more : i32, i1
}
// A call that may fail in each iteration.
func.func @calls(%x: i32, %n: i32) -> i32 {
  %r = tfrt.repeat.i32 %n, %x : i32 {
    %y = tfrt.call @half(%x) : (i32) -> (i32)
    tfrt.return %y : i32
  }
  tfrt.return %r : i32
}
func.func @half(%x: i32) -> i32 {
  %two = tfrt.constant.i32 2
  %half, %rest = tfrt.div.i32 %x, %two
  tfrt.return %half : i32
}
// A value in each iteration that might be late.
func.func @late(%x: i32, %n: i32) -> i32 {
  %r = tfrt.repeat.i32 %n, %x : i32 {
    %y = "test.soon"(%x) : (i32) -> i32
    tfrt.return %y : i32
  }
  tfrt.return %r : i32
}
