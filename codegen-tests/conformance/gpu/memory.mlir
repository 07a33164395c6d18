// rule: kernels.md 9: words are set, parts of buffers are views, and buffers of devices are copied to each other and
//   to memory of the host that the device reaches
// run:
// out| --- Running 'parts':
// out| DenseHostTensor dtype = i32, shape = [4], values = [7, 9, 9, 7]
// out| 'parts' returned !tfrt.chain value

func.func @parts() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %allocator = tfrt_gpu.allocator.create %context
  %size = tfrt.constant.i64 16
  %a = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch0
  %b = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch0
  %seven = tfrt.constant.i32 7
  %ch1 = tfrt_gpu.mem.set %a, %seven, %stream, %ch0 : i32
  %four = tfrt.constant.ui64 4
  %eight = tfrt.constant.ui64 8
  %middle = tfrt_gpu.mem.view %a, %four, %eight
  %nine = tfrt.constant.ui32 9
  %ch2 = tfrt_gpu.mem.set %middle, %nine, %stream, %ch1 : ui32
  %pinned = tfrt_gpu.mem.allocate_host %context, %size, %ch2
  %ch2a = tfrt_gpu.mem.copy %pinned, %a, %stream, %ch2 : !tfrt_gpu.buffer, !tfrt_gpu.buffer
  %ch3 = tfrt_gpu.mem.copy %b, %pinned, %stream, %ch2a : !tfrt_gpu.buffer, !tfrt_gpu.buffer
  %ch4 = tfrt_gpu.mem.deallocate %a, %stream, %ch3
  %t = tfrt_dht.create_uninitialized_tensor.i32.1 [4 : i64]
  %bytes, %ch5 = tfrt_dht.get_buffer %t, %ch4
  %ch6 = tfrt_gpu.mem.copy %bytes, %b, %stream, %ch5 : !ht.host_buffer, !tfrt_gpu.buffer
  %ch7 = tfrt_gpu.stream.synchronize %stream, %ch6
  %ch8 = tfrt_dht.print_tensor %t, %ch7
  tfrt.return %ch8 : !tfrt.chain
}
