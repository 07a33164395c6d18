// rule: kernels.md 9: memory of the host is a buffer of a device; work that an event orders finds in it what the work before it has
//   left
// run:
// out| --- Running 'registered':
// out| DenseHostTensor dtype = i32, shape = [4], values = [1, 9, 9, 4]
// out| int32 = 9
// out| DenseHostTensor dtype = i32, shape = [4], values = [5, 5, 5, 5]
// out| 'registered' returned !tfrt.chain value

func.func @registered() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %other = tfrt_gpu.stream.create %context
  %allocator = tfrt_gpu.allocator.create %context
  %t = tfrt_dht.create_uninitialized_tensor.i32.1 [4 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.i32 %t, %ch0 [1 : i32, 2 : i32, 3 : i32, 4 : i32]
  %bytes, %ch2 = tfrt_dht.get_buffer %t, %ch1
  %mine = tfrt_gpu.mem.register %context, %bytes
  %four = tfrt.constant.ui64 4
  %eight = tfrt.constant.ui64 8
  %middle = tfrt_gpu.mem.view %mine, %four, %eight
  %nine = tfrt.constant.i32 9
  // The other stream reads what this one has written, before the host can see it.
  %ch3 = tfrt_gpu.mem.set %middle, %nine, %stream, %ch2 : i32
  %event = tfrt_gpu.event.create %context
  %ch4 = tfrt_gpu.event.record %event, %stream, %ch3
  %ch5 = tfrt_gpu.stream.wait %other, %event, %ch4
  %size = tfrt.constant.i64 16
  %copy = tfrt_gpu.mem.allocate %allocator, %other, %size, %ch5
  %ch6 = tfrt_gpu.mem.copy %copy, %mine, %other, %ch5 : !tfrt_gpu.buffer, !tfrt_gpu.buffer
  %u = tfrt_dht.create_uninitialized_tensor.i32.1 [4 : i64]
  %others, %ch7 = tfrt_dht.get_buffer %u, %ch6
  %ch8 = tfrt_gpu.mem.copy %others, %copy, %other, %ch7 : !ht.host_buffer, !tfrt_gpu.buffer
  %ch9 = tfrt_gpu.stream.synchronize %other, %ch8
  %ch10 = tfrt_dht.print_tensor %u, %ch9
  %word = tfrt_gpu.mem.view %mine, %four, %four
  %value = tfrt_gpu.mem.load %word, %ch10 : i32
  %ch11 = tfrt.print.i32 %value, %ch10
  // What the host writes, a device reads afterwards.
  %five = tfrt.constant.i32 5
  %ch12 = tfrt_dht.fill_tensor_with_constant.i32 %t, %ch11 5 : i32
  %ch13 = tfrt_gpu.mem.copy %copy, %mine, %other, %ch12 : !tfrt_gpu.buffer, !tfrt_gpu.buffer
  %ch14 = tfrt_gpu.mem.copy %others, %copy, %other, %ch13 : !ht.host_buffer, !tfrt_gpu.buffer
  %ch15 = tfrt_gpu.stream.synchronize %other, %ch14
  %ch16 = tfrt_dht.print_tensor %u, %ch15
  tfrt.return %ch16 : !tfrt.chain
}
