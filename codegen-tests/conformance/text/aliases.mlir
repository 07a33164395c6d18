// rule: MLIR's text: aliases of attributes, types and locations stand at the top, those of locations
//   also behind their use; the printer spells them out.
// tool: opt --allow-unregistered-dialect FILE
// out| module {
// out|   func.func @f(%arg0: !demo.value<"x">) {
// out|     "demo.op"(%arg0) {a = [1 : i32, "two"], n = 1 : i32, t = tuple<!demo.value<"x">, i32>} : (!demo.value<"x">) -> ()
// out|     "demo.op"(%arg0) {a = "x"} : (!demo.value<"x">) -> ()
// out|     tfrt.return
// out|   }
// out| }
// out|
// tool: opt --allow-unregistered-dialect --mlir-print-debuginfo FILE
// out| module {
// out|   func.func @f(%arg0: !demo.value<"x"> loc("aliases.mlir":30:14)) {
// out|     "demo.op"(%arg0) {a = [1 : i32, "two"], n = 1 : i32, t = tuple<!demo.value<"x">, i32>} : (!demo.value<"x">) -> () loc("early.py":1:2)
// out|     "demo.op"(%arg0) {a = "x"} : (!demo.value<"x">) -> () loc("late"("later.py":3:4))
// out|     tfrt.return loc(callsite("late"("later.py":3:4) at "early.py":1:2))
// out|   } loc(fused["early.py":1:2, "late"("later.py":3:4)])
// out| } loc("aliases.mlir":0:0)
// out|
// lift: none, BEF cannot encode a tuple type
// engines: executor, its ops have no kernel

#one = 1 : i32
#both = [#one, "two"]
!value = !demo.value<"x">
!pair = tuple<!value, i32>
#early = loc("early.py":1:2)

func.func @f(%a: !value) {
  "demo.op"(%a) {a = #both, t = !pair, n = #one} : (!value) -> () loc(#early)
  "demo.op"(%a) {a = "x"} : (!value) -> () loc(#late)
  tfrt.return loc(callsite(#late at #early))
} loc(fused[#early, #late])

#late = loc("late"(#later))
#later = loc("later.py":3:4)
