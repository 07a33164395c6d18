// rule: cli, translate --disable-optional-sections; bef §7: without them the names of attributes and
//   the types of registers come from the kernels that are known, with a warning.
// tool: translate --disable-optional-sections FILE | translate
// out| module {
// out|   func.func @f() -> (i32, f32) {
// out|     %0 = tfrt.constant.i32 1
// out|     %1 = tfrt.constant.f32 2.000000e+00
// out|     %2 = "tfrt_test.async_constant.i32"() {value = 3 : i32} : () -> i32
// out|     %3 = tfrt.add.i32 %0, %2
// out|     tfrt.return %3, %1 : i32, f32
// out|   }
// out| }
// err| -: warning: Missing AttributeTypes, AttributeNames or RegisterTypes sections.
// tool: translate --disable-optional-sections FILE | run
// out| @f:
// out|   4 : i32
// out|   2.0 : f32

func.func @f() -> (i32, f32) {
  %a = tfrt.constant.i32 1
  %b = tfrt.constant.f32 2.0
  %c = "tfrt_test.async_constant.i32"() {value = 3 : i32} : () -> i32
  %d = tfrt.add.i32 %a, %c
  tfrt.return %d, %b : i32, f32
}
