// Functions that the catalogue supplies: called from everywhere that a function may be named.
func.func private @native_add(i32, i32) -> i32 attributes {tfrt.native}
func.func private @native_async_add(i32, i32) -> i32 attributes {tfrt.native}
func.func private @native_async_sink(i32) attributes {tfrt.native}
func.func private @native_sink(i32) attributes {tfrt.native}
func.func private @native_error() -> i32 attributes {tfrt.native}
func.func @calls() -> (i32, i32) {
  %a = tfrt.constant.i32 40
  %b = tfrt.constant.i32 2
  %c = tfrt.call @native_add(%a, %b) : (i32, i32) -> (i32)
  %d = tfrt.call @native_async_add(%c, %b) : (i32, i32) -> (i32)
  %e = tfrt.call @native_add(%d, %c) : (i32, i32) -> (i32)
  tfrt.call @native_sink(%e) : (i32) -> ()
  tfrt.call @native_async_sink(%e) : (i32) -> ()
  tfrt.return %c, %e : i32, i32
}
func.func @errors() -> (i32, i32, i32) {
  %one = tfrt.constant.i32 1
  %a = tfrt.call @native_error() : () -> (i32)
  %b = tfrt.call @native_add(%a, %one) : (i32, i32) -> (i32)
  %c = tfrt.add.i32 %one, %one
  tfrt.return %a, %b, %c : i32, i32, i32
}
// A call that does not wait lets the error in, and the function hands it on or not as it likes.
func.func @error_inside() -> (i32, i32) {
  %one = tfrt.constant.i32 1
  %bad = "tfrt_test.fail"() : () -> i32
  %a = "tfrt.call"(%bad, %one) {callee = @native_add, bef.nonstrict} : (i32, i32) -> i32
  %b = tfrt.add.i32 %one, %one
  tfrt.return %a, %b : i32, i32
}
func.func @pending_inside() -> i32 {
  %one = tfrt.constant.i32 1
  %later = "tfrt_test.async_constant.i32"() {value = 5 : i32} : () -> i32
  %a = "tfrt.call"(%one, %later) {callee = @native_add, bef.nonstrict} : (i32, i32) -> i32
  tfrt.return %a : i32
}
func.func @branches() -> (i32, i32, i32) {
  %zero = tfrt.constant.i32 0
  %one = tfrt.constant.i32 1
  %seven = tfrt.constant.i32 7
  %t = tfrt.constant.i1 true
  %f = tfrt.constant.i1 false
  %a = tfrt.cond %t @native_add @native_async_add (%one, %seven) : (i32, i32) -> (i32)
  %b = tfrt.cond %f @native_add @native_async_add (%one, %seven) : (i32, i32) -> (i32)
  %c = tfrt.case %one [@native_async_add, @native_add] (%seven, %seven) : (i32, i32) -> (i32)
  tfrt.return %a, %b, %c : i32, i32, i32
}
func.func @in_a_loop() -> i32 {
  %n = tfrt.constant.i32 5
  %x = tfrt.constant.i32 1
  %y = tfrt.constant.i32 2
  %r, %s = tfrt.repeat.i32 %n, %x, %y : i32, i32 {
    %z = tfrt.call @native_async_add(%x, %y) : (i32, i32) -> (i32)
    tfrt.return %y, %z : i32, i32
  }
  tfrt.return %s : i32
}
func.func @as_a_value() -> i32 {
  %x = tfrt.constant.i32 20
  %r = "tfrt_test.invoke_sync_function.i32_i32.i32"(%x, %x) {f = @native_async_add} : (i32, i32) -> i32
  %q = tfrt.once @native_add(%r, %x) : (i32, i32) -> (i32)
  tfrt.return %q : i32
}
