// rule: MLIR's text: regions of unknown ops may have several blocks with labels and arguments, ops
//   may branch to them, and values may be used wherever their definition dominates.
// rule: MLIR's printer: labels are renumbered, and say which blocks come before.
// tool: opt --allow-unregistered-dialect FILE
// out| module {
// out|   func.func @f(%arg0: i1, %arg1: i32) -> i32 {
// out|     "cf.cond_br"(%arg0, %arg1)[^bb1, ^bb3] : (i1, i32) -> ()
// out|   ^bb1(%0: i32):  // pred: ^bb0
// out|     "cf.br"(%0)[^bb4] : (i32) -> ()
// out|   ^bb2:  // no predecessors
// out|     "cf.br"(%arg1)[^bb4] : (i32) -> ()
// out|   ^bb3:  // pred: ^bb0
// out|     %1 = "demo.region"() ({
// out|       %3 = "demo.use"(%arg1) : (i32) -> i32
// out|       "demo.br"(%3)[^bb1] : (i32) -> ()
// out|     ^bb1(%4: i32):  // 2 preds: ^bb0, ^bb1
// out|       "demo.br"(%4, %3)[^bb1] : (i32, i32) -> ()
// out|     }, {
// out|     }, {
// out|     ^bb0:
// out|     }) {attribute = 1 : i64} : () -> i32
// out|     "cf.br"(%1)[^bb4] : (i32) -> ()
// out|   ^bb4(%2: i32):  // 3 preds: ^bb1, ^bb2, ^bb3
// out|     tfrt.return %2 : i32
// out|   }
// out| }
// out|
// tool: opt --allow-unregistered-dialect --mlir-print-op-generic FILE
// out| "builtin.module"() ({
// out|   "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "f"}> ({
// out|   ^bb0(%arg0: i1, %arg1: i32):
// out|     "cf.cond_br"(%arg0, %arg1)[^bb1, ^bb3] : (i1, i32) -> ()
// out|   ^bb1(%0: i32):  // pred: ^bb0
// out|     "cf.br"(%0)[^bb4] : (i32) -> ()
// out|   ^bb2:  // no predecessors
// out|     "cf.br"(%arg1)[^bb4] : (i32) -> ()
// out|   ^bb3:  // pred: ^bb0
// out|     %1 = "demo.region"() ({
// out|       %3 = "demo.use"(%arg1) : (i32) -> i32
// out|       "demo.br"(%3)[^bb1] : (i32) -> ()
// out|     ^bb1(%4: i32):  // 2 preds: ^bb0, ^bb1
// out|       "demo.br"(%4, %3)[^bb1] : (i32, i32) -> ()
// out|     }, {
// out|     }, {
// out|     ^bb0:
// out|     }) {attribute = 1 : i64} : () -> i32
// out|     "cf.br"(%1)[^bb4] : (i32) -> ()
// out|   ^bb4(%2: i32):  // 3 preds: ^bb1, ^bb2, ^bb3
// out|     "tfrt.return"(%2) : (i32) -> ()
// out|   }) : () -> ()
// out| }) : () -> ()
// out|
// tool: opt --allow-unregistered-dialect FILE | opt --allow-unregistered-dialect
// out| module {
// out|   func.func @f(%arg0: i1, %arg1: i32) -> i32 {
// out|     "cf.cond_br"(%arg0, %arg1)[^bb1, ^bb3] : (i1, i32) -> ()
// out|   ^bb1(%0: i32):  // pred: ^bb0
// out|     "cf.br"(%0)[^bb4] : (i32) -> ()
// out|   ^bb2:  // no predecessors
// out|     "cf.br"(%arg1)[^bb4] : (i32) -> ()
// out|   ^bb3:  // pred: ^bb0
// out|     %1 = "demo.region"() ({
// out|       %3 = "demo.use"(%arg1) : (i32) -> i32
// out|       "demo.br"(%3)[^bb1] : (i32) -> ()
// out|     ^bb1(%4: i32):  // 2 preds: ^bb0, ^bb1
// out|       "demo.br"(%4, %3)[^bb1] : (i32, i32) -> ()
// out|     }, {
// out|     }, {
// out|     ^bb0:
// out|     }) {attribute = 1 : i64} : () -> i32
// out|     "cf.br"(%1)[^bb4] : (i32) -> ()
// out|   ^bb4(%2: i32):  // 3 preds: ^bb1, ^bb2, ^bb3
// out|     tfrt.return %2 : i32
// out|   }
// out| }
// out|

func.func @f(%arg: i1, %n: i32) -> i32 {
  "cf.cond_br"(%arg, %n)[^then, ^else] : (i1, i32) -> ()
^then(%x: i32):
  "cf.br"(%x)[^join] : (i32) -> ()
^dead:
  "cf.br"(%n)[^join] : (i32) -> ()
^else:
  %y = "demo.region"() ({
    %z = "demo.use"(%n) : (i32) -> i32
    "demo.br"(%z)[^bb0] : (i32) -> ()
  ^bb0(%w: i32):
    "demo.br"(%w, %z)[^bb0] : (i32, i32) -> ()
  }, {
  }, {
  ^alone:
  }) {attribute = 1} : () -> i32
  "cf.br"(%y)[^join] : (i32) -> ()
^join(%r: i32):
  tfrt.return %r : i32
}
