// rule: MLIR's generic form: every op, function and module can be written in it, and is the same.
// tool: opt --mlir-print-op-generic FILE
// out| "builtin.module"() ({
// out|   "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "f"}> ({
// out|   ^bb0(%arg0: i1, %arg1: i32):
// out|     %0 = "tfrt.constant.i32"() <{value = 1 : i32}> : () -> i32
// out|     %1 = "tfrt.if"(%arg0, %arg1) ({
// out|     ^bb0(%arg3: i32):
// out|       "tfrt.return"(%arg3) : (i32) -> ()
// out|     }, {
// out|     ^bb0(%arg2: i32):
// out|       "tfrt.return"(%arg2) : (i32) -> ()
// out|     }) : (i1, i32) -> i32
// out|     %2 = "tfrt.call"(%arg0, %1) <{callee = @f}> : (i1, i32) -> i32
// out|     "tfrt.return"(%2) : (i32) -> ()
// out|   }) : () -> ()
// out| }) : () -> ()
// out|

func.func @f(%c: i1, %i: i32) -> i32 {
  %a = tfrt.constant.i32 1
  %b = tfrt.if %c, %i : (i32) -> (i32) {
    tfrt.return %i : i32
  } else {
    tfrt.return %i : i32
  }
  %d = tfrt.call @f(%c, %b) : (i1, i32) -> i32
  tfrt.return %d : i32
}
