// rule: kernels §2, tfrt_test.print_hello: a line 'hello host executor!'.
// rule: kernels §2, tfrt_test.print_bool: a line 'true' or 'false'.
// rule: kernels §2, tfrt_test.get_static_tensor_type and tfrt_test.print_tensor_type: a line
//   'tensor_type = NAME'.
// run:
// out| --- Running 'print':
// out| hello host executor!
// out| true
// out| false
// out| tensor_type = DenseHost
// out| 'print' returned !tfrt.chain value
// out| --- Running 'tensor_type':
// out| 'tensor_type' returned !tfrt.tensor_type value

func.func @print() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t = tfrt.constant.i1 true
  %f = tfrt.constant.i1 false
  %ty = "tfrt_test.get_static_tensor_type"() { tensor_type = "DenseHost" } : () -> !tfrt.tensor_type
  %ch1 = "tfrt_test.print_hello"(%ch0) : (!tfrt.chain) -> !tfrt.chain
  %ch2 = "tfrt_test.print_bool"(%ch1, %t) : (!tfrt.chain, i1) -> !tfrt.chain
  %ch3 = "tfrt_test.print_bool"(%ch2, %f) : (!tfrt.chain, i1) -> !tfrt.chain
  %ch4 = "tfrt_test.print_tensor_type"(%ty, %ch3) : (!tfrt.tensor_type, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch4 : !tfrt.chain
}

func.func @tensor_type() -> !tfrt.tensor_type {
  %ty = "tfrt_test.get_static_tensor_type"() { tensor_type = "DenseHost" } : () -> !tfrt.tensor_type
  tfrt.return %ty : !tfrt.tensor_type
}
