// rule: bef §4 and §6: a reference into a module with `tfrt.compiled` is an attribute, which carries
//   the whole module's text; a reference to a function is none.
// tool: translate FILE | translate
// out| module {
// out|   module @kernels attributes {tfrt.compiled} {
// out|     func.func @compute(%arg0: i32) -> i32 {
// out|       return %arg0 : i32
// out|     }
// out|   }
// out|   func.func @g(%arg0: i32) -> i32 {
// out|     tfrt.return %arg0 : i32
// out|   }
// out|   func.func @f(%arg0: i32) -> i32 {
// out|     %0 = "demo.launch"(%arg0) {fn = @kernels::@compute} : (i32) -> i32
// out|     %1 = "demo.call"(%0) {callee = @g} : (i32) -> i32
// out|     tfrt.return %1 : i32
// out|   }
// out| }
// engines: executor, its ops have no kernel

module @kernels attributes {tfrt.compiled} {
  func.func @compute(%x: i32) -> i32 {
    func.return %x : i32
  }
}

func.func @g(%a: i32) -> i32 {
  tfrt.return %a : i32
}

func.func @f(%a: i32) -> i32 {
  %b = "demo.launch"(%a) {fn = @kernels::@compute} : (i32) -> i32
  %c = "demo.call"(%b) {fn = @g} : (i32) -> i32
  tfrt.return %c : i32
}
