// rule: tensors §6.1, create_uninitialized_tensor.T.R: the rank of the name is not compared with
//   the shape; custom forms to rank 4 for some types, generic forms for the others.
// rule: tensors §2: the names of element types.
// rule: tensors §4: a tensor that does not fit is 'Cannot allocate tensor'.
// run:
// out| --- Running 'create_ui8':
// out| DenseHostTensor dtype = u8, shape = [], values = [0]
// out| DenseHostTensor dtype = u8, shape = [1], values = [0]
// out| DenseHostTensor dtype = u8, shape = [1, 1], values = [0]
// out| DenseHostTensor dtype = u8, shape = [1, 1, 1], values = [0]
// out| DenseHostTensor dtype = u8, shape = [1, 1, 1, 1], values = [0]
// out| DenseHostTensor dtype = u8, shape = [1, 1, 1, 1, 1], values = [0]
// out| 'create_ui8' returned !tfrt.chain value
// out| --- Running 'create_ui32':
// out| DenseHostTensor dtype = u32, shape = [], values = [0]
// out| DenseHostTensor dtype = u32, shape = [1], values = [0]
// out| DenseHostTensor dtype = u32, shape = [1, 1], values = [0]
// out| DenseHostTensor dtype = u32, shape = [1, 1, 1], values = [0]
// out| DenseHostTensor dtype = u32, shape = [1, 1, 1, 1], values = [0]
// out| DenseHostTensor dtype = u32, shape = [1, 1, 1, 1, 1], values = [0]
// out| 'create_ui32' returned !tfrt.chain value
// out| --- Running 'create_ui64':
// out| DenseHostTensor dtype = u64, shape = [], values = [0]
// out| DenseHostTensor dtype = u64, shape = [1], values = [0]
// out| DenseHostTensor dtype = u64, shape = [1, 1], values = [0]
// out| DenseHostTensor dtype = u64, shape = [1, 1, 1], values = [0]
// out| DenseHostTensor dtype = u64, shape = [1, 1, 1, 1], values = [0]
// out| DenseHostTensor dtype = u64, shape = [1, 1, 1, 1, 1], values = [0]
// out| 'create_ui64' returned !tfrt.chain value
// out| --- Running 'create_i32':
// out| DenseHostTensor dtype = i32, shape = [], values = [0]
// out| DenseHostTensor dtype = i32, shape = [1], values = [0]
// out| DenseHostTensor dtype = i32, shape = [1, 1], values = [0]
// out| DenseHostTensor dtype = i32, shape = [1, 1, 1], values = [0]
// out| DenseHostTensor dtype = i32, shape = [1, 1, 1, 1], values = [0]
// out| DenseHostTensor dtype = i32, shape = [1, 1, 1, 1, 1], values = [0]
// out| 'create_i32' returned !tfrt.chain value
// out| --- Running 'create_i64':
// out| DenseHostTensor dtype = i64, shape = [], values = [0]
// out| DenseHostTensor dtype = i64, shape = [1], values = [0]
// out| DenseHostTensor dtype = i64, shape = [1, 1], values = [0]
// out| DenseHostTensor dtype = i64, shape = [1, 1, 1], values = [0]
// out| DenseHostTensor dtype = i64, shape = [1, 1, 1, 1], values = [0]
// out| DenseHostTensor dtype = i64, shape = [1, 1, 1, 1, 1], values = [0]
// out| 'create_i64' returned !tfrt.chain value
// out| --- Running 'create_f32':
// out| DenseHostTensor dtype = f32, shape = [], values = [0.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [1], values = [0.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [1, 1], values = [0.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [1, 1, 1], values = [0.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [1, 1, 1, 1], values = [0.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [1, 1, 1, 1, 1], values = [0.000000e+00]
// out| 'create_f32' returned !tfrt.chain value
// out| --- Running 'create_bool':
// out| DenseHostTensor dtype = i1, shape = [], values = [0]
// out| DenseHostTensor dtype = i1, shape = [1], values = [0]
// out| DenseHostTensor dtype = i1, shape = [1, 1], values = [0]
// out| DenseHostTensor dtype = i1, shape = [1, 1, 1], values = [0]
// out| DenseHostTensor dtype = i1, shape = [1, 1, 1, 1], values = [0]
// out| DenseHostTensor dtype = i1, shape = [1, 1, 1, 1, 1], values = [0]
// out| 'create_bool' returned !tfrt.chain value
// out| --- Running 'create_complex64':
// out| DenseHostTensor dtype = complex64, shape = [], values = [(0.000000e+00,0.000000e+00)]
// out| DenseHostTensor dtype = complex64, shape = [1], values = [(0.000000e+00,0.000000e+00)]
// out| DenseHostTensor dtype = complex64, shape = [1, 1], values = [(0.000000e+00,0.000000e+00)]
// out| DenseHostTensor dtype = complex64, shape = [1, 1, 1], values = [(0.000000e+00,0.000000e+00)]
// out| DenseHostTensor dtype = complex64, shape = [1, 1, 1, 1], values = [(0.000000e+00,0.000000e+00)]
// out| DenseHostTensor dtype = complex64, shape = [1, 1, 1, 1, 1], values = [(0.000000e+00,0.000000e+00)]
// out| 'create_complex64' returned !tfrt.chain value
// out| --- Running 'create_complex128':
// out| DenseHostTensor dtype = complex128, shape = [], values = [(0.000000e+00,0.000000e+00)]
// out| DenseHostTensor dtype = complex128, shape = [1], values = [(0.000000e+00,0.000000e+00)]
// out| DenseHostTensor dtype = complex128, shape = [1, 1], values = [(0.000000e+00,0.000000e+00)]
// out| DenseHostTensor dtype = complex128, shape = [1, 1, 1], values = [(0.000000e+00,0.000000e+00)]
// out| DenseHostTensor dtype = complex128, shape = [1, 1, 1, 1], values = [(0.000000e+00,0.000000e+00)]
// out| DenseHostTensor dtype = complex128, shape = [1, 1, 1, 1, 1], values = [(0.000000e+00,0.000000e+00)]
// out| 'create_complex128' returned !tfrt.chain value
// out| --- Running 'create_i8':
// out| DenseHostTensor dtype = i8, shape = [], values = [0]
// out| DenseHostTensor dtype = i8, shape = [1], values = [0]
// out| DenseHostTensor dtype = i8, shape = [1, 1], values = [0]
// out| DenseHostTensor dtype = i8, shape = [1, 1, 1], values = [0]
// out| DenseHostTensor dtype = i8, shape = [1, 1, 1, 1], values = [0]
// out| DenseHostTensor dtype = i8, shape = [1, 1, 1, 1, 1], values = [0]
// out| 'create_i8' returned !tfrt.chain value
// out| --- Running 'create_f64':
// out| DenseHostTensor dtype = f64, shape = [], values = [0.000000e+00]
// out| DenseHostTensor dtype = f64, shape = [1], values = [0.000000e+00]
// out| DenseHostTensor dtype = f64, shape = [1, 1], values = [0.000000e+00]
// out| DenseHostTensor dtype = f64, shape = [1, 1, 1], values = [0.000000e+00]
// out| DenseHostTensor dtype = f64, shape = [1, 1, 1, 1], values = [0.000000e+00]
// out| DenseHostTensor dtype = f64, shape = [1, 1, 1, 1, 1], values = [0.000000e+00]
// out| 'create_f64' returned !tfrt.chain value
// out| --- Running 'create_f16':
// out| DenseHostTensor dtype = f16, shape = [], values = [fp16(0)]
// out| DenseHostTensor dtype = f16, shape = [1], values = [fp16(0)]
// out| DenseHostTensor dtype = f16, shape = [1, 1], values = [fp16(0)]
// out| DenseHostTensor dtype = f16, shape = [1, 1, 1], values = [fp16(0)]
// out| DenseHostTensor dtype = f16, shape = [1, 1, 1, 1], values = [fp16(0)]
// out| DenseHostTensor dtype = f16, shape = [1, 1, 1, 1, 1], values = [fp16(0)]
// out| 'create_f16' returned !tfrt.chain value
// out| --- Running 'create_bf16':
// out| DenseHostTensor dtype = bf16, shape = [], values = [bf16(0)]
// out| DenseHostTensor dtype = bf16, shape = [1], values = [bf16(0)]
// out| DenseHostTensor dtype = bf16, shape = [1, 1], values = [bf16(0)]
// out| DenseHostTensor dtype = bf16, shape = [1, 1, 1], values = [bf16(0)]
// out| DenseHostTensor dtype = bf16, shape = [1, 1, 1, 1], values = [bf16(0)]
// out| DenseHostTensor dtype = bf16, shape = [1, 1, 1, 1, 1], values = [bf16(0)]
// out| 'create_bf16' returned !tfrt.chain value
// out| --- Running 'too_large':
// out| 'too_large' returned <<error: Cannot allocate tensor>>
// out| --- Running 'negative':
// out| 'negative' returned <<error: Cannot allocate tensor>>
// out| --- Running 'empty':
// out| DenseHostTensor dtype = f32, shape = [9223372036854775807, 0], values = []
// out| 'empty' returned !tfrt.chain value

func.func @create_ui8() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t0 = tfrt_dht.create_uninitialized_tensor.ui8.0 []
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %t1 = tfrt_dht.create_uninitialized_tensor.ui8.1 [1]
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %t2 = tfrt_dht.create_uninitialized_tensor.ui8.2 [1, 1]
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %t3 = tfrt_dht.create_uninitialized_tensor.ui8.3 [1, 1, 1]
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %t4 = tfrt_dht.create_uninitialized_tensor.ui8.4 [1, 1, 1, 1]
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  %t5 = "tfrt_dht.create_uninitialized_tensor.ui8.5"() {shape = [1, 1, 1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %t5, %ch5
  tfrt.return %ch6 : !tfrt.chain
}
func.func @create_ui32() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t0 = tfrt_dht.create_uninitialized_tensor.ui32.0 []
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %t1 = tfrt_dht.create_uninitialized_tensor.ui32.1 [1]
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %t2 = tfrt_dht.create_uninitialized_tensor.ui32.2 [1, 1]
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %t3 = tfrt_dht.create_uninitialized_tensor.ui32.3 [1, 1, 1]
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %t4 = tfrt_dht.create_uninitialized_tensor.ui32.4 [1, 1, 1, 1]
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  %t5 = "tfrt_dht.create_uninitialized_tensor.ui32.5"() {shape = [1, 1, 1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %t5, %ch5
  tfrt.return %ch6 : !tfrt.chain
}
func.func @create_ui64() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t0 = tfrt_dht.create_uninitialized_tensor.ui64.0 []
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %t1 = tfrt_dht.create_uninitialized_tensor.ui64.1 [1]
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %t2 = tfrt_dht.create_uninitialized_tensor.ui64.2 [1, 1]
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %t3 = tfrt_dht.create_uninitialized_tensor.ui64.3 [1, 1, 1]
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %t4 = tfrt_dht.create_uninitialized_tensor.ui64.4 [1, 1, 1, 1]
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  %t5 = "tfrt_dht.create_uninitialized_tensor.ui64.5"() {shape = [1, 1, 1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %t5, %ch5
  tfrt.return %ch6 : !tfrt.chain
}
func.func @create_i32() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t0 = tfrt_dht.create_uninitialized_tensor.i32.0 []
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %t1 = tfrt_dht.create_uninitialized_tensor.i32.1 [1]
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %t2 = tfrt_dht.create_uninitialized_tensor.i32.2 [1, 1]
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %t3 = tfrt_dht.create_uninitialized_tensor.i32.3 [1, 1, 1]
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %t4 = tfrt_dht.create_uninitialized_tensor.i32.4 [1, 1, 1, 1]
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  %t5 = "tfrt_dht.create_uninitialized_tensor.i32.5"() {shape = [1, 1, 1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %t5, %ch5
  tfrt.return %ch6 : !tfrt.chain
}
func.func @create_i64() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t0 = tfrt_dht.create_uninitialized_tensor.i64.0 []
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %t1 = tfrt_dht.create_uninitialized_tensor.i64.1 [1]
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %t2 = tfrt_dht.create_uninitialized_tensor.i64.2 [1, 1]
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %t3 = tfrt_dht.create_uninitialized_tensor.i64.3 [1, 1, 1]
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %t4 = tfrt_dht.create_uninitialized_tensor.i64.4 [1, 1, 1, 1]
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  %t5 = "tfrt_dht.create_uninitialized_tensor.i64.5"() {shape = [1, 1, 1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %t5, %ch5
  tfrt.return %ch6 : !tfrt.chain
}
func.func @create_f32() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t0 = tfrt_dht.create_uninitialized_tensor.f32.0 []
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %t1 = tfrt_dht.create_uninitialized_tensor.f32.1 [1]
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %t2 = tfrt_dht.create_uninitialized_tensor.f32.2 [1, 1]
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %t3 = tfrt_dht.create_uninitialized_tensor.f32.3 [1, 1, 1]
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %t4 = tfrt_dht.create_uninitialized_tensor.f32.4 [1, 1, 1, 1]
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  %t5 = "tfrt_dht.create_uninitialized_tensor.f32.5"() {shape = [1, 1, 1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %t5, %ch5
  tfrt.return %ch6 : !tfrt.chain
}
func.func @create_bool() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t0 = tfrt_dht.create_uninitialized_tensor.bool.0 []
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %t1 = tfrt_dht.create_uninitialized_tensor.bool.1 [1]
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %t2 = tfrt_dht.create_uninitialized_tensor.bool.2 [1, 1]
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %t3 = tfrt_dht.create_uninitialized_tensor.bool.3 [1, 1, 1]
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %t4 = tfrt_dht.create_uninitialized_tensor.bool.4 [1, 1, 1, 1]
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  %t5 = "tfrt_dht.create_uninitialized_tensor.bool.5"() {shape = [1, 1, 1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %t5, %ch5
  tfrt.return %ch6 : !tfrt.chain
}
func.func @create_complex64() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t0 = tfrt_dht.create_uninitialized_tensor.complex64.0 []
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %t1 = tfrt_dht.create_uninitialized_tensor.complex64.1 [1]
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %t2 = tfrt_dht.create_uninitialized_tensor.complex64.2 [1, 1]
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %t3 = tfrt_dht.create_uninitialized_tensor.complex64.3 [1, 1, 1]
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %t4 = tfrt_dht.create_uninitialized_tensor.complex64.4 [1, 1, 1, 1]
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  %t5 = "tfrt_dht.create_uninitialized_tensor.complex64.5"() {shape = [1, 1, 1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %t5, %ch5
  tfrt.return %ch6 : !tfrt.chain
}
func.func @create_complex128() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t0 = tfrt_dht.create_uninitialized_tensor.complex128.0 []
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %t1 = tfrt_dht.create_uninitialized_tensor.complex128.1 [1]
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %t2 = tfrt_dht.create_uninitialized_tensor.complex128.2 [1, 1]
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %t3 = tfrt_dht.create_uninitialized_tensor.complex128.3 [1, 1, 1]
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %t4 = tfrt_dht.create_uninitialized_tensor.complex128.4 [1, 1, 1, 1]
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  %t5 = "tfrt_dht.create_uninitialized_tensor.complex128.5"() {shape = [1, 1, 1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %t5, %ch5
  tfrt.return %ch6 : !tfrt.chain
}
func.func @create_i8() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t0 = "tfrt_dht.create_uninitialized_tensor.i8.0"() {shape = []} : () -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %t1 = "tfrt_dht.create_uninitialized_tensor.i8.1"() {shape = [1]} : () -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %t2 = "tfrt_dht.create_uninitialized_tensor.i8.2"() {shape = [1, 1]} : () -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %t3 = "tfrt_dht.create_uninitialized_tensor.i8.3"() {shape = [1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %t4 = "tfrt_dht.create_uninitialized_tensor.i8.4"() {shape = [1, 1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  %t5 = "tfrt_dht.create_uninitialized_tensor.i8.5"() {shape = [1, 1, 1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %t5, %ch5
  tfrt.return %ch6 : !tfrt.chain
}
func.func @create_f64() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t0 = "tfrt_dht.create_uninitialized_tensor.f64.0"() {shape = []} : () -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %t1 = "tfrt_dht.create_uninitialized_tensor.f64.1"() {shape = [1]} : () -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %t2 = "tfrt_dht.create_uninitialized_tensor.f64.2"() {shape = [1, 1]} : () -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %t3 = "tfrt_dht.create_uninitialized_tensor.f64.3"() {shape = [1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %t4 = "tfrt_dht.create_uninitialized_tensor.f64.4"() {shape = [1, 1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  %t5 = "tfrt_dht.create_uninitialized_tensor.f64.5"() {shape = [1, 1, 1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %t5, %ch5
  tfrt.return %ch6 : !tfrt.chain
}
func.func @create_f16() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t0 = "tfrt_dht.create_uninitialized_tensor.f16.0"() {shape = []} : () -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %t1 = "tfrt_dht.create_uninitialized_tensor.f16.1"() {shape = [1]} : () -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %t2 = "tfrt_dht.create_uninitialized_tensor.f16.2"() {shape = [1, 1]} : () -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %t3 = "tfrt_dht.create_uninitialized_tensor.f16.3"() {shape = [1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %t4 = "tfrt_dht.create_uninitialized_tensor.f16.4"() {shape = [1, 1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  %t5 = "tfrt_dht.create_uninitialized_tensor.f16.5"() {shape = [1, 1, 1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %t5, %ch5
  tfrt.return %ch6 : !tfrt.chain
}
func.func @create_bf16() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t0 = "tfrt_dht.create_uninitialized_tensor.bf16.0"() {shape = []} : () -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %t0, %ch0
  %t1 = "tfrt_dht.create_uninitialized_tensor.bf16.1"() {shape = [1]} : () -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %t1, %ch1
  %t2 = "tfrt_dht.create_uninitialized_tensor.bf16.2"() {shape = [1, 1]} : () -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %t2, %ch2
  %t3 = "tfrt_dht.create_uninitialized_tensor.bf16.3"() {shape = [1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %t3, %ch3
  %t4 = "tfrt_dht.create_uninitialized_tensor.bf16.4"() {shape = [1, 1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %t4, %ch4
  %t5 = "tfrt_dht.create_uninitialized_tensor.bf16.5"() {shape = [1, 1, 1, 1, 1]} : () -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %t5, %ch5
  tfrt.return %ch6 : !tfrt.chain
}
func.func @too_large() -> !tfrt_tensor.tensor {
  // expected-error @+1 {{Cannot allocate tensor}}
  %t = tfrt_dht.create_uninitialized_tensor.f32.2 [4611686018427387904, 4]
  tfrt.return %t : !tfrt_tensor.tensor
}
func.func @negative() -> !tfrt_tensor.tensor {
  // expected-error @+1 {{Cannot allocate tensor}}
  %t = tfrt_dht.create_uninitialized_tensor.f32.1 [-1]
  tfrt.return %t : !tfrt_tensor.tensor
}
func.func @empty() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t = tfrt_dht.create_uninitialized_tensor.f32.2 [9223372036854775807, 0]
  %ch1 = tfrt_dht.print_tensor %t, %ch0
  tfrt.return %ch1 : !tfrt.chain
}
