// rule: kernels §1, tfrt.new.chain: a ready chain.
// rule: kernels §1, tfrt.merge.chains: a chain that is ready once all operands are, which may be
//   of any types; an error among them is the result.
// rule: kernels §1, tfrt.alias.value: the operand after the chain, once the chain is there.
// run:
// out| --- Running 'new':
// out| 'new' returned !tfrt.chain value
// out| --- Running 'merge_waits':
// out| int32 = 1
// out| int32 = 2
// out| --- Running 'merge_error':
// out| 'merge_error' returned <<error: something bad happened>>,!tfrt.chain value
// out| --- Running 'alias':
// out| 'alias' returned 7,<<error: error chain>>

func.func @new() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  tfrt.return %ch0 : !tfrt.chain
}

func.func @merge_waits() {
  %one = tfrt.constant.i32 1
  %two = tfrt.constant.i32 2
  %ch0 = tfrt.new.chain
  %late = "tfrt_test.async_copy.i32"(%one) : (i32) -> i32
  %ch1 = tfrt.print.i32 %late, %ch0
  %ch2 = tfrt.merge.chains %ch0, %ch1 : !tfrt.chain, !tfrt.chain
  %ch3 = tfrt.print.i32 %two, %ch2
  tfrt.return
}

func.func @merge_error() -> (!tfrt.chain, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %bad = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %ch1 = tfrt.merge.chains %ch0, %bad : !tfrt.chain, i32
  %ch2 = tfrt.merge.chains %ch0 : !tfrt.chain
  tfrt.return %ch1, %ch2 : !tfrt.chain, !tfrt.chain
}

func.func @alias() -> (i32, i32) {
  %ch0 = tfrt.new.chain
  %a = tfrt.constant.i32 7
  %b = "tfrt.alias.value"(%ch0, %a) : (!tfrt.chain, i32) -> i32
  %bad = "tfrt_test.error_chain"(%ch0) : (!tfrt.chain) -> !tfrt.chain // expected-error {{error chain}}
  %c = "tfrt.alias.value"(%bad, %a) : (!tfrt.chain, i32) -> i32
  tfrt.return %b, %c : i32, i32
}
