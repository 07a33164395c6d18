// rule: kernels §1, tfrt.and.i1: logical and.
// rule: kernels §1, tfrt.equal.{i32,i64}: whether the operands are equal.
// rule: kernels §1, tfrt.lessequal.{i32,i64}: whether the first operand is at most the second, as
//   signed numbers.
// run:
// out| --- Running 'and':
// out| 'and' returned 0,0,0,1
// out| --- Running 'equal':
// out| 'equal' returned 1,0,1,0,0
// out| --- Running 'less_equal':
// out| 'less_equal' returned 1,0,1,1,0,1

func.func @and() -> (i1, i1, i1, i1) {
  %t = tfrt.constant.i1 true
  %f = tfrt.constant.i1 false
  %r0 = tfrt.and.i1 %f, %f
  %r1 = tfrt.and.i1 %f, %t
  %r2 = tfrt.and.i1 %t, %f
  %r3 = tfrt.and.i1 %t, %t
  tfrt.return %r0, %r1, %r2, %r3 : i1, i1, i1, i1
}

func.func @equal() -> (i1, i1, i1, i1, i1) {
  %a = tfrt.constant.i32 -1
  %b = tfrt.constant.i32 1
  %c = tfrt.constant.i64 4294967297
  %d = tfrt.constant.i64 1
  %r0 = tfrt.equal.i32 %a, %a
  %r1 = tfrt.equal.i32 %a, %b
  %r2 = tfrt.equal.i64 %c, %c
  %r3 = tfrt.equal.i64 %c, %d
  %r4 = tfrt.equal.i64 %d, %c
  tfrt.return %r0, %r1, %r2, %r3, %r4 : i1, i1, i1, i1, i1
}

func.func @less_equal() -> (i1, i1, i1, i1, i1, i1) {
  %a = tfrt.constant.i32 -1
  %b = tfrt.constant.i32 1
  %c = tfrt.constant.i64 -4294967297
  %d = tfrt.constant.i64 1
  %r0 = "tfrt.lessequal.i32"(%a, %b) : (i32, i32) -> i1
  %r1 = "tfrt.lessequal.i32"(%b, %a) : (i32, i32) -> i1
  %r2 = "tfrt.lessequal.i32"(%a, %a) : (i32, i32) -> i1
  %r3 = "tfrt.lessequal.i64"(%c, %d) : (i64, i64) -> i1
  %r4 = "tfrt.lessequal.i64"(%d, %c) : (i64, i64) -> i1
  %r5 = "tfrt.lessequal.i64"(%c, %c) : (i64, i64) -> i1
  tfrt.return %r0, %r1, %r2, %r3, %r4, %r5 : i1, i1, i1, i1, i1, i1
}
