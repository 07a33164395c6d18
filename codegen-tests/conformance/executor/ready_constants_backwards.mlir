// rule: executor §2, "Ready queue": ops without operands are pushed in block order and popped from
//   the back, so that in one stream the last runs first.
// rule: executor §10.2: last in, first out inside a stream.
// rule: executor §10.3: ops without operands run in reverse order.
// run:
// out| --- Running 'backwards':
// out| id: 3
// out| id: 2
// out| id: 1
// lift: none, BEF does not keep costs
// engines: executor, the order of independent kernels is the executor's own

// One stream: a threshold above the cost of everything.
func.func @backwards() attributes {tfrt.cost_threshold = 100 : i64} {
  %a = "tfrt_test.test_cost"() {id = 1 : i64, _tfrt_cost = 1 : i64} : () -> i32
  %b = "tfrt_test.test_cost"() {id = 2 : i64, _tfrt_cost = 1 : i64} : () -> i32
  %c = "tfrt_test.test_cost"() {id = 3 : i64, _tfrt_cost = 1 : i64} : () -> i32
  tfrt.return
}
