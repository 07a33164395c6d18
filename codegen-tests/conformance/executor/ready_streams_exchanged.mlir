// rule: executor §2, "Ready queue": the kernels of the stream that a thread takes up are separated from
//   the others by `std::partition`, which exchanges the first of that stream with the last of another:
//   of `q y p z`, in which `q` and `p` are of the stream, it makes `z y` and `p q`.
// run:
// out| --- Running 'exchanged':
// out| id: 0
// out| id: 1
// out| id: 5
// out| id: 3
// out| id: 4
// out| id: 2
// lift: none, BEF does not keep costs
// engines: executor, the order of independent kernels is the executor's own

func.func @exchanged() attributes {tfrt.cost_threshold = 4 : i64} {
  %b = "tfrt_test.test_cost"() {id = 0 : i64, _tfrt_cost = 5 : i64} : () -> i32
  %a = "tfrt_test.test_cost"() {id = 1 : i64, _tfrt_cost = 5 : i64} : () -> i32
  %z = tfrt_test.test_cost %b, %a {id = 2 : i64, _tfrt_cost = 5 : i64} : i32, i32
  %p = tfrt_test.test_cost %b, %a {id = 3 : i64, _tfrt_cost = 2 : i64} : i32, i32
  %y = tfrt_test.test_cost %b, %a {id = 4 : i64, _tfrt_cost = 5 : i64} : i32, i32
  %q = tfrt_test.test_cost %b, %a {id = 5 : i64, _tfrt_cost = 2 : i64} : i32, i32
  tfrt.return
}
