// rule: cli, opt --split-input-file prints the pieces with `// -----` between.
// rule: cli, opt --verify-diagnostics: remarks and errors are matched, nothing is printed.
// tool: opt --split-input-file --tfrt-print-stream --verify-diagnostics FILE
// tool: opt --split-input-file -o TMP/pieces.mlir FILE
// exit: 2
// err| opt_pieces.mlir:14:25: error: expected a constant of type i32

// expected-remark@+1 {{stream id: 0, stream cost: 2}}
func.func @f() {
  tfrt.return // expected-remark {{stream id: 0, stream cost: 2}}
}
// -----
func.func @f() {
  %a = tfrt.constant.i32 // expected-error {{expected a constant of type i32}}
  tfrt.return
}
