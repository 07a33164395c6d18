// rule: kernels.md 9: Cholesky factors by the library of solvers; the information is 0, or the first row that has none
// run:
// out| --- Running 'device':
// out| 'device' returned !tfrt_gpu.context value,!tfrt_gpu.stream value,!tfrt_gpu.allocator value
// out| --- Not running 'upload' because it has arguments.
// out| --- Not running 'print' because it has arguments.
// out| --- Running 'factor':
// out| DenseHostTensor dtype = f32, shape = [4], values = [2.000000e+00, 1.000000e+00, 2.000000e+00, 2.000000e+00]
// out| DenseHostTensor dtype = i32, shape = [1], values = [0]
// out| 'factor' returned !tfrt.chain value
// out| --- Running 'batch':
// out| DenseHostTensor dtype = f32, shape = [8], values = [2.000000e+00, 2.000000e+00, 1.000000e+00, 2.000000e+00, 1.000000e+00, 3.000000e+00, 3.000000e+00, 1.000000e+00]
// out| DenseHostTensor dtype = i32, shape = [2], values = [0, 2]
// out| 'batch' returned !tfrt.chain value
// out| --- Running 'halves':
// out| 'halves' returned <<error: Unsupported data type 2>>

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

func.func @factor() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %context, %stream, %allocator = tfrt.call @device() : () -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %t = tfrt_dht.create_uninitialized_tensor.f32.1 [4 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %t, %ch0 [4.0 : f32, 2.0 : f32, 2.0 : f32, 5.0 : f32]
  %a_size = tfrt.constant.i64 16
  %a, %ch2 = tfrt.call @upload(%ch1, %stream, %allocator, %t, %a_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %ti = tfrt_dht.create_uninitialized_tensor.i32.1 [1 : i64]
  %ch3 = tfrt_dht.set_tensor_with_constant_values.i32 %ti, %ch2 [9 : i32]
  %info_size = tfrt.constant.i64 4
  %info, %ch4 = tfrt.call @upload(%ch3, %stream, %allocator, %ti, %info_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %solver = tfrt_gpu.solver.create %context
  %two = tfrt.constant.i32 2
  %size = tfrt_gpu.solver.potrf.buffer_size %solver, %stream, CUBLAS_FILL_MODE_LOWER, %two, CUDA_R_32F, %two, %ch4
  %workspace = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch4
  %ch5 = tfrt_gpu.solver.potrf %solver, %stream, CUBLAS_FILL_MODE_LOWER, %two, CUDA_R_32F, %a, %two, %workspace, %info, %ch4
  %ch6 = tfrt.call @print(%ch5, %stream, %t, %a) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %ch7 = tfrt.call @print(%ch6, %stream, %ti, %info) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  tfrt.return %ch7 : !tfrt.chain
}

func.func @batch() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %context, %stream, %allocator = tfrt.call @device() : () -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %t = tfrt_dht.create_uninitialized_tensor.f32.1 [8 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %t, %ch0 [4.0 : f32, 2.0 : f32, 2.0 : f32, 5.0 : f32, 1.0 : f32, 3.0 : f32, 3.0 : f32, 1.0 : f32]
  %a_size = tfrt.constant.i64 32
  %a, %ch2 = tfrt.call @upload(%ch1, %stream, %allocator, %t, %a_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %ti = tfrt_dht.create_uninitialized_tensor.i32.1 [2 : i64]
  %ch3 = tfrt_dht.set_tensor_with_constant_values.i32 %ti, %ch2 [9 : i32, 9 : i32]
  %info_size = tfrt.constant.i64 8
  %info, %ch4 = tfrt.call @upload(%ch3, %stream, %allocator, %ti, %info_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %solver = tfrt_gpu.solver.create %context
  %two = tfrt.constant.i32 2
  %ch5 = tfrt_gpu.solver.potrf.batch %solver, %stream, CUBLAS_FILL_MODE_UPPER, %two, CUDA_R_32F, %a, %two, %info, %two, %ch4
  %ch6 = tfrt.call @print(%ch5, %stream, %t, %a) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %ch7 = tfrt.call @print(%ch6, %stream, %ti, %info) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  tfrt.return %ch7 : !tfrt.chain
}

func.func @halves() -> i64 {
  %ch0 = tfrt.new.chain
  %context, %stream, %allocator = tfrt.call @device() : () -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %solver = tfrt_gpu.solver.create %context
  %two = tfrt.constant.i32 2
  %size = tfrt_gpu.solver.potrf.buffer_size %solver, %stream, CUBLAS_FILL_MODE_LOWER, %two, CUDA_R_16F, %two, %ch0 // expected-error {{Unsupported data type 2}}
  tfrt.return %size : i64
}
