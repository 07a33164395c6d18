// rule: tensors §11, corert_sync.create_dense_tensor.T: each element type.
// run:
// out| --- Running 'types':
// out| DenseHostTensor dtype = u8, shape = [1], values = [1]
// out| DenseHostTensor dtype = u16, shape = [1], values = [1]
// out| DenseHostTensor dtype = u32, shape = [1], values = [1]
// out| DenseHostTensor dtype = u64, shape = [1], values = [1]
// out| DenseHostTensor dtype = i1, shape = [1], values = [1]
// out| DenseHostTensor dtype = i8, shape = [1], values = [1]
// out| DenseHostTensor dtype = i16, shape = [1], values = [1]
// out| DenseHostTensor dtype = i32, shape = [1], values = [1]
// out| DenseHostTensor dtype = i64, shape = [1], values = [1]
// out| DenseHostTensor dtype = f16, shape = [1], values = [fp16(15360)]
// out| DenseHostTensor dtype = bf16, shape = [1], values = [bf16(16256)]
// out| DenseHostTensor dtype = f32, shape = [1], values = [1.000000e+00]
// out| DenseHostTensor dtype = f64, shape = [1], values = [1.000000e+00]
func.func @types() attributes {tfrt.sync} {
  %0 = corert_sync.create_dense_tensor.ui8 {shape = [1], value = [1 : ui8]}
  corert_sync.print_tensorhandle(%0)
  %1 = corert_sync.create_dense_tensor.ui16 {shape = [1], value = [1 : ui16]}
  corert_sync.print_tensorhandle(%1)
  %2 = corert_sync.create_dense_tensor.ui32 {shape = [1], value = [1 : ui32]}
  corert_sync.print_tensorhandle(%2)
  %3 = corert_sync.create_dense_tensor.ui64 {shape = [1], value = [1 : ui64]}
  corert_sync.print_tensorhandle(%3)
  %4 = corert_sync.create_dense_tensor.i1 {shape = [1], value = [true]}
  corert_sync.print_tensorhandle(%4)
  %5 = corert_sync.create_dense_tensor.i8 {shape = [1], value = [1 : i8]}
  corert_sync.print_tensorhandle(%5)
  %6 = corert_sync.create_dense_tensor.i16 {shape = [1], value = [1 : i16]}
  corert_sync.print_tensorhandle(%6)
  %7 = corert_sync.create_dense_tensor.i32 {shape = [1], value = [1 : i32]}
  corert_sync.print_tensorhandle(%7)
  %8 = corert_sync.create_dense_tensor.i64 {shape = [1], value = [1]}
  corert_sync.print_tensorhandle(%8)
  %9 = corert_sync.create_dense_tensor.f16 {shape = [1], value = [1.0 : f16]}
  corert_sync.print_tensorhandle(%9)
  %10 = corert_sync.create_dense_tensor.bf16 {shape = [1], value = [1.0 : bf16]}
  corert_sync.print_tensorhandle(%10)
  %11 = corert_sync.create_dense_tensor.f32 {shape = [1], value = [1.0 : f32]}
  corert_sync.print_tensorhandle(%11)
  %12 = corert_sync.create_dense_tensor.f64 {shape = [1], value = [1.0]}
  corert_sync.print_tensorhandle(%12)
  tfrt.return
}
