// rule: executor §3: for the block of a region the module's threshold counts, not that of the function
//   around it.
// tool: show --as bef FILE
// out*|   at streams_regions.mlir;12;10
// out*|   kernel 1 stream 0 tfrt_test.test_cost() at streams_regions.mlir;13;12
// out*|   kernel 1 stream 1 tfrt_test.test_cost() at streams_regions.mlir;20;10
// lift: none, BEF does not keep costs
// engines: executor, streams are the executor's own

module attributes {tfrt.cost_threshold = 4 : i64} {
  func.func @around(%x: i32) -> i32 attributes {tfrt.cost_threshold = 1 : i64} {
    %r = tfrt.repeat.i32 %x, %x : i32 {
      %a = "tfrt_test.test_cost"() {id = 1 : i64, _tfrt_cost = 1 : i64} : () -> i32
      %b = tfrt.add.i32 %x, %a
      tfrt.return %b : i32
    }
    tfrt.return %r : i32
  }
  func.func @itself(%x: i32) -> i32 attributes {tfrt.cost_threshold = 1 : i64} {
    %a = "tfrt_test.test_cost"() {id = 1 : i64, _tfrt_cost = 1 : i64} : () -> i32
    %b = tfrt.add.i32 %x, %a
    tfrt.return %b : i32
  }
}
