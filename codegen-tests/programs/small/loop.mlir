// A loop that ends, and one that need not once a byte is wrong.
func.func @body(%n: i32) -> (i32, i1) {
  %one = tfrt.constant.i32 -1
  %m = tfrt.add.i32 %n, %one
  %go = "tfrt.lessequal.i32"(%one, %m) : (i32, i32) -> i1
  tfrt.return %m, %go : i32, i1
}
func.func @f() -> i32 {
  %t = tfrt.constant.i1 true
  %n = tfrt.constant.i32 5
  %r = tfrt.while %t @body(%n) parallel_iterations(1) : (i32) -> (i32)
  tfrt.return %r : i32
}
