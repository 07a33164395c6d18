// rule: MLIR's text: a module's visibility is an attribute of it, which the generic form has among
//   what belongs to the op; the arguments of a function may be named by the label of its first block
//   instead of in its signature.
// tool: opt FILE
// out| module {
// out|   module @a attributes {demo.x, sym_visibility = "private"} {
// out|   }
// out|   module attributes {sym_visibility = "nested"} {
// out|   }
// out|   func.func public @said(%arg0: i32, %arg1: i1) -> i1 {
// out|     tfrt.return %arg1 : i1
// out|   }
// out|   func.func @unsaid() {
// out|     tfrt.return
// out|   }
// out| }
// out|
// tool: opt --mlir-print-op-generic FILE
// out| "builtin.module"() ({
// out|   "builtin.module"() <{sym_name = "a", sym_visibility = "private"}> ({
// out|   ^bb0:
// out|   }) {demo.x} : () -> ()
// out|   "builtin.module"() <{sym_visibility = "nested"}> ({
// out|   ^bb0:
// out|   }) : () -> ()
// out|   "func.func"() <{function_type = (i32, i1) -> i1, sym_name = "said", sym_visibility = "public"}> ({
// out|   ^bb0(%arg0: i32, %arg1: i1):
// out|     "tfrt.return"(%arg1) : (i1) -> ()
// out|   }) : () -> ()
// out|   "func.func"() <{function_type = () -> (), sym_name = "unsaid"}> ({
// out|     "tfrt.return"() : () -> ()
// out|   }) : () -> ()
// out| }) : () -> ()
// out|
// lift: none, modules have no place in BEF
// engines: executor, what BEF has no place for no engine runs

module @a attributes {sym_visibility = "private", demo.x} {
}
"builtin.module"() <{sym_visibility = "nested"}> ({
}) : () -> ()
func.func public @said(i32, i1) -> i1 {
^bb0(%number: i32, %truth: i1):
  tfrt.return %truth : i1
}
func.func @unsaid() {
  tfrt.return
}
