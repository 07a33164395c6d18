// rule: cli, opt --allow-unregistered-dialect: without it an op or type of an unknown dialect is an
//   error.
// tool: opt FILE
// exit: 2
// err| opt_unregistered.mlir:19:11: error: type !demo.type is of the unregistered dialect 'demo'; --allow-unregistered-dialect accepts it
// err| opt_unregistered.mlir:20:3: error: 'other.op' op is of the unregistered dialect 'other'; --allow-unregistered-dialect accepts it
// err| opt_unregistered.mlir:20:3: error: type !third.type is of the unregistered dialect 'third'; --allow-unregistered-dialect accepts it
// tool: opt --allow-unregistered-dialect FILE
// out| module {
// out|   func.func @f(%arg0: !demo.type) {
// out|     "other.op"(%arg0) {t = !third.type} : (!demo.type) -> ()
// out|     tfrt.return
// out|   }
// out| }
// out|
// lift: none, BEF cannot encode the type of a dialect
// engines: executor, its ops have no kernel

func.func @f(%a: !demo.type) {
  "other.op"(%a) {t = !third.type} : (!demo.type) -> ()
  tfrt.return
}
