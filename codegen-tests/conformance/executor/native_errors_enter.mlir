// rule: executor §4: a native function whose arguments are all available is called immediately, even
//   if they are errors; otherwise its results are indirect values.
// rule: executor §4: the natives of the tests are native_sink, native_async_sink, native_add,
//   native_async_add and native_error.
// run:
// out| --- Not running 'native_add' because it has arguments.
// out| --- Not running 'native_async_add' because it has arguments.
// out| --- Running 'native_error':
// out| 'native_error' returned <<error: something bad happened>>
// out| --- Not running 'native_sink' because it has arguments.
// out| --- Not running 'native_async_sink' because it has arguments.
// out| --- Running 'all':
// out| 'all' returned 4,7,<<error: something bad happened>>

func.func private @native_add(i32, i32) -> i32 attributes {tfrt.native}
func.func private @native_async_add(i32, i32) -> i32 attributes {tfrt.native}
func.func private @native_error() -> i32 attributes {tfrt.native}
func.func private @native_sink(i32) attributes {tfrt.native}
func.func private @native_async_sink(i32) attributes {tfrt.native}

func.func @all() -> (i32, i32, i32) {
  %a = tfrt.constant.i32 2
  %l = "tfrt_test.async_constant.i32"() {value = 3 : i32} : () -> i32
  %s = tfrt.call @native_add(%a, %a) : (i32, i32) -> i32
  %t = tfrt.call @native_async_add(%s, %l) : (i32, i32) -> i32
  %e = tfrt.call @native_error() : () -> i32
  tfrt.call @native_sink(%a) : (i32) -> ()
  tfrt.call @native_async_sink(%l) : (i32) -> ()
  tfrt.return %s, %t, %e : i32, i32, i32
}
