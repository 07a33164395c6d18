// Functions from outside.
func.func private @native_add(%a: i32, %b: i32) -> i32 attributes {tfrt.native}
func.func private @native_async_add(%a: i32, %b: i32) -> i32 attributes {tfrt.native}
func.func @f() -> (i32, i32) {
  %a = tfrt.constant.i32 20
  %x = tfrt.call @native_add(%a, %a) : (i32, i32) -> i32
  %y = tfrt.call @native_async_add(%x, %a) : (i32, i32) -> i32
  tfrt.return %x, %y : i32, i32
}
