// rule: kernels §1, tfrt.call: runs the function's body with the operands and gives its results.
// rule: kernels §1, tfrt.call: strict in its operands: one that is an error keeps the function from
//   running and is every result.
// rule: kernels §1, tfrt.call: inside, each kernel waits for its own operands; results may come
//   later.
// run:
// out| --- Not running 'swap' because it has arguments.
// out| --- Running 'nothing':
// out| --- Not running 'hello' because it has arguments.
// out| --- Not running 'late' because it has arguments.
// out| --- Running 'results':
// out| 'results' returned 2,1
// out| --- Running 'error_operand':
// out| 'error_operand' returned <<error: something bad happened>>
// out| --- Running 'late_results':
// out| 'late_results' returned 6,3

func.func @swap(%a: i32, %b: i64) -> (i64, i32) {
  tfrt.return %b, %a : i64, i32
}
func.func @nothing() {
  tfrt.return
}
func.func @hello(%ch: !tfrt.chain, %x: i32) -> !tfrt.chain {
  %ch1 = "tfrt_test.print_hello"(%ch) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @late(%x: i32) -> (i32, i32) {
  %y = "tfrt_test.async_copy.i32"(%x) : (i32) -> i32
  tfrt.return %x, %y : i32, i32
}

func.func @results() -> (i64, i32) {
  %a = tfrt.constant.i32 1
  %b = tfrt.constant.i64 2
  %r:2 = tfrt.call @swap(%a, %b) : (i32, i64) -> (i64, i32)
  tfrt.call @nothing() : () -> ()
  tfrt.return %r#0, %r#1 : i64, i32
}

func.func @error_operand() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %bad = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %ch1 = tfrt.call @hello(%ch0, %bad) : (!tfrt.chain, i32) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}

func.func @late_results() -> (i32, i32) {
  %a = tfrt.constant.i32 3
  %r:2 = tfrt.call @late(%a) : (i32) -> (i32, i32)
  %s = tfrt.add.i32 %r#0, %r#1
  tfrt.return %s, %r#1 : i32, i32
}
