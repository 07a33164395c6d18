// rule: executor §1: what waits for a value runs on the thread that makes it available, last
//   registered first.
// run:
// out| --- Running 'later':
// out| 'later' returned 1,1
// out| --- Running 'same_value':
// out| id: 2
// out| id: 1
// lift: none, BEF does not keep costs
// engines: executor, the order of independent kernels is the executor's own

func.func @later() -> (i32, i32) {
  %a = "tfrt_test.async_constant.i32"() {value = 1 : i32} : () -> i32
  tfrt.return %a, %a : i32, i32
}

// Both results are the same indirect value; the register of the second waits last.
func.func @same_value() {
  %x, %y = tfrt.call @later() : () -> (i32, i32)
  %p = tfrt_test.test_cost %x {id = 1 : i64, _tfrt_cost = 1 : i64} : i32
  %q = tfrt_test.test_cost %y {id = 2 : i64, _tfrt_cost = 1 : i64} : i32
  tfrt.return
}
