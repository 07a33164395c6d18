// rule: gpu-details §1: streamify must be named when async, and return a chain and its results;
//   operands of ops in groups must fit.
// tool: opt --verify-diagnostics FILE

gpu.module @twice {
}
gpu.module @twice { // expected-error {{redefinition of symbol named 'twice'}}
}
"gpu.module"() {sym_name = "none"} : () -> () // expected-error {{'gpu.module' op expected 1 regions, but got 0}}
func.func @streamify(%x: i32, %b: memref<2xf32>) {
  tfrt_gpu.streamify async { // expected-error {{needs to be named when marked 'async'}}
  ^bb0(%c: !tfrt.chain, %s: !tfrt_gpu.stream):
    tfrt.return %c : !tfrt.chain
  }
  tfrt_gpu.streamify { // expected-error {{first return operand type is not a !tfrt.chain}}
  ^bb0(%c: !tfrt.chain, %s: !tfrt_gpu.stream):
    tfrt.return %x, %c : i32, !tfrt.chain
  }
  %y = tfrt_gpu.streamify { // expected-error {{trailing return types don't match result types}}
  ^bb0(%c: !tfrt.chain, %s: !tfrt_gpu.stream):
    tfrt.return %c : !tfrt.chain
  } : i32
  tfrt_gpu.streamify { // expected-error {{takes a region with a !tfrt.chain and a !tfrt_gpu.stream}}
    tfrt.return
  }
  tfrt_gpu.streamify { // expected-error {{takes a region of one block that ends with a tfrt.return}}
  ^bb0(%c: !tfrt.chain, %s: !tfrt_gpu.stream):
    tfrt.return %c : !tfrt.chain
  ^bb1:
    tfrt.return %c : !tfrt.chain
  }
  "gpu.memcpy"(%x) : (i32) -> () // expected-error {{'gpu.memcpy' op takes as operands any number of 'asyncDependencies', 'dst', 'src', but got 1}}
  "gpu.alloc"(%x) {operandSegmentSizes = array<i32: 1, 1, 0>} : (i32) -> memref<2xf32> // expected-error {{'gpu.alloc' op takes as operands any number of 'asyncDependencies', any number of 'dynamicSizes', any number of 'symbolOperands', how many of each in 'operandSegmentSizes', but got 1}}
  "gpu.wait"(%x) : (i32) -> () // expected-error {{'gpu.wait' op 'asyncDependencies' must be !gpu.async.token, but got 'i32'}}
  %g = memref.get_global @nothing : memref<2xf32> // expected-error {{function @nothing not defined}}
  %v = memref.view %b[%x, %x][] : memref<2xf32> to memref<2xf32> // expected-error {{'memref.view' takes one 'byte_shift'}}
  %e = async.execute (%x as %y: i32) { // expected-error {{'i32' is around no other type}}
    async.yield
  }
  tfrt.return
}
memref.global @sized : memref<?xf32> = dense<1.0> // expected-error {{only a memref of known size has elements}}
gpu.wait // expected-error {{expected a function or a module}}
