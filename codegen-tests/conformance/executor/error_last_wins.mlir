// rule: executor §2, "Running one kernel" 2: of several error arguments the last one wins.
// rule: executor §10.4: the last error operand, then cancellation.
// rule: engines 1: which of several operand errors wins is the same on every engine.
// run:
// out| --- Running 'last':
// out| 'last' returned <<error: Divide by zero>>,<<error: something bad happened>>
// out| --- Running 'only':
// out| 'only' returned <<error: something bad happened>>

func.func @last() -> (i32, i32) {
  %f = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %c = tfrt.new.chain
  %z = tfrt.constant.i32 0
  %q, %r = tfrt.div.i32 %z, %z // expected-error {{Divide by zero}}
  %a = tfrt.add.i32 %f, %q
  %b = tfrt.add.i32 %q, %f
  tfrt.return %a, %b : i32, i32
}

// The second operand is no error: the first wins over nothing.
func.func @only() -> i32 {
  %f = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %z = tfrt.constant.i32 0
  %a = tfrt.add.i32 %f, %z
  tfrt.return %a : i32
}
