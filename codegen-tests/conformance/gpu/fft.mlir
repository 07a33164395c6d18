// rule: kernels.md 9, gpu-details.md 1: Fourier transforms by plans of their sizes and strides
// run:
// out| --- Running 'device':
// out| 'device' returned !tfrt_gpu.context value,!tfrt_gpu.stream value,!tfrt_gpu.allocator value
// out| --- Not running 'upload' because it has arguments.
// out| --- Not running 'print' because it has arguments.
// out| --- Running 'real':
// out| DenseHostTensor dtype = f32, shape = [6], values = [1.000000e+01, 0.000000e+00, -2.000000e+00, 2.000000e+00, -2.000000e+00, 0.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [4], values = [4.000000e+00, 8.000000e+00, 1.200000e+01, 1.600000e+01]
// out| 'real' returned !tfrt.chain value
// out| --- Running 'plane':
// out| DenseHostTensor dtype = f32, shape = [8], values = [1.000000e+01, 0.000000e+00, -2.000000e+00, 0.000000e+00, -4.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]
// out| 'plane' returned !tfrt.chain value
// out| --- Running 'columns':
// out| 'columns' returned <<error: Only row-major layout is supported>>
// out| --- Running 'empty':
// out| 'empty' returned <<error: a transform of no elements>>

func.func @device() -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator) {
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %allocator = tfrt_gpu.allocator.create %context
  tfrt.return %context, %stream, %allocator : !tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator
}

func.func @upload(%ch0: !tfrt.chain, %stream: !tfrt_gpu.stream, %allocator: !tfrt_gpu.allocator, %t: !tfrt_tensor.tensor, %size: i64) -> (!tfrt_gpu.buffer, !tfrt.chain) {
  %bytes, %ch1 = tfrt_dht.get_buffer %t, %ch0
  %buffer = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch1
  %ch2 = tfrt_gpu.mem.copy %buffer, %bytes, %stream, %ch1 : !tfrt_gpu.buffer, !ht.host_buffer
  tfrt.return %buffer, %ch2 : !tfrt_gpu.buffer, !tfrt.chain
}

func.func @print(%ch0: !tfrt.chain, %stream: !tfrt_gpu.stream, %t: !tfrt_tensor.tensor, %buffer: !tfrt_gpu.buffer) -> !tfrt.chain {
  %bytes, %ch1 = tfrt_dht.get_buffer %t, %ch0
  %ch2 = tfrt_gpu.mem.copy %bytes, %buffer, %stream, %ch1 : !ht.host_buffer, !tfrt_gpu.buffer
  %ch3 = tfrt_gpu.stream.synchronize %stream, %ch2
  %ch4 = tfrt_dht.print_tensor %t, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @real() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %context, %stream, %allocator = tfrt.call @device() : () -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %t = tfrt_dht.create_uninitialized_tensor.f32.1 [4 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %t, %ch0 [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32]
  %x_size = tfrt.constant.i64 16
  %x, %ch2 = tfrt.call @upload(%ch1, %stream, %allocator, %t, %x_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %t6 = tfrt_dht.create_uninitialized_tensor.f32.1 [6 : i64]
  %ch3 = tfrt_dht.set_tensor_with_constant_values.f32 %t6, %ch2 [0.0 : f32, 0.0 : f32, 0.0 : f32, 0.0 : f32, 0.0 : f32, 0.0 : f32]
  %y_size = tfrt.constant.i64 24
  %y, %ch4 = tfrt.call @upload(%ch3, %stream, %allocator, %t6, %y_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %plan = tfrt_gpu.fft.create %context, CUFFT_R2C, 1, [4], [4, 1], [3, 1]
  %size = tfrt_gpu.fft.get_workspace_size %plan
  %workspace = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch4
  %ch5 = tfrt_gpu.fft.execute %stream, %plan, %x, %y, %workspace, CUFFT_FORWARD, %ch4
  %ch6 = tfrt.call @print(%ch5, %stream, %t6, %y) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %back = tfrt_gpu.fft.create %context, CUFFT_C2R, 1, [4], [3, 1], [4, 1]
  %ch7 = tfrt_gpu.fft.execute %stream, %back, %y, %x, %workspace, CUFFT_INVERSE, %ch6
  %ch8 = tfrt.call @print(%ch7, %stream, %t, %x) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  tfrt.return %ch8 : !tfrt.chain
}

func.func @plane() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %context, %stream, %allocator = tfrt.call @device() : () -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %t = tfrt_dht.create_uninitialized_tensor.f32.1 [8 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %t, %ch0 [1.0 : f32, 0.0 : f32, 2.0 : f32, 0.0 : f32, 3.0 : f32, 0.0 : f32, 4.0 : f32, 0.0 : f32]
  %x_size = tfrt.constant.i64 32
  %x, %ch2 = tfrt.call @upload(%ch1, %stream, %allocator, %t, %x_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %plan = tfrt_gpu.fft.create %context, CUFFT_C2C, 1, [2, 2], [4, 2, 1], [4, 2, 1]
  %size = tfrt_gpu.fft.get_workspace_size %plan
  %workspace = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch2
  %ch3 = tfrt_gpu.fft.execute %stream, %plan, %x, %x, %workspace, CUFFT_FORWARD, %ch2
  %ch4 = tfrt.call @print(%ch3, %stream, %t, %x) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  tfrt.return %ch4 : !tfrt.chain
}

func.func @columns() -> !tfrt_gpu.fft.handle {
  %ch0 = tfrt.new.chain
  %context, %stream, %allocator = tfrt.call @device() : () -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %plan = tfrt_gpu.fft.create %context, CUFFT_C2C, 1, [2, 2], [4, 1, 2], [4, 2, 1] // expected-error {{Only row-major layout is supported}}
  tfrt.return %plan : !tfrt_gpu.fft.handle
}

func.func @empty() -> !tfrt_gpu.fft.handle {
  %ch0 = tfrt.new.chain
  %context, %stream, %allocator = tfrt.call @device() : () -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %plan = tfrt_gpu.fft.create %context, CUFFT_Z2Z, 1, [0], [4, 1], [4, 1] // expected-error {{a transform of no elements}}
  tfrt.return %plan : !tfrt_gpu.fft.handle
}
