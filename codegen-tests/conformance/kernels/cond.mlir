// rule: kernels §1, tfrt.cond: calls the first function if the condition holds, else the second;
//   an error among the operands is every result.
// run:
// out| --- Not running 'double' because it has arguments.
// out| --- Not running 'same' because it has arguments.
// out| --- Running 'both_ways':
// out| 'both_ways' returned 42,21,21,21
// out| --- Running 'error_condition':
// out| 'error_condition' returned <<error: something bad happened>>,<<error: something bad happened>>
// out| --- Running 'error_operand':
// out| 'error_operand' returned <<error: something bad happened>>

func.func @double(%x: i32) -> (i32, i32) {
  %y = tfrt.add.i32 %x, %x
  tfrt.return %y, %x : i32, i32
}
func.func @same(%x: i32) -> (i32, i32) {
  tfrt.return %x, %x : i32, i32
}

func.func @both_ways() -> (i32, i32, i32, i32) {
  %t = tfrt.constant.i1 true
  %f = tfrt.constant.i1 false
  %x = tfrt.constant.i32 21
  %a:2 = tfrt.cond %t @double @same (%x) : (i32) -> (i32, i32)
  %b:2 = tfrt.cond %f @double @same (%x) : (i32) -> (i32, i32)
  tfrt.return %a#0, %a#1, %b#0, %b#1 : i32, i32, i32, i32
}

func.func @error_condition() -> (i32, i32) {
  %bad = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %x = tfrt.constant.i32 21
  %c = tfrt.equal.i32 %bad, %x
  %a:2 = tfrt.cond %c @double @same (%x) : (i32) -> (i32, i32)
  tfrt.return %a#0, %a#1 : i32, i32
}

func.func @error_operand() -> i32 {
  %bad = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %t = tfrt.constant.i1 true
  %a:2 = tfrt.cond %t @double @same (%bad) : (i32) -> (i32, i32)
  tfrt.return %a#1 : i32
}
