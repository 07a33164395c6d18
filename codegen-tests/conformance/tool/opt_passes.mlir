// rule: cli, opt: parses, verifies, runs the named passes in their order and prints the module.
// rule: executor §9: --inline inlines calls of what is not recursive, simplifies, and removes private
//   functions left unused; calls in regions stay.
// rule: executor §9: --canonicalize drops operands of a join that have other uses, and replaces a
//   join of none by its first operand.
// tool: opt FILE
// out| module {
// out|   func.func private @callee(%arg0: i32, %arg1: !tfrt.chain) -> (i32, !tfrt.chain) {
// out|     %0 = tfrt.add.i32 %arg0, %arg0
// out|     %1 = tfrt.print.i32 %0, %arg1
// out|     tfrt.return %0, %1 : i32, !tfrt.chain
// out|   }
// out|   func.func private @recursive(%arg0: i32) -> i32 {
// out|     %0 = tfrt.call @recursive(%arg0) : (i32) -> i32
// out|     tfrt.return %0 : i32
// out|   }
// out|   func.func @f(%arg0: i1) -> (i32, !tfrt.chain) {
// out|     %0 = tfrt.new.chain
// out|     %1 = tfrt.constant.i32 9
// out|     %2 = tfrt.constant.i32 1
// out|     %3:2 = tfrt.call @callee(%2, %0) : (i32, !tfrt.chain) -> (i32, !tfrt.chain)
// out|     %4 = tfrt.merge.chains %3#1, %0 : !tfrt.chain, !tfrt.chain
// out|     %5 = tfrt.if %arg0, %3#0 : (i32) -> (i32)  {
// out|       %8 = tfrt.call @recursive(%3#0) : (i32) -> i32
// out|       tfrt.return %8 : i32
// out|     } else  {
// out|       tfrt.return %3#0 : i32
// out|     }
// out|     %6 = tfrt.print.i32 %5, %3#1
// out|     %7 = tfrt.merge.chains %4, %6 : !tfrt.chain, !tfrt.chain
// out|     tfrt.return %5, %7 : i32, !tfrt.chain
// out|   }
// out| }
// out|
// tool: opt --inline FILE
// out| module {
// out|   func.func private @recursive(%arg0: i32) -> i32 {
// out|     %0 = tfrt.call @recursive(%arg0) : (i32) -> i32
// out|     tfrt.return %0 : i32
// out|   }
// out|   func.func @f(%arg0: i1) -> (i32, !tfrt.chain) {
// out|     %0 = tfrt.new.chain
// out|     %1 = tfrt.constant.i32 1
// out|     %2 = tfrt.add.i32 %1, %1
// out|     %3 = tfrt.print.i32 %2, %0
// out|     %4 = tfrt.if %arg0, %2 : (i32) -> (i32)  {
// out|       %7 = tfrt.call @recursive(%2) : (i32) -> i32
// out|       tfrt.return %7 : i32
// out|     } else  {
// out|       tfrt.return %2 : i32
// out|     }
// out|     %5 = tfrt.print.i32 %4, %3
// out|     %6 = tfrt.merge.chains %5 : !tfrt.chain
// out|     tfrt.return %4, %6 : i32, !tfrt.chain
// out|   }
// out| }
// out|
// tool: opt --canonicalize FILE
// out| module {
// out|   func.func private @callee(%arg0: i32, %arg1: !tfrt.chain) -> (i32, !tfrt.chain) {
// out|     %0 = tfrt.add.i32 %arg0, %arg0
// out|     %1 = tfrt.print.i32 %0, %arg1
// out|     tfrt.return %0, %1 : i32, !tfrt.chain
// out|   }
// out|   func.func private @recursive(%arg0: i32) -> i32 {
// out|     %0 = tfrt.call @recursive(%arg0) : (i32) -> i32
// out|     tfrt.return %0 : i32
// out|   }
// out|   func.func @f(%arg0: i1) -> (i32, !tfrt.chain) {
// out|     %0 = tfrt.new.chain
// out|     %1 = tfrt.constant.i32 1
// out|     %2:2 = tfrt.call @callee(%1, %0) : (i32, !tfrt.chain) -> (i32, !tfrt.chain)
// out|     %3 = tfrt.if %arg0, %2#0 : (i32) -> (i32)  {
// out|       %6 = tfrt.call @recursive(%2#0) : (i32) -> i32
// out|       tfrt.return %6 : i32
// out|     } else  {
// out|       tfrt.return %2#0 : i32
// out|     }
// out|     %4 = tfrt.print.i32 %3, %2#1
// out|     %5 = tfrt.merge.chains %4 : !tfrt.chain
// out|     tfrt.return %3, %5 : i32, !tfrt.chain
// out|   }
// out| }
// out|
// tool: opt --inline --mlir-print-op-generic FILE
// out| "builtin.module"() ({
// out|   "func.func"() <{function_type = (i32) -> i32, sym_name = "recursive", sym_visibility = "private"}> ({
// out|   ^bb0(%arg3: i32):
// out|     %8 = "tfrt.call"(%arg3) <{callee = @recursive}> : (i32) -> i32
// out|     "tfrt.return"(%8) : (i32) -> ()
// out|   }) : () -> ()
// out|   "func.func"() <{function_type = (i1) -> (i32, !tfrt.chain), sym_name = "f"}> ({
// out|   ^bb0(%arg0: i1):
// out|     %0 = "tfrt.new.chain"() : () -> !tfrt.chain
// out|     %1 = "tfrt.constant.i32"() <{value = 1 : i32}> : () -> i32
// out|     %2 = "tfrt.add.i32"(%1, %1) : (i32, i32) -> i32
// out|     %3 = "tfrt.print.i32"(%2, %0) : (i32, !tfrt.chain) -> !tfrt.chain
// out|     %4 = "tfrt.if"(%arg0, %2) ({
// out|     ^bb0(%arg2: i32):
// out|       %7 = "tfrt.call"(%arg2) <{callee = @recursive}> : (i32) -> i32
// out|       "tfrt.return"(%7) : (i32) -> ()
// out|     }, {
// out|     ^bb0(%arg1: i32):
// out|       "tfrt.return"(%arg1) : (i32) -> ()
// out|     }) : (i1, i32) -> i32
// out|     %5 = "tfrt.print.i32"(%4, %3) : (i32, !tfrt.chain) -> !tfrt.chain
// out|     %6 = "tfrt.merge.chains"(%5) : (!tfrt.chain) -> !tfrt.chain
// out|     "tfrt.return"(%4, %6) : (i32, !tfrt.chain) -> ()
// out|   }) : () -> ()
// out| }) : () -> ()
// out|
// tool: opt --mlir-print-debuginfo --output=TMP/passes.mlir FILE
// tool: opt --mlir-print-debuginfo TMP/passes.mlir
// out| module {
// out|   func.func private @callee(%arg0: i32 loc("opt_passes.mlir":143:27), %arg1: !tfrt.chain loc("opt_passes.mlir":143:36)) -> (i32, !tfrt.chain) {
// out|     %0 = tfrt.add.i32 %arg0, %arg0 loc("opt_passes.mlir":144:8)
// out|     %1 = tfrt.print.i32 %0, %arg1 loc("opt_passes.mlir":145:8)
// out|     tfrt.return %0, %1 : i32, !tfrt.chain loc("opt_passes.mlir":146:3)
// out|   } loc("opt_passes.mlir":143:1)
// out|   func.func private @recursive(%arg0: i32 loc("opt_passes.mlir":149:30)) -> i32 {
// out|     %0 = tfrt.call @recursive(%arg0) : (i32) -> i32 loc("opt_passes.mlir":150:8)
// out|     tfrt.return %0 : i32 loc("opt_passes.mlir":151:3)
// out|   } loc("opt_passes.mlir":149:1)
// out|   func.func @f(%arg0: i1 loc("opt_passes.mlir":154:14)) -> (i32, !tfrt.chain) {
// out|     %0 = tfrt.new.chain loc("opt_passes.mlir":155:8)
// out|     %1 = tfrt.constant.i32 9 loc("opt_passes.mlir":156:13)
// out|     %2 = tfrt.constant.i32 1 loc("opt_passes.mlir":157:8)
// out|     %3:2 = tfrt.call @callee(%2, %0) : (i32, !tfrt.chain) -> (i32, !tfrt.chain) loc("opt_passes.mlir":158:12)
// out|     %4 = tfrt.merge.chains %3#1, %0 : !tfrt.chain, !tfrt.chain loc("opt_passes.mlir":159:8)
// out|     %5 = tfrt.if %arg0, %3#0 : (i32) -> (i32)  {
// out|       %8 = tfrt.call @recursive(%3#0) : (i32) -> i32 loc("opt_passes.mlir":161:10)
// out|       tfrt.return %8 : i32 loc("opt_passes.mlir":162:5)
// out|     } else  {
// out|       tfrt.return %3#0 : i32 loc("opt_passes.mlir":164:5)
// out|     } loc("opt_passes.mlir":160:8)
// out|     %6 = tfrt.print.i32 %5, %3#1 loc("opt_passes.mlir":166:8)
// out|     %7 = tfrt.merge.chains %4, %6 : !tfrt.chain, !tfrt.chain loc("opt_passes.mlir":167:8)
// out|     tfrt.return %5, %7 : i32, !tfrt.chain loc("opt_passes.mlir":168:3)
// out|   } loc("opt_passes.mlir":154:1)
// out| } loc("opt_passes.mlir":0:0)
// out|

func.func private @callee(%a: i32, %c: !tfrt.chain) -> (i32, !tfrt.chain) {
  %b = tfrt.add.i32 %a, %a
  %d = tfrt.print.i32 %b, %c
  tfrt.return %b, %d : i32, !tfrt.chain
}

func.func private @recursive(%a: i32) -> i32 {
  %b = tfrt.call @recursive(%a) : (i32) -> i32
  tfrt.return %b : i32
}

func.func @f(%t: i1) -> (i32, !tfrt.chain) {
  %c = tfrt.new.chain
  %unused = tfrt.constant.i32 9
  %n = tfrt.constant.i32 1
  %x, %d = tfrt.call @callee(%n, %c) : (i32, !tfrt.chain) -> (i32, !tfrt.chain)
  %m = tfrt.merge.chains %d, %c : !tfrt.chain, !tfrt.chain
  %y = tfrt.if %t, %x : (i32) -> (i32) {
    %z = tfrt.call @recursive(%x) : (i32) -> i32
    tfrt.return %z : i32
  } else {
    tfrt.return %x : i32
  }
  %e = tfrt.print.i32 %y, %d
  %k = tfrt.merge.chains %m, %e : !tfrt.chain, !tfrt.chain
  tfrt.return %y, %k : i32, !tfrt.chain
}
