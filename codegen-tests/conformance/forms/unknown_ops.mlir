// rule: kernels, header: the dialects accept unknown ops in the generic form; dialects whose types are
//   opaque accept any type.
// rule: kernels §2, header: unknown ops of tfrt_test are allowed.
// engines: executor, its ops have no kernel
// tool: opt FILE
// out| module {
// out|   func.func @f(%arg0: !vt.other, %arg1: !test.atomic.i64, %arg2: !tfrt_test.thing) {
// out|     %0 = "tfrt.unknown"(%arg0) {a = 1 : i32} : (!vt.other) -> i32
// out|     %1:2 = "tfrt_test.unknown"(%0, %arg1) : (i32, !test.atomic.i64) -> (i32, !tfrt_tutorial.line)
// out|     "vt.unknown"() ({
// out|       tfrt.return
// out|     }) : () -> ()
// out|     tfrt.return
// out|   }
// out| }
// out|

func.func @f(%a: !vt.other, %b: !test.atomic.i64, %c: !tfrt_test.thing) {
  %0 = "tfrt.unknown"(%a) {a = 1 : i32} : (!vt.other) -> i32
  %1, %2 = "tfrt_test.unknown"(%0, %b) : (i32, !test.atomic.i64) -> (i32, !tfrt_tutorial.line)
  "vt.unknown"() ({
    tfrt.return
  }) : () -> ()
  tfrt.return
}
