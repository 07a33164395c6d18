// rule: executor §3, forward pass: the parent is the definition of the operand with the greatest cost
//   from the root; the first wins ties.
// tool: opt --tfrt-print-stream -o TMP/parent.mlir FILE
// err| streams_parent.mlir:12:1: remark: stream id: 0, stream cost: 12, parent stream: -1, child streams: [1]
// err| streams_parent.mlir:13:8: remark: stream id: 0, stream cost: 12, parent stream: -1
// err| streams_parent.mlir:14:8: remark: stream id: 1, stream cost: 10, parent stream: 0
// err| streams_parent.mlir:15:8: remark: stream id: 0, stream cost: 12, parent stream: -1
// err| streams_parent.mlir:16:8: remark: stream id: 1, stream cost: 10, parent stream: 0
// err| streams_parent.mlir:17:3: remark: stream id: 0, stream cost: 12, parent stream: -1
// lift: none, BEF does not keep costs

func.func @tie(%x: i32) -> i32 attributes {tfrt.cost_threshold = 4 : i64} {
  %a = tfrt_test.test_cost %x {id = 1 : i64, _tfrt_cost = 5 : i64} : i32
  %b = tfrt_test.test_cost %x {id = 2 : i64, _tfrt_cost = 5 : i64} : i32
  %c = tfrt_test.test_cost %a, %b {id = 3 : i64, _tfrt_cost = 5 : i64} : i32, i32
  %d = tfrt_test.test_cost %b, %a {id = 4 : i64, _tfrt_cost = 5 : i64} : i32, i32
  tfrt.return %c : i32
}
