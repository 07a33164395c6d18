// rule: core-runtime A9 and details §1: the verifier's texts for executeop and for the functions of cond and while.
// tool: opt --verify-diagnostics --split-input-file FILE
// engines: executor, no piece passes the front end
func.func @pairs(%h: !corert.ophandler) {
  // expected-error @+1 {{'corert.executeop' op each op_attr should be a key-value pair, where the key is a string}}
  "corert.executeop"(%h) {op_attrs = [["a"]], op_func_attrs = [], op_name = "a.b"} : (!corert.ophandler) -> ()
  tfrt.return
}
// -----
func.func @types(%h: !corert.ophandler, %x: i32) {
  // expected-error @+1 {{expects different type than prior uses: '!corert.tensorhandle' vs 'i32'}}
  corert.executeop(%h) "a.b"(%x)
  tfrt.return
}
// -----
func.func @gives(%c: !tfrt.chain) -> !tfrt.chain {
  tfrt.return %c : !tfrt.chain
}
func.func @cond(%t: !corert.tensorhandle, %c: !tfrt.chain) {
  // expected-error @+2 {{'gives' has mismatching operand types}}
  // expected-error @+1 {{'gives' has mismatching operand types}}
  %c1, %y = corert.cond %t @gives @gives (%c, %t) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  tfrt.return
}
// -----
func.func @functions(%h: !corert.ophandler) {
  // expected-error @+1 {{'corert.executeop' op attribute 'op_func_attrs' names no function}}
  "corert.executeop"(%h) {op_attrs = [], op_func_attrs = [["f", 1 : i32]], op_name = "a.b"} : (!corert.ophandler) -> ()
  tfrt.return
}
