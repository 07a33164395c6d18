// Regions in regions.
func.func @f() -> i32 {
  %n = tfrt.constant.i32 2
  %t = tfrt.constant.i1 true
  %r = tfrt.repeat.i32 %n, %n : i32 {
    %d = tfrt_test.do.async %n : (i32) -> (i32) {
      tfrt.return %n : i32
    }
    tfrt.return %d : i32
  }
  %s = tfrt.if %t, %r : (i32) -> (i32) {
    tfrt.return %r : i32
  } else {
    %z = tfrt.add.i32 %r, %r
    tfrt.return %z : i32
  }
  tfrt.return %s : i32
}
