// A synchronous function and its caller.
func.func @sum(%a: i32, %b: i32) -> i32 attributes {tfrt.sync} {
  %c = tfrt.add.i32 %a, %b
  %d = tfrt.constant.i32 3
  %q, %m = tfrt.div.i32 %c, %d
  tfrt.return %q : i32
}
func.func @f() -> i32 {
  %a = tfrt.constant.i32 20
  %r = "tfrt_test.invoke_sync_function.i32_i32.i32"(%a, %a) {callee = @sum} : (i32, i32) -> i32
  tfrt.return %r : i32
}
