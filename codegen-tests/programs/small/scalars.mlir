// Scalars, a result that fails, one that comes later.
func.func @f() -> (i32, i32) {
  %n = tfrt.constant.i32 3
  %x = tfrt.constant.i32 4
  %q, %m = tfrt.div.i32 %x, %n
  %late = "tfrt_test.async_add.i32"(%q, %m) : (i32, i32) -> i32
  %bad = "tfrt_test.fail"() : () -> i32
  %sum = tfrt.add.i32 %late, %bad
  tfrt.return %late, %sum : i32, i32
}
