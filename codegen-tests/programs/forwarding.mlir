// Each function prints addresses and elements of tensors, in an order that its chain says.

// The argument, an op over it, and one over that.
func.func @last_user(%h: !corert.ophandler, %c0: !tfrt.chain, %x: !corert.tensorhandle) -> !tfrt.chain {
  %c1 = corert.executeop.seq(%h, %c0) "tfrt_test.print_address"(%x) : 0
  %c2, %y = corert.executeop.seq(%h, %c1) "tf.Relu"(%x) : 1
  %c3 = corert.executeop.seq(%h, %c2) "tfrt_test.print_address"(%y) : 0
  %c4, %z = corert.executeop.seq(%h, %c3) "tf.AddV2"(%y, %y) : 1
  %c5, %w = corert.executeop.seq(%h, %c4) "tf.Sigmoid"(%z) : 1
  %c6 = corert.executeop.seq(%h, %c5) "tfrt_test.print_address"(%w) : 0
  %c7 = corert.executeop.seq(%h, %c6) "tfrt_test.print"(%w) : 0
  tfrt.return %c7 : !tfrt.chain
}

// A tensor that the program makes, and an op over it.
func.func @created(%h: !corert.ophandler, %c0: !tfrt.chain, %x: !corert.tensorhandle) -> !tfrt.chain {
  %a = corert.create_dense_tensor.f32 {shape = [2], value = [-1.0 : f32, 2.0 : f32]}
  %c1 = corert.executeop.seq(%h, %c0) "tfrt_test.print_address"(%a) : 0
  %c2, %y = corert.executeop.seq(%h, %c1) "tf.Relu"(%a) : 1
  %c3 = corert.executeop.seq(%h, %c2) "tfrt_test.print_address"(%y) : 0
  %c4 = corert.executeop.seq(%h, %c3) "tfrt_test.print"(%y) : 0
  tfrt.return %c4 : !tfrt.chain
}

// The argument has a later user.
func.func @another_user(%h: !corert.ophandler, %c0: !tfrt.chain, %x: !corert.tensorhandle) -> !tfrt.chain {
  %c1 = corert.executeop.seq(%h, %c0) "tfrt_test.print_address"(%x) : 0
  %c2, %y = corert.executeop.seq(%h, %c1) "tf.Relu"(%x) : 1
  %c3 = corert.executeop.seq(%h, %c2) "tfrt_test.print_address"(%y) : 0
  %c4 = corert.executeop.seq(%h, %c3) "tfrt_test.print"(%y) : 0
  %c5 = corert.executeop.seq(%h, %c4) "tfrt_test.print"(%x) : 0
  tfrt.return %c5 : !tfrt.chain
}

// A sum over its left operand, then one whose left operand has a later user over the right.
func.func @operands(%h: !corert.ophandler, %c0: !tfrt.chain, %x: !corert.tensorhandle) -> !tfrt.chain {
  %a = corert.create_dense_tensor.f32 {shape = [2], value = [1.0 : f32, 2.0 : f32]}
  %b = corert.create_dense_tensor.f32 {shape = [2], value = [3.0 : f32, 4.0 : f32]}
  %c1 = corert.executeop.seq(%h, %c0) "tfrt_test.print_address"(%a) : 0
  %c2, %y = corert.executeop.seq(%h, %c1) "tf.Sub"(%a, %b) : 1
  %c3 = corert.executeop.seq(%h, %c2) "tfrt_test.print_address"(%y) : 0
  %c4 = corert.executeop.seq(%h, %c3) "tfrt_test.print_address"(%b) : 0
  %c5, %z = corert.executeop.seq(%h, %c4) "tf.Sub"(%y, %b) : 1
  %c6 = corert.executeop.seq(%h, %c5) "tfrt_test.print_address"(%z) : 0
  %c7 = corert.executeop.seq(%h, %c6) "tfrt_test.print"(%z) : 0
  %c8 = corert.executeop.seq(%h, %c7) "tfrt_test.print"(%y) : 0
  tfrt.return %c8 : !tfrt.chain
}

// A constant; each call has it as it is written.
func.func @constant(%h: !corert.ophandler, %c0: !tfrt.chain, %x: !corert.tensorhandle) -> !tfrt.chain {
  %a = corert.const_dense_tensor dense<[-1.0, 2.0]> : tensor<2xf32>
  %c1 = corert.executeop.seq(%h, %c0) "tfrt_test.print"(%a) : 0
  %c2, %y = corert.executeop.seq(%h, %c1) "tf.Relu"(%a) : 1
  %c3 = corert.executeop.seq(%h, %c2) "tfrt_test.print"(%y) : 0
  tfrt.return %c3 : !tfrt.chain
}
