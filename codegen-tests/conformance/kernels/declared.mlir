// rule: kernels §5, coo.print_tensor: a declared op without a kernel; running it is an unknown kernel.
// rule: tensors §6.1: ops of ui16 are declared, and have no kernel.
// rule: executor §7: all kernels are resolved at load, the first use of an unknown one is told.
// engines: executor, it cannot be loaded
// tool: run --reference-output FILE
// exit: 2
// out| Choosing memory leak check allocator.
// out| Choosing single-threaded work queue.
// err| declared.mlir:15:8: error: runtime error: unknown kernel name 'tfrt_dht.create_uninitialized_tensor.ui16.1'

func.func @fine() {
  tfrt.return
}
func.func @ops(%ch: !tfrt.chain, %buffer: !ht.host_buffer, %shape: !ts.shape) {
  %a = tfrt_dht.create_uninitialized_tensor.ui16.1 [2 : i64]
  %b = tfrt_dht.create_uninitialized_tensor.ui16.0 []
  %c = tfrt_dht.create_uninitialized_tensor.ui16.2 [2 : i64, 1 : i64]
  %d = tfrt_dht.create_uninitialized_tensor.ui16.3 [2 : i64, 1 : i64, 1 : i64]
  %e = tfrt_dht.create_uninitialized_tensor.ui16.4 [2 : i64, 1 : i64, 1 : i64, 1 : i64]
  %ch0 = tfrt_dht.fill_tensor_with_constant.ui16 %a, %ch 65535 : ui16
  %ch1 = tfrt_dht.set_tensor_with_constant_values.ui16 %a, %ch0 [1 : ui16, 2 : ui16]
  %f, %ch2 = tfrt_dht.make_tensor.ui16 %buffer, %shape, %ch1
  %equal, %ch3 = tfrt_dht.tensor_equal.ui16 %a, %f, %ch2
  %ch4 = coo.print_tensor %f, %ch3
  tfrt.return
}
