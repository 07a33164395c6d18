// rule: engines §5: `tfrt.signature` pins the Rust signature of a function; it is one of three words, and any
//   other value is an error at the attribute. BEF does not keep it.
// tool: run FILE
// exit: 2
// err| signature.mlir:11:32: error: 'tfrt.signature' must be "ready", "fallible" or "later"
// err| signature.mlir:15:55: error: 'tfrt.signature' must be "ready", "fallible" or "later"

func.func @right() attributes {tfrt.signature = "later"} {
  tfrt.return
}
func.func @typed() attributes {tfrt.signature = 1 : i32} {
  tfrt.return
}

func.func @misspelled() attributes {test.other = "x", tfrt.signature = "Ready"} {
  tfrt.return
}
