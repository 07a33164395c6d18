// rule: executor §2, "Setting a register": what waits for a value goes on in the stream that was
//   current when the value was set: users in that stream run at once, others become tasks.
// run:
// out| --- Running 'own_stream_first':
// out| id: 1
// out| id: 2
// lift: none, BEF does not keep costs
// engines: executor, the order of independent kernels is the executor's own

// The value is in the stream of its first user; the second user has one of its own.
func.func @own_stream_first() attributes {tfrt.cost_threshold = 2 : i64} {
  %a = "tfrt_test.async_constant.i32"() {value = 1 : i32} : () -> i32
  %p = tfrt_test.test_cost %a {id = 1 : i64, _tfrt_cost = 5 : i64} : i32
  %q = tfrt_test.test_cost %a {id = 2 : i64, _tfrt_cost = 5 : i64} : i32
  tfrt.return
}
