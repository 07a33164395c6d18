// rule: executor §2, "Ready queue": kernels of other streams become one task for each stream where
//   something is left to do on this thread; the thread switches to the first of them where not.
// rule: executor §10.2: first in, first out across the tasks of the single-threaded queue.
// rule: executor §3: with default options an op without operands has a stream of its own.
// run:
// out| --- Running 'constants':
// out| id: 1
// out| id: 3
// out| id: 2
// out| id: 4
// out| 'constants' returned 0
// out| --- Running 'pairs':
// out| id: 1
// out| id: 2
// out| id: 3
// out| id: 4
// lift: none, BEF does not keep costs
// engines: executor, the order of independent kernels is the executor's own

func.func @constants() -> i32 {
  %a = "tfrt_test.test_cost"() {id = 1 : i64, _tfrt_cost = 1 : i64} : () -> i32
  %b = "tfrt_test.test_cost"() {id = 2 : i64, _tfrt_cost = 1 : i64} : () -> i32
  %c = "tfrt_test.test_cost"() {id = 3 : i64, _tfrt_cost = 1 : i64} : () -> i32
  %d = tfrt_test.test_cost %a, %b {id = 4 : i64, _tfrt_cost = 1 : i64} : i32, i32
  tfrt.return %d : i32
}

// Two streams of two ops each: a task runs its stream to the end.
func.func @pairs() attributes {tfrt.cost_threshold = 2 : i64} {
  %a = "tfrt_test.test_cost"() {id = 1 : i64, _tfrt_cost = 5 : i64} : () -> i32
  %b = tfrt_test.test_cost %a {id = 2 : i64, _tfrt_cost = 5 : i64} : i32
  %c = "tfrt_test.test_cost"() {id = 3 : i64, _tfrt_cost = 5 : i64} : () -> i32
  %d = tfrt_test.test_cost %c {id = 4 : i64, _tfrt_cost = 5 : i64} : i32
  tfrt.return
}
