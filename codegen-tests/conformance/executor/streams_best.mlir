// rule: executor §3, backward pass 2: an op joins the first of the most expensive streams of its
//   children where none of them returns.
// rule: executor §3, backward pass 4: with a threshold, a last bucket that is still cheap joins the
//   op's stream; without one it stays.
// rule: executor §3: the analysis logs the cost of each function's critical path.
// tool: opt --tfrt-print-stream -o TMP/best.mlir FILE
// err| StreamAnalysis: max_cost for function first_of_two is 11
// err| StreamAnalysis: max_cost for function cheap_joins is 11
// err| StreamAnalysis: max_cost for function cheap_stays is 11
// err| streams_best.mlir:29:1: remark: stream id: 0, stream cost: 2, parent stream: -1, child streams: [2]
// err| streams_best.mlir:30:8: remark: stream id: 2, stream cost: 10, parent stream: 0, child streams: [1]
// err| streams_best.mlir:31:8: remark: stream id: 2, stream cost: 10, parent stream: 0
// err| streams_best.mlir:32:8: remark: stream id: 1, stream cost: 5, parent stream: 2
// err| streams_best.mlir:33:3: remark: stream id: 0, stream cost: 2, parent stream: -1
// err| streams_best.mlir:37:1: remark: stream id: 0, stream cost: 2, parent stream: -1, child streams: [1]
// err| streams_best.mlir:38:8: remark: stream id: 1, stream cost: 11, parent stream: 0
// err| streams_best.mlir:39:8: remark: stream id: 1, stream cost: 11, parent stream: 0
// err| streams_best.mlir:40:8: remark: stream id: 1, stream cost: 11, parent stream: 0
// err| streams_best.mlir:41:3: remark: stream id: 0, stream cost: 2, parent stream: -1
// err| streams_best.mlir:45:1: remark: stream id: 0, stream cost: 2, parent stream: -1, child streams: [1]
// err| streams_best.mlir:46:8: remark: stream id: 1, stream cost: 10, parent stream: 0, child streams: [2]
// err| streams_best.mlir:47:8: remark: stream id: 2, stream cost: 1, parent stream: 1
// err| streams_best.mlir:48:8: remark: stream id: 1, stream cost: 10, parent stream: 0
// err| streams_best.mlir:49:3: remark: stream id: 0, stream cost: 2, parent stream: -1
// lift: none, BEF does not keep costs
// engines: executor, streams are the executor's own

// Equally expensive users, none of which returns.
func.func @first_of_two(%x: i32) -> i32 attributes {tfrt.cost_threshold = 4 : i64} {
  %a = tfrt_test.test_cost %x {id = 1 : i64, _tfrt_cost = 5 : i64} : i32
  %b = tfrt_test.test_cost %a {id = 2 : i64, _tfrt_cost = 5 : i64} : i32
  %c = tfrt_test.test_cost %a {id = 3 : i64, _tfrt_cost = 5 : i64} : i32
  tfrt.return %x : i32
}

// A cheap user beside an expensive one, which comes second.
func.func @cheap_joins(%x: i32) -> i32 attributes {tfrt.cost_threshold = 4 : i64} {
  %a = tfrt_test.test_cost %x {id = 1 : i64, _tfrt_cost = 5 : i64} : i32
  %b = tfrt_test.test_cost %a {id = 2 : i64, _tfrt_cost = 1 : i64} : i32
  %c = tfrt_test.test_cost %a {id = 3 : i64, _tfrt_cost = 5 : i64} : i32
  tfrt.return %x : i32
}

// The same without a threshold.
func.func @cheap_stays(%x: i32) -> i32 {
  %a = tfrt_test.test_cost %x {id = 1 : i64, _tfrt_cost = 5 : i64} : i32
  %b = tfrt_test.test_cost %a {id = 2 : i64, _tfrt_cost = 1 : i64} : i32
  %c = tfrt_test.test_cost %a {id = 3 : i64, _tfrt_cost = 5 : i64} : i32
  tfrt.return %x : i32
}
