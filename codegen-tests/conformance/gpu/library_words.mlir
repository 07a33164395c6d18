// rule: gpu-details.md 1: words are numbers of a platform; those of ROCm are read and written, too, and a bare integer is an
//   algorithm of ROCm
// tool: opt --mlir-print-op-generic FILE
// out*| <{algo = -3 : si32}> : () -> !tfrt_gpu.blas.gemm.algo
// out*| <{algo = 46 : si32}> : () -> !tfrt_gpu.dnn.convolution.algorithm
// out*| computeType = 6 : si32
// out*| typeAlpha = 1 : si32
// out*| type = 177 : si32
// tool: opt FILE
// out*| tfrt_gpu.blas.gemm.algo CUBLAS_GEMM_DEFAULT
// out*| tfrt_gpu.blas.gemm.algo CUBLAS_GEMM_ALGO15_TENSOR_OP
// out*| tfrt_gpu.dnn.convolution_forward_algorithm 11
// out*| tfrt_gpu.dnn.create_convolution_descriptor miopenFloat, miopenConvolution, ROCM_DEFAULT_MATH, [1 : i32, 1 : i32], [2 : i32, 2 : i32], [1 : i32, 1 : i32]
// out*| tfrt_gpu.dnn.create_activation_descriptor 1.000000e+00, CUDNN_ACTIVATION_ELU, true
// out*| tfrt_gpu.fft.create %arg0, CUFFT_C2R, 2, [4, 8], [40, 10, 1], [32, 8, 1]
// out*| tfrt_gpu.blas.axpy %arg0, %arg1, %arg2, %arg3, CUDA_R_32F, %arg4, CUDA_R_32F, %arg2, %arg4, CUDA_R_32F, %arg2, CUDA_R_32F, %arg5
// out*| tfrt_gpu.dnn.build_convolution %arg0, CUDNN_DATA_HALF, CUDNN_DATA_FLOAT, [1, 2], [2, 1], [1, 2], [2, 1], [3, 2], [2, 1], CUDNN_CROSS_CORRELATION, 2, [1, 1], [0, 0], [1, 1], 1, 7, [0], [3]
// out*| tfrt_gpu.dnn.run_convolution %arg0, %arg1, %0, %arg2, %arg2, %arg2, %arg2, %arg3

func.func @plans(%dnn: !tfrt_gpu.dnn.handle, %stream: !tfrt_gpu.stream, %x: !tfrt_gpu.buffer, %ch: !tfrt.chain) -> (!tfrt_gpu.dnn.convolution.plan, !tfrt.chain) {
  %plan = tfrt_gpu.dnn.build_convolution %dnn, CUDNN_DATA_HALF, CUDNN_DATA_FLOAT, [1, 2], [2, 1], [1, 2], [2, 1], [3, 2], [2, 1], CUDNN_CROSS_CORRELATION, 2, [1, 1], [0, 0], [1, 1], 1, 7, [0], [3]
  %ch1 = tfrt_gpu.dnn.run_convolution %dnn, %stream, %plan, %x, %x, %x, %x, %ch
  %fused = tfrt_gpu.dnn.build_fused_convolution %dnn, CUDNN_DATA_HALF, CUDNN_DATA_HALF, CUDNN_DATA_FLOAT, [1, 2], [2, 1], [1, 2], [2, 1], [3, 2], [2, 1], [1], [1], CUDNN_CONVOLUTION, 2, [1, 1], [0, 0], [1, 1], 1.0, 0.5, CUDNN_ACTIVATION_RELU, 1, 7, [], []
  %ch2 = tfrt_gpu.dnn.run_fused_convolution %dnn, %stream, %fused, %x, %x, %x, %x, %x, %x, %ch1
  tfrt.return %plan, %ch2 : !tfrt_gpu.dnn.convolution.plan, !tfrt.chain
}

func.func @algorithms() -> (!tfrt_gpu.blas.gemm.algo, !tfrt_gpu.blas.gemm.algo, !tfrt_gpu.dnn.convolution.algorithm, !tfrt_gpu.dnn.convolution.descriptor, !tfrt_gpu.dnn.activation.descriptor) {
  %a = tfrt_gpu.blas.gemm.algo CUBLAS_GEMM_DFALT
  %b = tfrt_gpu.blas.gemm.algo CUBLAS_GEMM_ALGO15_TENSOR_OP
  %c = tfrt_gpu.dnn.convolution_forward_algorithm 11
  %d = tfrt_gpu.dnn.create_convolution_descriptor miopenFloat, miopenConvolution, ROCM_DEFAULT_MATH, [1 : i32, 1 : i32], [2 : i32, 2 : i32], [1 : i32, 1 : i32]
  %e = tfrt_gpu.dnn.create_activation_descriptor 1.0, CUDNN_ACTIVATION_ELU, true
  tfrt.return %a, %b, %c, %d, %e : !tfrt_gpu.blas.gemm.algo, !tfrt_gpu.blas.gemm.algo, !tfrt_gpu.dnn.convolution.algorithm, !tfrt_gpu.dnn.convolution.descriptor, !tfrt_gpu.dnn.activation.descriptor
}

func.func @plan(%context: !tfrt_gpu.context) -> !tfrt_gpu.fft.handle {
  %plan = tfrt_gpu.fft.create %context, CUFFT_C2R, 2, [4, 8], [40, 10, 1], [32, 8, 1]
  tfrt.return %plan : !tfrt_gpu.fft.handle
}

func.func @axpy(%blas: !tfrt_gpu.blas.handle, %stream: !tfrt_gpu.stream, %n: i32, %alpha: f32, %x: !tfrt_gpu.buffer, %ch: !tfrt.chain) -> !tfrt.chain {
  %ch1 = tfrt_gpu.blas.axpy %blas, %stream, %n, %alpha, CUDA_R_32F, %x, CUDA_R_32F, %n, %x, CUDA_R_32F, %n, CUDA_R_32F, %ch
  tfrt.return %ch1 : !tfrt.chain
}
