// rule: tensors §11, tf_sync: the kernels of each type, whose last operand but one, or last, is the result.
// run:
// out| --- Running 'AddV2':
// out| DenseHostTensor dtype = u8, shape = [2], values = [5, 6]
// out| DenseHostTensor dtype = u16, shape = [2], values = [5, 6]
// out| DenseHostTensor dtype = u32, shape = [2], values = [5, 6]
// out| DenseHostTensor dtype = u64, shape = [2], values = [5, 6]
// out| DenseHostTensor dtype = i8, shape = [2], values = [5, 6]
// out| DenseHostTensor dtype = i16, shape = [2], values = [5, 6]
// out| DenseHostTensor dtype = i32, shape = [2], values = [5, 6]
// out| DenseHostTensor dtype = i64, shape = [2], values = [5, 6]
// out| DenseHostTensor dtype = f16, shape = [2], values = [fp16(17664), fp16(17920)]
// out| DenseHostTensor dtype = f32, shape = [2], values = [5.000000e+00, 6.000000e+00]
// out| DenseHostTensor dtype = f64, shape = [2], values = [5.000000e+00, 6.000000e+00]
// out| --- Running 'Sub':
// out| DenseHostTensor dtype = u8, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = u16, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = u32, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = u64, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = i8, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = i16, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = i32, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = i64, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = f16, shape = [2], values = [fp16(15360), fp16(16384)]
// out| DenseHostTensor dtype = f32, shape = [2], values = [1.000000e+00, 2.000000e+00]
// out| DenseHostTensor dtype = f64, shape = [2], values = [1.000000e+00, 2.000000e+00]
// out| --- Running 'Mul':
// out| DenseHostTensor dtype = u8, shape = [2], values = [6, 8]
// out| DenseHostTensor dtype = u16, shape = [2], values = [6, 8]
// out| DenseHostTensor dtype = u32, shape = [2], values = [6, 8]
// out| DenseHostTensor dtype = u64, shape = [2], values = [6, 8]
// out| DenseHostTensor dtype = i8, shape = [2], values = [6, 8]
// out| DenseHostTensor dtype = i16, shape = [2], values = [6, 8]
// out| DenseHostTensor dtype = i32, shape = [2], values = [6, 8]
// out| DenseHostTensor dtype = i64, shape = [2], values = [6, 8]
// out| DenseHostTensor dtype = f16, shape = [2], values = [fp16(17920), fp16(18432)]
// out| DenseHostTensor dtype = f32, shape = [2], values = [6.000000e+00, 8.000000e+00]
// out| DenseHostTensor dtype = f64, shape = [2], values = [6.000000e+00, 8.000000e+00]
// out| --- Running 'RealDiv':
// out| DenseHostTensor dtype = u8, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = u16, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = u32, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = u64, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = i8, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = i16, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = i32, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = i64, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = f16, shape = [2], values = [fp16(15872), fp16(16384)]
// out| DenseHostTensor dtype = f32, shape = [2], values = [1.500000e+00, 2.000000e+00]
// out| DenseHostTensor dtype = f64, shape = [2], values = [1.500000e+00, 2.000000e+00]
// out| --- Running 'Tile':
// out| DenseHostTensor dtype = u8, shape = [4], values = [3, 4, 3, 4]
// out| DenseHostTensor dtype = u16, shape = [4], values = [3, 4, 3, 4]
// out| DenseHostTensor dtype = u32, shape = [4], values = [3, 4, 3, 4]
// out| DenseHostTensor dtype = u64, shape = [4], values = [3, 4, 3, 4]
// out| DenseHostTensor dtype = i8, shape = [4], values = [3, 4, 3, 4]
// out| DenseHostTensor dtype = i16, shape = [4], values = [3, 4, 3, 4]
// out| DenseHostTensor dtype = i32, shape = [4], values = [3, 4, 3, 4]
// out| DenseHostTensor dtype = i64, shape = [4], values = [3, 4, 3, 4]
// out| DenseHostTensor dtype = f16, shape = [4], values = [fp16(16896), fp16(17408), fp16(16896), fp16(17408)]
// out| DenseHostTensor dtype = f32, shape = [4], values = [3.000000e+00, 4.000000e+00, 3.000000e+00, 4.000000e+00]
// out| DenseHostTensor dtype = f64, shape = [4], values = [3.000000e+00, 4.000000e+00, 3.000000e+00, 4.000000e+00]
// out| --- Running 'strings':
// out| StringHostTensor shape = [4], values = ["a", "b", "a", "b"]
// out| --- Running 'functions':
// out| DenseHostTensor dtype = f32, shape = [1, 2], values = [0.000000e+00, 6.931472e-01]
// out| DenseHostTensor dtype = f64, shape = [1, 2], values = [0.000000e+00, 6.931472e-01]
// out| DenseHostTensor dtype = f32, shape = [1, 2], values = [0.000000e+00, 6.931472e-01]
// out| DenseHostTensor dtype = f64, shape = [1, 2], values = [0.000000e+00, 6.931472e-01]
// out| DenseHostTensor dtype = f32, shape = [1, 2], values = [5.000000e-01, 2.000000e+00]
// out| DenseHostTensor dtype = f64, shape = [1, 2], values = [5.000000e-01, 2.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [1, 2], values = [5.000000e-01, 7.310586e-01]
// out| DenseHostTensor dtype = f64, shape = [1, 2], values = [5.000000e-01, 7.310586e-01]
// out| DenseHostTensor dtype = f32, shape = [1, 2], values = [5.000000e-01, 5.000000e-01]
// out| DenseHostTensor dtype = f64, shape = [1, 2], values = [5.000000e-01, 5.000000e-01]
// out| DenseHostTensor dtype = f32, shape = [1, 2], values = [-6.931472e-01, -6.931472e-01]
// out| DenseHostTensor dtype = f64, shape = [1, 2], values = [-6.931472e-01, -6.931472e-01]
// out| --- Running 'products':
// out| DenseHostTensor dtype = f32, shape = [1, 2], values = [7.500000e+00, 0.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [1, 3], values = [1.000000e+00, 2.000000e+00, 3.000000e+00]
// out| DenseHostTensor dtype = f64, shape = [1, 2], values = [7.500000e+00, 0.000000e+00]
// out| DenseHostTensor dtype = f64, shape = [1, 3], values = [1.000000e+00, 2.000000e+00, 3.000000e+00]
// out| DenseHostTensor dtype = i32, shape = [2], values = [7, 8]
func.func @AddV2() attributes {tfrt.sync} {
  %v1 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xui8>} : () -> !tfrt_tensor.tensor
  %v2 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xui8>} : () -> !tfrt_tensor.tensor
  %v3 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xui8>} : () -> !tfrt_tensor.tensor
  "tf_sync.AddV2.u8"(%v1, %v2, %v3) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v3
  %v4 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xui16>} : () -> !tfrt_tensor.tensor
  %v5 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xui16>} : () -> !tfrt_tensor.tensor
  %v6 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xui16>} : () -> !tfrt_tensor.tensor
  "tf_sync.AddV2.u16"(%v4, %v5, %v6) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v6
  %v7 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xui32>} : () -> !tfrt_tensor.tensor
  %v8 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xui32>} : () -> !tfrt_tensor.tensor
  %v9 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xui32>} : () -> !tfrt_tensor.tensor
  "tf_sync.AddV2.u32"(%v7, %v8, %v9) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v9
  %v10 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xui64>} : () -> !tfrt_tensor.tensor
  %v11 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xui64>} : () -> !tfrt_tensor.tensor
  %v12 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xui64>} : () -> !tfrt_tensor.tensor
  "tf_sync.AddV2.u64"(%v10, %v11, %v12) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v12
  %v13 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xi8>} : () -> !tfrt_tensor.tensor
  %v14 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xi8>} : () -> !tfrt_tensor.tensor
  %v15 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xi8>} : () -> !tfrt_tensor.tensor
  "tf_sync.AddV2.i8"(%v13, %v14, %v15) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v15
  %v16 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xi16>} : () -> !tfrt_tensor.tensor
  %v17 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xi16>} : () -> !tfrt_tensor.tensor
  %v18 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xi16>} : () -> !tfrt_tensor.tensor
  "tf_sync.AddV2.i16"(%v16, %v17, %v18) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v18
  %v19 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  %v20 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  %v21 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  "tf_sync.AddV2.i32"(%v19, %v20, %v21) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v21
  %v22 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xi64>} : () -> !tfrt_tensor.tensor
  %v23 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xi64>} : () -> !tfrt_tensor.tensor
  %v24 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xi64>} : () -> !tfrt_tensor.tensor
  "tf_sync.AddV2.i64"(%v22, %v23, %v24) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v24
  %v25 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3.0, 4.0]> : tensor<2xf16>} : () -> !tfrt_tensor.tensor
  %v26 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2.0, 2.0]> : tensor<2xf16>} : () -> !tfrt_tensor.tensor
  %v27 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0.0, 0.0]> : tensor<2xf16>} : () -> !tfrt_tensor.tensor
  "tf_sync.AddV2.f16"(%v25, %v26, %v27) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v27
  %v28 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3.0, 4.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %v29 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2.0, 2.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %v30 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0.0, 0.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  "tf_sync.AddV2.f32"(%v28, %v29, %v30) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v30
  %v31 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3.0, 4.0]> : tensor<2xf64>} : () -> !tfrt_tensor.tensor
  %v32 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2.0, 2.0]> : tensor<2xf64>} : () -> !tfrt_tensor.tensor
  %v33 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0.0, 0.0]> : tensor<2xf64>} : () -> !tfrt_tensor.tensor
  "tf_sync.AddV2.f64"(%v31, %v32, %v33) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v33
  tfrt.return
}
func.func @Sub() attributes {tfrt.sync} {
  %v34 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xui8>} : () -> !tfrt_tensor.tensor
  %v35 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xui8>} : () -> !tfrt_tensor.tensor
  %v36 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xui8>} : () -> !tfrt_tensor.tensor
  "tf_sync.Sub.u8"(%v34, %v35, %v36) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v36
  %v37 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xui16>} : () -> !tfrt_tensor.tensor
  %v38 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xui16>} : () -> !tfrt_tensor.tensor
  %v39 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xui16>} : () -> !tfrt_tensor.tensor
  "tf_sync.Sub.u16"(%v37, %v38, %v39) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v39
  %v40 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xui32>} : () -> !tfrt_tensor.tensor
  %v41 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xui32>} : () -> !tfrt_tensor.tensor
  %v42 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xui32>} : () -> !tfrt_tensor.tensor
  "tf_sync.Sub.u32"(%v40, %v41, %v42) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v42
  %v43 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xui64>} : () -> !tfrt_tensor.tensor
  %v44 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xui64>} : () -> !tfrt_tensor.tensor
  %v45 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xui64>} : () -> !tfrt_tensor.tensor
  "tf_sync.Sub.u64"(%v43, %v44, %v45) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v45
  %v46 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xi8>} : () -> !tfrt_tensor.tensor
  %v47 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xi8>} : () -> !tfrt_tensor.tensor
  %v48 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xi8>} : () -> !tfrt_tensor.tensor
  "tf_sync.Sub.i8"(%v46, %v47, %v48) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v48
  %v49 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xi16>} : () -> !tfrt_tensor.tensor
  %v50 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xi16>} : () -> !tfrt_tensor.tensor
  %v51 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xi16>} : () -> !tfrt_tensor.tensor
  "tf_sync.Sub.i16"(%v49, %v50, %v51) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v51
  %v52 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  %v53 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  %v54 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  "tf_sync.Sub.i32"(%v52, %v53, %v54) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v54
  %v55 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xi64>} : () -> !tfrt_tensor.tensor
  %v56 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xi64>} : () -> !tfrt_tensor.tensor
  %v57 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xi64>} : () -> !tfrt_tensor.tensor
  "tf_sync.Sub.i64"(%v55, %v56, %v57) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v57
  %v58 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3.0, 4.0]> : tensor<2xf16>} : () -> !tfrt_tensor.tensor
  %v59 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2.0, 2.0]> : tensor<2xf16>} : () -> !tfrt_tensor.tensor
  %v60 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0.0, 0.0]> : tensor<2xf16>} : () -> !tfrt_tensor.tensor
  "tf_sync.Sub.f16"(%v58, %v59, %v60) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v60
  %v61 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3.0, 4.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %v62 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2.0, 2.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %v63 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0.0, 0.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  "tf_sync.Sub.f32"(%v61, %v62, %v63) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v63
  %v64 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3.0, 4.0]> : tensor<2xf64>} : () -> !tfrt_tensor.tensor
  %v65 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2.0, 2.0]> : tensor<2xf64>} : () -> !tfrt_tensor.tensor
  %v66 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0.0, 0.0]> : tensor<2xf64>} : () -> !tfrt_tensor.tensor
  "tf_sync.Sub.f64"(%v64, %v65, %v66) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v66
  tfrt.return
}
func.func @Mul() attributes {tfrt.sync} {
  %v67 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xui8>} : () -> !tfrt_tensor.tensor
  %v68 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xui8>} : () -> !tfrt_tensor.tensor
  %v69 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xui8>} : () -> !tfrt_tensor.tensor
  "tf_sync.Mul.u8"(%v67, %v68, %v69) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v69
  %v70 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xui16>} : () -> !tfrt_tensor.tensor
  %v71 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xui16>} : () -> !tfrt_tensor.tensor
  %v72 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xui16>} : () -> !tfrt_tensor.tensor
  "tf_sync.Mul.u16"(%v70, %v71, %v72) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v72
  %v73 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xui32>} : () -> !tfrt_tensor.tensor
  %v74 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xui32>} : () -> !tfrt_tensor.tensor
  %v75 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xui32>} : () -> !tfrt_tensor.tensor
  "tf_sync.Mul.u32"(%v73, %v74, %v75) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v75
  %v76 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xui64>} : () -> !tfrt_tensor.tensor
  %v77 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xui64>} : () -> !tfrt_tensor.tensor
  %v78 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xui64>} : () -> !tfrt_tensor.tensor
  "tf_sync.Mul.u64"(%v76, %v77, %v78) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v78
  %v79 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xi8>} : () -> !tfrt_tensor.tensor
  %v80 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xi8>} : () -> !tfrt_tensor.tensor
  %v81 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xi8>} : () -> !tfrt_tensor.tensor
  "tf_sync.Mul.i8"(%v79, %v80, %v81) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v81
  %v82 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xi16>} : () -> !tfrt_tensor.tensor
  %v83 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xi16>} : () -> !tfrt_tensor.tensor
  %v84 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xi16>} : () -> !tfrt_tensor.tensor
  "tf_sync.Mul.i16"(%v82, %v83, %v84) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v84
  %v85 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  %v86 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  %v87 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  "tf_sync.Mul.i32"(%v85, %v86, %v87) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v87
  %v88 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xi64>} : () -> !tfrt_tensor.tensor
  %v89 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xi64>} : () -> !tfrt_tensor.tensor
  %v90 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xi64>} : () -> !tfrt_tensor.tensor
  "tf_sync.Mul.i64"(%v88, %v89, %v90) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v90
  %v91 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3.0, 4.0]> : tensor<2xf16>} : () -> !tfrt_tensor.tensor
  %v92 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2.0, 2.0]> : tensor<2xf16>} : () -> !tfrt_tensor.tensor
  %v93 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0.0, 0.0]> : tensor<2xf16>} : () -> !tfrt_tensor.tensor
  "tf_sync.Mul.f16"(%v91, %v92, %v93) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v93
  %v94 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3.0, 4.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %v95 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2.0, 2.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %v96 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0.0, 0.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  "tf_sync.Mul.f32"(%v94, %v95, %v96) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v96
  %v97 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3.0, 4.0]> : tensor<2xf64>} : () -> !tfrt_tensor.tensor
  %v98 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2.0, 2.0]> : tensor<2xf64>} : () -> !tfrt_tensor.tensor
  %v99 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0.0, 0.0]> : tensor<2xf64>} : () -> !tfrt_tensor.tensor
  "tf_sync.Mul.f64"(%v97, %v98, %v99) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v99
  tfrt.return
}
func.func @RealDiv() attributes {tfrt.sync} {
  %v100 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xui8>} : () -> !tfrt_tensor.tensor
  %v101 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xui8>} : () -> !tfrt_tensor.tensor
  %v102 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xui8>} : () -> !tfrt_tensor.tensor
  "tf_sync.RealDiv.u8"(%v100, %v101, %v102) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v102
  %v103 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xui16>} : () -> !tfrt_tensor.tensor
  %v104 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xui16>} : () -> !tfrt_tensor.tensor
  %v105 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xui16>} : () -> !tfrt_tensor.tensor
  "tf_sync.RealDiv.u16"(%v103, %v104, %v105) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v105
  %v106 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xui32>} : () -> !tfrt_tensor.tensor
  %v107 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xui32>} : () -> !tfrt_tensor.tensor
  %v108 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xui32>} : () -> !tfrt_tensor.tensor
  "tf_sync.RealDiv.u32"(%v106, %v107, %v108) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v108
  %v109 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xui64>} : () -> !tfrt_tensor.tensor
  %v110 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xui64>} : () -> !tfrt_tensor.tensor
  %v111 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xui64>} : () -> !tfrt_tensor.tensor
  "tf_sync.RealDiv.u64"(%v109, %v110, %v111) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v111
  %v112 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xi8>} : () -> !tfrt_tensor.tensor
  %v113 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xi8>} : () -> !tfrt_tensor.tensor
  %v114 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xi8>} : () -> !tfrt_tensor.tensor
  "tf_sync.RealDiv.i8"(%v112, %v113, %v114) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v114
  %v115 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xi16>} : () -> !tfrt_tensor.tensor
  %v116 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xi16>} : () -> !tfrt_tensor.tensor
  %v117 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xi16>} : () -> !tfrt_tensor.tensor
  "tf_sync.RealDiv.i16"(%v115, %v116, %v117) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v117
  %v118 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  %v119 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  %v120 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  "tf_sync.RealDiv.i32"(%v118, %v119, %v120) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v120
  %v121 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xi64>} : () -> !tfrt_tensor.tensor
  %v122 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2, 2]> : tensor<2xi64>} : () -> !tfrt_tensor.tensor
  %v123 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xi64>} : () -> !tfrt_tensor.tensor
  "tf_sync.RealDiv.i64"(%v121, %v122, %v123) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v123
  %v124 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3.0, 4.0]> : tensor<2xf16>} : () -> !tfrt_tensor.tensor
  %v125 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2.0, 2.0]> : tensor<2xf16>} : () -> !tfrt_tensor.tensor
  %v126 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0.0, 0.0]> : tensor<2xf16>} : () -> !tfrt_tensor.tensor
  "tf_sync.RealDiv.f16"(%v124, %v125, %v126) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v126
  %v127 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3.0, 4.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %v128 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2.0, 2.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %v129 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0.0, 0.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  "tf_sync.RealDiv.f32"(%v127, %v128, %v129) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v129
  %v130 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3.0, 4.0]> : tensor<2xf64>} : () -> !tfrt_tensor.tensor
  %v131 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2.0, 2.0]> : tensor<2xf64>} : () -> !tfrt_tensor.tensor
  %v132 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0.0, 0.0]> : tensor<2xf64>} : () -> !tfrt_tensor.tensor
  "tf_sync.RealDiv.f64"(%v130, %v131, %v132) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v132
  tfrt.return
}
func.func @Tile() attributes {tfrt.sync} {
  %v133 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xui8>} : () -> !tfrt_tensor.tensor
  %v134 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2]> : tensor<1xi32>} : () -> !tfrt_tensor.tensor
  %v135 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0, 0, 0]> : tensor<4xui8>} : () -> !tfrt_tensor.tensor
  "tf_sync.Tile.u8"(%v133, %v134, %v135) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v135
  %v136 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xui16>} : () -> !tfrt_tensor.tensor
  %v137 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2]> : tensor<1xi32>} : () -> !tfrt_tensor.tensor
  %v138 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0, 0, 0]> : tensor<4xui16>} : () -> !tfrt_tensor.tensor
  "tf_sync.Tile.u16"(%v136, %v137, %v138) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v138
  %v139 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xui32>} : () -> !tfrt_tensor.tensor
  %v140 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2]> : tensor<1xi32>} : () -> !tfrt_tensor.tensor
  %v141 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0, 0, 0]> : tensor<4xui32>} : () -> !tfrt_tensor.tensor
  "tf_sync.Tile.u32"(%v139, %v140, %v141) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v141
  %v142 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xui64>} : () -> !tfrt_tensor.tensor
  %v143 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2]> : tensor<1xi32>} : () -> !tfrt_tensor.tensor
  %v144 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0, 0, 0]> : tensor<4xui64>} : () -> !tfrt_tensor.tensor
  "tf_sync.Tile.u64"(%v142, %v143, %v144) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v144
  %v145 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xi8>} : () -> !tfrt_tensor.tensor
  %v146 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2]> : tensor<1xi32>} : () -> !tfrt_tensor.tensor
  %v147 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0, 0, 0]> : tensor<4xi8>} : () -> !tfrt_tensor.tensor
  "tf_sync.Tile.i8"(%v145, %v146, %v147) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v147
  %v148 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xi16>} : () -> !tfrt_tensor.tensor
  %v149 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2]> : tensor<1xi32>} : () -> !tfrt_tensor.tensor
  %v150 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0, 0, 0]> : tensor<4xi16>} : () -> !tfrt_tensor.tensor
  "tf_sync.Tile.i16"(%v148, %v149, %v150) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v150
  %v151 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  %v152 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2]> : tensor<1xi32>} : () -> !tfrt_tensor.tensor
  %v153 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0, 0, 0]> : tensor<4xi32>} : () -> !tfrt_tensor.tensor
  "tf_sync.Tile.i32"(%v151, %v152, %v153) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v153
  %v154 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3, 4]> : tensor<2xi64>} : () -> !tfrt_tensor.tensor
  %v155 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2]> : tensor<1xi32>} : () -> !tfrt_tensor.tensor
  %v156 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0, 0, 0]> : tensor<4xi64>} : () -> !tfrt_tensor.tensor
  "tf_sync.Tile.i64"(%v154, %v155, %v156) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v156
  %v157 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3.0, 4.0]> : tensor<2xf16>} : () -> !tfrt_tensor.tensor
  %v158 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2]> : tensor<1xi32>} : () -> !tfrt_tensor.tensor
  %v159 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0.0, 0.0, 0.0, 0.0]> : tensor<4xf16>} : () -> !tfrt_tensor.tensor
  "tf_sync.Tile.f16"(%v157, %v158, %v159) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v159
  %v160 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3.0, 4.0]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %v161 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2]> : tensor<1xi32>} : () -> !tfrt_tensor.tensor
  %v162 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0.0, 0.0, 0.0, 0.0]> : tensor<4xf32>} : () -> !tfrt_tensor.tensor
  "tf_sync.Tile.f32"(%v160, %v161, %v162) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v162
  %v163 = "tfrt_test.sync.const_dense_attr"() {value = dense<[3.0, 4.0]> : tensor<2xf64>} : () -> !tfrt_tensor.tensor
  %v164 = "tfrt_test.sync.const_dense_attr"() {value = dense<[2]> : tensor<1xi32>} : () -> !tfrt_tensor.tensor
  %v165 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0.0, 0.0, 0.0, 0.0]> : tensor<4xf64>} : () -> !tfrt_tensor.tensor
  "tf_sync.Tile.f64"(%v163, %v164, %v165) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v165
  tfrt.return
}
func.func @strings() attributes {tfrt.sync} {
  %x = "tfrt_sht_sync.create_tensor"() {shape = [2], values = ["a", "b"]} : () -> !tfrt_tensor.tensor
  %y = "tfrt_sht_sync.create_uninitialized_tensor"() {shape = [4]} : () -> !tfrt_tensor.tensor
  "tf_sync.Tile.string"(%x, %y) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %y
  tfrt.return
}
func.func @functions() attributes {tfrt.sync} {
  %v167 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[1.0, 2.0]]> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  %v168 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 0.0]]> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  "tf_sync.Log.f32"(%v167, %v168) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v168
  %v169 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[1.0, 2.0]]> : tensor<1x2xf64>} : () -> !tfrt_tensor.tensor
  %v170 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 0.0]]> : tensor<1x2xf64>} : () -> !tfrt_tensor.tensor
  "tf_sync.Log.f64"(%v169, %v170) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v170
  %v171 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 1.0]]> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  %v172 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 0.0]]> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  "tf_sync.Log1p.f32"(%v171, %v172) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v172
  %v173 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 1.0]]> : tensor<1x2xf64>} : () -> !tfrt_tensor.tensor
  %v174 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 0.0]]> : tensor<1x2xf64>} : () -> !tfrt_tensor.tensor
  "tf_sync.Log1p.f64"(%v173, %v174) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v174
  %v175 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[4.0, 0.25]]> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  %v176 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 0.0]]> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  "tf_sync.Rsqrt.f32"(%v175, %v176) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v176
  %v177 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[4.0, 0.25]]> : tensor<1x2xf64>} : () -> !tfrt_tensor.tensor
  %v178 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 0.0]]> : tensor<1x2xf64>} : () -> !tfrt_tensor.tensor
  "tf_sync.Rsqrt.f64"(%v177, %v178) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v178
  %v179 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 1.0]]> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  %v180 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 0.0]]> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  "tf_sync.Sigmoid.f32"(%v179, %v180) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v180
  %v181 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 1.0]]> : tensor<1x2xf64>} : () -> !tfrt_tensor.tensor
  %v182 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 0.0]]> : tensor<1x2xf64>} : () -> !tfrt_tensor.tensor
  "tf_sync.Sigmoid.f64"(%v181, %v182) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v182
  %v183 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 0.0]]> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  %v184 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 0.0]]> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  "tf_sync.Softmax.f32"(%v183, %v184) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v184
  %v185 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 0.0]]> : tensor<1x2xf64>} : () -> !tfrt_tensor.tensor
  %v186 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 0.0]]> : tensor<1x2xf64>} : () -> !tfrt_tensor.tensor
  "tf_sync.Softmax.f64"(%v185, %v186) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v186
  %v187 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 0.0]]> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  %v188 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 0.0]]> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  "tf_sync.LogSoftmax.f32"(%v187, %v188) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v188
  %v189 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 0.0]]> : tensor<1x2xf64>} : () -> !tfrt_tensor.tensor
  %v190 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 0.0]]> : tensor<1x2xf64>} : () -> !tfrt_tensor.tensor
  "tf_sync.LogSoftmax.f64"(%v189, %v190) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v190
  tfrt.return
}
func.func @products() attributes {tfrt.sync} {
  %v191 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[1.0, 2.0]]> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  %v192 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[1.0, -2.0], [3.0, -4.0]]> : tensor<2x2xf32>} : () -> !tfrt_tensor.tensor
  %v193 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0.5, 0.5]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %v194 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 0.0]]> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  "tf_sync._FusedMatMul.f32"(%v191, %v192, %v194, %v193) {fused_ops = ["BiasAdd", "Relu"], transpose_a = false, transpose_b = false} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v194
  %v195 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[1.0]]> : tensor<1x1xf32>} : () -> !tfrt_tensor.tensor
  %v196 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[2.0, 3.0]]> : tensor<1x2xf32>} : () -> !tfrt_tensor.tensor
  %v197 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 0.0, 0.0]]> : tensor<1x3xf32>} : () -> !tfrt_tensor.tensor
  %v198 = "tfrt.constant_s.i32"() {value = 1 : i32} : () -> i32
  "tf_sync.ConcatV2.f32"(%v198, %v195, %v196, %v197) : (i32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v197
  %v199 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[1.0, 2.0]]> : tensor<1x2xf64>} : () -> !tfrt_tensor.tensor
  %v200 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[1.0, -2.0], [3.0, -4.0]]> : tensor<2x2xf64>} : () -> !tfrt_tensor.tensor
  %v201 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0.5, 0.5]> : tensor<2xf64>} : () -> !tfrt_tensor.tensor
  %v202 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 0.0]]> : tensor<1x2xf64>} : () -> !tfrt_tensor.tensor
  "tf_sync._FusedMatMul.f64"(%v199, %v200, %v202, %v201) {fused_ops = ["BiasAdd", "Relu"], transpose_a = false, transpose_b = false} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v202
  %v203 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[1.0]]> : tensor<1x1xf64>} : () -> !tfrt_tensor.tensor
  %v204 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[2.0, 3.0]]> : tensor<1x2xf64>} : () -> !tfrt_tensor.tensor
  %v205 = "tfrt_test.sync.const_dense_attr"() {value = dense<[[0.0, 0.0, 0.0]]> : tensor<1x3xf64>} : () -> !tfrt_tensor.tensor
  %v206 = "tfrt.constant_s.i32"() {value = 1 : i32} : () -> i32
  "tf_sync.ConcatV2.f64"(%v206, %v203, %v204, %v205) : (i32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v205
  %v207 = "tfrt_test.sync.const_dense_attr"() {value = dense<[0, 0]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  "tf_sync.Const"(%v207) {value = dense<[7, 8]> : tensor<2xi32>} : (!tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %v207
  tfrt.return
}
