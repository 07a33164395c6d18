// rule: executor §7: an unknown kernel is reported at load at the first op that uses it, even in a
//   function that never runs.
// rule: executor §10.9: load fails for any unknown kernel anywhere in the file.
// tool: run FILE
// exit: 2
// err| load_unknown_kernel.mlir:31:3: error: unknown kernel name 'demo.nonsense'
// tool: run --reference-output FILE
// exit: 2
// out| Choosing memory leak check allocator.
// out| Choosing single-threaded work queue.
// err| load_unknown_kernel.mlir:31:3: error: runtime error: unknown kernel name 'demo.nonsense'
// tool: translate FILE | run
// exit: 2
// err| load_unknown_kernel.mlir:31:3: error: runtime error: unknown kernel name 'demo.nonsense'
// tool: opt --allow-unregistered-dialect FILE
// out| module {
// out|   func.func @never(%arg0: i32) {
// out|     "demo.nonsense"() : () -> ()
// out|     "demo.nonsense"() : () -> ()
// out|     tfrt.return
// out|   }
// out|   func.func @runs() -> i32 {
// out|     %0 = tfrt.constant.i32 1
// out|     tfrt.return %0 : i32
// out|   }
// out| }
// out|
// engines: executor, its ops have no kernel

func.func @never(%a: i32) {
  "demo.nonsense"() : () -> ()
  "demo.nonsense"() : () -> ()
  tfrt.return
}

func.func @runs() -> i32 {
  %a = tfrt.constant.i32 1
  tfrt.return %a : i32
}
