// rule: gpu-details.md 1: what ops of the libraries are refused for
// tool: opt --split-input-file FILE
// exit: 2
// err| unknown cudaDataType or rocblas_datatype enum
// err| 'tfrt_gpu.blas.axpy' op typeAlpha, typeX, typeY and executionType need to match
// err| 'tfrt_gpu.blas.scal' op typeAlpha, typeX, and executionType need to match
// err| 'tfrt_gpu.blas.scal' op alpha's type doesn't match typeAlpha
// err| 'tfrt_gpu.blas.gemm' op typeA and typeB need to match
// err| no cudaDataType or rocblas_datatype that says a type
// err| 'tfrt_gpu.fft.create' op dims should have rank 1, 2, or 3.
// err| 'tfrt_gpu.fft.create' op in_strides should be one larger than dims.
// err| 'tfrt_gpu.fft.create' op out_strides should be one larger than dims.

func.func @word(%blas: !tfrt_gpu.blas.handle, %stream: !tfrt_gpu.stream, %n: i32, %alpha: f32, %x: !tfrt_gpu.buffer, %ch: !tfrt.chain) -> !tfrt.chain {
  %ch1 = tfrt_gpu.blas.scal %blas, %stream, %n, %alpha, CUDA_FLOAT, %x, CUDA_R_32F, %n, CUDA_R_32F, %ch
  tfrt.return %ch1 : !tfrt.chain
}

// -----
func.func @axpy(%blas: !tfrt_gpu.blas.handle, %stream: !tfrt_gpu.stream, %n: i32, %alpha: f32, %x: !tfrt_gpu.buffer, %ch: !tfrt.chain) -> !tfrt.chain {
  %ch1 = tfrt_gpu.blas.axpy %blas, %stream, %n, %alpha, CUDA_R_32F, %x, CUDA_R_64F, %n, %x, CUDA_R_32F, %n, CUDA_R_32F, %ch
  tfrt.return %ch1 : !tfrt.chain
}

// -----
func.func @scal(%blas: !tfrt_gpu.blas.handle, %stream: !tfrt_gpu.stream, %n: i32, %alpha: f32, %x: !tfrt_gpu.buffer, %ch: !tfrt.chain) -> !tfrt.chain {
  %ch1 = tfrt_gpu.blas.scal %blas, %stream, %n, %alpha, CUDA_R_32F, %x, CUDA_R_32F, %n, CUDA_R_64F, %ch
  tfrt.return %ch1 : !tfrt.chain
}

// -----
func.func @alpha(%blas: !tfrt_gpu.blas.handle, %stream: !tfrt_gpu.stream, %n: i32, %alpha: f32, %x: !tfrt_gpu.buffer, %ch: !tfrt.chain) -> !tfrt.chain {
  %ch1 = "tfrt_gpu.blas.scal"(%blas, %stream, %n, %alpha, %x, %n, %ch) {executionType = 5 : si32, typeAlpha = 5 : si32, typeX = 5 : si32} : (!tfrt_gpu.blas.handle, !tfrt_gpu.stream, i32, f32, !tfrt_gpu.buffer, i32, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}

// -----
func.func @gemm(%blas: !tfrt_gpu.blas.handle, %stream: !tfrt_gpu.stream, %n: i32, %alpha: f32, %x: !tfrt_gpu.buffer, %ch: !tfrt.chain) -> !tfrt.chain {
  %algo = tfrt_gpu.blas.gemm.algo CUBLAS_GEMM_ALGO0
  %ch1 = tfrt_gpu.blas.gemm %blas, %stream, CUBLAS_OP_N, CUBLAS_OP_T, %n, %n, %n, %alpha, %x, CUDA_R_16F, %n, %x, CUDA_R_32F, %n, %alpha, %x, CUDA_R_32F, %n, CUBLAS_COMPUTE_32F, %algo, %ch
  tfrt.return %ch1 : !tfrt.chain
}

// -----
func.func @no_type(%blas: !tfrt_gpu.blas.handle, %stream: !tfrt_gpu.stream, %n: i32, %alpha: f32, %x: !tfrt_gpu.buffer, %ch: !tfrt.chain) -> !tfrt.chain {
  %ch1 = tfrt_gpu.blas.scal %blas, %stream, %n, %alpha, CUDA_R_8I, %x, CUDA_R_32F, %n, CUDA_R_32F, %ch
  tfrt.return %ch1 : !tfrt.chain
}

// -----
func.func @rank(%context: !tfrt_gpu.context) -> !tfrt_gpu.fft.handle {
  %plan = tfrt_gpu.fft.create %context, CUFFT_C2C, 1, [2, 2, 2, 2], [16, 8, 4, 2, 1], [16, 8, 4, 2, 1]
  tfrt.return %plan : !tfrt_gpu.fft.handle
}

// -----
func.func @in_strides(%context: !tfrt_gpu.context) -> !tfrt_gpu.fft.handle {
  %plan = tfrt_gpu.fft.create %context, CUFFT_C2C, 1, [2], [1], [2, 1]
  tfrt.return %plan : !tfrt_gpu.fft.handle
}

// -----
func.func @out_strides(%context: !tfrt_gpu.context) -> !tfrt_gpu.fft.handle {
  %plan = tfrt_gpu.fft.create %context, CUFFT_C2C, 1, [2], [2, 1], [2, 1, 1]
  tfrt.return %plan : !tfrt_gpu.fft.handle
}
