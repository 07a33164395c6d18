// rule: executor §2, "Ready queue": kernels of other streams are sorted by their streams, of which the
//   later in the text has the lower id, before they become tasks; also where few of many streams
//   have something to do.
// rule: executor §6, §10.2: tasks of the single-threaded queue are first in, first out, and none runs
//   before the thread waits.
// run:
// out| --- Running 'few_of_many':
// out| id: 0
// out| id: 1
// out| id: 4
// out| id: 5
// out| id: 3
// out| id: 2
// out| id: 15
// out| id: 14
// out| id: 13
// out| id: 12
// out| id: 11
// out| id: 10
// out| id: 9
// out| id: 8
// out| id: 7
// out| id: 6
// lift: none, BEF does not keep costs
// engines: executor, the order of independent kernels is the executor's own

func.func @few_of_many() attributes {tfrt.cost_threshold = 2 : i64} {
  %a = "tfrt_test.test_cost"() {id = 0 : i64, _tfrt_cost = 5 : i64} : () -> i32
  %p = tfrt_test.test_cost %a {id = 1 : i64, _tfrt_cost = 5 : i64} : i32
  %q = tfrt_test.test_cost %a {id = 2 : i64, _tfrt_cost = 5 : i64} : i32
  %r = tfrt_test.test_cost %a {id = 3 : i64, _tfrt_cost = 5 : i64} : i32
  %z = tfrt_test.test_cost %p {id = 4 : i64, _tfrt_cost = 5 : i64} : i32
  %u5 = tfrt_test.test_cost %z {id = 5 : i64, _tfrt_cost = 5 : i64} : i32
  %u6 = tfrt_test.test_cost %z {id = 6 : i64, _tfrt_cost = 5 : i64} : i32
  %u7 = tfrt_test.test_cost %z {id = 7 : i64, _tfrt_cost = 5 : i64} : i32
  %u8 = tfrt_test.test_cost %z {id = 8 : i64, _tfrt_cost = 5 : i64} : i32
  %u9 = tfrt_test.test_cost %z {id = 9 : i64, _tfrt_cost = 5 : i64} : i32
  %u10 = tfrt_test.test_cost %z {id = 10 : i64, _tfrt_cost = 5 : i64} : i32
  %u11 = tfrt_test.test_cost %z {id = 11 : i64, _tfrt_cost = 5 : i64} : i32
  %u12 = tfrt_test.test_cost %z {id = 12 : i64, _tfrt_cost = 5 : i64} : i32
  %u13 = tfrt_test.test_cost %z {id = 13 : i64, _tfrt_cost = 5 : i64} : i32
  %u14 = tfrt_test.test_cost %z {id = 14 : i64, _tfrt_cost = 5 : i64} : i32
  %u15 = tfrt_test.test_cost %z {id = 15 : i64, _tfrt_cost = 5 : i64} : i32
  tfrt.return
}
