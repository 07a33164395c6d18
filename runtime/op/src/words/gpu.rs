//! The words of GPU platforms, with the numbers of the vendors' headers.

use super::{CUDA, ROCM, STEP, Word, Words};

/// The tables.
pub(super) static TABLES: [Words; 19] = [
    Words { name: "gpu_platform", title: "platform", words: GPU_PLATFORM, bare: 0 },
    Words {
        name: "gpu_data_type",
        title: "cudaDataType or rocblas_datatype",
        words: GPU_DATA_TYPE,
        bare: 0,
    },
    Words {
        name: "gpu_blas_compute",
        title: "cublasComputeType_t or rocblas_datatype",
        words: GPU_BLAS_COMPUTE,
        bare: 0,
    },
    Words {
        name: "gpu_blas_diagonal",
        title: "cublasDiagType_t or rocblas_diagonal",
        words: GPU_BLAS_DIAGONAL,
        bare: 0,
    },
    Words {
        name: "gpu_blas_operation",
        title: "cublasOperation_t or rocblas_operation",
        words: GPU_BLAS_OPERATION,
        bare: 0,
    },
    Words {
        name: "gpu_blas_algorithm",
        title: "cublasGemmAlgo_t or rocblas_gemm_algo",
        words: GPU_BLAS_ALGORITHM,
        bare: 0,
    },
    Words {
        name: "gpu_blas_fill",
        title: "cublasFillMode_t or rocblas_fill",
        words: GPU_BLAS_FILL,
        bare: 0,
    },
    Words {
        name: "gpu_blas_side",
        title: "cublasSideMode_t or rocblas_side",
        words: GPU_BLAS_SIDE,
        bare: 0,
    },
    Words {
        name: "gpu_dnn_data_type",
        title: "cudnnDataType_t or miopenDataType_t",
        words: GPU_DNN_DATA_TYPE,
        bare: 0,
    },
    Words {
        name: "gpu_dnn_mode",
        title: "cudnnConvolutionMode_t or miopenConvolutionMode_t",
        words: GPU_DNN_MODE,
        bare: 0,
    },
    Words {
        name: "gpu_dnn_activation",
        title: "cudnnActivationMode_t or miopenActivationMode_t",
        words: GPU_DNN_ACTIVATION,
        bare: 0,
    },
    Words {
        name: "gpu_dnn_math",
        title: "cudnnMathType_t or rocmDnnMathType_t",
        words: GPU_DNN_MATH,
        bare: 0,
    },
    Words {
        name: "gpu_dnn_forward",
        title: "cudnnConvolutionFwdAlgo_t",
        words: GPU_DNN_FORWARD,
        bare: ROCM,
    },
    Words {
        name: "gpu_dnn_backward_data",
        title: "cudnnConvolutionBwdDataAlgo_t",
        words: GPU_DNN_BACKWARD_DATA,
        bare: ROCM,
    },
    Words {
        name: "gpu_dnn_backward_filter",
        title: "cudnnConvolutionBwdFilterAlgo_t",
        words: GPU_DNN_BACKWARD_FILTER,
        bare: ROCM,
    },
    Words { name: "gpu_fft_type", title: "cufftType or hipfftType", words: GPU_FFT_TYPE, bare: 0 },
    Words {
        name: "gpu_fft_direction",
        title: "cufftDirection or hipfftDirection",
        words: GPU_FFT_DIRECTION,
        bare: 0,
    },
    Words { name: "gpu_ccl_data_type", title: "ncclDataType_t", words: GPU_CCL_DATA_TYPE, bare: 0 },
    Words { name: "gpu_ccl_reduction", title: "ncclRedOp_t", words: GPU_CCL_REDUCTION, bare: 0 },
];

const fn cuda(word: &'static str, enumerator: i32, says: &'static str) -> Word {
    Word { word, number: enumerator * STEP + CUDA, says }
}

const fn rocm(word: &'static str, enumerator: i32, says: &'static str) -> Word {
    Word { word, number: enumerator * STEP + ROCM, says }
}

const GPU_PLATFORM: &[Word] =
    &[Word { word: "CUDA", number: CUDA, says: "" }, Word { word: "ROCm", number: ROCM, says: "" }];

const GPU_DATA_TYPE: &[Word] = &[
    cuda("CUDA_R_32F", 0, "f32"),
    cuda("CUDA_R_64F", 1, "f64"),
    cuda("CUDA_R_16F", 2, "f16"),
    cuda("CUDA_R_8I", 3, ""),
    cuda("CUDA_C_32F", 4, "complex<f32>"),
    cuda("CUDA_C_64F", 5, "complex<f64>"),
    cuda("CUDA_C_16F", 6, ""),
    cuda("CUDA_C_8I", 7, ""),
    cuda("CUDA_R_8U", 8, ""),
    cuda("CUDA_C_8U", 9, ""),
    cuda("CUDA_R_32I", 10, ""),
    cuda("CUDA_C_32I", 11, ""),
    cuda("CUDA_R_32U", 12, ""),
    cuda("CUDA_C_32U", 13, ""),
    cuda("CUDA_R_16BF", 14, ""),
    cuda("CUDA_C_16BF", 15, ""),
    cuda("CUDA_R_4I", 16, ""),
    cuda("CUDA_C_4I", 17, ""),
    cuda("CUDA_R_4U", 18, ""),
    cuda("CUDA_C_4U", 19, ""),
    cuda("CUDA_R_16I", 20, ""),
    cuda("CUDA_C_16I", 21, ""),
    cuda("CUDA_R_16U", 22, ""),
    cuda("CUDA_C_16U", 23, ""),
    cuda("CUDA_R_64I", 24, ""),
    cuda("CUDA_C_64I", 25, ""),
    cuda("CUDA_R_64U", 26, ""),
    cuda("CUDA_C_64U", 27, ""),
    rocm("rocblas_datatype_f16_r", 150, "f16"),
    rocm("rocblas_datatype_f32_r", 151, "f32"),
    rocm("rocblas_datatype_f64_r", 152, "f64"),
    rocm("rocblas_datatype_f16_c", 153, ""),
    rocm("rocblas_datatype_f32_c", 154, "complex<f32>"),
    rocm("rocblas_datatype_f64_c", 155, "complex<f64>"),
    rocm("rocblas_datatype_i8_r", 160, ""),
    rocm("rocblas_datatype_u8_r", 161, ""),
    rocm("rocblas_datatype_i32_r", 162, ""),
    rocm("rocblas_datatype_u32_r", 163, ""),
    rocm("rocblas_datatype_i8_c", 164, ""),
    rocm("rocblas_datatype_u8_c", 165, ""),
    rocm("rocblas_datatype_i32_c", 166, ""),
    rocm("rocblas_datatype_u32_c", 167, ""),
    rocm("rocblas_datatype_bf16_r", 168, ""),
    rocm("rocblas_datatype_bf16_c", 169, ""),
];

const GPU_BLAS_COMPUTE: &[Word] = &[
    cuda("CUBLAS_COMPUTE_16F", 64, "f16"),
    cuda("CUBLAS_COMPUTE_16F_PEDANTIC", 65, "f16"),
    cuda("CUBLAS_COMPUTE_32F", 68, "f32"),
    cuda("CUBLAS_COMPUTE_32F_PEDANTIC", 69, "f32"),
    cuda("CUBLAS_COMPUTE_64F", 70, "f64"),
    cuda("CUBLAS_COMPUTE_64F_PEDANTIC", 71, "f64"),
    cuda("CUBLAS_COMPUTE_32I", 72, "si32"),
    cuda("CUBLAS_COMPUTE_32I_PEDANTIC", 73, "si32"),
    cuda("CUBLAS_COMPUTE_32F_FAST_16F", 74, "f32"),
    cuda("CUBLAS_COMPUTE_32F_FAST_16BF", 75, "f32"),
    cuda("CUBLAS_COMPUTE_32F_FAST_TF32", 77, "f32"),
    rocm("rocblas_datatype_f16_r", 150, "f16"),
    rocm("rocblas_datatype_f32_r", 151, "f32"),
    rocm("rocblas_datatype_f64_r", 152, "f64"),
    rocm("rocblas_datatype_f16_c", 153, ""),
    rocm("rocblas_datatype_f32_c", 154, "complex<f32>"),
    rocm("rocblas_datatype_f64_c", 155, "complex<f64>"),
    rocm("rocblas_datatype_i8_r", 160, ""),
    rocm("rocblas_datatype_u8_r", 161, ""),
    rocm("rocblas_datatype_i32_r", 162, ""),
    rocm("rocblas_datatype_u32_r", 163, ""),
    rocm("rocblas_datatype_i8_c", 164, ""),
    rocm("rocblas_datatype_u8_c", 165, ""),
    rocm("rocblas_datatype_i32_c", 166, ""),
    rocm("rocblas_datatype_u32_c", 167, ""),
    rocm("rocblas_datatype_bf16_r", 168, ""),
    rocm("rocblas_datatype_bf16_c", 169, ""),
];

const GPU_BLAS_DIAGONAL: &[Word] = &[
    cuda("CUBLAS_DIAG_NON_UNIT", 0, ""),
    cuda("CUBLAS_DIAG_UNIT", 1, ""),
    rocm("rocblas_diagonal_non_unit", 131, ""),
    rocm("rocblas_diagonal_unit", 132, ""),
];

const GPU_BLAS_OPERATION: &[Word] = &[
    cuda("CUBLAS_OP_N", 0, ""),
    cuda("CUBLAS_OP_T", 1, ""),
    cuda("CUBLAS_OP_C", 2, ""),
    cuda("CUBLAS_OP_HERMITAN", 2, ""),
    cuda("CUBLAS_OP_CONJG", 3, ""),
    rocm("rocblas_operation_none", 111, ""),
    rocm("rocblas_operation_transpose", 112, ""),
    rocm("rocblas_operation_conjugate_transpose", 113, ""),
];

const GPU_BLAS_ALGORITHM: &[Word] = &[
    cuda("CUBLAS_GEMM_DEFAULT", -1, ""),
    cuda("CUBLAS_GEMM_DFALT", -1, ""),
    cuda("CUBLAS_GEMM_ALGO0", 0, ""),
    cuda("CUBLAS_GEMM_ALGO1", 1, ""),
    cuda("CUBLAS_GEMM_ALGO2", 2, ""),
    cuda("CUBLAS_GEMM_ALGO3", 3, ""),
    cuda("CUBLAS_GEMM_ALGO4", 4, ""),
    cuda("CUBLAS_GEMM_ALGO5", 5, ""),
    cuda("CUBLAS_GEMM_ALGO6", 6, ""),
    cuda("CUBLAS_GEMM_ALGO7", 7, ""),
    cuda("CUBLAS_GEMM_ALGO8", 8, ""),
    cuda("CUBLAS_GEMM_ALGO9", 9, ""),
    cuda("CUBLAS_GEMM_ALGO10", 10, ""),
    cuda("CUBLAS_GEMM_ALGO11", 11, ""),
    cuda("CUBLAS_GEMM_ALGO12", 12, ""),
    cuda("CUBLAS_GEMM_ALGO13", 13, ""),
    cuda("CUBLAS_GEMM_ALGO14", 14, ""),
    cuda("CUBLAS_GEMM_ALGO15", 15, ""),
    cuda("CUBLAS_GEMM_ALGO16", 16, ""),
    cuda("CUBLAS_GEMM_ALGO17", 17, ""),
    cuda("CUBLAS_GEMM_ALGO18", 18, ""),
    cuda("CUBLAS_GEMM_ALGO19", 19, ""),
    cuda("CUBLAS_GEMM_ALGO20", 20, ""),
    cuda("CUBLAS_GEMM_ALGO21", 21, ""),
    cuda("CUBLAS_GEMM_ALGO22", 22, ""),
    cuda("CUBLAS_GEMM_ALGO23", 23, ""),
    cuda("CUBLAS_GEMM_DEFAULT_TENSOR_OP", 99, ""),
    cuda("CUBLAS_GEMM_DFALT_TENSOR_OP", 99, ""),
    cuda("CUBLAS_GEMM_ALGO0_TENSOR_OP", 100, ""),
    cuda("CUBLAS_GEMM_ALGO1_TENSOR_OP", 101, ""),
    cuda("CUBLAS_GEMM_ALGO2_TENSOR_OP", 102, ""),
    cuda("CUBLAS_GEMM_ALGO3_TENSOR_OP", 103, ""),
    cuda("CUBLAS_GEMM_ALGO4_TENSOR_OP", 104, ""),
    cuda("CUBLAS_GEMM_ALGO5_TENSOR_OP", 105, ""),
    cuda("CUBLAS_GEMM_ALGO6_TENSOR_OP", 106, ""),
    cuda("CUBLAS_GEMM_ALGO7_TENSOR_OP", 107, ""),
    cuda("CUBLAS_GEMM_ALGO8_TENSOR_OP", 108, ""),
    cuda("CUBLAS_GEMM_ALGO9_TENSOR_OP", 109, ""),
    cuda("CUBLAS_GEMM_ALGO10_TENSOR_OP", 110, ""),
    cuda("CUBLAS_GEMM_ALGO11_TENSOR_OP", 111, ""),
    cuda("CUBLAS_GEMM_ALGO12_TENSOR_OP", 112, ""),
    cuda("CUBLAS_GEMM_ALGO13_TENSOR_OP", 113, ""),
    cuda("CUBLAS_GEMM_ALGO14_TENSOR_OP", 114, ""),
    cuda("CUBLAS_GEMM_ALGO15_TENSOR_OP", 115, ""),
    rocm("rocblas_gemm_algo_standard", 0, ""),
];

const GPU_BLAS_FILL: &[Word] = &[
    cuda("CUBLAS_FILL_MODE_LOWER", 0, ""),
    cuda("CUBLAS_FILL_MODE_UPPER", 1, ""),
    cuda("CUBLAS_FILL_MODE_FULL", 2, ""),
    rocm("rocblas_fill_upper", 121, ""),
    rocm("rocblas_fill_lower", 122, ""),
    rocm("rocblas_fill_full", 123, ""),
];

const GPU_BLAS_SIDE: &[Word] = &[
    cuda("CUBLAS_SIDE_LEFT", 0, ""),
    cuda("CUBLAS_SIDE_RIGHT", 1, ""),
    rocm("rocblas_side_left", 141, ""),
    rocm("rocblas_side_right", 142, ""),
    rocm("rocblas_side_both", 143, ""),
];

const GPU_DNN_DATA_TYPE: &[Word] = &[
    cuda("CUDNN_DATA_FLOAT", 0, "f32"),
    cuda("CUDNN_DATA_DOUBLE", 1, "f64"),
    cuda("CUDNN_DATA_HALF", 2, "f16"),
    cuda("CUDNN_DATA_INT8", 3, ""),
    cuda("CUDNN_DATA_INT32", 4, ""),
    cuda("CUDNN_DATA_INT8x4", 5, ""),
    cuda("CUDNN_DATA_UINT8", 6, ""),
    cuda("CUDNN_DATA_UINT8x4", 7, ""),
    cuda("CUDNN_DATA_INT8x32", 8, ""),
    rocm("miopenHalf", 0, "f16"),
    rocm("miopenFloat", 1, "f32"),
    rocm("miopenInt32", 2, ""),
    rocm("miopenInt8", 3, ""),
    rocm("miopenInt8x4", 4, ""),
    rocm("miopenBFloat16", 5, ""),
    rocm("miopenDouble", 6, "f64"),
];

const GPU_DNN_MODE: &[Word] = &[
    cuda("CUDNN_CONVOLUTION", 0, ""),
    cuda("CUDNN_CROSS_CORRELATION", 1, ""),
    rocm("miopenConvolution", 0, ""),
    rocm("miopenTranspose", 1, ""),
    rocm("miopenGroupConv", 2, ""),
    rocm("miopenDepthwise", 3, ""),
];

const GPU_DNN_ACTIVATION: &[Word] = &[
    cuda("CUDNN_ACTIVATION_SIGMOID", 0, ""),
    cuda("CUDNN_ACTIVATION_RELU", 1, ""),
    cuda("CUDNN_ACTIVATION_TANH", 2, ""),
    cuda("CUDNN_ACTIVATION_CLIPPED_RELU", 3, ""),
    cuda("CUDNN_ACTIVATION_ELU", 4, ""),
    cuda("CUDNN_ACTIVATION_IDENTITY", 5, ""),
    cuda("CUDNN_ACTIVATION_SWISH", 6, ""),
    rocm("miopenActivationPASTHRU", 0, ""),
    rocm("miopenActivationLOGISTIC", 1, ""),
    rocm("miopenActivationTANH", 2, ""),
    rocm("miopenActivationRELU", 3, ""),
    rocm("miopenActivationSOFTRELU", 4, ""),
    rocm("miopenActivationABS", 5, ""),
    rocm("miopenActivationPOWER", 6, ""),
    rocm("miopenActivationCLIPPEDRELU", 7, ""),
    rocm("miopenActivationLEAKYRELU", 8, ""),
    rocm("miopenActivationELU", 9, ""),
];

const GPU_DNN_MATH: &[Word] = &[
    cuda("CUDNN_DEFAULT_MATH", 0, ""),
    cuda("CUDNN_TENSOR_OP_MATH", 1, ""),
    cuda("CUDNN_TENSOR_OP_MATH_ALLOW_CONVERSION", 2, ""),
    cuda("CUDNN_FMA_MATH", 3, ""),
    rocm("ROCM_DEFAULT_MATH", 0, ""),
];

const GPU_DNN_FORWARD: &[Word] = &[
    cuda("CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM", 0, ""),
    cuda("CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM", 1, ""),
    cuda("CUDNN_CONVOLUTION_FWD_ALGO_GEMM", 2, ""),
    cuda("CUDNN_CONVOLUTION_FWD_ALGO_DIRECT", 3, ""),
    cuda("CUDNN_CONVOLUTION_FWD_ALGO_FFT", 4, ""),
    cuda("CUDNN_CONVOLUTION_FWD_ALGO_FFT_TILING", 5, ""),
    cuda("CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD", 6, ""),
    cuda("CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED", 7, ""),
];

const GPU_DNN_BACKWARD_DATA: &[Word] = &[
    cuda("CUDNN_CONVOLUTION_BWD_DATA_ALGO_0", 0, ""),
    cuda("CUDNN_CONVOLUTION_BWD_DATA_ALGO_1", 1, ""),
    cuda("CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT", 2, ""),
    cuda("CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT_TILING", 3, ""),
    cuda("CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD", 4, ""),
    cuda("CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD_NONFUSED", 5, ""),
];

const GPU_DNN_BACKWARD_FILTER: &[Word] = &[
    cuda("CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0", 0, ""),
    cuda("CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1", 1, ""),
    cuda("CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT", 2, ""),
    cuda("CUDNN_CONVOLUTION_BWD_FILTER_ALGO_3", 3, ""),
    cuda("CUDNN_CONVOLUTION_BWD_FILTER_ALGO_WINOGRAD", 4, ""),
    cuda("CUDNN_CONVOLUTION_BWD_FILTER_ALGO_WINOGRAD_NONFUSED", 5, ""),
    cuda("CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT_TILING", 6, ""),
];

const GPU_FFT_TYPE: &[Word] = &[
    cuda("CUFFT_C2C", 41, ""),
    cuda("CUFFT_R2C", 42, ""),
    cuda("CUFFT_C2R", 44, ""),
    cuda("CUFFT_Z2Z", 105, ""),
    cuda("CUFFT_D2Z", 106, ""),
    cuda("CUFFT_Z2D", 108, ""),
    rocm("HIPFFT_C2C", 41, ""),
    rocm("HIPFFT_R2C", 42, ""),
    rocm("HIPFFT_C2R", 44, ""),
    rocm("HIPFFT_Z2Z", 105, ""),
    rocm("HIPFFT_D2Z", 106, ""),
    rocm("HIPFFT_Z2D", 108, ""),
];

const GPU_FFT_DIRECTION: &[Word] = &[
    cuda("CUFFT_FORWARD", -1, ""),
    cuda("CUFFT_INVERSE", 1, ""),
    rocm("HIPFFT_FORWARD", -1, ""),
    rocm("HIPFFT_BACKWARD", 1, ""),
];

const GPU_CCL_DATA_TYPE: &[Word] = &[
    cuda("ncclInt8", 0, ""),
    cuda("ncclChar", 0, ""),
    cuda("ncclUint8", 1, ""),
    cuda("ncclInt32", 2, ""),
    cuda("ncclInt", 2, ""),
    cuda("ncclUint32", 3, ""),
    cuda("ncclInt64", 4, ""),
    cuda("ncclUint64", 5, ""),
    cuda("ncclFloat16", 6, ""),
    cuda("ncclHalf", 6, ""),
    cuda("ncclFloat32", 7, ""),
    cuda("ncclFloat", 7, ""),
    cuda("ncclFloat64", 8, ""),
    cuda("ncclDouble", 8, ""),
];

const GPU_CCL_REDUCTION: &[Word] = &[
    cuda("ncclSum", 0, ""),
    cuda("ncclProd", 1, ""),
    cuda("ncclMax", 2, ""),
    cuda("ncclMin", 3, ""),
];
