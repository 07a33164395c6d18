// rule: gpu-details.md 2: tensors on a device, made of a buffer of their size
// engines: executor, it prints an address
// run:
// out*| DenseGpuTensor<dtype=f64, shape=[2, 4], pointer=0x
// out*| (CUDA)>
// out*| DenseGpuTensor<dtype=i64, shape=[8], pointer=0x
// out*| DenseGpuTensor<dtype=f32, shape=[4, 4], pointer=0x
// out*| DenseGpuTensor<dtype=i8, shape=[64, 1], pointer=0x
// out*| 'size' returned <<error: tfrt_gpu.tensor.make failed: buffer_size (64) is not equal to the number of elements in shape ([2, 3]) times element size (4)>>
// out*| 'kind' returned <<error: a tensor of kind DenseHost, expected DenseGpu>>

func.func @made() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %allocator = tfrt_gpu.allocator.create %context
  %bytes = tfrt.constant.i64 64
  %buffer = tfrt_gpu.mem.allocate %allocator, %stream, %bytes, %ch0
  %shape = ts.build_shape [2, 4]
  %tensor = tfrt_gpu.tensor.make.f64 %buffer, %shape, %ch0
  %ch1 = tfrt_gpu.tensor.print_metadata %tensor, %ch0
  %ch2 = tfrt_dht.print_tensor %tensor, %ch1
  %words = ts.build_shape [8]
  %longs = tfrt_gpu.tensor.make.i64 %buffer, %words, %ch0
  %ch3 = tfrt_gpu.tensor.print_metadata %longs, %ch2
  %floats_shape = ts.build_shape [4, 4]
  %floats = tfrt_gpu.tensor.make.f32 %buffer, %floats_shape, %ch0
  %ch4 = tfrt_gpu.tensor.print_metadata %floats, %ch3
  %bytes_shape = ts.build_shape [64, 1]
  %bytes_tensor = tfrt_gpu.tensor.make.i8 %buffer, %bytes_shape, %ch0
  %ch5 = tfrt_gpu.tensor.print_metadata %bytes_tensor, %ch4
  tfrt.return %ch5 : !tfrt.chain
}

func.func @size() -> !tfrt_tensor.tensor {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %allocator = tfrt_gpu.allocator.create %context
  %bytes = tfrt.constant.i64 64
  %buffer = tfrt_gpu.mem.allocate %allocator, %stream, %bytes, %ch0
  %shape = ts.build_shape [2, 3]
  %tensor = tfrt_gpu.tensor.make.i32 %buffer, %shape, %ch0 // expected-error {{tfrt_gpu.tensor.make failed: buffer_size (64) is not equal}}
  tfrt.return %tensor : !tfrt_tensor.tensor
}

func.func @kind() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = tfrt_dht.create_uninitialized_tensor.f32.1 [4 : i64]
  %ch1 = tfrt_gpu.tensor.print_metadata %x, %ch0 // expected-error {{a tensor of kind DenseHost, expected DenseGpu}}
  tfrt.return %ch1 : !tfrt.chain
}
