// rule: executor §7: a native function that nobody registered makes the load fail.
// tool: run FILE
// exit: 2
// err| load_unknown_native.mlir: error: runtime error: invalid FunctionIndex section in BEF file: unable to find native function in global registry: 'native_nowhere'
// engines: executor, no engine can load it

func.func private @native_nowhere(i32) -> i32 attributes {tfrt.native}
