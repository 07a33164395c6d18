// rule: MLIR's text: the arguments of a region that its op's form does not name come from where the
//   operands stand.
// tool: opt --mlir-print-debuginfo --mlir-print-op-generic FILE
// out| "builtin.module"() ({
// out|   "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "f"}> ({
// out|   ^bb0(%arg0: i1 loc("locations_regions.mlir":19:14), %arg1: i32 loc("locations_regions.mlir":19:22)):
// out|     %0 = "tfrt.if"(%arg0, %arg1) ({
// out|     ^bb0(%arg3: i32 loc("locations_regions.mlir":20:20)):
// out|       "tfrt.return"(%arg3) : (i32) -> () loc("locations_regions.mlir":21:5)
// out|     }, {
// out|     ^bb0(%arg2: i32 loc("locations_regions.mlir":20:20)):
// out|       "tfrt.return"(%arg2) : (i32) -> () loc("locations_regions.mlir":23:5)
// out|     }) : (i1, i32) -> i32 loc("locations_regions.mlir":20:8)
// out|     "tfrt.return"(%0) : (i32) -> () loc("locations_regions.mlir":25:3)
// out|   }) : () -> () loc("locations_regions.mlir":19:1)
// out| }) : () -> () loc("locations_regions.mlir":0:0)
// out|

func.func @f(%c: i1, %a: i32) -> i32 {
  %b = tfrt.if %c, %a : (i32) -> (i32) {
    tfrt.return %a : i32
  } else {
    tfrt.return %a : i32
  }
  tfrt.return %b : i32
}
