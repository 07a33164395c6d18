// rule: MLIR's text: `loc(…)` with a file, a name, a call site, a fusion or `unknown`; without it the
//   place of the op's name, or of the argument.
// rule: bef §5: all of these are in the file, and come back; a name without a child has an unknown one.
// rule: bef §5: what an argument comes from is not in the file.
// tool: opt --mlir-print-debuginfo FILE
// out| module {
// out|   func.func @f(%arg0: i32 loc("argument.py":5:6), %arg1: i1 loc("locations.mlir":33:46)) -> i32 {
// out|     %0 = tfrt.add.i32 %arg0, %arg0 loc("locations.mlir":34:8)
// out|     %1 = tfrt.add.i32 %0, %0 loc("file name.py":12:34)
// out|     %2 = tfrt.add.i32 %1, %1 loc("name")
// out|     %3 = tfrt.add.i32 %2, %2 loc("name"("child.py":1:1))
// out|     %4 = tfrt.add.i32 %3, %3 loc(callsite("callee"("c.py":1:2) at callsite("caller" at unknown)))
// out|     %5 = tfrt.add.i32 %4, %4 loc(fused["x", "y.py":1:2, "z"])
// out|     %6 = tfrt.add.i32 %5, %5 loc(unknown)
// out|     tfrt.return %6 : i32 loc("locations.mlir":41:3)
// out|   } loc("function")
// out| } loc("locations.mlir":0:0)
// out|
// tool: translate FILE | translate --mlir-print-debuginfo
// out| module {
// out|   func.func @f(%arg0: i32, %arg1: i1) -> i32 {
// out|     %0 = tfrt.add.i32 %arg0, %arg0 loc("locations.mlir":34:8)
// out|     %1 = tfrt.add.i32 %0, %0 loc("file name.py":12:34)
// out|     %2 = tfrt.add.i32 %1, %1 loc("name")
// out|     %3 = tfrt.add.i32 %2, %2 loc("name"("child.py":1:1))
// out|     %4 = tfrt.add.i32 %3, %3 loc(callsite("callee"("c.py":1:2) at callsite("caller" at unknown)))
// out|     %5 = tfrt.add.i32 %4, %4 loc(fused["x", "y.py":1:2, "z"])
// out|     %6 = tfrt.add.i32 %5, %5 loc(unknown)
// out|     tfrt.return %6 : i32 loc(unknown)
// out|   } loc("function")
// out| } loc(unknown)

func.func @f(%a: i32 loc("argument.py":5:6), %unused: i1) -> i32 {
  %b = tfrt.add.i32 %a, %a
  %c = tfrt.add.i32 %b, %b loc("file name.py":12:34)
  %d = tfrt.add.i32 %c, %c loc("name")
  %e = tfrt.add.i32 %d, %d loc("name"("child.py":1:1))
  %g = tfrt.add.i32 %e, %e loc(callsite("callee"("c.py":1:2) at callsite("caller" at unknown)))
  %h = tfrt.add.i32 %g, %g loc(fused<"metadata">["x", "y.py":1:2, fused["z"]])
  %i = tfrt.add.i32 %h, %h loc(unknown)
  tfrt.return %i : i32
} loc("function")
