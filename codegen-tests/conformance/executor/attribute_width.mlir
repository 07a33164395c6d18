// rule: engines 7: a kernel that declares an integer attribute of another width accepts any whose
//   value fits; anything else is a load error that names op, attribute and both types.
// run:
// out| --- Running 'fits':
// out| 'fits' returned 32
// tool: run FILE
// out| @fits:
// out|   32 : i32

func.func @fits() -> i32 {
  %a = "tfrt_test.async_constant.i32"() {value = 32 : i64} : () -> i32
  tfrt.return %a : i32
}
