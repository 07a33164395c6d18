// rule: details §6.2: print_address shows where a dense tensor's elements are.
// run:
// out*| DenseHostTensor: buffer=0x
// engines: executor, addresses differ
func.func @addresses() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %x = corert.create_dense_tensor.i32 {shape = [1], value = [1 : i32]}
  %c = corert.executeop.seq(%h, %ch) "tfrt_test.print_address"(%x) : 0
  tfrt.return
}
