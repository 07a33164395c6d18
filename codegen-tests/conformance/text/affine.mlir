// rule: MLIR's text: affine expressions print as they are built: constants are folded and stand on the
//   right, symbols before them; what is times one, plus zero or divides without rest is left out.
// rule: MLIR's text: maps and sets print before the module, once each, numbered as they are first met.
// tool: opt --allow-unregistered-dialect FILE
// out| #map = affine_map<(d0, d1)[s0] -> (d0 + s0 + 3, d0 * 6, d1 * 2, d0 - d1, d0 mod 4)>
// out| #map1 = affine_map<(d0) -> (d0)>
// out| #set = affine_set<(d0)[s0] : (d0 >= 0, -d0 + s0 - 1 >= 0, d0 - s0 == 0)>
// out| #set1 = affine_set<() : (0 == 0)>
// out| module {
// out|   func.func @f(%arg0: i32 {demo.a = #map}) attributes {demo.b = [#set, #map1]} {
// out|     "demo.op"() ({
// out|       "demo.op"() {a = #set1, b = #map1} : () -> ()
// out|     }) {a = #map1} : () -> ()
// out|     tfrt.return
// out|   }
// out| }
// out|
// lift: none, BEF cannot encode them
// engines: executor, its ops have no kernel

#bound = affine_set<(i)[N] : (i >= 0, i <= N - 1, i == N)>
func.func @f(%a: i32 {demo.a = affine_map<(i, j)[N] -> (3 + N + i, 2 * (3 * i), j floordiv 1 + j, i - j, i - i floordiv 4 * 4)>})
    attributes {demo.b = [#bound, affine_map<(x) -> (x + 0)>]} {
  "demo.op"() ({
    "demo.op"() {a = affine_set<() : ()>, b = affine_map<(d0) -> (1 * d0)>} : () -> ()
  }) {a = affine_map<(d0) -> (d0)>} : () -> ()
  tfrt.return
}
