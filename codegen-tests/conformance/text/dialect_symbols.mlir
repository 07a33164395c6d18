// rule: MLIR's text: `!dialect<x>` and `!dialect.x` are one type, and so with attributes; they print
//   with a dot where a name stands first and brackets match, quoted ones too.
// rule: MLIR's text: a shape of corert prints without blanks.
// rule: MLIR's text: the default memory space and the identity layout of a memref are not printed.
// tool: opt --allow-unregistered-dialect FILE
// out| module {
// out|   func.func @f(%arg0: !tfrt.chain, %arg1: !demo.x) {
// out|     "demo.op"(%arg0, %arg1) {a = !demo.x, b = !demo.x<y>, c = !demo.x<[1], (2)->{3}>, d = !demo.x.y} : (!tfrt.chain, !demo.x) -> ()
// out|     "demo.op"() {a = !demo<"x">, b = !demo< x >, c = !demo<1>, d = !demo<x-y>, e = !demo<x<y>z>, f = !demo<x<y><z>>, g = !demo<>} : () -> ()
// out|     "demo.op"() {a = #demo.x, b = #demo.x<y>, c = #demo<x<">">>, d = #demo<x<"[">>, e = #demo.x<"y">} : () -> ()
// out|     "demo.op"() {a = #corert.shape<2x?>, b = #corert.shape<2x?>, c = #corert.shape<*>, d = #corert.shape<>} : () -> ()
// out|     "demo.op"() {a = memref<2x3xf32>, b = memref<2x3xf32>, c = memref<2x3xf32, 1>, d = memref<*xi8>, e = memref<i8>} : () -> ()
// out|     tfrt.return
// out|   }
// out| }
// out|
// lift: none, BEF cannot encode types of dialects
// engines: executor, its ops have no kernel

func.func @f(%a: !tfrt<chain>, %b: !demo<x>) {
  "demo.op"(%a, %b) {a = !demo.x, b = !demo<x<y>>, c = !demo<x<[1], (2)->{3}>>, d = !demo<x.y>} : (!tfrt.chain, !demo.x) -> ()
  "demo.op"() {a = !demo<"x">, b = !demo< x >, c = !demo<1>, d = !demo.x-y, e = !demo<x<y>z>, f = !demo<x<y><z>>, g = !demo.} : () -> ()
  "demo.op"() {a = #demo<x>, b = #demo<x<y>>, c = #demo.x<">">, d = #demo.x<"[">, e = #demo<x<"y">>} : () -> ()
  "demo.op"() {a = #corert.shape< 2 x ? >, b = #corert<shape<2x?>>, c = #corert.shape< * >, d = #corert.shape< >} : () -> ()
  "demo.op"() {a = memref<2x3xf32, affine_map<(i, j) -> (i, j)>>, b = memref<2x3xf32, affine_map<(i, j) -> (i, j)>, 0 : i32>, c = memref<2x3xf32, 1>, d = memref<*xi8, 0>, e = memref<i8, affine_map<() -> ()>>} : () -> ()
  tfrt.return
}
