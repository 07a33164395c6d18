// rule: tensors §6.3, tensor_equal.T: metadata, then elements: NaN equals nothing, -0 equals 0.
// rule: tensors §6.3, tensor_allclose[.Nulp].T: floats by '|x-y| <= eps * |x+y| * N', integers
//   exactly, complex numbers by parts; 2 ulp by default.
// run:
// out| --- Running 'compare_ui8':
// out| 'compare_ui8' returned 1,0,0,0,0,0,0
// out| --- Running 'compare_ui32':
// out| 'compare_ui32' returned 1,0,0,0,0,0,0
// out| --- Running 'compare_ui64':
// out| 'compare_ui64' returned 1,0,0,0,0,0,0
// out| --- Running 'compare_i32':
// out| 'compare_i32' returned 1,0,0,0,0,0,0
// out| --- Running 'compare_i64':
// out| 'compare_i64' returned 1,0,0,0,0,0,0
// out| --- Running 'compare_f32':
// out| 'compare_f32' returned 1,0,0,0,1,1,1
// out| --- Running 'compare_bool':
// out| 'compare_bool' returned 1,0,0,0,0,0,0
// out| --- Running 'compare_complex64':
// out| 'compare_complex64' returned 1,0,0,0,1,1,1
// out| --- Running 'compare_complex128':
// out| 'compare_complex128' returned 1,0,1,1,1,1,1
// out| --- Running 'compare_i8':
// out| 'compare_i8' returned 1,0,0,0,0,0,0
// out| --- Running 'compare_f64':
// out| 'compare_f64' returned 1,0,1,1,1,1,1
// out| --- Running 'metadata':
// out| 'metadata' returned 0,0
// out| --- Running 'special_values':
// out| 'special_values' returned 1,0

func.func @compare_ui8() -> (i1, i1, i1, i1, i1, i1, i1) {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.ui8.1 [2]
  %ch_a = tfrt_dht.set_tensor_with_constant_values.ui8 %a, %ch0 [1 : ui8, 1 : ui8]
  %b = tfrt_dht.create_uninitialized_tensor.ui8.1 [2]
  %ch_b = tfrt_dht.set_tensor_with_constant_values.ui8 %b, %ch0 [2 : ui8, 2 : ui8]
  %ch1 = tfrt.merge.chains %ch_a, %ch_b : !tfrt.chain, !tfrt.chain
  %same, %ch2 = tfrt_dht.tensor_equal.ui8 %a, %a, %ch1
  %other, %ch3 = tfrt_dht.tensor_equal.ui8 %a, %b, %ch2
  %c2, %ch4 = "tfrt_dht.tensor_allclose.ui8"(%a, %b, %ch3) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c3, %ch5 = "tfrt_dht.tensor_allclose.3ulp.ui8"(%a, %b, %ch4) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c1000, %ch6 = "tfrt_dht.tensor_allclose.1000ulp.ui8"(%a, %b, %ch5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c2000, %ch7 = "tfrt_dht.tensor_allclose.2000ulp.ui8"(%a, %b, %ch6) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c100000, %ch8 = "tfrt_dht.tensor_allclose.100000ulp.ui8"(%a, %b, %ch7) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  tfrt.return %same, %other, %c2, %c3, %c1000, %c2000, %c100000 : i1, i1, i1, i1, i1, i1, i1
}
func.func @compare_ui32() -> (i1, i1, i1, i1, i1, i1, i1) {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.ui32.1 [2]
  %ch_a = tfrt_dht.set_tensor_with_constant_values.ui32 %a, %ch0 [1 : ui32, 1 : ui32]
  %b = tfrt_dht.create_uninitialized_tensor.ui32.1 [2]
  %ch_b = tfrt_dht.set_tensor_with_constant_values.ui32 %b, %ch0 [2 : ui32, 2 : ui32]
  %ch1 = tfrt.merge.chains %ch_a, %ch_b : !tfrt.chain, !tfrt.chain
  %same, %ch2 = tfrt_dht.tensor_equal.ui32 %a, %a, %ch1
  %other, %ch3 = tfrt_dht.tensor_equal.ui32 %a, %b, %ch2
  %c2, %ch4 = "tfrt_dht.tensor_allclose.ui32"(%a, %b, %ch3) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c3, %ch5 = "tfrt_dht.tensor_allclose.3ulp.ui32"(%a, %b, %ch4) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c1000, %ch6 = "tfrt_dht.tensor_allclose.1000ulp.ui32"(%a, %b, %ch5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c2000, %ch7 = "tfrt_dht.tensor_allclose.2000ulp.ui32"(%a, %b, %ch6) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c100000, %ch8 = "tfrt_dht.tensor_allclose.100000ulp.ui32"(%a, %b, %ch7) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  tfrt.return %same, %other, %c2, %c3, %c1000, %c2000, %c100000 : i1, i1, i1, i1, i1, i1, i1
}
func.func @compare_ui64() -> (i1, i1, i1, i1, i1, i1, i1) {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.ui64.1 [2]
  %ch_a = tfrt_dht.set_tensor_with_constant_values.ui64 %a, %ch0 [1 : ui64, 1 : ui64]
  %b = tfrt_dht.create_uninitialized_tensor.ui64.1 [2]
  %ch_b = tfrt_dht.set_tensor_with_constant_values.ui64 %b, %ch0 [2 : ui64, 2 : ui64]
  %ch1 = tfrt.merge.chains %ch_a, %ch_b : !tfrt.chain, !tfrt.chain
  %same, %ch2 = tfrt_dht.tensor_equal.ui64 %a, %a, %ch1
  %other, %ch3 = tfrt_dht.tensor_equal.ui64 %a, %b, %ch2
  %c2, %ch4 = "tfrt_dht.tensor_allclose.ui64"(%a, %b, %ch3) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c3, %ch5 = "tfrt_dht.tensor_allclose.3ulp.ui64"(%a, %b, %ch4) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c1000, %ch6 = "tfrt_dht.tensor_allclose.1000ulp.ui64"(%a, %b, %ch5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c2000, %ch7 = "tfrt_dht.tensor_allclose.2000ulp.ui64"(%a, %b, %ch6) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c100000, %ch8 = "tfrt_dht.tensor_allclose.100000ulp.ui64"(%a, %b, %ch7) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  tfrt.return %same, %other, %c2, %c3, %c1000, %c2000, %c100000 : i1, i1, i1, i1, i1, i1, i1
}
func.func @compare_i32() -> (i1, i1, i1, i1, i1, i1, i1) {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.i32.1 [2]
  %ch_a = tfrt_dht.set_tensor_with_constant_values.i32 %a, %ch0 [1 : i32, 1 : i32]
  %b = tfrt_dht.create_uninitialized_tensor.i32.1 [2]
  %ch_b = tfrt_dht.set_tensor_with_constant_values.i32 %b, %ch0 [2 : i32, 2 : i32]
  %ch1 = tfrt.merge.chains %ch_a, %ch_b : !tfrt.chain, !tfrt.chain
  %same, %ch2 = tfrt_dht.tensor_equal.i32 %a, %a, %ch1
  %other, %ch3 = tfrt_dht.tensor_equal.i32 %a, %b, %ch2
  %c2, %ch4 = "tfrt_dht.tensor_allclose.i32"(%a, %b, %ch3) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c3, %ch5 = "tfrt_dht.tensor_allclose.3ulp.i32"(%a, %b, %ch4) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c1000, %ch6 = "tfrt_dht.tensor_allclose.1000ulp.i32"(%a, %b, %ch5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c2000, %ch7 = "tfrt_dht.tensor_allclose.2000ulp.i32"(%a, %b, %ch6) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c100000, %ch8 = "tfrt_dht.tensor_allclose.100000ulp.i32"(%a, %b, %ch7) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  tfrt.return %same, %other, %c2, %c3, %c1000, %c2000, %c100000 : i1, i1, i1, i1, i1, i1, i1
}
func.func @compare_i64() -> (i1, i1, i1, i1, i1, i1, i1) {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.i64.1 [2]
  %ch_a = tfrt_dht.set_tensor_with_constant_values.i64 %a, %ch0 [1 : i64, 1 : i64]
  %b = tfrt_dht.create_uninitialized_tensor.i64.1 [2]
  %ch_b = tfrt_dht.set_tensor_with_constant_values.i64 %b, %ch0 [2 : i64, 2 : i64]
  %ch1 = tfrt.merge.chains %ch_a, %ch_b : !tfrt.chain, !tfrt.chain
  %same, %ch2 = tfrt_dht.tensor_equal.i64 %a, %a, %ch1
  %other, %ch3 = tfrt_dht.tensor_equal.i64 %a, %b, %ch2
  %c2, %ch4 = "tfrt_dht.tensor_allclose.i64"(%a, %b, %ch3) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c3, %ch5 = "tfrt_dht.tensor_allclose.3ulp.i64"(%a, %b, %ch4) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c1000, %ch6 = "tfrt_dht.tensor_allclose.1000ulp.i64"(%a, %b, %ch5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c2000, %ch7 = "tfrt_dht.tensor_allclose.2000ulp.i64"(%a, %b, %ch6) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c100000, %ch8 = "tfrt_dht.tensor_allclose.100000ulp.i64"(%a, %b, %ch7) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  tfrt.return %same, %other, %c2, %c3, %c1000, %c2000, %c100000 : i1, i1, i1, i1, i1, i1, i1
}
func.func @compare_f32() -> (i1, i1, i1, i1, i1, i1, i1) {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.f32.1 [2]
  %ch_a = tfrt_dht.set_tensor_with_constant_values.f32 %a, %ch0 [1.0 : f32, 1.0 : f32]
  %b = tfrt_dht.create_uninitialized_tensor.f32.1 [2]
  %ch_b = tfrt_dht.set_tensor_with_constant_values.f32 %b, %ch0 [1.00001 : f32, 1.00001 : f32]
  %ch1 = tfrt.merge.chains %ch_a, %ch_b : !tfrt.chain, !tfrt.chain
  %same, %ch2 = tfrt_dht.tensor_equal.f32 %a, %a, %ch1
  %other, %ch3 = tfrt_dht.tensor_equal.f32 %a, %b, %ch2
  %c2, %ch4 = "tfrt_dht.tensor_allclose.f32"(%a, %b, %ch3) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c3, %ch5 = "tfrt_dht.tensor_allclose.3ulp.f32"(%a, %b, %ch4) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c1000, %ch6 = "tfrt_dht.tensor_allclose.1000ulp.f32"(%a, %b, %ch5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c2000, %ch7 = "tfrt_dht.tensor_allclose.2000ulp.f32"(%a, %b, %ch6) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c100000, %ch8 = "tfrt_dht.tensor_allclose.100000ulp.f32"(%a, %b, %ch7) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  tfrt.return %same, %other, %c2, %c3, %c1000, %c2000, %c100000 : i1, i1, i1, i1, i1, i1, i1
}
func.func @compare_bool() -> (i1, i1, i1, i1, i1, i1, i1) {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.bool.1 [2]
  %ch_a = tfrt_dht.set_tensor_with_constant_values.bool %a, %ch0 [false, false]
  %b = tfrt_dht.create_uninitialized_tensor.bool.1 [2]
  %ch_b = tfrt_dht.set_tensor_with_constant_values.bool %b, %ch0 [true, true]
  %ch1 = tfrt.merge.chains %ch_a, %ch_b : !tfrt.chain, !tfrt.chain
  %same, %ch2 = tfrt_dht.tensor_equal.bool %a, %a, %ch1
  %other, %ch3 = tfrt_dht.tensor_equal.bool %a, %b, %ch2
  %c2, %ch4 = "tfrt_dht.tensor_allclose.bool"(%a, %b, %ch3) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c3, %ch5 = "tfrt_dht.tensor_allclose.3ulp.bool"(%a, %b, %ch4) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c1000, %ch6 = "tfrt_dht.tensor_allclose.1000ulp.bool"(%a, %b, %ch5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c2000, %ch7 = "tfrt_dht.tensor_allclose.2000ulp.bool"(%a, %b, %ch6) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c100000, %ch8 = "tfrt_dht.tensor_allclose.100000ulp.bool"(%a, %b, %ch7) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  tfrt.return %same, %other, %c2, %c3, %c1000, %c2000, %c100000 : i1, i1, i1, i1, i1, i1, i1
}
func.func @compare_complex64() -> (i1, i1, i1, i1, i1, i1, i1) {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.complex64.1 [2]
  %ch_a = tfrt_dht.set_tensor_with_constant_values.complex64 %a, %ch0 [1.0 : f32, 1.0 : f32, 1.0 : f32, 1.0 : f32]
  %b = tfrt_dht.create_uninitialized_tensor.complex64.1 [2]
  %ch_b = tfrt_dht.set_tensor_with_constant_values.complex64 %b, %ch0 [1.00001 : f32, 1.00001 : f32, 1.00001 : f32, 1.00001 : f32]
  %ch1 = tfrt.merge.chains %ch_a, %ch_b : !tfrt.chain, !tfrt.chain
  %same, %ch2 = tfrt_dht.tensor_equal.complex64 %a, %a, %ch1
  %other, %ch3 = tfrt_dht.tensor_equal.complex64 %a, %b, %ch2
  %c2, %ch4 = "tfrt_dht.tensor_allclose.complex64"(%a, %b, %ch3) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c3, %ch5 = "tfrt_dht.tensor_allclose.3ulp.complex64"(%a, %b, %ch4) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c1000, %ch6 = "tfrt_dht.tensor_allclose.1000ulp.complex64"(%a, %b, %ch5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c2000, %ch7 = "tfrt_dht.tensor_allclose.2000ulp.complex64"(%a, %b, %ch6) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c100000, %ch8 = "tfrt_dht.tensor_allclose.100000ulp.complex64"(%a, %b, %ch7) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  tfrt.return %same, %other, %c2, %c3, %c1000, %c2000, %c100000 : i1, i1, i1, i1, i1, i1, i1
}
func.func @compare_complex128() -> (i1, i1, i1, i1, i1, i1, i1) {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.complex128.1 [2]
  %ch_a = tfrt_dht.set_tensor_with_constant_values.complex128 %a, %ch0 [1.0 : f64, 1.0 : f64, 1.0 : f64, 1.0 : f64]
  %b = tfrt_dht.create_uninitialized_tensor.complex128.1 [2]
  %ch_b = tfrt_dht.set_tensor_with_constant_values.complex128 %b, %ch0 [1.00000000000000022 : f64, 1.00000000000000022 : f64, 1.00000000000000022 : f64, 1.00000000000000022 : f64]
  %ch1 = tfrt.merge.chains %ch_a, %ch_b : !tfrt.chain, !tfrt.chain
  %same, %ch2 = tfrt_dht.tensor_equal.complex128 %a, %a, %ch1
  %other, %ch3 = tfrt_dht.tensor_equal.complex128 %a, %b, %ch2
  %c2, %ch4 = "tfrt_dht.tensor_allclose.complex128"(%a, %b, %ch3) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c3, %ch5 = "tfrt_dht.tensor_allclose.3ulp.complex128"(%a, %b, %ch4) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c1000, %ch6 = "tfrt_dht.tensor_allclose.1000ulp.complex128"(%a, %b, %ch5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c2000, %ch7 = "tfrt_dht.tensor_allclose.2000ulp.complex128"(%a, %b, %ch6) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c100000, %ch8 = "tfrt_dht.tensor_allclose.100000ulp.complex128"(%a, %b, %ch7) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  tfrt.return %same, %other, %c2, %c3, %c1000, %c2000, %c100000 : i1, i1, i1, i1, i1, i1, i1
}
func.func @compare_i8() -> (i1, i1, i1, i1, i1, i1, i1) {
  %ch0 = tfrt.new.chain
  %a = "tfrt_dht.create_uninitialized_tensor.i8.1"() {shape = [2]} : () -> !tfrt_tensor.tensor
  %ch_a = "tfrt_dht.set_tensor_with_constant_values.i8"(%a, %ch0) {values = [1 : i8, 1 : i8]} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %b = "tfrt_dht.create_uninitialized_tensor.i8.1"() {shape = [2]} : () -> !tfrt_tensor.tensor
  %ch_b = "tfrt_dht.set_tensor_with_constant_values.i8"(%b, %ch0) {values = [2 : i8, 2 : i8]} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch1 = tfrt.merge.chains %ch_a, %ch_b : !tfrt.chain, !tfrt.chain
  %same, %ch2 = "tfrt_dht.tensor_equal.i8"(%a, %a, %ch1) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %other, %ch3 = "tfrt_dht.tensor_equal.i8"(%a, %b, %ch2) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c2, %ch4 = "tfrt_dht.tensor_allclose.i8"(%a, %b, %ch3) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c3, %ch5 = "tfrt_dht.tensor_allclose.3ulp.i8"(%a, %b, %ch4) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c1000, %ch6 = "tfrt_dht.tensor_allclose.1000ulp.i8"(%a, %b, %ch5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c2000, %ch7 = "tfrt_dht.tensor_allclose.2000ulp.i8"(%a, %b, %ch6) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c100000, %ch8 = "tfrt_dht.tensor_allclose.100000ulp.i8"(%a, %b, %ch7) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  tfrt.return %same, %other, %c2, %c3, %c1000, %c2000, %c100000 : i1, i1, i1, i1, i1, i1, i1
}
func.func @compare_f64() -> (i1, i1, i1, i1, i1, i1, i1) {
  %ch0 = tfrt.new.chain
  %a = "tfrt_dht.create_uninitialized_tensor.f64.1"() {shape = [2]} : () -> !tfrt_tensor.tensor
  %ch_a = "tfrt_dht.set_tensor_with_constant_values.f64"(%a, %ch0) {values = [1.0 : f64, 1.0 : f64]} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %b = "tfrt_dht.create_uninitialized_tensor.f64.1"() {shape = [2]} : () -> !tfrt_tensor.tensor
  %ch_b = "tfrt_dht.set_tensor_with_constant_values.f64"(%b, %ch0) {values = [1.00000000000000022 : f64, 1.00000000000000022 : f64]} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch1 = tfrt.merge.chains %ch_a, %ch_b : !tfrt.chain, !tfrt.chain
  %same, %ch2 = "tfrt_dht.tensor_equal.f64"(%a, %a, %ch1) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %other, %ch3 = "tfrt_dht.tensor_equal.f64"(%a, %b, %ch2) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c2, %ch4 = "tfrt_dht.tensor_allclose.f64"(%a, %b, %ch3) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c3, %ch5 = "tfrt_dht.tensor_allclose.3ulp.f64"(%a, %b, %ch4) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c1000, %ch6 = "tfrt_dht.tensor_allclose.1000ulp.f64"(%a, %b, %ch5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c2000, %ch7 = "tfrt_dht.tensor_allclose.2000ulp.f64"(%a, %b, %ch6) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  %c100000, %ch8 = "tfrt_dht.tensor_allclose.100000ulp.f64"(%a, %b, %ch7) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  tfrt.return %same, %other, %c2, %c3, %c1000, %c2000, %c100000 : i1, i1, i1, i1, i1, i1, i1
}
func.func @metadata() -> (i1, i1) {
  %ch0 = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.f32.1 [2]
  %b = tfrt_dht.create_uninitialized_tensor.f32.2 [2, 1]
  %equal, %ch1 = tfrt_dht.tensor_equal.f32 %a, %b, %ch0
  %close, %ch2 = "tfrt_dht.tensor_allclose.f32"(%a, %b, %ch0) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> (i1, !tfrt.chain)
  tfrt.return %equal, %close : i1, i1
}
func.func @special_values() -> (i1, i1) {
  %ch0 = tfrt.new.chain
  %zeros = tfrt_dht.create_uninitialized_tensor.f32.1 [2]
  %a = tfrt_dht.create_uninitialized_tensor.f32.1 [2]
  %ch1 = tfrt_dht.fill_tensor_with_constant.f32 %a, %ch0 -0.0 : f32
  %zero, %ch2 = tfrt_dht.tensor_equal.f32 %a, %zeros, %ch1
  %ch3 = tfrt_dht.fill_tensor_with_constant.f32 %a, %ch2 0x7FC00000 : f32
  %nan, %ch4 = tfrt_dht.tensor_equal.f32 %a, %a, %ch3
  tfrt.return %zero, %nan : i1, i1
}
