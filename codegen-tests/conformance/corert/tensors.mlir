// rule: kernels §8, corert.create_dense_tensor.T: each element type; the values are one for each element;
//   const_dense_tensor, const_string_tensor: one value fills all; print_tensorhandle.
// run:
// out| --- Running 'types':
// out| DenseHostTensor dtype = u8, shape = [2], values = [1, 255]
// out| DenseHostTensor dtype = u16, shape = [1], values = [65535]
// out| DenseHostTensor dtype = u32, shape = [1], values = [7]
// out| DenseHostTensor dtype = u64, shape = [1], values = [8]
// out| DenseHostTensor dtype = i1, shape = [2], values = [1, 0]
// out| DenseHostTensor dtype = i8, shape = [1], values = [-1]
// out| DenseHostTensor dtype = i16, shape = [1], values = [-2]
// out| DenseHostTensor dtype = i32, shape = [2, 1], values = [3, -4]
// out| DenseHostTensor dtype = i64, shape = [], values = [5]
// out| DenseHostTensor dtype = f16, shape = [1], values = [fp16(15360)]
// out| DenseHostTensor dtype = bf16, shape = [1], values = [bf16(16256)]
// out| DenseHostTensor dtype = f32, shape = [1], values = [1.500000e+00]
// out| DenseHostTensor dtype = f64, shape = [1], values = [-2.500000e-01]
// out| --- Running 'constants':
// out| DenseHostTensor dtype = i32, shape = [2, 2], values = [1, 2, 3, 4]
// out| StringHostTensor shape = [2], values = ["a", "bc"]
// out| StringHostTensor shape = [3], values = ["x", "x", "x"]
// out| --- Running 'too_few':
func.func @types() {
  %ch = tfrt.new.chain
  %0 = corert.create_dense_tensor.ui8 {shape = [2], value = [1 : ui8, 255 : ui8]}
  %c0 = "corert.print_tensorhandle"(%0, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %1 = corert.create_dense_tensor.ui16 {shape = [1], value = [65535 : ui16]}
  %c1 = "corert.print_tensorhandle"(%1, %c0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %2 = corert.create_dense_tensor.ui32 {shape = [1], value = [7 : ui32]}
  %c2 = "corert.print_tensorhandle"(%2, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %3 = corert.create_dense_tensor.ui64 {shape = [1], value = [8 : ui64]}
  %c3 = "corert.print_tensorhandle"(%3, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %4 = corert.create_dense_tensor.i1 {shape = [2], value = [true, false]}
  %c4 = "corert.print_tensorhandle"(%4, %c3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %5 = corert.create_dense_tensor.i8 {shape = [1], value = [-1 : i8]}
  %c5 = "corert.print_tensorhandle"(%5, %c4) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %6 = corert.create_dense_tensor.i16 {shape = [1], value = [-2 : i16]}
  %c6 = "corert.print_tensorhandle"(%6, %c5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %7 = corert.create_dense_tensor.i32 {shape = [2, 1], value = [3 : i32, -4 : i32]}
  %c7 = "corert.print_tensorhandle"(%7, %c6) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %8 = corert.create_dense_tensor.i64 {shape = [], value = [5]}
  %c8 = "corert.print_tensorhandle"(%8, %c7) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %9 = corert.create_dense_tensor.f16 {shape = [1], value = [1.0 : f16]}
  %c9 = "corert.print_tensorhandle"(%9, %c8) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %10 = corert.create_dense_tensor.bf16 {shape = [1], value = [1.0 : bf16]}
  %c10 = "corert.print_tensorhandle"(%10, %c9) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %11 = corert.create_dense_tensor.f32 {shape = [1], value = [1.5 : f32]}
  %c11 = "corert.print_tensorhandle"(%11, %c10) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %12 = corert.create_dense_tensor.f64 {shape = [1], value = [-0.25]}
  %c12 = "corert.print_tensorhandle"(%12, %c11) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @constants() {
  %ch = tfrt.new.chain
  %0 = corert.const_dense_tensor dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %c0 = "corert.print_tensorhandle"(%0, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %1 = corert.const_string_tensor {shape = [2], value = ["a", "bc"]}
  %c1 = "corert.print_tensorhandle"(%1, %c0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %2 = corert.const_string_tensor {shape = [3], value = ["x"]}
  %c2 = "corert.print_tensorhandle"(%2, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @too_few() {
  // expected-error @+1 {{Incorrect number of values for the tensor: 1, but expected 2}}
  %0 = corert.create_dense_tensor.i32 {shape = [2], value = [3 : i32]}
  // expected-error @+1 {{Shape mismatch}}
  %1 = corert.const_string_tensor {shape = [3], value = ["x", "y"]}
  tfrt.return
}
