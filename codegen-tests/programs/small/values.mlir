// Values on the heap: text, a counter, and a function that runs once.
func.func @make(%c: !test.atomic.i32) -> i32 {
  %a = tfrt.new.chain
  %b = "tfrt_test.atomic.inc.i32"(%c, %a) : (!test.atomic.i32, !tfrt.chain) -> !tfrt.chain
  %v, %d = "tfrt_test.atomic.get.i32"(%c, %b) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %v : i32
}
func.func @f() -> (i32, !tfrt.string) {
  %c = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %v = tfrt.once @make(%c) : (!test.atomic.i32) -> (i32)
  %s = "tfrt_test.get_string"() {value = "n = %d"} : () -> !tfrt.string
  %t = "tfrt_test.format_string"(%s, %v) : (!tfrt.string, i32) -> !tfrt.string
  tfrt.return %v, %t : i32, !tfrt.string
}
