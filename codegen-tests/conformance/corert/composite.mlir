// rule: core-runtime A6: a composite op runs a function; details §5: wrong types; results may come later.
// run:
// out| --- Not running 'twice' because it has arguments.
// out| --- Not running 'numbers' because it has arguments.
// out| --- Not running 'gives_number' because it has arguments.
// out| --- Running 'composite':
// out| DenseHostTensor dtype = i32, shape = [1], values = [12]
// out| --- Running 'wrong':
// out| --- Running 'arity':
func.func @twice(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %l = corert.executeop(%h) "tfrt_test.async.noop"(%x) : 1
  %y = corert.executeop(%h) "tfrt_test.add"(%l, %l) : 1
  tfrt.return %ch, %y : !tfrt.chain, !corert.tensorhandle
}
func.func @numbers(%ch: !tfrt.chain, %x: !corert.tensorhandle, %n: i32) -> !tfrt.chain {
  tfrt.return %ch : !tfrt.chain
}
func.func @gives_number(%ch: !tfrt.chain) -> (!tfrt.chain, i32) {
  %n = tfrt.constant.i32 1
  tfrt.return %ch, %n : !tfrt.chain, i32
}
func.func @composite() {
  %ch = tfrt.new.chain
  %x = corert.create_dense_tensor.i32 {shape = [1], value = [3 : i32]}
  %op = "corert.make_composite_op"() {fn = @twice} : () -> !corert.op
  %y = corert.execute_crt_op(%op, %x) {op_attrs = [], op_func_attrs = []} : 1
  %z = "corert.execute_crt_op"(%op, %y) {op_attrs = [["a", 1 : i32]], op_func_attrs = [["f", "twice"]]} : (!corert.op, !corert.tensorhandle) -> !corert.tensorhandle
  %c = "corert.print_tensorhandle"(%z, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @wrong() {
  // expected-error @+1 {{The function should only takes type [!corert.tensorhandle] as input. But the 1-th argument is type [i32].}}
  %a = "corert.make_composite_op"() {fn = @numbers} : () -> !corert.op
  // expected-error @+1 {{The function should only returns type [!corert.tensorhandle]. But the 0-th results is type [i32].}}
  %b = "corert.make_composite_op"() {fn = @gives_number} : () -> !corert.op
  tfrt.return
}
func.func @arity() {
  %op = "corert.make_composite_op"() {fn = @twice} : () -> !corert.op
  // expected-error @+1 {{function 'twice' takes 1 handles and gives 1, the call has 0 and 1}}
  %y = "corert.execute_crt_op"(%op) {op_attrs = [], op_func_attrs = []} : (!corert.op) -> !corert.tensorhandle
  tfrt.return
}
