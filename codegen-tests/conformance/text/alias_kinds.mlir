// rule: MLIR's text: an alias may stand for the constant of an op in its pretty form, and an alias of a
//   location for an attribute; an alias's name may be a number.
// tool: opt --allow-unregistered-dialect FILE
// out| module {
// out|   func.func @f() -> (i32, f32, i1) {
// out|     %0 = tfrt.constant.i32 7
// out|     %1 = tfrt.constant.f32 1.500000e+00
// out|     %2 = tfrt.constant.i1 true
// out|     "demo.op"() {a = loc("x.py":16:2), b = [loc("x.py":16:2), 7 : i32]} : () -> ()
// out|     tfrt.return %0, %1, %2 : i32, f32, i1
// out|   }
// out| }
// out|
// lift: none, BEF cannot encode them
// engines: executor, its ops have no kernel

#0 = 7 : i32
#half = 1.5 : f32
#yes = true
#where = loc("x.py":0x10:2)

func.func @f() -> (i32, f32, i1) {
  %a = tfrt.constant.i32 #0
  %b = tfrt.constant.f32 #half
  %c = tfrt.constant.i1 #yes
  "demo.op"() {a = #where, b = [#where, #0]} : () -> ()
  tfrt.return %a, %b, %c : i32, f32, i1
}
