// rule: kernels.md 9, gpu-details.md 1: vectors and matrices by the library of linear algebra, column-major; types of scales follow
//   from words
// run:
// out| --- Running 'device':
// out| 'device' returned !tfrt_gpu.context value,!tfrt_gpu.stream value,!tfrt_gpu.allocator value
// out| --- Not running 'upload' because it has arguments.
// out| --- Not running 'print' because it has arguments.
// out| --- Running 'vectors':
// out| DenseHostTensor dtype = f32, shape = [4], values = [3.000000e+00, 6.000000e+00, 9.000000e+00, 1.200000e+01]
// out| DenseHostTensor dtype = f32, shape = [4], values = [-1.500000e+00, -3.000000e+00, -4.500000e+00, -6.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [4], values = [-1.500000e+00, -1.000000e+00, -4.500000e+00, -2.000000e+00]
// out| 'vectors' returned !tfrt.chain value
// out| --- Running 'products':
// out| DenseHostTensor dtype = f32, shape = [4], values = [3.200000e+01, 3.800000e+01, 5.900000e+01, 7.400000e+01]
// out| DenseHostTensor dtype = f32, shape = [4], values = [1.400000e+01, 3.200000e+01, 3.200000e+01, 7.700000e+01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [1.700000e+01, 1.100000e+01]
// out| 'products' returned !tfrt.chain value
// out| --- Running 'equations':
// out| DenseHostTensor dtype = f32, shape = [4], values = [2.000000e+00, 2.000000e+00, 1.000000e+00, 2.000000e+00]
// out| 'equations' returned !tfrt.chain value
// out| --- Running 'short':
// out| 'short' returned <<error: x has 16 bytes, and 20 are used of it>>
// out| --- Running 'rocm':
// out| 'rocm' returned <<error: Unsupported platform>>
// out| --- Running 'refused':
// out| 'refused' returned <<error: 'cublasGemmEx': CUBLAS_STATUS_INVALID_VALUE>>

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

func.func @vectors() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %context, %stream, %allocator = tfrt.call @device() : () -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %t = tfrt_dht.create_uninitialized_tensor.f32.1 [4 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %t, %ch0 [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32]
  %x_size = tfrt.constant.i64 16
  %x, %ch2 = tfrt.call @upload(%ch1, %stream, %allocator, %t, %x_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %z = tfrt_dht.create_uninitialized_tensor.f32.1 [4 : i64]
  %ch3 = tfrt_dht.set_tensor_with_constant_values.f32 %z, %ch2 [0.0 : f32, 0.0 : f32, 0.0 : f32, 0.0 : f32]
  %y_size = tfrt.constant.i64 16
  %y, %ch4 = tfrt.call @upload(%ch3, %stream, %allocator, %z, %y_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %blas = tfrt_gpu.blas.create %context
  %n = tfrt.constant.i32 4
  %one = tfrt.constant.i32 1
  %three = tfrt.constant.f32 3.0
  %ch5 = tfrt_gpu.blas.axpy %blas, %stream, %n, %three, CUDA_R_32F, %x, CUDA_R_32F, %one, %y, CUDA_R_32F, %one, CUDA_R_32F, %ch4
  %ch6 = tfrt.call @print(%ch5, %stream, %t, %y) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %minus = tfrt.constant.f32 -0.5
  %ch7 = tfrt_gpu.blas.scal %blas, %stream, %n, %minus, CUDA_R_32F, %y, CUDA_R_32F, %one, CUDA_R_32F, %ch6
  %ch8 = tfrt.call @print(%ch7, %stream, %t, %y) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  // Every second element, from the second on.
  %two = tfrt.constant.i32 2
  %from = tfrt.constant.ui64 4
  %rest = tfrt.constant.ui64 12
  %tail = tfrt_gpu.mem.view %y, %from, %rest
  %third = tfrt.constant.f32 0.3333333432674408
  %ch9 = tfrt_gpu.blas.scal %blas, %stream, %two, %third, CUDA_R_32F, %tail, CUDA_R_32F, %two, CUDA_R_32F, %ch8
  %ch10 = tfrt.call @print(%ch9, %stream, %t, %y) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  tfrt.return %ch10 : !tfrt.chain
}

func.func @products() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %context, %stream, %allocator = tfrt.call @device() : () -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %t6 = tfrt_dht.create_uninitialized_tensor.f32.1 [6 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %t6, %ch0 [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32, 5.0 : f32, 6.0 : f32]
  %a_size = tfrt.constant.i64 24
  %a, %ch2 = tfrt.call @upload(%ch1, %stream, %allocator, %t6, %a_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %b_size = tfrt.constant.i64 24
  %b, %ch3 = tfrt.call @upload(%ch2, %stream, %allocator, %t6, %b_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %t4 = tfrt_dht.create_uninitialized_tensor.f32.1 [4 : i64]
  %ch4 = tfrt_dht.set_tensor_with_constant_values.f32 %t4, %ch3 [1.0 : f32, 1.0 : f32, 1.0 : f32, 1.0 : f32]
  %c_size = tfrt.constant.i64 16
  %c, %ch5 = tfrt.call @upload(%ch4, %stream, %allocator, %t4, %c_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %blas = tfrt_gpu.blas.create %context
  %one = tfrt.constant.i32 1
  %two = tfrt.constant.i32 2
  %three = tfrt.constant.i32 3
  %alpha = tfrt.constant.f32 1.0
  %beta = tfrt.constant.f32 10.0
  %algo = tfrt_gpu.blas.gemm.algo CUBLAS_GEMM_DEFAULT
  %ch6 = tfrt_gpu.blas.gemm %blas, %stream, CUBLAS_OP_N, CUBLAS_OP_N, %two, %two, %three, %alpha, %a, CUDA_R_32F, %two, %b, CUDA_R_32F, %three, %beta, %c, CUDA_R_32F, %two, CUBLAS_COMPUTE_32F, %algo, %ch5
  %ch7 = tfrt.call @print(%ch6, %stream, %t4, %c) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %none = tfrt.constant.f32 0.0
  %ch8 = tfrt_gpu.blas.gemm %blas, %stream, CUBLAS_OP_T, CUBLAS_OP_N, %two, %two, %three, %alpha, %a, CUDA_R_32F, %three, %b, CUDA_R_32F, %three, %none, %c, CUDA_R_32F, %two, CUBLAS_COMPUTE_32F_PEDANTIC, %algo, %ch7
  %ch9 = tfrt.call @print(%ch8, %stream, %t4, %c) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %left = tfrt_dht.create_uninitialized_tensor.f32.1 [4 : i64]
  %ch10 = tfrt_dht.set_tensor_with_constant_values.f32 %left, %ch9 [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32]
  %ab_size = tfrt.constant.i64 16
  %ab, %ch11 = tfrt.call @upload(%ch10, %stream, %allocator, %left, %ab_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %right = tfrt_dht.create_uninitialized_tensor.f32.1 [4 : i64]
  %ch12 = tfrt_dht.set_tensor_with_constant_values.f32 %right, %ch11 [5.0 : f32, 6.0 : f32, 1.0 : f32, 2.0 : f32]
  %bb_size = tfrt.constant.i64 16
  %bb, %ch13 = tfrt.call @upload(%ch12, %stream, %allocator, %right, %bb_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %pair = tfrt_dht.create_uninitialized_tensor.f32.1 [2 : i64]
  %ch14 = tfrt_dht.set_tensor_with_constant_values.f32 %pair, %ch13 [0.0 : f32, 0.0 : f32]
  %cb_size = tfrt.constant.i64 8
  %cb, %ch15 = tfrt.call @upload(%ch14, %stream, %allocator, %pair, %cb_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %two64 = tfrt.constant.i64 2
  %one64 = tfrt.constant.i64 1
  %ch16 = tfrt_gpu.blas.gemm.batch %blas, %stream, CUBLAS_OP_N, CUBLAS_OP_N, %one, %one, %two, %alpha, %ab, CUDA_R_32F, %one, %two64, %bb, CUDA_R_32F, %two, %two64, %none, %cb, CUDA_R_32F, %one, %one64, %two, CUBLAS_COMPUTE_32F, %algo, %ch15
  %ch17 = tfrt.call @print(%ch16, %stream, %pair, %cb) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  tfrt.return %ch17 : !tfrt.chain
}

func.func @equations() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %context, %stream, %allocator = tfrt.call @device() : () -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %ta = tfrt_dht.create_uninitialized_tensor.f32.1 [8 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %ta, %ch0 [2.0 : f32, 1.0 : f32, 9.0 : f32, 4.0 : f32, 1.0 : f32, 3.0 : f32, 9.0 : f32, 1.0 : f32]
  %a_size = tfrt.constant.i64 32
  %a, %ch2 = tfrt.call @upload(%ch1, %stream, %allocator, %ta, %a_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %tb = tfrt_dht.create_uninitialized_tensor.f32.1 [4 : i64]
  %ch3 = tfrt_dht.set_tensor_with_constant_values.f32 %tb, %ch2 [4.0 : f32, 10.0 : f32, 1.0 : f32, 5.0 : f32]
  %b_size = tfrt.constant.i64 16
  %b, %ch4 = tfrt.call @upload(%ch3, %stream, %allocator, %tb, %b_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %blas = tfrt_gpu.blas.create %context
  %one = tfrt.constant.i32 1
  %two = tfrt.constant.i32 2
  %alpha = tfrt.constant.f32 1.0
  %ch5 = tfrt_gpu.blas.trsm.batch %blas, %stream, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, %two, %one, CUDA_R_32F, %alpha, %a, %two, %b, %two, %two, %ch4
  %ch6 = tfrt.call @print(%ch5, %stream, %tb, %b) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  tfrt.return %ch6 : !tfrt.chain
}

func.func @short() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %context, %stream, %allocator = tfrt.call @device() : () -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %t = tfrt_dht.create_uninitialized_tensor.f32.1 [4 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %t, %ch0 [1.0 : f32, 1.0 : f32, 1.0 : f32, 1.0 : f32]
  %x_size = tfrt.constant.i64 16
  %x, %ch2 = tfrt.call @upload(%ch1, %stream, %allocator, %t, %x_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %blas = tfrt_gpu.blas.create %context
  %five = tfrt.constant.i32 5
  %one = tfrt.constant.i32 1
  %alpha = tfrt.constant.f32 1.0
  %ch3 = tfrt_gpu.blas.scal %blas, %stream, %five, %alpha, CUDA_R_32F, %x, CUDA_R_32F, %one, CUDA_R_32F, %ch2 // expected-error {{x has 16 bytes, and 20 are used of it}}
  tfrt.return %ch3 : !tfrt.chain
}

func.func @rocm() -> !tfrt_gpu.blas.gemm.algo {
  %algo = tfrt_gpu.blas.gemm.algo rocblas_gemm_algo_standard // expected-error {{Unsupported platform}}
  tfrt.return %algo : !tfrt_gpu.blas.gemm.algo
}

func.func @refused() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %context, %stream, %allocator = tfrt.call @device() : () -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %t = tfrt_dht.create_uninitialized_tensor.f32.1 [4 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %t, %ch0 [1.0 : f32, 1.0 : f32, 1.0 : f32, 1.0 : f32]
  %x_size = tfrt.constant.i64 16
  %x, %ch2 = tfrt.call @upload(%ch1, %stream, %allocator, %t, %x_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %blas = tfrt_gpu.blas.create %context
  %one = tfrt.constant.i32 1
  %two = tfrt.constant.i32 2
  %alpha = tfrt.constant.f32 1.0
  %algo = tfrt_gpu.blas.gemm.algo CUBLAS_GEMM_DEFAULT
  // Columns of two rows cannot begin one row apart.
  %ch3 = tfrt_gpu.blas.gemm %blas, %stream, CUBLAS_OP_N, CUBLAS_OP_N, %two, %one, %one, %alpha, %x, CUDA_R_32F, %one, %x, CUDA_R_32F, %one, %alpha, %x, CUDA_R_32F, %two, CUBLAS_COMPUTE_32F, %algo, %ch2 // expected-error {{'cublasGemmEx': CUBLAS_STATUS_INVALID_VALUE}}
  tfrt.return %ch3 : !tfrt.chain
}
