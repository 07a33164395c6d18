// rule: arith and math on tensors: each element as the kernel of its type computes it, in a new tensor.
// rule: arith and math on tensors: shapes and types must be the same; a division by zero is an error.
// run:
// out| --- Running 'integers_i8':
// out| DenseHostTensor dtype = i8, shape = [3], values = [-5, -126, 0]
// out| DenseHostTensor dtype = i8, shape = [3], values = [0, 3, 1]
// out| DenseHostTensor dtype = i8, shape = [3], values = [-3, 42, -1]
// out| DenseHostTensor dtype = i8, shape = [3], values = [124, 42, 0]
// out| DenseHostTensor dtype = i8, shape = [3], values = [2, 127, 3]
// out| DenseHostTensor dtype = i8, shape = [3], values = [-7, 127, -3]
// out| DenseHostTensor dtype = i8, shape = [3], values = [-7, 3, -3]
// out| DenseHostTensor dtype = i8, shape = [3], values = [2, 3, 3]
// out| DenseHostTensor dtype = i8, shape = [3], values = [-14, 125, -9]
// out| DenseHostTensor dtype = i8, shape = [3], values = [-5, 127, -1]
// out| DenseHostTensor dtype = i8, shape = [3], values = [-1, 1, 0]
// out| DenseHostTensor dtype = i8, shape = [3], values = [1, 1, 3]
// out| DenseHostTensor dtype = i8, shape = [3], values = [-9, 124, 6]
// out| DenseHostTensor dtype = i8, shape = [3], values = [-5, 124, -2]
// out| 'integers_i8' returned !tfrt.chain value
// out| --- Running 'integers_i16':
// out| DenseHostTensor dtype = i16, shape = [3], values = [-5, 130, 0]
// out| DenseHostTensor dtype = i16, shape = [3], values = [0, 3, 1]
// out| DenseHostTensor dtype = i16, shape = [3], values = [-3, 42, -1]
// out| DenseHostTensor dtype = i16, shape = [3], values = [32764, 42, 0]
// out| DenseHostTensor dtype = i16, shape = [3], values = [2, 127, 3]
// out| DenseHostTensor dtype = i16, shape = [3], values = [-7, 127, -3]
// out| DenseHostTensor dtype = i16, shape = [3], values = [-7, 3, -3]
// out| DenseHostTensor dtype = i16, shape = [3], values = [2, 3, 3]
// out| DenseHostTensor dtype = i16, shape = [3], values = [-14, 381, -9]
// out| DenseHostTensor dtype = i16, shape = [3], values = [-5, 127, -1]
// out| DenseHostTensor dtype = i16, shape = [3], values = [-1, 1, 0]
// out| DenseHostTensor dtype = i16, shape = [3], values = [1, 1, 3]
// out| DenseHostTensor dtype = i16, shape = [3], values = [-9, 124, 6]
// out| DenseHostTensor dtype = i16, shape = [3], values = [-5, 124, -2]
// out| 'integers_i16' returned !tfrt.chain value
// out| --- Running 'integers_i32':
// out| DenseHostTensor dtype = i32, shape = [3], values = [-5, 130, 0]
// out| DenseHostTensor dtype = i32, shape = [3], values = [0, 3, 1]
// out| DenseHostTensor dtype = i32, shape = [3], values = [-3, 42, -1]
// out| DenseHostTensor dtype = i32, shape = [3], values = [2147483644, 42, 0]
// out| DenseHostTensor dtype = i32, shape = [3], values = [2, 127, 3]
// out| DenseHostTensor dtype = i32, shape = [3], values = [-7, 127, -3]
// out| DenseHostTensor dtype = i32, shape = [3], values = [-7, 3, -3]
// out| DenseHostTensor dtype = i32, shape = [3], values = [2, 3, 3]
// out| DenseHostTensor dtype = i32, shape = [3], values = [-14, 381, -9]
// out| DenseHostTensor dtype = i32, shape = [3], values = [-5, 127, -1]
// out| DenseHostTensor dtype = i32, shape = [3], values = [-1, 1, 0]
// out| DenseHostTensor dtype = i32, shape = [3], values = [1, 1, 3]
// out| DenseHostTensor dtype = i32, shape = [3], values = [-9, 124, 6]
// out| DenseHostTensor dtype = i32, shape = [3], values = [-5, 124, -2]
// out| 'integers_i32' returned !tfrt.chain value
// out| --- Running 'integers_i64':
// out| DenseHostTensor dtype = i64, shape = [3], values = [-5, 130, 0]
// out| DenseHostTensor dtype = i64, shape = [3], values = [0, 3, 1]
// out| DenseHostTensor dtype = i64, shape = [3], values = [-3, 42, -1]
// out| DenseHostTensor dtype = i64, shape = [3], values = [9223372036854775804, 42, 0]
// out| DenseHostTensor dtype = i64, shape = [3], values = [2, 127, 3]
// out| DenseHostTensor dtype = i64, shape = [3], values = [-7, 127, -3]
// out| DenseHostTensor dtype = i64, shape = [3], values = [-7, 3, -3]
// out| DenseHostTensor dtype = i64, shape = [3], values = [2, 3, 3]
// out| DenseHostTensor dtype = i64, shape = [3], values = [-14, 381, -9]
// out| DenseHostTensor dtype = i64, shape = [3], values = [-5, 127, -1]
// out| DenseHostTensor dtype = i64, shape = [3], values = [-1, 1, 0]
// out| DenseHostTensor dtype = i64, shape = [3], values = [1, 1, 3]
// out| DenseHostTensor dtype = i64, shape = [3], values = [-9, 124, 6]
// out| DenseHostTensor dtype = i64, shape = [3], values = [-5, 124, -2]
// out| 'integers_i64' returned !tfrt.chain value
// out| --- Running 'floats_f32':
// out| DenseHostTensor dtype = f32, shape = [2], values = [2.500000e+00, 2.500000e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [2.500000e-01, -1.500000e+00]
// out| DenseHostTensor dtype = f32, shape = [2], values = [2.000000e+00, 7.500000e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [5.000000e-01, -5.000000e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [1.000000e+00, -3.750000e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [-1.500000e+00, 1.250000e+00]
// out| DenseHostTensor dtype = f32, shape = [2], values = [-5.000000e-01, -7.500000e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [5.000000e-01, 7.500000e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [1.047198e+00, 7.227343e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [1.316958e+00, nan]
// out| DenseHostTensor dtype = f32, shape = [2], values = [5.235988e-01, 8.480621e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [4.812118e-01, 6.931472e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [4.636476e-01, 6.435011e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [5.493062e-01, 9.729550e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [7.937005e-01, 9.085603e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [1.000000e+00, 1.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [2], values = [8.775826e-01, 7.316889e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [1.127626e+00, 1.294683e+00]
// out| DenseHostTensor dtype = f32, shape = [2], values = [5.204999e-01, 7.111557e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [4.795001e-01, 2.888444e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [1.648721e+00, 2.117000e+00]
// out| DenseHostTensor dtype = f32, shape = [2], values = [1.414214e+00, 1.681793e+00]
// out| DenseHostTensor dtype = f32, shape = [2], values = [6.487213e-01, 1.117000e+00]
// out| DenseHostTensor dtype = f32, shape = [2], values = [0.000000e+00, 0.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [2], values = [-6.931472e-01, -2.876821e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [-3.010300e-01, -1.249387e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [4.054651e-01, 5.596158e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [-1.000000e+00, -4.150375e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [1.000000e+00, 1.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [2], values = [0.000000e+00, 1.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [2], values = [1.414214e+00, 1.154701e+00]
// out| DenseHostTensor dtype = f32, shape = [2], values = [4.794255e-01, 6.816388e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [5.210953e-01, 8.223167e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [7.071068e-01, 8.660254e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [5.463025e-01, 9.315965e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [4.621172e-01, 6.351489e-01]
// out| DenseHostTensor dtype = f32, shape = [2], values = [0.000000e+00, 0.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [2], values = [2.500000e-01, 1.154701e+00]
// out| DenseHostTensor dtype = f32, shape = [2], values = [2.000000e+00, -1.250000e-01]
// out| 'floats_f32' returned !tfrt.chain value
// out| --- Running 'floats_f64':
// out| DenseHostTensor dtype = f64, shape = [2], values = [2.500000e+00, 2.500000e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [2.500000e-01, -1.500000e+00]
// out| DenseHostTensor dtype = f64, shape = [2], values = [2.000000e+00, 7.500000e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [5.000000e-01, -5.000000e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [1.000000e+00, -3.750000e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [-1.500000e+00, 1.250000e+00]
// out| DenseHostTensor dtype = f64, shape = [2], values = [-5.000000e-01, -7.500000e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [5.000000e-01, 7.500000e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [1.047198e+00, 7.227342e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [1.316958e+00, nan]
// out| DenseHostTensor dtype = f64, shape = [2], values = [5.235988e-01, 8.480621e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [4.812118e-01, 6.931472e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [4.636476e-01, 6.435011e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [5.493061e-01, 9.729551e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [7.937005e-01, 9.085603e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [1.000000e+00, 1.000000e+00]
// out| DenseHostTensor dtype = f64, shape = [2], values = [8.775826e-01, 7.316889e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [1.127626e+00, 1.294683e+00]
// out| DenseHostTensor dtype = f64, shape = [2], values = [5.204999e-01, 7.111556e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [4.795001e-01, 2.888444e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [1.648721e+00, 2.117000e+00]
// out| DenseHostTensor dtype = f64, shape = [2], values = [1.414214e+00, 1.681793e+00]
// out| DenseHostTensor dtype = f64, shape = [2], values = [6.487213e-01, 1.117000e+00]
// out| DenseHostTensor dtype = f64, shape = [2], values = [0.000000e+00, 0.000000e+00]
// out| DenseHostTensor dtype = f64, shape = [2], values = [-6.931472e-01, -2.876821e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [-3.010300e-01, -1.249387e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [4.054651e-01, 5.596158e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [-1.000000e+00, -4.150375e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [1.000000e+00, 1.000000e+00]
// out| DenseHostTensor dtype = f64, shape = [2], values = [0.000000e+00, 1.000000e+00]
// out| DenseHostTensor dtype = f64, shape = [2], values = [1.414214e+00, 1.154701e+00]
// out| DenseHostTensor dtype = f64, shape = [2], values = [4.794255e-01, 6.816388e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [5.210953e-01, 8.223167e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [7.071068e-01, 8.660254e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [5.463025e-01, 9.315965e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [4.621172e-01, 6.351490e-01]
// out| DenseHostTensor dtype = f64, shape = [2], values = [0.000000e+00, 0.000000e+00]
// out| DenseHostTensor dtype = f64, shape = [2], values = [2.500000e-01, 1.154701e+00]
// out| DenseHostTensor dtype = f64, shape = [2], values = [2.000000e+00, -1.250000e-01]
// out| 'floats_f64' returned !tfrt.chain value
// out| --- Running 'shapes':
// out| 'shapes' returned <<error: tensor shape mismatch: [2] vs. [3]>>
// out| --- Running 'zero':
// out| 'zero' returned <<error: Divide by zero>>
// out| --- Running 'types':
// out| 'types' returned <<error: a tensor of type i32, expected f32>>

func.func @integers_i8() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<[-7, 127, 3]> : tensor<3xi8>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<[2, 3, -3]> : tensor<3xi8>} : () -> !tfrt_tensor.tensor
  %r0 = "arith.addi.tensor.i8"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %r0, %ch0
  %r1 = "arith.andi.tensor.i8"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %r1, %ch1
  %r2 = "arith.divsi.tensor.i8"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %r2, %ch2
  %r3 = "arith.divui.tensor.i8"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %r3, %ch3
  %r4 = "arith.maxsi.tensor.i8"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %r4, %ch4
  %r5 = "arith.maxui.tensor.i8"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %r5, %ch5
  %r6 = "arith.minsi.tensor.i8"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch7 = tfrt_dht.print_tensor %r6, %ch6
  %r7 = "arith.minui.tensor.i8"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch8 = tfrt_dht.print_tensor %r7, %ch7
  %r8 = "arith.muli.tensor.i8"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch9 = tfrt_dht.print_tensor %r8, %ch8
  %r9 = "arith.ori.tensor.i8"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch10 = tfrt_dht.print_tensor %r9, %ch9
  %r10 = "arith.remsi.tensor.i8"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch11 = tfrt_dht.print_tensor %r10, %ch10
  %r11 = "arith.remui.tensor.i8"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch12 = tfrt_dht.print_tensor %r11, %ch11
  %r12 = "arith.subi.tensor.i8"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch13 = tfrt_dht.print_tensor %r12, %ch12
  %r13 = "arith.xori.tensor.i8"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch14 = tfrt_dht.print_tensor %r13, %ch13
  tfrt.return %ch14 : !tfrt.chain
}

func.func @integers_i16() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<[-7, 127, 3]> : tensor<3xi16>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<[2, 3, -3]> : tensor<3xi16>} : () -> !tfrt_tensor.tensor
  %r0 = "arith.addi.tensor.i16"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %r0, %ch0
  %r1 = "arith.andi.tensor.i16"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %r1, %ch1
  %r2 = "arith.divsi.tensor.i16"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %r2, %ch2
  %r3 = "arith.divui.tensor.i16"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %r3, %ch3
  %r4 = "arith.maxsi.tensor.i16"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %r4, %ch4
  %r5 = "arith.maxui.tensor.i16"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %r5, %ch5
  %r6 = "arith.minsi.tensor.i16"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch7 = tfrt_dht.print_tensor %r6, %ch6
  %r7 = "arith.minui.tensor.i16"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch8 = tfrt_dht.print_tensor %r7, %ch7
  %r8 = "arith.muli.tensor.i16"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch9 = tfrt_dht.print_tensor %r8, %ch8
  %r9 = "arith.ori.tensor.i16"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch10 = tfrt_dht.print_tensor %r9, %ch9
  %r10 = "arith.remsi.tensor.i16"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch11 = tfrt_dht.print_tensor %r10, %ch10
  %r11 = "arith.remui.tensor.i16"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch12 = tfrt_dht.print_tensor %r11, %ch11
  %r12 = "arith.subi.tensor.i16"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch13 = tfrt_dht.print_tensor %r12, %ch12
  %r13 = "arith.xori.tensor.i16"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch14 = tfrt_dht.print_tensor %r13, %ch13
  tfrt.return %ch14 : !tfrt.chain
}

func.func @integers_i32() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<[-7, 127, 3]> : tensor<3xi32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<[2, 3, -3]> : tensor<3xi32>} : () -> !tfrt_tensor.tensor
  %r0 = "arith.addi.tensor.i32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %r0, %ch0
  %r1 = "arith.andi.tensor.i32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %r1, %ch1
  %r2 = "arith.divsi.tensor.i32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %r2, %ch2
  %r3 = "arith.divui.tensor.i32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %r3, %ch3
  %r4 = "arith.maxsi.tensor.i32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %r4, %ch4
  %r5 = "arith.maxui.tensor.i32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %r5, %ch5
  %r6 = "arith.minsi.tensor.i32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch7 = tfrt_dht.print_tensor %r6, %ch6
  %r7 = "arith.minui.tensor.i32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch8 = tfrt_dht.print_tensor %r7, %ch7
  %r8 = "arith.muli.tensor.i32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch9 = tfrt_dht.print_tensor %r8, %ch8
  %r9 = "arith.ori.tensor.i32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch10 = tfrt_dht.print_tensor %r9, %ch9
  %r10 = "arith.remsi.tensor.i32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch11 = tfrt_dht.print_tensor %r10, %ch10
  %r11 = "arith.remui.tensor.i32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch12 = tfrt_dht.print_tensor %r11, %ch11
  %r12 = "arith.subi.tensor.i32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch13 = tfrt_dht.print_tensor %r12, %ch12
  %r13 = "arith.xori.tensor.i32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch14 = tfrt_dht.print_tensor %r13, %ch13
  tfrt.return %ch14 : !tfrt.chain
}

func.func @integers_i64() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<[-7, 127, 3]> : tensor<3xi64>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<[2, 3, -3]> : tensor<3xi64>} : () -> !tfrt_tensor.tensor
  %r0 = "arith.addi.tensor.i64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %r0, %ch0
  %r1 = "arith.andi.tensor.i64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %r1, %ch1
  %r2 = "arith.divsi.tensor.i64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %r2, %ch2
  %r3 = "arith.divui.tensor.i64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %r3, %ch3
  %r4 = "arith.maxsi.tensor.i64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %r4, %ch4
  %r5 = "arith.maxui.tensor.i64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %r5, %ch5
  %r6 = "arith.minsi.tensor.i64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch7 = tfrt_dht.print_tensor %r6, %ch6
  %r7 = "arith.minui.tensor.i64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch8 = tfrt_dht.print_tensor %r7, %ch7
  %r8 = "arith.muli.tensor.i64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch9 = tfrt_dht.print_tensor %r8, %ch8
  %r9 = "arith.ori.tensor.i64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch10 = tfrt_dht.print_tensor %r9, %ch9
  %r10 = "arith.remsi.tensor.i64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch11 = tfrt_dht.print_tensor %r10, %ch10
  %r11 = "arith.remui.tensor.i64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch12 = tfrt_dht.print_tensor %r11, %ch11
  %r12 = "arith.subi.tensor.i64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch13 = tfrt_dht.print_tensor %r12, %ch12
  %r13 = "arith.xori.tensor.i64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch14 = tfrt_dht.print_tensor %r13, %ch13
  tfrt.return %ch14 : !tfrt.chain
}

func.func @floats_f32() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<[0.5, 0.75]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<[2.0, -0.5]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %c = "tfrt_test.const_dense_attr"() {value = dense<[1.0, 0.25]> : tensor<2xf32>} : () -> !tfrt_tensor.tensor
  %r0 = "arith.addf.tensor.f32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %r0, %ch0
  %r1 = "arith.divf.tensor.f32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %r1, %ch1
  %r2 = "arith.maximumf.tensor.f32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %r2, %ch2
  %r3 = "arith.minimumf.tensor.f32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %r3, %ch3
  %r4 = "arith.mulf.tensor.f32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %r4, %ch4
  %r5 = "arith.subf.tensor.f32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %r5, %ch5
  %r6 = "arith.negf.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch7 = tfrt_dht.print_tensor %r6, %ch6
  %r7 = "math.absf.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch8 = tfrt_dht.print_tensor %r7, %ch7
  %r8 = "math.acos.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch9 = tfrt_dht.print_tensor %r8, %ch8
  %r9 = "math.acosh.tensor.f32"(%b) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch10 = tfrt_dht.print_tensor %r9, %ch9
  %r10 = "math.asin.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch11 = tfrt_dht.print_tensor %r10, %ch10
  %r11 = "math.asinh.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch12 = tfrt_dht.print_tensor %r11, %ch11
  %r12 = "math.atan.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch13 = tfrt_dht.print_tensor %r12, %ch12
  %r13 = "math.atanh.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch14 = tfrt_dht.print_tensor %r13, %ch13
  %r14 = "math.cbrt.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch15 = tfrt_dht.print_tensor %r14, %ch14
  %r15 = "math.ceil.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch16 = tfrt_dht.print_tensor %r15, %ch15
  %r16 = "math.cos.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch17 = tfrt_dht.print_tensor %r16, %ch16
  %r17 = "math.cosh.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch18 = tfrt_dht.print_tensor %r17, %ch17
  %r18 = "math.erf.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch19 = tfrt_dht.print_tensor %r18, %ch18
  %r19 = "math.erfc.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch20 = tfrt_dht.print_tensor %r19, %ch19
  %r20 = "math.exp.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch21 = tfrt_dht.print_tensor %r20, %ch20
  %r21 = "math.exp2.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch22 = tfrt_dht.print_tensor %r21, %ch21
  %r22 = "math.expm1.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch23 = tfrt_dht.print_tensor %r22, %ch22
  %r23 = "math.floor.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch24 = tfrt_dht.print_tensor %r23, %ch23
  %r24 = "math.log.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch25 = tfrt_dht.print_tensor %r24, %ch24
  %r25 = "math.log10.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch26 = tfrt_dht.print_tensor %r25, %ch25
  %r26 = "math.log1p.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch27 = tfrt_dht.print_tensor %r26, %ch26
  %r27 = "math.log2.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch28 = tfrt_dht.print_tensor %r27, %ch27
  %r28 = "math.round.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch29 = tfrt_dht.print_tensor %r28, %ch28
  %r29 = "math.roundeven.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch30 = tfrt_dht.print_tensor %r29, %ch29
  %r30 = "math.rsqrt.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch31 = tfrt_dht.print_tensor %r30, %ch30
  %r31 = "math.sin.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch32 = tfrt_dht.print_tensor %r31, %ch31
  %r32 = "math.sinh.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch33 = tfrt_dht.print_tensor %r32, %ch32
  %r33 = "math.sqrt.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch34 = tfrt_dht.print_tensor %r33, %ch33
  %r34 = "math.tan.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch35 = tfrt_dht.print_tensor %r34, %ch34
  %r35 = "math.tanh.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch36 = tfrt_dht.print_tensor %r35, %ch35
  %r36 = "math.trunc.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch37 = tfrt_dht.print_tensor %r36, %ch36
  %r37 = "math.powf.tensor.f32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch38 = tfrt_dht.print_tensor %r37, %ch37
  %r38 = "math.fma.tensor.f32"(%a, %b, %c) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch39 = tfrt_dht.print_tensor %r38, %ch38
  tfrt.return %ch39 : !tfrt.chain
}

func.func @floats_f64() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<[0.5, 0.75]> : tensor<2xf64>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<[2.0, -0.5]> : tensor<2xf64>} : () -> !tfrt_tensor.tensor
  %c = "tfrt_test.const_dense_attr"() {value = dense<[1.0, 0.25]> : tensor<2xf64>} : () -> !tfrt_tensor.tensor
  %r0 = "arith.addf.tensor.f64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %r0, %ch0
  %r1 = "arith.divf.tensor.f64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %r1, %ch1
  %r2 = "arith.maximumf.tensor.f64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %r2, %ch2
  %r3 = "arith.minimumf.tensor.f64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %r3, %ch3
  %r4 = "arith.mulf.tensor.f64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %r4, %ch4
  %r5 = "arith.subf.tensor.f64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %r5, %ch5
  %r6 = "arith.negf.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch7 = tfrt_dht.print_tensor %r6, %ch6
  %r7 = "math.absf.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch8 = tfrt_dht.print_tensor %r7, %ch7
  %r8 = "math.acos.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch9 = tfrt_dht.print_tensor %r8, %ch8
  %r9 = "math.acosh.tensor.f64"(%b) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch10 = tfrt_dht.print_tensor %r9, %ch9
  %r10 = "math.asin.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch11 = tfrt_dht.print_tensor %r10, %ch10
  %r11 = "math.asinh.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch12 = tfrt_dht.print_tensor %r11, %ch11
  %r12 = "math.atan.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch13 = tfrt_dht.print_tensor %r12, %ch12
  %r13 = "math.atanh.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch14 = tfrt_dht.print_tensor %r13, %ch13
  %r14 = "math.cbrt.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch15 = tfrt_dht.print_tensor %r14, %ch14
  %r15 = "math.ceil.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch16 = tfrt_dht.print_tensor %r15, %ch15
  %r16 = "math.cos.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch17 = tfrt_dht.print_tensor %r16, %ch16
  %r17 = "math.cosh.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch18 = tfrt_dht.print_tensor %r17, %ch17
  %r18 = "math.erf.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch19 = tfrt_dht.print_tensor %r18, %ch18
  %r19 = "math.erfc.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch20 = tfrt_dht.print_tensor %r19, %ch19
  %r20 = "math.exp.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch21 = tfrt_dht.print_tensor %r20, %ch20
  %r21 = "math.exp2.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch22 = tfrt_dht.print_tensor %r21, %ch21
  %r22 = "math.expm1.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch23 = tfrt_dht.print_tensor %r22, %ch22
  %r23 = "math.floor.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch24 = tfrt_dht.print_tensor %r23, %ch23
  %r24 = "math.log.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch25 = tfrt_dht.print_tensor %r24, %ch24
  %r25 = "math.log10.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch26 = tfrt_dht.print_tensor %r25, %ch25
  %r26 = "math.log1p.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch27 = tfrt_dht.print_tensor %r26, %ch26
  %r27 = "math.log2.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch28 = tfrt_dht.print_tensor %r27, %ch27
  %r28 = "math.round.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch29 = tfrt_dht.print_tensor %r28, %ch28
  %r29 = "math.roundeven.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch30 = tfrt_dht.print_tensor %r29, %ch29
  %r30 = "math.rsqrt.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch31 = tfrt_dht.print_tensor %r30, %ch30
  %r31 = "math.sin.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch32 = tfrt_dht.print_tensor %r31, %ch31
  %r32 = "math.sinh.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch33 = tfrt_dht.print_tensor %r32, %ch32
  %r33 = "math.sqrt.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch34 = tfrt_dht.print_tensor %r33, %ch33
  %r34 = "math.tan.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch35 = tfrt_dht.print_tensor %r34, %ch34
  %r35 = "math.tanh.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch36 = tfrt_dht.print_tensor %r35, %ch35
  %r36 = "math.trunc.tensor.f64"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch37 = tfrt_dht.print_tensor %r36, %ch36
  %r37 = "math.powf.tensor.f64"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch38 = tfrt_dht.print_tensor %r37, %ch37
  %r38 = "math.fma.tensor.f64"(%a, %b, %c) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch39 = tfrt_dht.print_tensor %r38, %ch38
  tfrt.return %ch39 : !tfrt.chain
}

func.func @shapes() -> !tfrt_tensor.tensor {
  %a = "tfrt_test.const_dense_attr"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<[1, 2, 3]> : tensor<3xi32>} : () -> !tfrt_tensor.tensor
  %r = "arith.addi.tensor.i32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor // expected-error {{tensor shape mismatch: [2] vs. [3]}}
  tfrt.return %r : !tfrt_tensor.tensor
}

func.func @zero() -> !tfrt_tensor.tensor {
  %a = "tfrt_test.const_dense_attr"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<[1, 0]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  %r = "arith.divsi.tensor.i32"(%a, %b) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor // expected-error {{Divide by zero}}
  tfrt.return %r : !tfrt_tensor.tensor
}

func.func @types() -> !tfrt_tensor.tensor {
  %a = "tfrt_test.const_dense_attr"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  %r = "math.sin.tensor.f32"(%a) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor // expected-error {{a tensor of type i32, expected f32}}
  tfrt.return %r : !tfrt_tensor.tensor
}
