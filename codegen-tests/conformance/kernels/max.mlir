// rule: the catalogue, tfrt.max.i32: the greater of two signed numbers.
// run:
// out| --- Running 'max':
// out| 'max' returned 1,1,-2

func.func @max() -> (i32, i32, i32) {
  %a = tfrt.constant.i32 -2
  %b = tfrt.constant.i32 1
  %r0 = tfrt.max.i32 %a, %b
  %r1 = tfrt.max.i32 %b, %a
  %r2 = tfrt.max.i32 %a, %a
  tfrt.return %r0, %r1, %r2 : i32, i32, i32
}
