// rule: kernels.md 9: events order streams, and are waited for
// run:
// out| --- Running 'events':
// out| DenseHostTensor dtype = f32, shape = [2], values = [2.500000e+00, 2.500000e+00]
// out| 'events' returned !tfrt.chain value

func.func @events() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %own = tfrt_gpu.context.create %device
  %first = tfrt_gpu.stream.create %own
  %context = tfrt_gpu.stream.get_context %first
  %second = tfrt_gpu.stream.create %context
  %allocator = tfrt_gpu.allocator.create %context
  %event = tfrt_gpu.event.create %context
  %ch1 = tfrt_gpu.event.synchronize %event, %ch0
  %size = tfrt.constant.i64 8
  %buffer = tfrt_gpu.mem.allocate %allocator, %first, %size, %ch1
  %value = tfrt.constant.f32 2.5
  %ch2 = tfrt_gpu.mem.set %buffer, %value, %first, %ch1 : f32
  %ch3 = tfrt_gpu.event.record %event, %first, %ch2
  %ch4 = tfrt_gpu.stream.wait %second, %event, %ch3
  %t = tfrt_dht.create_uninitialized_tensor.f32.1 [2 : i64]
  %bytes, %ch5 = tfrt_dht.get_buffer %t, %ch4
  %ch6 = tfrt_gpu.mem.copy %bytes, %buffer, %second, %ch5 : !ht.host_buffer, !tfrt_gpu.buffer
  %ch7 = tfrt_gpu.event.record %event, %second, %ch6
  %ch8 = tfrt_gpu.event.synchronize %event, %ch7
  %ch9 = tfrt_dht.print_tensor %t, %ch8
  tfrt.return %ch9 : !tfrt.chain
}
