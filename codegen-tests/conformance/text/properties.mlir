// rule: MLIR's text: what an op without a definition has between `<{` and `}>` stays there; with one,
//   the definition says what stands there.
// tool: opt --allow-unregistered-dialect FILE
// out| module {
// out|   func.func @f() -> i32 {
// out|     "demo.op"() <{b = "p", x = 1 : i32}> {a = 2 : i32} : () -> ()
// out|     %0 = "demo.op"() <{u}> ({
// out|     ^bb0:
// out|     }) : () -> i32
// out|     "tfrt_test.not_there"() <{k = 1 : i32}> : () -> ()
// out|     %1 = tfrt.constant.i32 5 {y = 6 : i32}
// out|     tfrt.return %1 : i32
// out|   }
// out| }
// out|
// tool: opt --allow-unregistered-dialect --mlir-print-op-generic FILE
// out| "builtin.module"() ({
// out|   "func.func"() <{function_type = () -> i32, sym_name = "f"}> ({
// out|     "demo.op"() <{b = "p", x = 1 : i32}> {a = 2 : i32} : () -> ()
// out|     %0 = "demo.op"() <{u}> ({
// out|     ^bb0:
// out|     }) : () -> i32
// out|     "tfrt_test.not_there"() <{k = 1 : i32}> : () -> ()
// out|     %1 = "tfrt.constant.i32"() <{value = 5 : i32}> {y = 6 : i32} : () -> i32
// out|     "tfrt.return"(%1) : (i32) -> ()
// out|   }) : () -> ()
// out| }) : () -> ()
// out|
// lift: none, BEF cannot encode a unit attribute
// engines: executor, its ops have no kernel

func.func @f() -> i32 {
  "demo.op"() <{x = 1 : i32, b = "p"}> {a = 2 : i32} : () -> ()
  %r = "demo.op"() <{u}> ({
  ^bb0:
  }) : () -> i32
  "tfrt_test.not_there"() <{k = 1 : i32}> : () -> ()
  %c = "tfrt.constant.i32"() {value = 5 : i32, y = 6 : i32} : () -> i32
  tfrt.return %c : i32
}
