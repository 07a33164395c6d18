// rule: kernels §2, tfrt_test.identity: the operands after the chain.
// rule: kernels §2, tfrt_test.multi_arg_result: the operands.
// rule: kernels §2, tfrt_test.make_indirect: the operands by way of forwarded values.
// rule: kernels §2, tfrt_test.share_to_two: the operand twice.
// rule: kernels §2, tfrt_test.sum: the sum of its operands, one at least.
// rule: kernels §2, tfrt_test.as_chain: a chain once all operands are there.
// run:
// out| --- Running 'identity':
// out| 'identity' returned 1,2,!tfrt.string value
// out| --- Running 'multi':
// out| 'multi' returned 2,1
// out| --- Running 'indirect':
// out| 'indirect' returned 6,5.000000e-01
// out| --- Running 'share':
// out| 'share' returned 0
// out| constructed vt.value(4)
// out| move constructed vt.value(4)
// out| constructed vt.value(8)
// out| move constructed vt.value(8)
// out| destroyed vt.value(4)
// out| print vt_value(8)
// out| destroyed vt.value(8)
// out| --- Running 'share_nothing':
// out| 'share_nothing' returned <<error: tfrt_test.share_to_two takes one operand, given 0>>,<<error: tfrt_test.share_to_two takes one operand, given 0>>
// out| --- Running 'sum':
// out| 'sum' returned 2147483647,-2147483645,<<error: tfrt_test.sum needs at least one operand>>,<<error: operand 1 of tfrt_test.sum is 'i64', expected 'i32'>>
// out| --- Running 'as_chain':
// out| 'as_chain' returned !tfrt.chain value,<<error: something bad happened>>,!tfrt.chain value

func.func @identity() -> (i32, i64, !tfrt.string) {
  %ch = tfrt.new.chain
  %a = tfrt.constant.i32 1
  %b = tfrt.constant.i64 2
  %c = tfrt_test.get_string { value = "x" }
  %r:3 = "tfrt_test.identity"(%ch, %a, %b, %c) : (!tfrt.chain, i32, i64, !tfrt.string) -> (i32, i64, !tfrt.string)
  tfrt.return %r#0, %r#1, %r#2 : i32, i64, !tfrt.string
}

func.func @multi() -> (i64, i32) {
  %a = tfrt.constant.i32 1
  %b = tfrt.constant.i64 2
  %r:2 = "tfrt_test.multi_arg_result"(%b, %a) : (i64, i32) -> (i64, i32)
  tfrt.return %r#0, %r#1 : i64, i32
}

func.func @indirect() -> (i32, f32) {
  %a = tfrt.constant.i32 3
  %b = tfrt.constant.f32 0.5
  %r:2 = "tfrt_test.make_indirect"(%a, %b) : (i32, f32) -> (i32, f32)
  %s = tfrt.add.i32 %r#0, %a
  tfrt.return %s, %r#1 : i32, f32
}

func.func @share() -> i32 {
  %a = "vt.constant"() { value = 4 : i32 } : () -> !vt.value
  %b, %c = "tfrt_test.share_to_two"(%a) : (!vt.value) -> (!vt.value, !vt.value)
  %d = "vt.add"(%b, %c) : (!vt.value, !vt.value) -> !vt.value
  %ch0 = tfrt.new.chain
  %ch1 = "vt.print"(%d, %ch0) : (!vt.value, !tfrt.chain) -> !tfrt.chain
  %zero = tfrt.constant.i32 0
  tfrt.return %zero : i32
}

func.func @share_nothing() -> (i32, i32) {
  %a, %b = "tfrt_test.share_to_two"() : () -> (i32, i32) // expected-error {{tfrt_test.share_to_two takes one operand, given 0}}
  tfrt.return %a, %b : i32, i32
}

func.func @sum() -> (i32, i32, i32, i32) {
  %a = tfrt.constant.i32 2147483647
  %b = tfrt.constant.i32 2
  %c = tfrt.constant.i64 2
  %r0 = "tfrt_test.sum"(%a) : (i32) -> i32
  %r1 = "tfrt_test.sum"(%a, %b, %b) : (i32, i32, i32) -> i32
  %r2 = "tfrt_test.sum"() : () -> i32 // expected-error {{tfrt_test.sum needs at least one operand}}
  %r3 = "tfrt_test.sum"(%b, %c) : (i32, i64) -> i32 // expected-error {{operand 1 of tfrt_test.sum is 'i64', expected 'i32'}}
  tfrt.return %r0, %r1, %r2, %r3 : i32, i32, i32, i32
}

func.func @as_chain() -> (!tfrt.chain, !tfrt.chain, !tfrt.chain) {
  %a = tfrt.constant.i32 1
  %bad = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %c0 = "tfrt_test.as_chain"(%a, %a) : (i32, i32) -> !tfrt.chain
  %c1 = "tfrt_test.as_chain"(%a, %bad) : (i32, i32) -> !tfrt.chain
  %c2 = "tfrt_test.as_chain"() : () -> !tfrt.chain
  tfrt.return %c0, %c1, %c2 : !tfrt.chain, !tfrt.chain, !tfrt.chain
}
