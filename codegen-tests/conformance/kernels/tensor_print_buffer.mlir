// rule: tensors §4, tfrt_dht.print_buffer: pointer and size.
// tool: run --reference-output FILE
// out*| HostBuffer<pointer=0x
// out*| , size=32>
// engines: executor, it prints an address

func.func @print_buffer() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %size = tfrt.constant.i64 32
  %buffer = tfrt_dht.allocate_buffer %size, %size
  %ch1 = tfrt_dht.print_buffer %buffer, %ch0
  tfrt.return %ch1 : !tfrt.chain
}
