// rule: executor §3: the root, returns and joins of chains cost 1, an op with the cost interface its
//   value, any other op the threshold, or 1 without one.
// rule: executor §3: `tfrt.cost_threshold` on the function comes before that on the module; for the
//   block of a region only the module's counts.
// rule: executor §3: an op's parent is the definition of its most expensive operand; the first wins.
// tool: opt --tfrt-print-stream --verify-diagnostics FILE
// lift: none, BEF does not keep costs
// engines: executor, streams are the executor's own

module attributes {tfrt.cost_threshold = 10 : i64} {
  // expected-remark@+1 {{stream id: 0, stream cost: 24, parent stream: -1, child streams: [1]}}
  func.func @of_the_module() -> !tfrt.chain {
    %c = tfrt.new.chain // expected-remark {{stream id: 1, stream cost: 11, parent stream: 0}}
    %a = "tfrt_test.test_cost"() {id = 1 : i64, _tfrt_cost = 12 : i64} : () -> i32 // expected-remark {{stream id: 0, stream cost: 24}}
    %d = tfrt.merge.chains %c, %c : !tfrt.chain, !tfrt.chain // expected-remark {{stream id: 1}}
    %e = tfrt.print.i32 %a, %d // expected-remark {{stream id: 0}}
    tfrt.return %e : !tfrt.chain // expected-remark {{stream id: 0}}
  }
  // expected-remark@+1 {{stream id: 0, stream cost: 4, parent stream: -1}}
  func.func @of_the_function() -> i32 attributes {tfrt.cost_threshold = 1 : i64} {
    %a = tfrt.constant.i32 1 // expected-remark {{stream id: 0}}
    %b = tfrt.add.i32 %a, %a // expected-remark {{stream id: 0}}
    tfrt.return %b : i32 // expected-remark {{stream id: 0}}
  }
}
