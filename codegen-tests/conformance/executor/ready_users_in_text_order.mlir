// rule: executor §10.3: two users of one value in one stream run in the order of the text.
// run:
// out| --- Running 'in_order':
// out| id: 0
// out| id: 1
// out| id: 2
// out| id: 3
// out| --- Running 'depth_first':
// out| id: 0
// out| id: 1
// out| id: 3
// out| id: 2
// lift: none, BEF does not keep costs
// engines: executor, the order of independent kernels is the executor's own

func.func @in_order() attributes {tfrt.cost_threshold = 100 : i64} {
  %a = "tfrt_test.test_cost"() {id = 0 : i64, _tfrt_cost = 1 : i64} : () -> i32
  %b = tfrt_test.test_cost %a {id = 1 : i64, _tfrt_cost = 1 : i64} : i32
  %c = tfrt_test.test_cost %a {id = 2 : i64, _tfrt_cost = 1 : i64} : i32
  %d = tfrt_test.test_cost %a, %a {id = 3 : i64, _tfrt_cost = 1 : i64} : i32, i32
  tfrt.return
}

// What a user makes ready runs before the next user: the stack is popped from the back.
func.func @depth_first() attributes {tfrt.cost_threshold = 100 : i64} {
  %a = "tfrt_test.test_cost"() {id = 0 : i64, _tfrt_cost = 1 : i64} : () -> i32
  %b = tfrt_test.test_cost %a {id = 1 : i64, _tfrt_cost = 1 : i64} : i32
  %c = tfrt_test.test_cost %a {id = 2 : i64, _tfrt_cost = 1 : i64} : i32
  %d = tfrt_test.test_cost %b {id = 3 : i64, _tfrt_cost = 1 : i64} : i32
  tfrt.return
}
