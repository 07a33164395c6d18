// rule: cli, translate --mlir-print-op-generic and --mlir-print-debuginfo.
// rule: bef §5: the locations of functions and kernels are in the file; returns have none.
// tool: translate FILE | translate --mlir-print-op-generic
// out| "builtin.module"() ({
// out|   "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "f"}> ({
// out|   ^bb0(%arg0: i1, %arg1: i32):
// out|     %0 = "tfrt.if"(%arg0, %arg1) ({
// out|     ^bb0(%arg3: i32):
// out|       "tfrt.return"(%arg3) : (i32) -> ()
// out|     }, {
// out|     ^bb0(%arg2: i32):
// out|       %3 = "tfrt.add.i32"(%arg2, %arg2) : (i32, i32) -> i32
// out|       "tfrt.return"(%3) : (i32) -> ()
// out|     }) : (i1, i32) -> i32
// out|     %1 = "tfrt.add.i32"(%0, %0) : (i32, i32) -> i32
// out|     %2 = "tfrt.add.i32"(%1, %1) : (i32, i32) -> i32
// out|     "tfrt.return"(%2) : (i32) -> ()
// out|   }) : () -> ()
// out| }) : () -> ()
// tool: translate FILE | translate --mlir-print-debuginfo
// out| module {
// out|   func.func @f(%arg0: i1, %arg1: i32) -> i32 {
// out|     %0 = tfrt.if %arg0, %arg1 : (i32) -> (i32)  {
// out|       tfrt.return %arg1 : i32 loc(unknown)
// out|     } else  {
// out|       %3 = tfrt.add.i32 %arg1, %arg1 loc("named"("other.py":3:7))
// out|       tfrt.return %3 : i32 loc(unknown)
// out|     } loc(callsite("callee" at "caller.py":1:2))
// out|     %1 = tfrt.add.i32 %0, %0 loc(fused["left", "right.py":4:5])
// out|     %2 = tfrt.add.i32 %1, %1 loc(unknown)
// out|     tfrt.return %2 : i32 loc(unknown)
// out|   } loc("translate_forms.mlir":50:1)
// out| } loc(unknown)
// tool: translate --disable-optional-sections FILE | translate --mlir-print-debuginfo
// out| module {
// out|   func.func @f(%arg0: i1, %arg1: i32) -> i32 {
// out|     %0 = tfrt.if %arg0, %arg1 : (i32) -> (i32)  {
// out|       tfrt.return %arg1 : i32 loc(unknown)
// out|     } else  {
// out|       %3 = tfrt.add.i32 %arg1, %arg1 loc("named"("other.py":3:7))
// out|       tfrt.return %3 : i32 loc(unknown)
// out|     } loc(callsite("callee" at "caller.py":1:2))
// out|     %1 = tfrt.add.i32 %0, %0 loc(fused["left", "right.py":4:5])
// out|     %2 = tfrt.add.i32 %1, %1 loc(unknown)
// out|     tfrt.return %2 : i32 loc(unknown)
// out|   } loc("translate_forms.mlir":50:1)
// out| } loc(unknown)
// err| -: warning: Missing AttributeTypes, AttributeNames or RegisterTypes sections.

func.func @f(%c: i1, %a: i32) -> i32 {
  %b = tfrt.if %c, %a : (i32) -> (i32) {
    tfrt.return %a : i32 loc("dropped")
  } else {
    %x = tfrt.add.i32 %a, %a loc("named"("other.py":3:7))
    tfrt.return %x : i32
  } loc(callsite("callee" at "caller.py":1:2))
  %d = tfrt.add.i32 %b, %b loc(fused["left", "right.py":4:5])
  %e = tfrt.add.i32 %d, %d loc(unknown)
  tfrt.return %e : i32
}
