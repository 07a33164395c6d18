// rule: kernels §2, tfrt_test.test_cost: prints 'id: N' and gives 0; its cost is not in BEF.
// lift: none, the cost that the op must say is not in BEF
// run:
// out| --- Running 'costs':
// out| id: 7
// out| id: -8
// out| 'costs' returned 0

func.func @costs() -> i32 {
  %a = tfrt.constant.i32 5
  %b = tfrt_test.test_cost %a, %a {id = 7 : i64, _tfrt_cost = 10 : i64} : i32, i32
  %c = tfrt_test.test_cost %b {_tfrt_cost = 1 : i64, id = -8 : i64} : i32
  tfrt.return %c : i32
}
