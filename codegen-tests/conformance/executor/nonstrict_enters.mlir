// rule: executor §2, "Non-strict kernels"; engines 8: an op with `bef.nonstrict` starts when its
//   first operand is available, gets placeholders for the others, and is not skipped for an error
//   operand; cancellation still skips it.
// rule: engines 8: the attribute is kept in a section of its own, and only where there is one.
// run: --print-error-code
// out| --- Not running 'callee' because it has arguments.
// out| --- Running 'entered_with_an_error':
// out| hello host executor!
// out| 'entered_with_an_error' returned <<error: something bad happened, code: INTERNAL>>,!tfrt.chain value
// out| --- Running 'entered_before_all_is_there':
// out| hello host executor!
// out| 'entered_before_all_is_there' returned 2,!tfrt.chain value
// out| --- Not running 'chain_last' because it has arguments.
// out| --- Running 'entered_by_an_error':
// out| hello host executor!
// out| 'entered_by_an_error' returned <<error: something bad happened, code: INTERNAL>>,!tfrt.chain value
// out| --- Running 'not_after_cancellation':
// out| 'not_after_cancellation' returned <<error: Cancelled, code: CANCELLED>>,<<error: Cancelled, code: CANCELLED>>
// tool: translate FILE | translate
// out| module {
// out|   func.func @callee(%arg0: !tfrt.chain, %arg1: i32) -> (i32, !tfrt.chain) {
// out|     %0 = "tfrt_test.print_hello"(%arg0) : (!tfrt.chain) -> !tfrt.chain
// out|     tfrt.return %arg1, %0 : i32, !tfrt.chain
// out|   }
// out|   func.func @entered_with_an_error() -> (i32, !tfrt.chain) {
// out|     %0 = tfrt.new.chain
// out|     %1 = "tfrt_test.fail"() : () -> i32
// out|     %2:2 = tfrt.call @callee(%0, %1) {bef.nonstrict} : (!tfrt.chain, i32) -> (i32, !tfrt.chain)
// out|     tfrt.return %2#0, %2#1 : i32, !tfrt.chain
// out|   }
// out|   func.func @entered_before_all_is_there() -> (i32, !tfrt.chain) {
// out|     %0 = tfrt.new.chain
// out|     %1 = "tfrt_test.async_constant.i32"() {value = 2 : i32} : () -> i32
// out|     %2:2 = tfrt.call @callee(%0, %1) {bef.nonstrict} : (!tfrt.chain, i32) -> (i32, !tfrt.chain)
// out|     tfrt.return %2#0, %2#1 : i32, !tfrt.chain
// out|   }
// out|   func.func @chain_last(%arg0: i32, %arg1: !tfrt.chain) -> (i32, !tfrt.chain) {
// out|     %0 = "tfrt_test.print_hello"(%arg1) : (!tfrt.chain) -> !tfrt.chain
// out|     tfrt.return %arg0, %0 : i32, !tfrt.chain
// out|   }
// out|   func.func @entered_by_an_error() -> (i32, !tfrt.chain) {
// out|     %0 = tfrt.new.chain
// out|     %1 = "tfrt_test.fail"() : () -> i32
// out|     %2:2 = tfrt.call @chain_last(%1, %0) {bef.nonstrict} : (i32, !tfrt.chain) -> (i32, !tfrt.chain)
// out|     tfrt.return %2#0, %2#1 : i32, !tfrt.chain
// out|   }
// out|   func.func @not_after_cancellation() -> (i32, !tfrt.chain) {
// out|     %0 = tfrt.new.chain
// out|     %1:2 = "tfrt_test.cancel"(%0) : (!tfrt.chain) -> (i32, !tfrt.chain)
// out|     %2:2 = tfrt.call @callee(%1#1, %1#0) {bef.nonstrict} : (!tfrt.chain, i32) -> (i32, !tfrt.chain)
// out|     tfrt.return %2#0, %2#1 : i32, !tfrt.chain
// out|   }
// out| }

func.func @callee(%c: !tfrt.chain, %a: i32) -> (i32, !tfrt.chain) {
  %d = "tfrt_test.print_hello"(%c) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %a, %d : i32, !tfrt.chain
}

func.func @entered_with_an_error() -> (i32, !tfrt.chain) {
  %c = tfrt.new.chain
  %f = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %r, %d = tfrt.call @callee(%c, %f) {bef.nonstrict} : (!tfrt.chain, i32) -> (i32, !tfrt.chain)
  tfrt.return %r, %d : i32, !tfrt.chain
}

func.func @entered_before_all_is_there() -> (i32, !tfrt.chain) {
  %c = tfrt.new.chain
  %a = "tfrt_test.async_constant.i32"() {value = 2 : i32} : () -> i32
  %r, %d = tfrt.call @callee(%c, %a) {bef.nonstrict} : (!tfrt.chain, i32) -> (i32, !tfrt.chain)
  tfrt.return %r, %d : i32, !tfrt.chain
}

func.func @chain_last(%a: i32, %c: !tfrt.chain) -> (i32, !tfrt.chain) {
  %d = "tfrt_test.print_hello"(%c) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %a, %d : i32, !tfrt.chain
}

// The error is there when the call starts, unlike in the first function.
func.func @entered_by_an_error() -> (i32, !tfrt.chain) {
  %c = tfrt.new.chain
  %f = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %r, %d = tfrt.call @chain_last(%f, %c) {bef.nonstrict} : (i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %r, %d : i32, !tfrt.chain
}

// Both operands come after the cancellation: one that does not may start the call before it.
func.func @not_after_cancellation() -> (i32, !tfrt.chain) {
  %c = tfrt.new.chain
  %x, %e = "tfrt_test.cancel"(%c) : (!tfrt.chain) -> (i32, !tfrt.chain)
  %r, %d = tfrt.call @callee(%e, %x) {bef.nonstrict} : (!tfrt.chain, i32) -> (i32, !tfrt.chain)
  tfrt.return %r, %d : i32, !tfrt.chain
}
