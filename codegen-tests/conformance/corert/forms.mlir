// rule: details §1 and A9: op_attrs keep their order in text; op_func_attrs are the second braces; the number of results
//   stands last, and only if there are results.
// tool: opt FILE
// out| module {
// out|   func.func @forms(%arg0: !corert.ophandler, %arg1: !tfrt.chain, %arg2: !corert.tensorhandle) {
// out|     corert.executeop(%arg0) "a.b"()
// out|     %0 = corert.executeop(%arg0) "a.b"(%arg2) {z = 1 : i32, a = "x", s = #corert.shape<2x?>} : 1
// out|     %1:2 = corert.executeop(%arg0) "a.b"(%arg2, %0) {t = f32} {f = "g"} : 2
// out|     corert.executeop(%arg0) "a.b"() {} {f = "g"}
// out|     %out_op_chain = corert.executeop.seq(%arg0, %arg1) "a.b"()
// out|     %out_op_chain_0, %results:2 = corert.executeop.seq(%arg0, %out_op_chain) "a.b"(%arg2) {k = [1, 2]} : 2
// out|     tfrt.return
// out|   }
// out| }
// out|
// engines: executor, its function has arguments
func.func @forms(%h: !corert.ophandler, %ch: !tfrt.chain, %x: !corert.tensorhandle) {
  corert.executeop(%h) "a.b"()
  %a = corert.executeop(%h) "a.b"(%x) {z = 1 : i32, a = "x", s = #corert.shape<2x?>} : 1
  %b:2 = corert.executeop(%h) "a.b"(%x, %a) {t = f32} {f = "g"} : 2
  corert.executeop(%h) "a.b"() {} {f = "g"}
  %c0 = corert.executeop.seq(%h, %ch) "a.b"()
  %c1, %d:2 = corert.executeop.seq(%h, %c0) "a.b"(%x) {k = [1, 2]} : 2
  tfrt.return
}
