// rule: cli, opt --split-input-file prints the pieces with `// -----` between.
// tool: opt --split-input-file FILE
// out| module {
// out|   func.func @f() {
// out|     tfrt.return
// out|   }
// out| }
// out|
// out| // -----
// out| module {
// out|   func.func @f() {
// out|     tfrt.return
// out|   }
// out| }
// out|
// tool: opt FILE
// exit: 2
// err| opt_split_prints.mlir:25:11: error: redefinition of symbol named 'f'
// err| opt_split_prints.mlir:21:11: note: see existing symbol definition here

func.func @f() {
  tfrt.return
}
// -----
func.func @f() {
  tfrt.return
}
