// rule: tensors §11, tfrt_dht_sync.*: as tfrt_dht.*, without chains, in functions of 'tfrt.sync'.
//   create_dense_tensor takes one value for all elements.
// run:
// out| --- Running 'ui8':
// out| DenseHostTensor dtype = u8, shape = [1, 2], values = [1, 2]
// out| DenseHostTensor dtype = u8, shape = [], values = [0]
// out| DenseHostTensor dtype = u8, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = u8, shape = [3], values = [3, 3, 3]
// out| ScalarHostTensor dtype = u8, shape = [2, 2], value = 1
// out| DenseHostTensor dtype = u8, shape = [1, 2], values = [0, 0]
// out| --- Running 'ui32':
// out| DenseHostTensor dtype = u32, shape = [1, 2], values = [1, 2]
// out| DenseHostTensor dtype = u32, shape = [], values = [0]
// out| DenseHostTensor dtype = u32, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = u32, shape = [3], values = [3, 3, 3]
// out| ScalarHostTensor dtype = u32, shape = [2, 2], value = 1
// out| DenseHostTensor dtype = u32, shape = [1, 2], values = [0, 0]
// out| --- Running 'ui64':
// out| DenseHostTensor dtype = u64, shape = [1, 2], values = [1, 2]
// out| DenseHostTensor dtype = u64, shape = [], values = [0]
// out| DenseHostTensor dtype = u64, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = u64, shape = [3], values = [3, 3, 3]
// out| ScalarHostTensor dtype = u64, shape = [2, 2], value = 1
// out| DenseHostTensor dtype = u64, shape = [1, 2], values = [0, 0]
// out| --- Running 'i32':
// out| DenseHostTensor dtype = i32, shape = [1, 2], values = [1, 2]
// out| DenseHostTensor dtype = i32, shape = [], values = [0]
// out| DenseHostTensor dtype = i32, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = i32, shape = [3], values = [3, 3, 3]
// out| ScalarHostTensor dtype = i32, shape = [2, 2], value = 1
// out| DenseHostTensor dtype = i32, shape = [1, 2], values = [0, 0]
// out| --- Running 'i64':
// out| DenseHostTensor dtype = i64, shape = [1, 2], values = [1, 2]
// out| DenseHostTensor dtype = i64, shape = [], values = [0]
// out| DenseHostTensor dtype = i64, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = i64, shape = [3], values = [3, 3, 3]
// out| ScalarHostTensor dtype = i64, shape = [2, 2], value = 1
// out| DenseHostTensor dtype = i64, shape = [1, 2], values = [0, 0]
// out| --- Running 'f32':
// out| DenseHostTensor dtype = f32, shape = [1, 2], values = [1.500000e+00, 2.500000e+00]
// out| DenseHostTensor dtype = f32, shape = [], values = [0.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [2], values = [1.500000e+00, 2.500000e+00]
// out| DenseHostTensor dtype = f32, shape = [3], values = [3.500000e+00, 3.500000e+00, 3.500000e+00]
// out| ScalarHostTensor dtype = f32, shape = [2, 2], value = 1.500000e+00
// out| DenseHostTensor dtype = f32, shape = [1, 2], values = [0.000000e+00, 0.000000e+00]
// out| --- Running 'bool':
// out| DenseHostTensor dtype = i1, shape = [1, 2], values = [1, 0]
// out| DenseHostTensor dtype = i1, shape = [], values = [0]
// out| DenseHostTensor dtype = i1, shape = [2], values = [1, 0]
// out| DenseHostTensor dtype = i1, shape = [3], values = [1, 1, 1]
// out| ScalarHostTensor dtype = i1, shape = [2, 2], value = 1
// out| DenseHostTensor dtype = i1, shape = [1, 2], values = [0, 0]
// out| --- Running 'complex64':
// out| DenseHostTensor dtype = complex64, shape = [1, 2], values = [(1.500000e+00,2.500000e+00), (3.500000e+00,4.500000e+00)]
// out| DenseHostTensor dtype = complex64, shape = [], values = [(0.000000e+00,0.000000e+00)]
// out| DenseHostTensor dtype = complex64, shape = [1, 2], values = [(0.000000e+00,0.000000e+00), (0.000000e+00,0.000000e+00)]
// out| --- Running 'complex128':
// out| DenseHostTensor dtype = complex128, shape = [1, 2], values = [(1.500000e+00,2.500000e+00), (3.500000e+00,4.500000e+00)]
// out| DenseHostTensor dtype = complex128, shape = [], values = [(0.000000e+00,0.000000e+00)]
// out| DenseHostTensor dtype = complex128, shape = [1, 2], values = [(0.000000e+00,0.000000e+00), (0.000000e+00,0.000000e+00)]
// out| --- Running 'i8':
// out| DenseHostTensor dtype = i8, shape = [1, 2], values = [1, 2]
// out| DenseHostTensor dtype = i8, shape = [], values = [0]
// out| DenseHostTensor dtype = i8, shape = [2], values = [1, 2]
// out| DenseHostTensor dtype = i8, shape = [3], values = [3, 3, 3]
// out| ScalarHostTensor dtype = i8, shape = [2, 2], value = 1
// out| DenseHostTensor dtype = i8, shape = [1, 2], values = [0, 0]
// out| --- Running 'f64':
// out| DenseHostTensor dtype = f64, shape = [1, 2], values = [1.500000e+00, 2.500000e+00]
// out| DenseHostTensor dtype = f64, shape = [], values = [0.000000e+00]
// out| DenseHostTensor dtype = f64, shape = [2], values = [1.500000e+00, 2.500000e+00]
// out| DenseHostTensor dtype = f64, shape = [3], values = [3.500000e+00, 3.500000e+00, 3.500000e+00]
// out| ScalarHostTensor dtype = f64, shape = [2, 2], value = 1.500000e+00
// out| DenseHostTensor dtype = f64, shape = [1, 2], values = [0.000000e+00, 0.000000e+00]
// out| --- Running 'f16':
// out| DenseHostTensor dtype = f16, shape = [1, 2], values = [fp16(15872), fp16(16640)]
// out| DenseHostTensor dtype = f16, shape = [], values = [fp16(0)]
// out| DenseHostTensor dtype = f16, shape = [2], values = [fp16(15872), fp16(16640)]
// out| DenseHostTensor dtype = f16, shape = [3], values = [fp16(17152), fp16(17152), fp16(17152)]
// out| ScalarHostTensor dtype = f16, shape = [2, 2], value = fp16(15872)
// out| DenseHostTensor dtype = f16, shape = [1, 2], values = [fp16(0), fp16(0)]
// out| --- Running 'bf16':
// out| DenseHostTensor dtype = bf16, shape = [1, 2], values = [bf16(16320), bf16(16416)]
// out| DenseHostTensor dtype = bf16, shape = [], values = [bf16(0)]
// out| DenseHostTensor dtype = bf16, shape = [2], values = [bf16(16320), bf16(16416)]
// out| DenseHostTensor dtype = bf16, shape = [3], values = [bf16(16480), bf16(16480), bf16(16480)]
// out| ScalarHostTensor dtype = bf16, shape = [2, 2], value = bf16(16320)
// out| DenseHostTensor dtype = bf16, shape = [1, 2], values = [bf16(0), bf16(0)]

func.func @ui8() attributes {tfrt.sync} {
  %u0 = tfrt_dht_sync.create_uninitialized_tensor.ui8.0 []
  %u1 = tfrt_dht_sync.create_uninitialized_tensor.ui8.1 [2]
  %u2 = tfrt_dht_sync.create_uninitialized_tensor.ui8.2 [1, 2]
  %u3 = tfrt_dht_sync.create_uninitialized_tensor.ui8.3 [1, 1, 2]
  %u4 = tfrt_dht_sync.create_uninitialized_tensor.ui8.4 [1, 1, 1, 2]
  %u5 = "tfrt_dht_sync.create_uninitialized_tensor.ui8.5"() {shape = [1, 1, 1, 1, 2]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.set_tensor_with_constant_values.ui8 %u2 [1 : ui8, 2 : ui8]
  tfrt_dht_sync.print_tensor %u2
  tfrt_dht_sync.print_tensor %u0
  %d = "tfrt_dht_sync.create_dense_tensor.ui8"() {shape = [2], values = [1 : ui8, 2 : ui8]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %d
  %e = "tfrt_dht_sync.create_dense_tensor.ui8"() {shape = [3], values = [3 : ui8]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %e
  %s = "tfrt_dht_sync.create_from_scalar.ui8"() {shape = [2, 2], value = 1 : ui8} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %s
  %size = tfrt.constant.i64 4
  %align = tfrt.constant.i64 16
  %half = tfrt.constant.i64 2
  %buffer = tfrt_dht_sync.allocate_buffer %size, %align
  %slice = tfrt_dht_sync.get_buffer_slice %buffer, %half, %half
  %shape = tfrt_dht_sync.get_tensor_shape %u2
  %m = tfrt_dht_sync.make_tensor.ui8 %slice, %shape
  tfrt_dht_sync.print_tensor %m
  tfrt.return
}

func.func @ui32() attributes {tfrt.sync} {
  %u0 = tfrt_dht_sync.create_uninitialized_tensor.ui32.0 []
  %u1 = tfrt_dht_sync.create_uninitialized_tensor.ui32.1 [2]
  %u2 = tfrt_dht_sync.create_uninitialized_tensor.ui32.2 [1, 2]
  %u3 = tfrt_dht_sync.create_uninitialized_tensor.ui32.3 [1, 1, 2]
  %u4 = tfrt_dht_sync.create_uninitialized_tensor.ui32.4 [1, 1, 1, 2]
  %u5 = "tfrt_dht_sync.create_uninitialized_tensor.ui32.5"() {shape = [1, 1, 1, 1, 2]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.set_tensor_with_constant_values.ui32 %u2 [1 : ui32, 2 : ui32]
  tfrt_dht_sync.print_tensor %u2
  tfrt_dht_sync.print_tensor %u0
  %d = "tfrt_dht_sync.create_dense_tensor.ui32"() {shape = [2], values = [1 : ui32, 2 : ui32]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %d
  %e = "tfrt_dht_sync.create_dense_tensor.ui32"() {shape = [3], values = [3 : ui32]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %e
  %s = "tfrt_dht_sync.create_from_scalar.ui32"() {shape = [2, 2], value = 1 : ui32} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %s
  %size = tfrt.constant.i64 16
  %align = tfrt.constant.i64 16
  %half = tfrt.constant.i64 8
  %buffer = tfrt_dht_sync.allocate_buffer %size, %align
  %slice = tfrt_dht_sync.get_buffer_slice %buffer, %half, %half
  %shape = tfrt_dht_sync.get_tensor_shape %u2
  %m = tfrt_dht_sync.make_tensor.ui32 %slice, %shape
  tfrt_dht_sync.print_tensor %m
  tfrt.return
}

func.func @ui64() attributes {tfrt.sync} {
  %u0 = tfrt_dht_sync.create_uninitialized_tensor.ui64.0 []
  %u1 = tfrt_dht_sync.create_uninitialized_tensor.ui64.1 [2]
  %u2 = tfrt_dht_sync.create_uninitialized_tensor.ui64.2 [1, 2]
  %u3 = tfrt_dht_sync.create_uninitialized_tensor.ui64.3 [1, 1, 2]
  %u4 = tfrt_dht_sync.create_uninitialized_tensor.ui64.4 [1, 1, 1, 2]
  %u5 = "tfrt_dht_sync.create_uninitialized_tensor.ui64.5"() {shape = [1, 1, 1, 1, 2]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.set_tensor_with_constant_values.ui64 %u2 [1 : ui64, 2 : ui64]
  tfrt_dht_sync.print_tensor %u2
  tfrt_dht_sync.print_tensor %u0
  %d = "tfrt_dht_sync.create_dense_tensor.ui64"() {shape = [2], values = [1 : ui64, 2 : ui64]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %d
  %e = "tfrt_dht_sync.create_dense_tensor.ui64"() {shape = [3], values = [3 : ui64]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %e
  %s = "tfrt_dht_sync.create_from_scalar.ui64"() {shape = [2, 2], value = 1 : ui64} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %s
  %size = tfrt.constant.i64 32
  %align = tfrt.constant.i64 16
  %half = tfrt.constant.i64 16
  %buffer = tfrt_dht_sync.allocate_buffer %size, %align
  %slice = tfrt_dht_sync.get_buffer_slice %buffer, %half, %half
  %shape = tfrt_dht_sync.get_tensor_shape %u2
  %m = tfrt_dht_sync.make_tensor.ui64 %slice, %shape
  tfrt_dht_sync.print_tensor %m
  tfrt.return
}

func.func @i32() attributes {tfrt.sync} {
  %u0 = tfrt_dht_sync.create_uninitialized_tensor.i32.0 []
  %u1 = tfrt_dht_sync.create_uninitialized_tensor.i32.1 [2]
  %u2 = tfrt_dht_sync.create_uninitialized_tensor.i32.2 [1, 2]
  %u3 = tfrt_dht_sync.create_uninitialized_tensor.i32.3 [1, 1, 2]
  %u4 = tfrt_dht_sync.create_uninitialized_tensor.i32.4 [1, 1, 1, 2]
  %u5 = "tfrt_dht_sync.create_uninitialized_tensor.i32.5"() {shape = [1, 1, 1, 1, 2]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.set_tensor_with_constant_values.i32 %u2 [1 : i32, 2 : i32]
  tfrt_dht_sync.print_tensor %u2
  tfrt_dht_sync.print_tensor %u0
  %d = "tfrt_dht_sync.create_dense_tensor.i32"() {shape = [2], values = [1 : i32, 2 : i32]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %d
  %e = "tfrt_dht_sync.create_dense_tensor.i32"() {shape = [3], values = [3 : i32]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %e
  %s = "tfrt_dht_sync.create_from_scalar.i32"() {shape = [2, 2], value = 1 : i32} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %s
  %size = tfrt.constant.i64 16
  %align = tfrt.constant.i64 16
  %half = tfrt.constant.i64 8
  %buffer = tfrt_dht_sync.allocate_buffer %size, %align
  %slice = tfrt_dht_sync.get_buffer_slice %buffer, %half, %half
  %shape = tfrt_dht_sync.get_tensor_shape %u2
  %m = tfrt_dht_sync.make_tensor.i32 %slice, %shape
  tfrt_dht_sync.print_tensor %m
  tfrt.return
}

func.func @i64() attributes {tfrt.sync} {
  %u0 = tfrt_dht_sync.create_uninitialized_tensor.i64.0 []
  %u1 = tfrt_dht_sync.create_uninitialized_tensor.i64.1 [2]
  %u2 = tfrt_dht_sync.create_uninitialized_tensor.i64.2 [1, 2]
  %u3 = tfrt_dht_sync.create_uninitialized_tensor.i64.3 [1, 1, 2]
  %u4 = tfrt_dht_sync.create_uninitialized_tensor.i64.4 [1, 1, 1, 2]
  %u5 = "tfrt_dht_sync.create_uninitialized_tensor.i64.5"() {shape = [1, 1, 1, 1, 2]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.set_tensor_with_constant_values.i64 %u2 [1 : i64, 2 : i64]
  tfrt_dht_sync.print_tensor %u2
  tfrt_dht_sync.print_tensor %u0
  %d = "tfrt_dht_sync.create_dense_tensor.i64"() {shape = [2], values = [1 : i64, 2 : i64]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %d
  %e = "tfrt_dht_sync.create_dense_tensor.i64"() {shape = [3], values = [3 : i64]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %e
  %s = "tfrt_dht_sync.create_from_scalar.i64"() {shape = [2, 2], value = 1 : i64} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %s
  %size = tfrt.constant.i64 32
  %align = tfrt.constant.i64 16
  %half = tfrt.constant.i64 16
  %buffer = tfrt_dht_sync.allocate_buffer %size, %align
  %slice = tfrt_dht_sync.get_buffer_slice %buffer, %half, %half
  %shape = tfrt_dht_sync.get_tensor_shape %u2
  %m = tfrt_dht_sync.make_tensor.i64 %slice, %shape
  tfrt_dht_sync.print_tensor %m
  tfrt.return
}

func.func @f32() attributes {tfrt.sync} {
  %u0 = tfrt_dht_sync.create_uninitialized_tensor.f32.0 []
  %u1 = tfrt_dht_sync.create_uninitialized_tensor.f32.1 [2]
  %u2 = tfrt_dht_sync.create_uninitialized_tensor.f32.2 [1, 2]
  %u3 = tfrt_dht_sync.create_uninitialized_tensor.f32.3 [1, 1, 2]
  %u4 = tfrt_dht_sync.create_uninitialized_tensor.f32.4 [1, 1, 1, 2]
  %u5 = "tfrt_dht_sync.create_uninitialized_tensor.f32.5"() {shape = [1, 1, 1, 1, 2]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.set_tensor_with_constant_values.f32 %u2 [1.5 : f32, 2.5 : f32]
  tfrt_dht_sync.print_tensor %u2
  tfrt_dht_sync.print_tensor %u0
  %d = "tfrt_dht_sync.create_dense_tensor.f32"() {shape = [2], values = [1.5 : f32, 2.5 : f32]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %d
  %e = "tfrt_dht_sync.create_dense_tensor.f32"() {shape = [3], values = [3.5 : f32]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %e
  %s = "tfrt_dht_sync.create_from_scalar.f32"() {shape = [2, 2], value = 1.5 : f32} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %s
  %size = tfrt.constant.i64 16
  %align = tfrt.constant.i64 16
  %half = tfrt.constant.i64 8
  %buffer = tfrt_dht_sync.allocate_buffer %size, %align
  %slice = tfrt_dht_sync.get_buffer_slice %buffer, %half, %half
  %shape = tfrt_dht_sync.get_tensor_shape %u2
  %m = tfrt_dht_sync.make_tensor.f32 %slice, %shape
  tfrt_dht_sync.print_tensor %m
  tfrt.return
}

func.func @bool() attributes {tfrt.sync} {
  %u0 = tfrt_dht_sync.create_uninitialized_tensor.bool.0 []
  %u1 = tfrt_dht_sync.create_uninitialized_tensor.bool.1 [2]
  %u2 = tfrt_dht_sync.create_uninitialized_tensor.bool.2 [1, 2]
  %u3 = tfrt_dht_sync.create_uninitialized_tensor.bool.3 [1, 1, 2]
  %u4 = tfrt_dht_sync.create_uninitialized_tensor.bool.4 [1, 1, 1, 2]
  %u5 = "tfrt_dht_sync.create_uninitialized_tensor.bool.5"() {shape = [1, 1, 1, 1, 2]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.set_tensor_with_constant_values.bool %u2 [true, false]
  tfrt_dht_sync.print_tensor %u2
  tfrt_dht_sync.print_tensor %u0
  %d = "tfrt_dht_sync.create_dense_tensor.bool"() {shape = [2], values = [true, false]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %d
  %e = "tfrt_dht_sync.create_dense_tensor.bool"() {shape = [3], values = [true]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %e
  %s = "tfrt_dht_sync.create_from_scalar.bool"() {shape = [2, 2], value = true} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %s
  %size = tfrt.constant.i64 4
  %align = tfrt.constant.i64 16
  %half = tfrt.constant.i64 2
  %buffer = tfrt_dht_sync.allocate_buffer %size, %align
  %slice = tfrt_dht_sync.get_buffer_slice %buffer, %half, %half
  %shape = tfrt_dht_sync.get_tensor_shape %u2
  %m = tfrt_dht_sync.make_tensor.bool %slice, %shape
  tfrt_dht_sync.print_tensor %m
  tfrt.return
}

func.func @complex64() attributes {tfrt.sync} {
  %u0 = tfrt_dht_sync.create_uninitialized_tensor.complex64.0 []
  %u1 = tfrt_dht_sync.create_uninitialized_tensor.complex64.1 [2]
  %u2 = tfrt_dht_sync.create_uninitialized_tensor.complex64.2 [1, 2]
  %u3 = tfrt_dht_sync.create_uninitialized_tensor.complex64.3 [1, 1, 2]
  %u4 = tfrt_dht_sync.create_uninitialized_tensor.complex64.4 [1, 1, 1, 2]
  %u5 = "tfrt_dht_sync.create_uninitialized_tensor.complex64.5"() {shape = [1, 1, 1, 1, 2]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.set_tensor_with_constant_values.complex64 %u2 [1.5 : f32, 2.5 : f32, 3.5 : f32, 4.5 : f32]
  tfrt_dht_sync.print_tensor %u2
  tfrt_dht_sync.print_tensor %u0
  %size = tfrt.constant.i64 32
  %align = tfrt.constant.i64 16
  %half = tfrt.constant.i64 16
  %buffer = tfrt_dht_sync.allocate_buffer %size, %align
  %slice = tfrt_dht_sync.get_buffer_slice %buffer, %half, %half
  %shape = tfrt_dht_sync.get_tensor_shape %u2
  %m = tfrt_dht_sync.make_tensor.complex64 %slice, %shape
  tfrt_dht_sync.print_tensor %m
  tfrt.return
}

func.func @complex128() attributes {tfrt.sync} {
  %u0 = tfrt_dht_sync.create_uninitialized_tensor.complex128.0 []
  %u1 = tfrt_dht_sync.create_uninitialized_tensor.complex128.1 [2]
  %u2 = tfrt_dht_sync.create_uninitialized_tensor.complex128.2 [1, 2]
  %u3 = tfrt_dht_sync.create_uninitialized_tensor.complex128.3 [1, 1, 2]
  %u4 = tfrt_dht_sync.create_uninitialized_tensor.complex128.4 [1, 1, 1, 2]
  %u5 = "tfrt_dht_sync.create_uninitialized_tensor.complex128.5"() {shape = [1, 1, 1, 1, 2]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.set_tensor_with_constant_values.complex128 %u2 [1.5 : f64, 2.5 : f64, 3.5 : f64, 4.5 : f64]
  tfrt_dht_sync.print_tensor %u2
  tfrt_dht_sync.print_tensor %u0
  %size = tfrt.constant.i64 64
  %align = tfrt.constant.i64 16
  %half = tfrt.constant.i64 32
  %buffer = tfrt_dht_sync.allocate_buffer %size, %align
  %slice = tfrt_dht_sync.get_buffer_slice %buffer, %half, %half
  %shape = tfrt_dht_sync.get_tensor_shape %u2
  %m = tfrt_dht_sync.make_tensor.complex128 %slice, %shape
  tfrt_dht_sync.print_tensor %m
  tfrt.return
}

func.func @i8() attributes {tfrt.sync} {
  %u0 = "tfrt_dht_sync.create_uninitialized_tensor.i8.0"() {shape = []} : () -> !tfrt_tensor.tensor
  %u1 = "tfrt_dht_sync.create_uninitialized_tensor.i8.1"() {shape = [2]} : () -> !tfrt_tensor.tensor
  %u2 = "tfrt_dht_sync.create_uninitialized_tensor.i8.2"() {shape = [1, 2]} : () -> !tfrt_tensor.tensor
  %u3 = "tfrt_dht_sync.create_uninitialized_tensor.i8.3"() {shape = [1, 1, 2]} : () -> !tfrt_tensor.tensor
  %u4 = "tfrt_dht_sync.create_uninitialized_tensor.i8.4"() {shape = [1, 1, 1, 2]} : () -> !tfrt_tensor.tensor
  %u5 = "tfrt_dht_sync.create_uninitialized_tensor.i8.5"() {shape = [1, 1, 1, 1, 2]} : () -> !tfrt_tensor.tensor
  "tfrt_dht_sync.set_tensor_with_constant_values.i8"(%u2) {values = [1 : i8, 2 : i8]} : (!tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %u2
  tfrt_dht_sync.print_tensor %u0
  %d = "tfrt_dht_sync.create_dense_tensor.i8"() {shape = [2], values = [1 : i8, 2 : i8]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %d
  %e = "tfrt_dht_sync.create_dense_tensor.i8"() {shape = [3], values = [3 : i8]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %e
  %s = "tfrt_dht_sync.create_from_scalar.i8"() {shape = [2, 2], value = 1 : i8} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %s
  %size = tfrt.constant.i64 4
  %align = tfrt.constant.i64 16
  %half = tfrt.constant.i64 2
  %buffer = tfrt_dht_sync.allocate_buffer %size, %align
  %slice = tfrt_dht_sync.get_buffer_slice %buffer, %half, %half
  %shape = tfrt_dht_sync.get_tensor_shape %u2
  %m = "tfrt_dht_sync.make_tensor.i8"(%slice, %shape) : (!ht.host_buffer, !ts.shape) -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %m
  tfrt.return
}

func.func @f64() attributes {tfrt.sync} {
  %u0 = "tfrt_dht_sync.create_uninitialized_tensor.f64.0"() {shape = []} : () -> !tfrt_tensor.tensor
  %u1 = "tfrt_dht_sync.create_uninitialized_tensor.f64.1"() {shape = [2]} : () -> !tfrt_tensor.tensor
  %u2 = "tfrt_dht_sync.create_uninitialized_tensor.f64.2"() {shape = [1, 2]} : () -> !tfrt_tensor.tensor
  %u3 = "tfrt_dht_sync.create_uninitialized_tensor.f64.3"() {shape = [1, 1, 2]} : () -> !tfrt_tensor.tensor
  %u4 = "tfrt_dht_sync.create_uninitialized_tensor.f64.4"() {shape = [1, 1, 1, 2]} : () -> !tfrt_tensor.tensor
  %u5 = "tfrt_dht_sync.create_uninitialized_tensor.f64.5"() {shape = [1, 1, 1, 1, 2]} : () -> !tfrt_tensor.tensor
  "tfrt_dht_sync.set_tensor_with_constant_values.f64"(%u2) {values = [1.5 : f64, 2.5 : f64]} : (!tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %u2
  tfrt_dht_sync.print_tensor %u0
  %d = "tfrt_dht_sync.create_dense_tensor.f64"() {shape = [2], values = [1.5 : f64, 2.5 : f64]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %d
  %e = "tfrt_dht_sync.create_dense_tensor.f64"() {shape = [3], values = [3.5 : f64]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %e
  %s = "tfrt_dht_sync.create_from_scalar.f64"() {shape = [2, 2], value = 1.5 : f64} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %s
  %size = tfrt.constant.i64 32
  %align = tfrt.constant.i64 16
  %half = tfrt.constant.i64 16
  %buffer = tfrt_dht_sync.allocate_buffer %size, %align
  %slice = tfrt_dht_sync.get_buffer_slice %buffer, %half, %half
  %shape = tfrt_dht_sync.get_tensor_shape %u2
  %m = "tfrt_dht_sync.make_tensor.f64"(%slice, %shape) : (!ht.host_buffer, !ts.shape) -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %m
  tfrt.return
}

func.func @f16() attributes {tfrt.sync} {
  %u0 = "tfrt_dht_sync.create_uninitialized_tensor.f16.0"() {shape = []} : () -> !tfrt_tensor.tensor
  %u1 = "tfrt_dht_sync.create_uninitialized_tensor.f16.1"() {shape = [2]} : () -> !tfrt_tensor.tensor
  %u2 = "tfrt_dht_sync.create_uninitialized_tensor.f16.2"() {shape = [1, 2]} : () -> !tfrt_tensor.tensor
  %u3 = "tfrt_dht_sync.create_uninitialized_tensor.f16.3"() {shape = [1, 1, 2]} : () -> !tfrt_tensor.tensor
  %u4 = "tfrt_dht_sync.create_uninitialized_tensor.f16.4"() {shape = [1, 1, 1, 2]} : () -> !tfrt_tensor.tensor
  %u5 = "tfrt_dht_sync.create_uninitialized_tensor.f16.5"() {shape = [1, 1, 1, 1, 2]} : () -> !tfrt_tensor.tensor
  "tfrt_dht_sync.set_tensor_with_constant_values.f16"(%u2) {values = [1.5 : f16, 2.5 : f16]} : (!tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %u2
  tfrt_dht_sync.print_tensor %u0
  %d = "tfrt_dht_sync.create_dense_tensor.f16"() {shape = [2], values = [1.5 : f16, 2.5 : f16]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %d
  %e = "tfrt_dht_sync.create_dense_tensor.f16"() {shape = [3], values = [3.5 : f16]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %e
  %s = "tfrt_dht_sync.create_from_scalar.f16"() {shape = [2, 2], value = 1.5 : f16} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %s
  %size = tfrt.constant.i64 8
  %align = tfrt.constant.i64 16
  %half = tfrt.constant.i64 4
  %buffer = tfrt_dht_sync.allocate_buffer %size, %align
  %slice = tfrt_dht_sync.get_buffer_slice %buffer, %half, %half
  %shape = tfrt_dht_sync.get_tensor_shape %u2
  %m = "tfrt_dht_sync.make_tensor.f16"(%slice, %shape) : (!ht.host_buffer, !ts.shape) -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %m
  tfrt.return
}

func.func @bf16() attributes {tfrt.sync} {
  %u0 = "tfrt_dht_sync.create_uninitialized_tensor.bf16.0"() {shape = []} : () -> !tfrt_tensor.tensor
  %u1 = "tfrt_dht_sync.create_uninitialized_tensor.bf16.1"() {shape = [2]} : () -> !tfrt_tensor.tensor
  %u2 = "tfrt_dht_sync.create_uninitialized_tensor.bf16.2"() {shape = [1, 2]} : () -> !tfrt_tensor.tensor
  %u3 = "tfrt_dht_sync.create_uninitialized_tensor.bf16.3"() {shape = [1, 1, 2]} : () -> !tfrt_tensor.tensor
  %u4 = "tfrt_dht_sync.create_uninitialized_tensor.bf16.4"() {shape = [1, 1, 1, 2]} : () -> !tfrt_tensor.tensor
  %u5 = "tfrt_dht_sync.create_uninitialized_tensor.bf16.5"() {shape = [1, 1, 1, 1, 2]} : () -> !tfrt_tensor.tensor
  "tfrt_dht_sync.set_tensor_with_constant_values.bf16"(%u2) {values = [1.5 : bf16, 2.5 : bf16]} : (!tfrt_tensor.tensor) -> ()
  tfrt_dht_sync.print_tensor %u2
  tfrt_dht_sync.print_tensor %u0
  %d = "tfrt_dht_sync.create_dense_tensor.bf16"() {shape = [2], values = [1.5 : bf16, 2.5 : bf16]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %d
  %e = "tfrt_dht_sync.create_dense_tensor.bf16"() {shape = [3], values = [3.5 : bf16]} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %e
  %s = "tfrt_dht_sync.create_from_scalar.bf16"() {shape = [2, 2], value = 1.5 : bf16} : () -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %s
  %size = tfrt.constant.i64 8
  %align = tfrt.constant.i64 16
  %half = tfrt.constant.i64 4
  %buffer = tfrt_dht_sync.allocate_buffer %size, %align
  %slice = tfrt_dht_sync.get_buffer_slice %buffer, %half, %half
  %shape = tfrt_dht_sync.get_tensor_shape %u2
  %m = "tfrt_dht_sync.make_tensor.bf16"(%slice, %shape) : (!ht.host_buffer, !ts.shape) -> !tfrt_tensor.tensor
  tfrt_dht_sync.print_tensor %m
  tfrt.return
}
