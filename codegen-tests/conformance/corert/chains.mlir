// rule: core-runtime A4: executeop.seq of a pure op gives its chain back, that of an op with side effects a new one;
//   late arguments and chains are waited for; an argument in error is the error of the chain, too, and so is an
//   op's own error.
// run:
// out| --- Running 'order':
// out| DenseHostTensor dtype = i32, shape = [1], values = [1]
// out| DenseHostTensor dtype = i32, shape = [1], values = [2]
// out| DenseHostTensor dtype = i32, shape = [1], values = [1]
// out| 'order' returned !tfrt.chain value
// out| --- Running 'errors':
// out| 'errors' returned <<error: error from test.error.tensor implementation>>,!tfrt.chain value
// out| --- Running 'own':
// out| 'own' returned <<error: Cannot implictly convert StringHost to DenseHost>>
// out| --- Running 'unknown':
// out| 'unknown' returned <<error: tf.nonsense was not supported by NullOpHandler.>>
// out| --- Running 'addresses':
// out| Unsupported tensor type
func.func @order() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %a = corert.create_dense_tensor.i32 {shape = [1], value = [1 : i32]}
  %b = corert.create_dense_tensor.i32 {shape = [1], value = [2 : i32]}
  %late = corert.executeop(%h) "tfrt_test.async.noop_no_md"(%a) : 1
  %c1 = corert.executeop.seq(%h, %ch) "tfrt_test.print"(%late) : 0
  %c2 = corert.executeop.seq(%h, %c1) "tfrt_test.print"(%b) : 0
  %c3, %same = corert.executeop.seq(%h, %c2) "tfrt_test.identity"(%a) : 1
  %c4 = corert.executeop.seq(%h, %c3) "tfrt_test.print"(%same) : 0
  tfrt.return %c4 : !tfrt.chain
}
func.func @errors() -> (!tfrt.chain, !tfrt.chain) {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %a = corert.create_dense_tensor.i32 {shape = [1], value = [1 : i32]}
  %e = corert.executeop(%h) "tfrt_test.error.tensor"(%a) : 1 // expected-error {{error from test.error.tensor implementation}}
  %c1 = corert.executeop.seq(%h, %ch) "tfrt_test.print"(%e) : 0
  // expected-error @+1 {{error from test.error.tensor implementation}}
  %c2, %f = corert.executeop.seq(%h, %ch) "tfrt_test.error.tensor"(%a) : 1
  tfrt.return %c1, %c2 : !tfrt.chain, !tfrt.chain
}
func.func @own() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %s = corert.const_string_tensor {shape = [1], value = ["text"]}
  // expected-error @+1 {{Cannot implictly convert StringHost to DenseHost}}
  %c1 = corert.executeop.seq(%h, %ch) "tfrt_test.print_address"(%s) : 0
  tfrt.return %c1 : !tfrt.chain
}
func.func @unknown() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %c1 = corert.executeop.seq(%null, %ch) "tf.nonsense"() : 0 // expected-error {{tf.nonsense was not supported by NullOpHandler.}}
  tfrt.return %c1 : !tfrt.chain
}
func.func @addresses() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %s = corert.executeop(%h) "tfrt_test.create_from_scalar"() {shape = [2], value = 3 : i32} : 1
  %c1 = corert.executeop.seq(%h, %ch) "tfrt_test.print_address"(%s) : 0
  tfrt.return
}
