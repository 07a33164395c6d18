// rule: kernels §2, tfrt_test.count3.{i32,i64}: the operand plus one, two and three.
// run:
// out| --- Running 'count3':
// out| 'count3' returned 2147483646,2147483647,-2147483648,-1,0,1

func.func @count3() -> (i32, i32, i32, i64, i64, i64) {
  %a = tfrt.constant.i32 2147483645
  %b = tfrt.constant.i64 -2
  %a1, %a2, %a3 = tfrt_test.count3.i32 %a
  %b1, %b2, %b3 = tfrt_test.count3.i64 %b
  tfrt.return %a1, %a2, %a3, %b1, %b2, %b3 : i32, i32, i32, i64, i64, i64
}
