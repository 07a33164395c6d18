// rule: MLIR's text: `%r:2` names two results, `%r#1` is the second; several names may share an op's
//   results.
// run:
// out| --- Running 'f':
// out| 'f' returned 3,1,3,4
// tool: opt FILE
// out| module {
// out|   func.func @f() -> (i32, i32, i32, i32) {
// out|     %0 = tfrt.constant.i32 7
// out|     %1 = tfrt.constant.i32 2
// out|     %2:2 = tfrt.div.i32 %0, %1
// out|     %3:2 = tfrt.div.i32 %2#0, %1
// out|     %4:3 = tfrt_test.count3.i32 %2#1
// out|     tfrt.return %2#0, %3#1, %4#1, %4#2 : i32, i32, i32, i32
// out|   }
// out| }
// out|
// tool: opt --mlir-print-op-generic FILE
// out| "builtin.module"() ({
// out|   "func.func"() <{function_type = () -> (i32, i32, i32, i32), sym_name = "f"}> ({
// out|     %0 = "tfrt.constant.i32"() <{value = 7 : i32}> : () -> i32
// out|     %1 = "tfrt.constant.i32"() <{value = 2 : i32}> : () -> i32
// out|     %2:2 = "tfrt.div.i32"(%0, %1) : (i32, i32) -> (i32, i32)
// out|     %3:2 = "tfrt.div.i32"(%2#0, %1) : (i32, i32) -> (i32, i32)
// out|     %4:3 = "tfrt_test.count3.i32"(%2#1) : (i32) -> (i32, i32, i32)
// out|     "tfrt.return"(%2#0, %3#1, %4#1, %4#2) : (i32, i32, i32, i32) -> ()
// out|   }) : () -> ()
// out| }) : () -> ()
// out|

func.func @f() -> (i32, i32, i32, i32) {
  %n = tfrt.constant.i32 7
  %two = tfrt.constant.i32 2
  %p:2 = tfrt.div.i32 %n, %two
  %0, %named = tfrt.div.i32 %p#0, %two
  %x:2, %y = tfrt_test.count3.i32 %p#1
  tfrt.return %p#0, %named, %x#1, %y : i32, i32, i32, i32
}
