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
  %a = "arith.constant.tensor"() {value = dense<[-7, 127, 3]> : tensor<3xi8>} : () -> tensor<3xi8>
  %b = "arith.constant.tensor"() {value = dense<[2, 3, -3]> : tensor<3xi8>} : () -> tensor<3xi8>
  %r0 = "arith.addi.tensor.i8"(%a, %b) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %m0 = "tensor.thaw"(%r0) : (tensor<3xi8>) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %m0, %ch0
  %r1 = "arith.andi.tensor.i8"(%a, %b) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %m1 = "tensor.thaw"(%r1) : (tensor<3xi8>) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %m1, %ch1
  %r2 = "arith.divsi.tensor.i8"(%a, %b) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %m2 = "tensor.thaw"(%r2) : (tensor<3xi8>) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %m2, %ch2
  %r3 = "arith.divui.tensor.i8"(%a, %b) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %m3 = "tensor.thaw"(%r3) : (tensor<3xi8>) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %m3, %ch3
  %r4 = "arith.maxsi.tensor.i8"(%a, %b) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %m4 = "tensor.thaw"(%r4) : (tensor<3xi8>) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %m4, %ch4
  %r5 = "arith.maxui.tensor.i8"(%a, %b) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %m5 = "tensor.thaw"(%r5) : (tensor<3xi8>) -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %m5, %ch5
  %r6 = "arith.minsi.tensor.i8"(%a, %b) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %m6 = "tensor.thaw"(%r6) : (tensor<3xi8>) -> !tfrt_tensor.tensor
  %ch7 = tfrt_dht.print_tensor %m6, %ch6
  %r7 = "arith.minui.tensor.i8"(%a, %b) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %m7 = "tensor.thaw"(%r7) : (tensor<3xi8>) -> !tfrt_tensor.tensor
  %ch8 = tfrt_dht.print_tensor %m7, %ch7
  %r8 = "arith.muli.tensor.i8"(%a, %b) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %m8 = "tensor.thaw"(%r8) : (tensor<3xi8>) -> !tfrt_tensor.tensor
  %ch9 = tfrt_dht.print_tensor %m8, %ch8
  %r9 = "arith.ori.tensor.i8"(%a, %b) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %m9 = "tensor.thaw"(%r9) : (tensor<3xi8>) -> !tfrt_tensor.tensor
  %ch10 = tfrt_dht.print_tensor %m9, %ch9
  %r10 = "arith.remsi.tensor.i8"(%a, %b) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %m10 = "tensor.thaw"(%r10) : (tensor<3xi8>) -> !tfrt_tensor.tensor
  %ch11 = tfrt_dht.print_tensor %m10, %ch10
  %r11 = "arith.remui.tensor.i8"(%a, %b) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %m11 = "tensor.thaw"(%r11) : (tensor<3xi8>) -> !tfrt_tensor.tensor
  %ch12 = tfrt_dht.print_tensor %m11, %ch11
  %r12 = "arith.subi.tensor.i8"(%a, %b) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %m12 = "tensor.thaw"(%r12) : (tensor<3xi8>) -> !tfrt_tensor.tensor
  %ch13 = tfrt_dht.print_tensor %m12, %ch12
  %r13 = "arith.xori.tensor.i8"(%a, %b) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %m13 = "tensor.thaw"(%r13) : (tensor<3xi8>) -> !tfrt_tensor.tensor
  %ch14 = tfrt_dht.print_tensor %m13, %ch13
  tfrt.return %ch14 : !tfrt.chain
}

func.func @integers_i16() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "arith.constant.tensor"() {value = dense<[-7, 127, 3]> : tensor<3xi16>} : () -> tensor<3xi16>
  %b = "arith.constant.tensor"() {value = dense<[2, 3, -3]> : tensor<3xi16>} : () -> tensor<3xi16>
  %r0 = "arith.addi.tensor.i16"(%a, %b) : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  %m0 = "tensor.thaw"(%r0) : (tensor<3xi16>) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %m0, %ch0
  %r1 = "arith.andi.tensor.i16"(%a, %b) : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  %m1 = "tensor.thaw"(%r1) : (tensor<3xi16>) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %m1, %ch1
  %r2 = "arith.divsi.tensor.i16"(%a, %b) : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  %m2 = "tensor.thaw"(%r2) : (tensor<3xi16>) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %m2, %ch2
  %r3 = "arith.divui.tensor.i16"(%a, %b) : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  %m3 = "tensor.thaw"(%r3) : (tensor<3xi16>) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %m3, %ch3
  %r4 = "arith.maxsi.tensor.i16"(%a, %b) : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  %m4 = "tensor.thaw"(%r4) : (tensor<3xi16>) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %m4, %ch4
  %r5 = "arith.maxui.tensor.i16"(%a, %b) : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  %m5 = "tensor.thaw"(%r5) : (tensor<3xi16>) -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %m5, %ch5
  %r6 = "arith.minsi.tensor.i16"(%a, %b) : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  %m6 = "tensor.thaw"(%r6) : (tensor<3xi16>) -> !tfrt_tensor.tensor
  %ch7 = tfrt_dht.print_tensor %m6, %ch6
  %r7 = "arith.minui.tensor.i16"(%a, %b) : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  %m7 = "tensor.thaw"(%r7) : (tensor<3xi16>) -> !tfrt_tensor.tensor
  %ch8 = tfrt_dht.print_tensor %m7, %ch7
  %r8 = "arith.muli.tensor.i16"(%a, %b) : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  %m8 = "tensor.thaw"(%r8) : (tensor<3xi16>) -> !tfrt_tensor.tensor
  %ch9 = tfrt_dht.print_tensor %m8, %ch8
  %r9 = "arith.ori.tensor.i16"(%a, %b) : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  %m9 = "tensor.thaw"(%r9) : (tensor<3xi16>) -> !tfrt_tensor.tensor
  %ch10 = tfrt_dht.print_tensor %m9, %ch9
  %r10 = "arith.remsi.tensor.i16"(%a, %b) : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  %m10 = "tensor.thaw"(%r10) : (tensor<3xi16>) -> !tfrt_tensor.tensor
  %ch11 = tfrt_dht.print_tensor %m10, %ch10
  %r11 = "arith.remui.tensor.i16"(%a, %b) : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  %m11 = "tensor.thaw"(%r11) : (tensor<3xi16>) -> !tfrt_tensor.tensor
  %ch12 = tfrt_dht.print_tensor %m11, %ch11
  %r12 = "arith.subi.tensor.i16"(%a, %b) : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  %m12 = "tensor.thaw"(%r12) : (tensor<3xi16>) -> !tfrt_tensor.tensor
  %ch13 = tfrt_dht.print_tensor %m12, %ch12
  %r13 = "arith.xori.tensor.i16"(%a, %b) : (tensor<3xi16>, tensor<3xi16>) -> tensor<3xi16>
  %m13 = "tensor.thaw"(%r13) : (tensor<3xi16>) -> !tfrt_tensor.tensor
  %ch14 = tfrt_dht.print_tensor %m13, %ch13
  tfrt.return %ch14 : !tfrt.chain
}

func.func @integers_i32() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "arith.constant.tensor"() {value = dense<[-7, 127, 3]> : tensor<3xi32>} : () -> tensor<3xi32>
  %b = "arith.constant.tensor"() {value = dense<[2, 3, -3]> : tensor<3xi32>} : () -> tensor<3xi32>
  %r0 = "arith.addi.tensor.i32"(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %m0 = "tensor.thaw"(%r0) : (tensor<3xi32>) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %m0, %ch0
  %r1 = "arith.andi.tensor.i32"(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %m1 = "tensor.thaw"(%r1) : (tensor<3xi32>) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %m1, %ch1
  %r2 = "arith.divsi.tensor.i32"(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %m2 = "tensor.thaw"(%r2) : (tensor<3xi32>) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %m2, %ch2
  %r3 = "arith.divui.tensor.i32"(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %m3 = "tensor.thaw"(%r3) : (tensor<3xi32>) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %m3, %ch3
  %r4 = "arith.maxsi.tensor.i32"(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %m4 = "tensor.thaw"(%r4) : (tensor<3xi32>) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %m4, %ch4
  %r5 = "arith.maxui.tensor.i32"(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %m5 = "tensor.thaw"(%r5) : (tensor<3xi32>) -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %m5, %ch5
  %r6 = "arith.minsi.tensor.i32"(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %m6 = "tensor.thaw"(%r6) : (tensor<3xi32>) -> !tfrt_tensor.tensor
  %ch7 = tfrt_dht.print_tensor %m6, %ch6
  %r7 = "arith.minui.tensor.i32"(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %m7 = "tensor.thaw"(%r7) : (tensor<3xi32>) -> !tfrt_tensor.tensor
  %ch8 = tfrt_dht.print_tensor %m7, %ch7
  %r8 = "arith.muli.tensor.i32"(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %m8 = "tensor.thaw"(%r8) : (tensor<3xi32>) -> !tfrt_tensor.tensor
  %ch9 = tfrt_dht.print_tensor %m8, %ch8
  %r9 = "arith.ori.tensor.i32"(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %m9 = "tensor.thaw"(%r9) : (tensor<3xi32>) -> !tfrt_tensor.tensor
  %ch10 = tfrt_dht.print_tensor %m9, %ch9
  %r10 = "arith.remsi.tensor.i32"(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %m10 = "tensor.thaw"(%r10) : (tensor<3xi32>) -> !tfrt_tensor.tensor
  %ch11 = tfrt_dht.print_tensor %m10, %ch10
  %r11 = "arith.remui.tensor.i32"(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %m11 = "tensor.thaw"(%r11) : (tensor<3xi32>) -> !tfrt_tensor.tensor
  %ch12 = tfrt_dht.print_tensor %m11, %ch11
  %r12 = "arith.subi.tensor.i32"(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %m12 = "tensor.thaw"(%r12) : (tensor<3xi32>) -> !tfrt_tensor.tensor
  %ch13 = tfrt_dht.print_tensor %m12, %ch12
  %r13 = "arith.xori.tensor.i32"(%a, %b) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %m13 = "tensor.thaw"(%r13) : (tensor<3xi32>) -> !tfrt_tensor.tensor
  %ch14 = tfrt_dht.print_tensor %m13, %ch13
  tfrt.return %ch14 : !tfrt.chain
}

func.func @integers_i64() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "arith.constant.tensor"() {value = dense<[-7, 127, 3]> : tensor<3xi64>} : () -> tensor<3xi64>
  %b = "arith.constant.tensor"() {value = dense<[2, 3, -3]> : tensor<3xi64>} : () -> tensor<3xi64>
  %r0 = "arith.addi.tensor.i64"(%a, %b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %m0 = "tensor.thaw"(%r0) : (tensor<3xi64>) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %m0, %ch0
  %r1 = "arith.andi.tensor.i64"(%a, %b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %m1 = "tensor.thaw"(%r1) : (tensor<3xi64>) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %m1, %ch1
  %r2 = "arith.divsi.tensor.i64"(%a, %b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %m2 = "tensor.thaw"(%r2) : (tensor<3xi64>) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %m2, %ch2
  %r3 = "arith.divui.tensor.i64"(%a, %b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %m3 = "tensor.thaw"(%r3) : (tensor<3xi64>) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %m3, %ch3
  %r4 = "arith.maxsi.tensor.i64"(%a, %b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %m4 = "tensor.thaw"(%r4) : (tensor<3xi64>) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %m4, %ch4
  %r5 = "arith.maxui.tensor.i64"(%a, %b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %m5 = "tensor.thaw"(%r5) : (tensor<3xi64>) -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %m5, %ch5
  %r6 = "arith.minsi.tensor.i64"(%a, %b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %m6 = "tensor.thaw"(%r6) : (tensor<3xi64>) -> !tfrt_tensor.tensor
  %ch7 = tfrt_dht.print_tensor %m6, %ch6
  %r7 = "arith.minui.tensor.i64"(%a, %b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %m7 = "tensor.thaw"(%r7) : (tensor<3xi64>) -> !tfrt_tensor.tensor
  %ch8 = tfrt_dht.print_tensor %m7, %ch7
  %r8 = "arith.muli.tensor.i64"(%a, %b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %m8 = "tensor.thaw"(%r8) : (tensor<3xi64>) -> !tfrt_tensor.tensor
  %ch9 = tfrt_dht.print_tensor %m8, %ch8
  %r9 = "arith.ori.tensor.i64"(%a, %b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %m9 = "tensor.thaw"(%r9) : (tensor<3xi64>) -> !tfrt_tensor.tensor
  %ch10 = tfrt_dht.print_tensor %m9, %ch9
  %r10 = "arith.remsi.tensor.i64"(%a, %b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %m10 = "tensor.thaw"(%r10) : (tensor<3xi64>) -> !tfrt_tensor.tensor
  %ch11 = tfrt_dht.print_tensor %m10, %ch10
  %r11 = "arith.remui.tensor.i64"(%a, %b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %m11 = "tensor.thaw"(%r11) : (tensor<3xi64>) -> !tfrt_tensor.tensor
  %ch12 = tfrt_dht.print_tensor %m11, %ch11
  %r12 = "arith.subi.tensor.i64"(%a, %b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %m12 = "tensor.thaw"(%r12) : (tensor<3xi64>) -> !tfrt_tensor.tensor
  %ch13 = tfrt_dht.print_tensor %m12, %ch12
  %r13 = "arith.xori.tensor.i64"(%a, %b) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %m13 = "tensor.thaw"(%r13) : (tensor<3xi64>) -> !tfrt_tensor.tensor
  %ch14 = tfrt_dht.print_tensor %m13, %ch13
  tfrt.return %ch14 : !tfrt.chain
}

func.func @floats_f32() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "arith.constant.tensor"() {value = dense<[0.5, 0.75]> : tensor<2xf32>} : () -> tensor<2xf32>
  %b = "arith.constant.tensor"() {value = dense<[2.0, -0.5]> : tensor<2xf32>} : () -> tensor<2xf32>
  %c = "arith.constant.tensor"() {value = dense<[1.0, 0.25]> : tensor<2xf32>} : () -> tensor<2xf32>
  %r0 = "arith.addf.tensor.f32"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %m0 = "tensor.thaw"(%r0) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %m0, %ch0
  %r1 = "arith.divf.tensor.f32"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %m1 = "tensor.thaw"(%r1) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %m1, %ch1
  %r2 = "arith.maximumf.tensor.f32"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %m2 = "tensor.thaw"(%r2) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %m2, %ch2
  %r3 = "arith.minimumf.tensor.f32"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %m3 = "tensor.thaw"(%r3) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %m3, %ch3
  %r4 = "arith.mulf.tensor.f32"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %m4 = "tensor.thaw"(%r4) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %m4, %ch4
  %r5 = "arith.subf.tensor.f32"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %m5 = "tensor.thaw"(%r5) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %m5, %ch5
  %r6 = "arith.negf.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m6 = "tensor.thaw"(%r6) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch7 = tfrt_dht.print_tensor %m6, %ch6
  %r7 = "math.absf.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m7 = "tensor.thaw"(%r7) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch8 = tfrt_dht.print_tensor %m7, %ch7
  %r8 = "math.acos.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m8 = "tensor.thaw"(%r8) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch9 = tfrt_dht.print_tensor %m8, %ch8
  %r9 = "math.acosh.tensor.f32"(%b) : (tensor<2xf32>) -> tensor<2xf32>
  %m9 = "tensor.thaw"(%r9) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch10 = tfrt_dht.print_tensor %m9, %ch9
  %r10 = "math.asin.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m10 = "tensor.thaw"(%r10) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch11 = tfrt_dht.print_tensor %m10, %ch10
  %r11 = "math.asinh.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m11 = "tensor.thaw"(%r11) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch12 = tfrt_dht.print_tensor %m11, %ch11
  %r12 = "math.atan.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m12 = "tensor.thaw"(%r12) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch13 = tfrt_dht.print_tensor %m12, %ch12
  %r13 = "math.atanh.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m13 = "tensor.thaw"(%r13) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch14 = tfrt_dht.print_tensor %m13, %ch13
  %r14 = "math.cbrt.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m14 = "tensor.thaw"(%r14) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch15 = tfrt_dht.print_tensor %m14, %ch14
  %r15 = "math.ceil.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m15 = "tensor.thaw"(%r15) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch16 = tfrt_dht.print_tensor %m15, %ch15
  %r16 = "math.cos.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m16 = "tensor.thaw"(%r16) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch17 = tfrt_dht.print_tensor %m16, %ch16
  %r17 = "math.cosh.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m17 = "tensor.thaw"(%r17) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch18 = tfrt_dht.print_tensor %m17, %ch17
  %r18 = "math.erf.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m18 = "tensor.thaw"(%r18) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch19 = tfrt_dht.print_tensor %m18, %ch18
  %r19 = "math.erfc.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m19 = "tensor.thaw"(%r19) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch20 = tfrt_dht.print_tensor %m19, %ch19
  %r20 = "math.exp.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m20 = "tensor.thaw"(%r20) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch21 = tfrt_dht.print_tensor %m20, %ch20
  %r21 = "math.exp2.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m21 = "tensor.thaw"(%r21) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch22 = tfrt_dht.print_tensor %m21, %ch21
  %r22 = "math.expm1.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m22 = "tensor.thaw"(%r22) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch23 = tfrt_dht.print_tensor %m22, %ch22
  %r23 = "math.floor.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m23 = "tensor.thaw"(%r23) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch24 = tfrt_dht.print_tensor %m23, %ch23
  %r24 = "math.log.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m24 = "tensor.thaw"(%r24) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch25 = tfrt_dht.print_tensor %m24, %ch24
  %r25 = "math.log10.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m25 = "tensor.thaw"(%r25) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch26 = tfrt_dht.print_tensor %m25, %ch25
  %r26 = "math.log1p.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m26 = "tensor.thaw"(%r26) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch27 = tfrt_dht.print_tensor %m26, %ch26
  %r27 = "math.log2.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m27 = "tensor.thaw"(%r27) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch28 = tfrt_dht.print_tensor %m27, %ch27
  %r28 = "math.round.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m28 = "tensor.thaw"(%r28) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch29 = tfrt_dht.print_tensor %m28, %ch28
  %r29 = "math.roundeven.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m29 = "tensor.thaw"(%r29) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch30 = tfrt_dht.print_tensor %m29, %ch29
  %r30 = "math.rsqrt.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m30 = "tensor.thaw"(%r30) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch31 = tfrt_dht.print_tensor %m30, %ch30
  %r31 = "math.sin.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m31 = "tensor.thaw"(%r31) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch32 = tfrt_dht.print_tensor %m31, %ch31
  %r32 = "math.sinh.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m32 = "tensor.thaw"(%r32) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch33 = tfrt_dht.print_tensor %m32, %ch32
  %r33 = "math.sqrt.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m33 = "tensor.thaw"(%r33) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch34 = tfrt_dht.print_tensor %m33, %ch33
  %r34 = "math.tan.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m34 = "tensor.thaw"(%r34) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch35 = tfrt_dht.print_tensor %m34, %ch34
  %r35 = "math.tanh.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m35 = "tensor.thaw"(%r35) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch36 = tfrt_dht.print_tensor %m35, %ch35
  %r36 = "math.trunc.tensor.f32"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %m36 = "tensor.thaw"(%r36) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch37 = tfrt_dht.print_tensor %m36, %ch36
  %r37 = "math.powf.tensor.f32"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %m37 = "tensor.thaw"(%r37) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch38 = tfrt_dht.print_tensor %m37, %ch37
  %r38 = "math.fma.tensor.f32"(%a, %b, %c) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %m38 = "tensor.thaw"(%r38) : (tensor<2xf32>) -> !tfrt_tensor.tensor
  %ch39 = tfrt_dht.print_tensor %m38, %ch38
  tfrt.return %ch39 : !tfrt.chain
}

func.func @floats_f64() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a = "arith.constant.tensor"() {value = dense<[0.5, 0.75]> : tensor<2xf64>} : () -> tensor<2xf64>
  %b = "arith.constant.tensor"() {value = dense<[2.0, -0.5]> : tensor<2xf64>} : () -> tensor<2xf64>
  %c = "arith.constant.tensor"() {value = dense<[1.0, 0.25]> : tensor<2xf64>} : () -> tensor<2xf64>
  %r0 = "arith.addf.tensor.f64"(%a, %b) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %m0 = "tensor.thaw"(%r0) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %m0, %ch0
  %r1 = "arith.divf.tensor.f64"(%a, %b) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %m1 = "tensor.thaw"(%r1) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch2 = tfrt_dht.print_tensor %m1, %ch1
  %r2 = "arith.maximumf.tensor.f64"(%a, %b) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %m2 = "tensor.thaw"(%r2) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch3 = tfrt_dht.print_tensor %m2, %ch2
  %r3 = "arith.minimumf.tensor.f64"(%a, %b) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %m3 = "tensor.thaw"(%r3) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch4 = tfrt_dht.print_tensor %m3, %ch3
  %r4 = "arith.mulf.tensor.f64"(%a, %b) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %m4 = "tensor.thaw"(%r4) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch5 = tfrt_dht.print_tensor %m4, %ch4
  %r5 = "arith.subf.tensor.f64"(%a, %b) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %m5 = "tensor.thaw"(%r5) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch6 = tfrt_dht.print_tensor %m5, %ch5
  %r6 = "arith.negf.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m6 = "tensor.thaw"(%r6) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch7 = tfrt_dht.print_tensor %m6, %ch6
  %r7 = "math.absf.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m7 = "tensor.thaw"(%r7) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch8 = tfrt_dht.print_tensor %m7, %ch7
  %r8 = "math.acos.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m8 = "tensor.thaw"(%r8) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch9 = tfrt_dht.print_tensor %m8, %ch8
  %r9 = "math.acosh.tensor.f64"(%b) : (tensor<2xf64>) -> tensor<2xf64>
  %m9 = "tensor.thaw"(%r9) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch10 = tfrt_dht.print_tensor %m9, %ch9
  %r10 = "math.asin.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m10 = "tensor.thaw"(%r10) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch11 = tfrt_dht.print_tensor %m10, %ch10
  %r11 = "math.asinh.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m11 = "tensor.thaw"(%r11) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch12 = tfrt_dht.print_tensor %m11, %ch11
  %r12 = "math.atan.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m12 = "tensor.thaw"(%r12) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch13 = tfrt_dht.print_tensor %m12, %ch12
  %r13 = "math.atanh.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m13 = "tensor.thaw"(%r13) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch14 = tfrt_dht.print_tensor %m13, %ch13
  %r14 = "math.cbrt.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m14 = "tensor.thaw"(%r14) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch15 = tfrt_dht.print_tensor %m14, %ch14
  %r15 = "math.ceil.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m15 = "tensor.thaw"(%r15) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch16 = tfrt_dht.print_tensor %m15, %ch15
  %r16 = "math.cos.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m16 = "tensor.thaw"(%r16) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch17 = tfrt_dht.print_tensor %m16, %ch16
  %r17 = "math.cosh.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m17 = "tensor.thaw"(%r17) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch18 = tfrt_dht.print_tensor %m17, %ch17
  %r18 = "math.erf.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m18 = "tensor.thaw"(%r18) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch19 = tfrt_dht.print_tensor %m18, %ch18
  %r19 = "math.erfc.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m19 = "tensor.thaw"(%r19) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch20 = tfrt_dht.print_tensor %m19, %ch19
  %r20 = "math.exp.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m20 = "tensor.thaw"(%r20) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch21 = tfrt_dht.print_tensor %m20, %ch20
  %r21 = "math.exp2.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m21 = "tensor.thaw"(%r21) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch22 = tfrt_dht.print_tensor %m21, %ch21
  %r22 = "math.expm1.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m22 = "tensor.thaw"(%r22) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch23 = tfrt_dht.print_tensor %m22, %ch22
  %r23 = "math.floor.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m23 = "tensor.thaw"(%r23) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch24 = tfrt_dht.print_tensor %m23, %ch23
  %r24 = "math.log.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m24 = "tensor.thaw"(%r24) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch25 = tfrt_dht.print_tensor %m24, %ch24
  %r25 = "math.log10.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m25 = "tensor.thaw"(%r25) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch26 = tfrt_dht.print_tensor %m25, %ch25
  %r26 = "math.log1p.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m26 = "tensor.thaw"(%r26) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch27 = tfrt_dht.print_tensor %m26, %ch26
  %r27 = "math.log2.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m27 = "tensor.thaw"(%r27) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch28 = tfrt_dht.print_tensor %m27, %ch27
  %r28 = "math.round.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m28 = "tensor.thaw"(%r28) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch29 = tfrt_dht.print_tensor %m28, %ch28
  %r29 = "math.roundeven.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m29 = "tensor.thaw"(%r29) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch30 = tfrt_dht.print_tensor %m29, %ch29
  %r30 = "math.rsqrt.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m30 = "tensor.thaw"(%r30) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch31 = tfrt_dht.print_tensor %m30, %ch30
  %r31 = "math.sin.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m31 = "tensor.thaw"(%r31) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch32 = tfrt_dht.print_tensor %m31, %ch31
  %r32 = "math.sinh.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m32 = "tensor.thaw"(%r32) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch33 = tfrt_dht.print_tensor %m32, %ch32
  %r33 = "math.sqrt.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m33 = "tensor.thaw"(%r33) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch34 = tfrt_dht.print_tensor %m33, %ch33
  %r34 = "math.tan.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m34 = "tensor.thaw"(%r34) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch35 = tfrt_dht.print_tensor %m34, %ch34
  %r35 = "math.tanh.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m35 = "tensor.thaw"(%r35) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch36 = tfrt_dht.print_tensor %m35, %ch35
  %r36 = "math.trunc.tensor.f64"(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %m36 = "tensor.thaw"(%r36) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch37 = tfrt_dht.print_tensor %m36, %ch36
  %r37 = "math.powf.tensor.f64"(%a, %b) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %m37 = "tensor.thaw"(%r37) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch38 = tfrt_dht.print_tensor %m37, %ch37
  %r38 = "math.fma.tensor.f64"(%a, %b, %c) : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %m38 = "tensor.thaw"(%r38) : (tensor<2xf64>) -> !tfrt_tensor.tensor
  %ch39 = tfrt_dht.print_tensor %m38, %ch38
  tfrt.return %ch39 : !tfrt.chain
}

func.func @shapes() -> tensor<*xi32> {
  %a = "arith.constant.tensor"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<2xi32>
  %b = "arith.constant.tensor"() {value = dense<[1, 2, 3]> : tensor<3xi32>} : () -> tensor<3xi32>
  %x = "tensor.cast.i32"(%a) : (tensor<2xi32>) -> tensor<*xi32>
  %y = "tensor.cast.i32"(%b) : (tensor<3xi32>) -> tensor<*xi32>
  %r = "arith.addi.tensor.i32"(%x, %y) : (tensor<*xi32>, tensor<*xi32>) -> tensor<*xi32> // expected-error {{tensor shape mismatch: [2] vs. [3]}}
  tfrt.return %r : tensor<*xi32>
}

func.func @zero() -> tensor<2xi32> {
  %a = "arith.constant.tensor"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<2xi32>
  %b = "arith.constant.tensor"() {value = dense<[1, 0]> : tensor<2xi32>} : () -> tensor<2xi32>
  %r = "arith.divsi.tensor.i32"(%a, %b) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32> // expected-error {{Divide by zero}}
  tfrt.return %r : tensor<2xi32>
}

func.func @types() -> tensor<2xf32> {
  %ch = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  %r, %done = "tensor.freeze.f32"(%a, %ch) : (!tfrt_tensor.tensor, !tfrt.chain) -> (tensor<2xf32>, !tfrt.chain) // expected-error {{a tensor of type i32, expected f32}}
  tfrt.return %r : tensor<2xf32>
}
