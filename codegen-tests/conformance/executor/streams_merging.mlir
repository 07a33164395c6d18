// rule: executor §3, backward pass 1: with `tfrt.merge_inter_dependent_streams` candidates that
//   depend on each other merge first.
// rule: executor §3, backward pass 2: cheap candidates share a bucket until it is expensive.
// rule: executor §3, backward pass 3: an op joins the stream of the return, else the most expensive.
// tool: opt --tfrt-print-stream -o TMP/merging.mlir FILE
// err| streams_merging.mlir:25:1: remark: stream id: 0, stream cost: 20, parent stream: -1, child streams: [2]
// err| streams_merging.mlir:26:8: remark: stream id: 2, stream cost: 20, parent stream: 0
// err| streams_merging.mlir:27:8: remark: stream id: 2, stream cost: 20, parent stream: 0
// err| streams_merging.mlir:28:8: remark: stream id: 0, stream cost: 20, parent stream: -1
// err| streams_merging.mlir:29:8: remark: stream id: 0, stream cost: 20, parent stream: -1
// err| streams_merging.mlir:30:8: remark: stream id: 2, stream cost: 20, parent stream: 0
// err| streams_merging.mlir:31:8: remark: stream id: 0, stream cost: 20, parent stream: -1
// err| streams_merging.mlir:32:3: remark: stream id: 0, stream cost: 20, parent stream: -1
// err| streams_merging.mlir:35:1: remark: stream id: 2, stream cost: 40, parent stream: -1
// err| streams_merging.mlir:36:8: remark: stream id: 2, stream cost: 40, parent stream: -1
// err| streams_merging.mlir:37:8: remark: stream id: 2, stream cost: 40, parent stream: -1
// err| streams_merging.mlir:38:8: remark: stream id: 2, stream cost: 40, parent stream: -1
// err| streams_merging.mlir:39:8: remark: stream id: 2, stream cost: 40, parent stream: -1
// err| streams_merging.mlir:40:8: remark: stream id: 2, stream cost: 40, parent stream: -1
// err| streams_merging.mlir:41:8: remark: stream id: 2, stream cost: 40, parent stream: -1
// err| streams_merging.mlir:42:3: remark: stream id: 2, stream cost: 40, parent stream: -1
// lift: none, BEF does not keep costs
// engines: executor, streams are the executor's own

func.func @apart(%a: i32) -> i32 attributes {tfrt.cost_threshold = 20 : i64} {
  %b = tfrt_test.test_cost %a {id = 1 : i64, _tfrt_cost = 8 : i64} : i32
  %c = tfrt_test.test_cost %a {id = 2 : i64, _tfrt_cost = 9 : i64} : i32
  %d = tfrt_test.test_cost %a {id = 3 : i64, _tfrt_cost = 15 : i64} : i32
  %e = tfrt_test.test_cost %b, %d {id = 4 : i64, _tfrt_cost = 2 : i64} : i32, i32
  %f = tfrt_test.test_cost %c, %b {id = 5 : i64, _tfrt_cost = 3 : i64} : i32, i32
  %g = tfrt_test.test_cost %e, %f {id = 6 : i64, _tfrt_cost = 1 : i64} : i32, i32
  tfrt.return %g : i32
}

func.func @together(%a: i32) -> i32 attributes {tfrt.cost_threshold = 20 : i64, tfrt.merge_inter_dependent_streams = true} {
  %b = tfrt_test.test_cost %a {id = 1 : i64, _tfrt_cost = 8 : i64} : i32
  %c = tfrt_test.test_cost %a {id = 2 : i64, _tfrt_cost = 9 : i64} : i32
  %d = tfrt_test.test_cost %a {id = 3 : i64, _tfrt_cost = 15 : i64} : i32
  %e = tfrt_test.test_cost %b, %d {id = 4 : i64, _tfrt_cost = 2 : i64} : i32, i32
  %f = tfrt_test.test_cost %c, %b {id = 5 : i64, _tfrt_cost = 3 : i64} : i32, i32
  %g = tfrt_test.test_cost %e, %f {id = 6 : i64, _tfrt_cost = 1 : i64} : i32, i32
  tfrt.return %g : i32
}
