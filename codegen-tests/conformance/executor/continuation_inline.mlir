// rule: executor §1, `AndThen`; §2, "Setting a register": what waits for a value runs inside the task
//   that makes it available, not in a task after it.
// run:
// out| --- Not running '' because it has arguments.
// out| --- Running 'inside':
// out| id: 7
// out| hello host executor!
// lift: none, BEF does not keep costs
// engines: executor, the order of independent kernels is the executor's own

// The task of the value is queued before the region's.
func.func @inside() {
  %n = tfrt.constant.i32 7
  %c = tfrt.new.chain
  %a = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
  %p = tfrt_test.test_cost %a {id = 7 : i64, _tfrt_cost = 1 : i64} : i32
  tfrt_test.do.async %c : (!tfrt.chain) -> () {
    %d = "tfrt_test.print_hello"(%c) : (!tfrt.chain) -> !tfrt.chain
    tfrt.return
  }
  tfrt.return
}
