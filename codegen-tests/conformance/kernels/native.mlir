// rule: executor §4: native functions are called with what they are given, errors among it.
// rule: executor §4: native_add, native_async_add, native_error, native_sink, native_async_sink.
// run:
// out| --- Not running 'native_add' because it has arguments.
// out| --- Not running 'native_async_add' because it has arguments.
// out| --- Running 'native_error':
// out| 'native_error' returned <<error: something bad happened>>
// out| --- Not running 'native_sink' because it has arguments.
// out| --- Not running 'native_async_sink' because it has arguments.
// out| --- Running 'sums':
// out| 'sums' returned -2147483647,-2147483647,-2147483645
// out| --- Running 'error':
// out| 'error' returned <<error: something bad happened>>,<<error: something bad happened>>
// out| --- Running 'sinks':
// out| 'sinks' returned 1

func.func private @native_add(i32, i32) -> i32 attributes {tfrt.native}
func.func private @native_async_add(i32, i32) -> i32 attributes {tfrt.native}
func.func private @native_error() -> i32 attributes {tfrt.native}
func.func private @native_sink(i32) attributes {tfrt.native}
func.func private @native_async_sink(i32) attributes {tfrt.native}

func.func @sums() -> (i32, i32, i32) {
  %a = tfrt.constant.i32 2147483647
  %b = tfrt.constant.i32 2
  %c = tfrt.call @native_add(%a, %b) : (i32, i32) -> i32
  %d = tfrt.call @native_async_add(%a, %b) : (i32, i32) -> i32
  %e = tfrt.call @native_add(%d, %b) : (i32, i32) -> i32
  tfrt.return %c, %d, %e : i32, i32, i32
}
func.func @error() -> (i32, i32) {
  %a = tfrt.call @native_error() : () -> i32
  %b = tfrt.constant.i32 2
  %c = tfrt.call @native_add(%a, %b) : (i32, i32) -> i32
  tfrt.return %a, %c : i32, i32
}
func.func @sinks() -> i32 {
  %a = tfrt.constant.i32 1
  tfrt.call @native_sink(%a) : (i32) -> ()
  tfrt.call @native_async_sink(%a) : (i32) -> ()
  tfrt.return %a : i32
}
