// rule: nn.add, nn.sub and their like: arithmetic, comparisons, bits, remainders and powers of tensors that are
//   broadcast to each other, as ONNX's Add, Sub and so on.
// run:
// out| --- Running 'add':
// out| Tensor dtype = i8, shape = [2, 3], values = [10, 11, 12, 5, 6, 7]
// out| Tensor dtype = i16, shape = [2, 3], values = [10, 11, 12, 5, 6, 7]
// out| Tensor dtype = i32, shape = [2, 3], values = [10, 11, 12, 5, 6, 7]
// out| Tensor dtype = i64, shape = [2, 3], values = [10, 11, 12, 5, 6, 7]
// out| Tensor dtype = u8, shape = [2, 3], values = [10, 11, 12, 5, 6, 7]
// out| Tensor dtype = u16, shape = [2, 3], values = [10, 11, 12, 5, 6, 7]
// out| Tensor dtype = u32, shape = [2, 3], values = [10, 11, 12, 5, 6, 7]
// out| Tensor dtype = u64, shape = [2, 3], values = [10, 11, 12, 5, 6, 7]
// out| Tensor dtype = f16, shape = [2, 3], values = [fp16(18688), fp16(18816), fp16(18944), fp16(17664), fp16(17920), fp16(18176)]
// out| Tensor dtype = bf16, shape = [2, 3], values = [bf16(16672), bf16(16688), bf16(16704), bf16(16544), bf16(16576), bf16(16608)]
// out| Tensor dtype = f32, shape = [2, 3], values = [1.000000e+01, 1.100000e+01, 1.200000e+01, 5.000000e+00, 6.000000e+00, 7.000000e+00]
// out| Tensor dtype = f64, shape = [2, 3], values = [1.000000e+01, 1.100000e+01, 1.200000e+01, 5.000000e+00, 6.000000e+00, 7.000000e+00]
// out| 'add' returned !tfrt.chain value
// out| --- Running 'sub':
// out| Tensor dtype = i8, shape = [2, 3], values = [4, 3, 2, -1, -2, -3]
// out| Tensor dtype = i16, shape = [2, 3], values = [4, 3, 2, -1, -2, -3]
// out| Tensor dtype = i32, shape = [2, 3], values = [4, 3, 2, -1, -2, -3]
// out| Tensor dtype = i64, shape = [2, 3], values = [4, 3, 2, -1, -2, -3]
// out| Tensor dtype = u8, shape = [2, 3], values = [4, 3, 2, 255, 254, 253]
// out| Tensor dtype = u16, shape = [2, 3], values = [4, 3, 2, 65535, 65534, 65533]
// out| Tensor dtype = u32, shape = [2, 3], values = [4, 3, 2, 4294967295, 4294967294, 4294967293]
// out| Tensor dtype = u64, shape = [2, 3], values = [4, 3, 2, 18446744073709551615, 18446744073709551614, 18446744073709551613]
// out| Tensor dtype = f16, shape = [2, 3], values = [fp16(17408), fp16(16896), fp16(16384), fp16(48128), fp16(49152), fp16(49664)]
// out| Tensor dtype = bf16, shape = [2, 3], values = [bf16(16512), bf16(16448), bf16(16384), bf16(49024), bf16(49152), bf16(49216)]
// out| Tensor dtype = f32, shape = [2, 3], values = [4.000000e+00, 3.000000e+00, 2.000000e+00, -1.000000e+00, -2.000000e+00, -3.000000e+00]
// out| Tensor dtype = f64, shape = [2, 3], values = [4.000000e+00, 3.000000e+00, 2.000000e+00, -1.000000e+00, -2.000000e+00, -3.000000e+00]
// out| 'sub' returned !tfrt.chain value
// out| --- Running 'mul':
// out| Tensor dtype = i8, shape = [2, 3], values = [21, 28, 35, 6, 8, 10]
// out| Tensor dtype = i16, shape = [2, 3], values = [21, 28, 35, 6, 8, 10]
// out| Tensor dtype = i32, shape = [2, 3], values = [21, 28, 35, 6, 8, 10]
// out| Tensor dtype = i64, shape = [2, 3], values = [21, 28, 35, 6, 8, 10]
// out| Tensor dtype = u8, shape = [2, 3], values = [21, 28, 35, 6, 8, 10]
// out| Tensor dtype = u16, shape = [2, 3], values = [21, 28, 35, 6, 8, 10]
// out| Tensor dtype = u32, shape = [2, 3], values = [21, 28, 35, 6, 8, 10]
// out| Tensor dtype = u64, shape = [2, 3], values = [21, 28, 35, 6, 8, 10]
// out| Tensor dtype = f16, shape = [2, 3], values = [fp16(19776), fp16(20224), fp16(20576), fp16(17920), fp16(18432), fp16(18688)]
// out| Tensor dtype = bf16, shape = [2, 3], values = [bf16(16808), bf16(16864), bf16(16908), bf16(16576), bf16(16640), bf16(16672)]
// out| Tensor dtype = f32, shape = [2, 3], values = [2.100000e+01, 2.800000e+01, 3.500000e+01, 6.000000e+00, 8.000000e+00, 1.000000e+01]
// out| Tensor dtype = f64, shape = [2, 3], values = [2.100000e+01, 2.800000e+01, 3.500000e+01, 6.000000e+00, 8.000000e+00, 1.000000e+01]
// out| 'mul' returned !tfrt.chain value
// out| --- Running 'max':
// out| Tensor dtype = i8, shape = [2, 3], values = [7, 7, 7, 3, 4, 5]
// out| Tensor dtype = i16, shape = [2, 3], values = [7, 7, 7, 3, 4, 5]
// out| Tensor dtype = i32, shape = [2, 3], values = [7, 7, 7, 3, 4, 5]
// out| Tensor dtype = i64, shape = [2, 3], values = [7, 7, 7, 3, 4, 5]
// out| Tensor dtype = u8, shape = [2, 3], values = [7, 7, 7, 3, 4, 5]
// out| Tensor dtype = u16, shape = [2, 3], values = [7, 7, 7, 3, 4, 5]
// out| Tensor dtype = u32, shape = [2, 3], values = [7, 7, 7, 3, 4, 5]
// out| Tensor dtype = u64, shape = [2, 3], values = [7, 7, 7, 3, 4, 5]
// out| Tensor dtype = f16, shape = [2, 3], values = [fp16(18176), fp16(18176), fp16(18176), fp16(16896), fp16(17408), fp16(17664)]
// out| Tensor dtype = bf16, shape = [2, 3], values = [bf16(16608), bf16(16608), bf16(16608), bf16(16448), bf16(16512), bf16(16544)]
// out| Tensor dtype = f32, shape = [2, 3], values = [7.000000e+00, 7.000000e+00, 7.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00]
// out| Tensor dtype = f64, shape = [2, 3], values = [7.000000e+00, 7.000000e+00, 7.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00]
// out| 'max' returned !tfrt.chain value
// out| --- Running 'min':
// out| Tensor dtype = i8, shape = [2, 3], values = [3, 4, 5, 2, 2, 2]
// out| Tensor dtype = i16, shape = [2, 3], values = [3, 4, 5, 2, 2, 2]
// out| Tensor dtype = i32, shape = [2, 3], values = [3, 4, 5, 2, 2, 2]
// out| Tensor dtype = i64, shape = [2, 3], values = [3, 4, 5, 2, 2, 2]
// out| Tensor dtype = u8, shape = [2, 3], values = [3, 4, 5, 2, 2, 2]
// out| Tensor dtype = u16, shape = [2, 3], values = [3, 4, 5, 2, 2, 2]
// out| Tensor dtype = u32, shape = [2, 3], values = [3, 4, 5, 2, 2, 2]
// out| Tensor dtype = u64, shape = [2, 3], values = [3, 4, 5, 2, 2, 2]
// out| Tensor dtype = f16, shape = [2, 3], values = [fp16(16896), fp16(17408), fp16(17664), fp16(16384), fp16(16384), fp16(16384)]
// out| Tensor dtype = bf16, shape = [2, 3], values = [bf16(16448), bf16(16512), bf16(16544), bf16(16384), bf16(16384), bf16(16384)]
// out| Tensor dtype = f32, shape = [2, 3], values = [3.000000e+00, 4.000000e+00, 5.000000e+00, 2.000000e+00, 2.000000e+00, 2.000000e+00]
// out| Tensor dtype = f64, shape = [2, 3], values = [3.000000e+00, 4.000000e+00, 5.000000e+00, 2.000000e+00, 2.000000e+00, 2.000000e+00]
// out| 'min' returned !tfrt.chain value
// out| --- Running 'div':
// out| Tensor dtype = i8, shape = [2, 3], values = [2, 1, 1, 0, 0, 0]
// out| Tensor dtype = i16, shape = [2, 3], values = [2, 1, 1, 0, 0, 0]
// out| Tensor dtype = i32, shape = [2, 3], values = [2, 1, 1, 0, 0, 0]
// out| Tensor dtype = i64, shape = [2, 3], values = [2, 1, 1, 0, 0, 0]
// out| Tensor dtype = u8, shape = [2, 3], values = [2, 1, 1, 0, 0, 0]
// out| Tensor dtype = u16, shape = [2, 3], values = [2, 1, 1, 0, 0, 0]
// out| Tensor dtype = u32, shape = [2, 3], values = [2, 1, 1, 0, 0, 0]
// out| Tensor dtype = u64, shape = [2, 3], values = [2, 1, 1, 0, 0, 0]
// out| Tensor dtype = f16, shape = [2, 3], values = [fp16(16555), fp16(16128), fp16(15770), fp16(14677), fp16(14336), fp16(13926)]
// out| Tensor dtype = bf16, shape = [2, 3], values = [bf16(16405), bf16(16352), bf16(16307), bf16(16171), bf16(16128), bf16(16077)]
// out| Tensor dtype = f32, shape = [2, 3], values = [2.333333e+00, 1.750000e+00, 1.400000e+00, 6.666667e-01, 5.000000e-01, 4.000000e-01]
// out| Tensor dtype = f64, shape = [2, 3], values = [2.333333e+00, 1.750000e+00, 1.400000e+00, 6.666667e-01, 5.000000e-01, 4.000000e-01]
// out| 'div' returned !tfrt.chain value
// out| --- Running 'equal':
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| 'equal' returned !tfrt.chain value
// out| --- Running 'greater':
// out| Tensor dtype = i1, shape = [2], values = [0, 1]
// out| Tensor dtype = i1, shape = [2], values = [0, 1]
// out| Tensor dtype = i1, shape = [2], values = [0, 1]
// out| Tensor dtype = i1, shape = [2], values = [0, 1]
// out| Tensor dtype = i1, shape = [2], values = [0, 1]
// out| Tensor dtype = i1, shape = [2], values = [0, 1]
// out| Tensor dtype = i1, shape = [2], values = [0, 1]
// out| Tensor dtype = i1, shape = [2], values = [0, 1]
// out| Tensor dtype = i1, shape = [2], values = [0, 1]
// out| Tensor dtype = i1, shape = [2], values = [0, 1]
// out| Tensor dtype = i1, shape = [2], values = [0, 1]
// out| Tensor dtype = i1, shape = [2], values = [0, 1]
// out| 'greater' returned !tfrt.chain value
// out| --- Running 'greater_or_equal':
// out| Tensor dtype = i1, shape = [2], values = [1, 1]
// out| Tensor dtype = i1, shape = [2], values = [1, 1]
// out| Tensor dtype = i1, shape = [2], values = [1, 1]
// out| Tensor dtype = i1, shape = [2], values = [1, 1]
// out| Tensor dtype = i1, shape = [2], values = [1, 1]
// out| Tensor dtype = i1, shape = [2], values = [1, 1]
// out| Tensor dtype = i1, shape = [2], values = [1, 1]
// out| Tensor dtype = i1, shape = [2], values = [1, 1]
// out| Tensor dtype = i1, shape = [2], values = [1, 1]
// out| Tensor dtype = i1, shape = [2], values = [1, 1]
// out| Tensor dtype = i1, shape = [2], values = [1, 1]
// out| Tensor dtype = i1, shape = [2], values = [1, 1]
// out| 'greater_or_equal' returned !tfrt.chain value
// out| --- Running 'less':
// out| Tensor dtype = i1, shape = [2], values = [0, 0]
// out| Tensor dtype = i1, shape = [2], values = [0, 0]
// out| Tensor dtype = i1, shape = [2], values = [0, 0]
// out| Tensor dtype = i1, shape = [2], values = [0, 0]
// out| Tensor dtype = i1, shape = [2], values = [0, 0]
// out| Tensor dtype = i1, shape = [2], values = [0, 0]
// out| Tensor dtype = i1, shape = [2], values = [0, 0]
// out| Tensor dtype = i1, shape = [2], values = [0, 0]
// out| Tensor dtype = i1, shape = [2], values = [0, 0]
// out| Tensor dtype = i1, shape = [2], values = [0, 0]
// out| Tensor dtype = i1, shape = [2], values = [0, 0]
// out| Tensor dtype = i1, shape = [2], values = [0, 0]
// out| 'less' returned !tfrt.chain value
// out| --- Running 'less_or_equal':
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| Tensor dtype = i1, shape = [2], values = [1, 0]
// out| 'less_or_equal' returned !tfrt.chain value
// out| --- Running 'relu':
// out| Tensor dtype = i8, shape = [3], values = [0, 0, 3]
// out| Tensor dtype = i16, shape = [3], values = [0, 0, 3]
// out| Tensor dtype = i32, shape = [3], values = [0, 0, 3]
// out| Tensor dtype = i64, shape = [3], values = [0, 0, 3]
// out| Tensor dtype = f16, shape = [3], values = [fp16(0), fp16(0), fp16(16896)]
// out| Tensor dtype = bf16, shape = [3], values = [bf16(0), bf16(0), bf16(16448)]
// out| Tensor dtype = f32, shape = [3], values = [0.000000e+00, 0.000000e+00, 3.000000e+00]
// out| Tensor dtype = f64, shape = [3], values = [0.000000e+00, 0.000000e+00, 3.000000e+00]
// out| 'relu' returned !tfrt.chain value
// out| --- Running 'truths':
// out| Tensor dtype = i1, shape = [4], values = [1, 0, 0, 0]
// out| Tensor dtype = i1, shape = [4], values = [1, 1, 1, 0]
// out| Tensor dtype = i1, shape = [4], values = [0, 1, 1, 0]
// out| Tensor dtype = i1, shape = [2], values = [0, 1]
// out| 'truths' returned !tfrt.chain value
// out| --- Running 'bitwise_and':
// out| Tensor dtype = i8, shape = [2], values = [2, 8]
// out| Tensor dtype = i16, shape = [2], values = [2, 8]
// out| Tensor dtype = i32, shape = [2], values = [2, 8]
// out| Tensor dtype = i64, shape = [2], values = [2, 8]
// out| Tensor dtype = u8, shape = [2], values = [2, 8]
// out| Tensor dtype = u16, shape = [2], values = [2, 8]
// out| Tensor dtype = u32, shape = [2], values = [2, 8]
// out| Tensor dtype = u64, shape = [2], values = [2, 8]
// out| 'bitwise_and' returned !tfrt.chain value
// out| --- Running 'bitwise_or':
// out| Tensor dtype = i8, shape = [2], values = [14, 14]
// out| Tensor dtype = i16, shape = [2], values = [14, 14]
// out| Tensor dtype = i32, shape = [2], values = [14, 14]
// out| Tensor dtype = i64, shape = [2], values = [14, 14]
// out| Tensor dtype = u8, shape = [2], values = [14, 14]
// out| Tensor dtype = u16, shape = [2], values = [14, 14]
// out| Tensor dtype = u32, shape = [2], values = [14, 14]
// out| Tensor dtype = u64, shape = [2], values = [14, 14]
// out| 'bitwise_or' returned !tfrt.chain value
// out| --- Running 'bitwise_xor':
// out| Tensor dtype = i8, shape = [2], values = [12, 6]
// out| Tensor dtype = i16, shape = [2], values = [12, 6]
// out| Tensor dtype = i32, shape = [2], values = [12, 6]
// out| Tensor dtype = i64, shape = [2], values = [12, 6]
// out| Tensor dtype = u8, shape = [2], values = [12, 6]
// out| Tensor dtype = u16, shape = [2], values = [12, 6]
// out| Tensor dtype = u32, shape = [2], values = [12, 6]
// out| Tensor dtype = u64, shape = [2], values = [12, 6]
// out| 'bitwise_xor' returned !tfrt.chain value
// out| --- Running 'bitwise_not':
// out| Tensor dtype = i8, shape = [1], values = [-7]
// out| Tensor dtype = i16, shape = [1], values = [-7]
// out| Tensor dtype = i32, shape = [1], values = [-7]
// out| Tensor dtype = i64, shape = [1], values = [-7]
// out| Tensor dtype = u8, shape = [1], values = [249]
// out| Tensor dtype = u16, shape = [1], values = [65529]
// out| Tensor dtype = u32, shape = [1], values = [4294967289]
// out| Tensor dtype = u64, shape = [1], values = [18446744073709551609]
// out| 'bitwise_not' returned !tfrt.chain value
// out| --- Running 'shift_left':
// out| Tensor dtype = i8, shape = [2], values = [12, 0]
// out| Tensor dtype = i16, shape = [2], values = [12, 0]
// out| Tensor dtype = i32, shape = [2], values = [12, 0]
// out| Tensor dtype = i64, shape = [2], values = [12, 0]
// out| Tensor dtype = u8, shape = [2], values = [12, 0]
// out| Tensor dtype = u16, shape = [2], values = [12, 0]
// out| Tensor dtype = u32, shape = [2], values = [12, 0]
// out| Tensor dtype = u64, shape = [2], values = [12, 0]
// out| 'shift_left' returned !tfrt.chain value
// out| --- Running 'shift_right':
// out| Tensor dtype = i8, shape = [2], values = [3, -1]
// out| Tensor dtype = i16, shape = [2], values = [3, -1]
// out| Tensor dtype = i32, shape = [2], values = [3, -1]
// out| Tensor dtype = i64, shape = [2], values = [3, -1]
// out| Tensor dtype = u8, shape = [2], values = [3, 0]
// out| Tensor dtype = u16, shape = [2], values = [3, 0]
// out| Tensor dtype = u32, shape = [2], values = [3, 0]
// out| Tensor dtype = u64, shape = [2], values = [3, 0]
// out| 'shift_right' returned !tfrt.chain value
// out| --- Running 'mod':
// out| Tensor dtype = i8, shape = [2], values = [3, 1]
// out| Tensor dtype = i8, shape = [2], values = [3, -3]
// out| Tensor dtype = i16, shape = [2], values = [3, 1]
// out| Tensor dtype = i16, shape = [2], values = [3, -3]
// out| Tensor dtype = i32, shape = [2], values = [3, 1]
// out| Tensor dtype = i32, shape = [2], values = [3, -3]
// out| Tensor dtype = i64, shape = [2], values = [3, 1]
// out| Tensor dtype = i64, shape = [2], values = [3, -3]
// out| Tensor dtype = u8, shape = [2], values = [3, 2]
// out| Tensor dtype = u8, shape = [2], values = [3, 2]
// out| Tensor dtype = u16, shape = [2], values = [3, 2]
// out| Tensor dtype = u16, shape = [2], values = [3, 2]
// out| Tensor dtype = u32, shape = [2], values = [3, 2]
// out| Tensor dtype = u32, shape = [2], values = [3, 2]
// out| Tensor dtype = u64, shape = [2], values = [3, 2]
// out| Tensor dtype = u64, shape = [2], values = [3, 2]
// out| Tensor dtype = f16, shape = [2], values = [fp16(16896), fp16(15360)]
// out| Tensor dtype = f16, shape = [2], values = [fp16(16896), fp16(49664)]
// out| Tensor dtype = bf16, shape = [2], values = [bf16(16448), bf16(16256)]
// out| Tensor dtype = bf16, shape = [2], values = [bf16(16448), bf16(49216)]
// out| Tensor dtype = f32, shape = [2], values = [3.000000e+00, 1.000000e+00]
// out| Tensor dtype = f32, shape = [2], values = [3.000000e+00, -3.000000e+00]
// out| Tensor dtype = f64, shape = [2], values = [3.000000e+00, 1.000000e+00]
// out| Tensor dtype = f64, shape = [2], values = [3.000000e+00, -3.000000e+00]
// out| 'mod' returned !tfrt.chain value
// out| --- Running 'pow':
// out| Tensor dtype = i32, shape = [2], values = [32, 9]
// out| Tensor dtype = i64, shape = [2], values = [32, 9]
// out| Tensor dtype = f16, shape = [2], values = [fp16(20480), fp16(18560)]
// out| Tensor dtype = bf16, shape = [2], values = [bf16(16896), bf16(16656)]
// out| Tensor dtype = f32, shape = [2], values = [3.200000e+01, 9.000000e+00]
// out| Tensor dtype = f64, shape = [2], values = [3.200000e+01, 9.000000e+00]
// out| Tensor dtype = i32, shape = [4], values = [1, -1, 1, 0]
// out| 'pow' returned !tfrt.chain value

func.func @add() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi8>
  %x2 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi8>
  %y3 = nn.add.i8 %x1, %x2 : tensor<2x3xi8>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi16>
  %x5 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi16>
  %y6 = nn.add.i16 %x4, %x5 : tensor<2x3xi16>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi32>
  %x8 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi32>
  %y9 = nn.add.i32 %x7, %x8 : tensor<2x3xi32>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi64>
  %x11 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi64>
  %y12 = nn.add.i64 %x10, %x11 : tensor<2x3xi64>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui8>
  %x14 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui8>
  %y15 = nn.add.ui8 %x13, %x14 : tensor<2x3xui8>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui16>
  %x17 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui16>
  %y18 = nn.add.ui16 %x16, %x17 : tensor<2x3xui16>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui32>
  %x20 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui32>
  %y21 = nn.add.ui32 %x19, %x20 : tensor<2x3xui32>
  %ch7 = tensor.print %y21, %ch6
  %x22 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui64>
  %x23 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui64>
  %y24 = nn.add.ui64 %x22, %x23 : tensor<2x3xui64>
  %ch8 = tensor.print %y24, %ch7
  %x25 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xf16>
  %x26 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xf16>
  %y27 = nn.add.f16 %x25, %x26 : tensor<2x3xf16>
  %ch9 = tensor.print %y27, %ch8
  %x28 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xbf16>
  %x29 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xbf16>
  %y30 = nn.add.bf16 %x28, %x29 : tensor<2x3xbf16>
  %ch10 = tensor.print %y30, %ch9
  %x31 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xf32>
  %x32 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xf32>
  %y33 = nn.add.f32 %x31, %x32 : tensor<2x3xf32>
  %ch11 = tensor.print %y33, %ch10
  %x34 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xf64>
  %x35 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xf64>
  %y36 = nn.add.f64 %x34, %x35 : tensor<2x3xf64>
  %ch12 = tensor.print %y36, %ch11
  tfrt.return %ch12 : !tfrt.chain
}

func.func @sub() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi8>
  %x2 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi8>
  %y3 = nn.sub.i8 %x1, %x2 : tensor<2x3xi8>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi16>
  %x5 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi16>
  %y6 = nn.sub.i16 %x4, %x5 : tensor<2x3xi16>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi32>
  %x8 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi32>
  %y9 = nn.sub.i32 %x7, %x8 : tensor<2x3xi32>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi64>
  %x11 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi64>
  %y12 = nn.sub.i64 %x10, %x11 : tensor<2x3xi64>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui8>
  %x14 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui8>
  %y15 = nn.sub.ui8 %x13, %x14 : tensor<2x3xui8>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui16>
  %x17 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui16>
  %y18 = nn.sub.ui16 %x16, %x17 : tensor<2x3xui16>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui32>
  %x20 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui32>
  %y21 = nn.sub.ui32 %x19, %x20 : tensor<2x3xui32>
  %ch7 = tensor.print %y21, %ch6
  %x22 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui64>
  %x23 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui64>
  %y24 = nn.sub.ui64 %x22, %x23 : tensor<2x3xui64>
  %ch8 = tensor.print %y24, %ch7
  %x25 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xf16>
  %x26 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xf16>
  %y27 = nn.sub.f16 %x25, %x26 : tensor<2x3xf16>
  %ch9 = tensor.print %y27, %ch8
  %x28 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xbf16>
  %x29 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xbf16>
  %y30 = nn.sub.bf16 %x28, %x29 : tensor<2x3xbf16>
  %ch10 = tensor.print %y30, %ch9
  %x31 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xf32>
  %x32 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xf32>
  %y33 = nn.sub.f32 %x31, %x32 : tensor<2x3xf32>
  %ch11 = tensor.print %y33, %ch10
  %x34 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xf64>
  %x35 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xf64>
  %y36 = nn.sub.f64 %x34, %x35 : tensor<2x3xf64>
  %ch12 = tensor.print %y36, %ch11
  tfrt.return %ch12 : !tfrt.chain
}

func.func @mul() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi8>
  %x2 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi8>
  %y3 = nn.mul.i8 %x1, %x2 : tensor<2x3xi8>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi16>
  %x5 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi16>
  %y6 = nn.mul.i16 %x4, %x5 : tensor<2x3xi16>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi32>
  %x8 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi32>
  %y9 = nn.mul.i32 %x7, %x8 : tensor<2x3xi32>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi64>
  %x11 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi64>
  %y12 = nn.mul.i64 %x10, %x11 : tensor<2x3xi64>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui8>
  %x14 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui8>
  %y15 = nn.mul.ui8 %x13, %x14 : tensor<2x3xui8>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui16>
  %x17 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui16>
  %y18 = nn.mul.ui16 %x16, %x17 : tensor<2x3xui16>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui32>
  %x20 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui32>
  %y21 = nn.mul.ui32 %x19, %x20 : tensor<2x3xui32>
  %ch7 = tensor.print %y21, %ch6
  %x22 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui64>
  %x23 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui64>
  %y24 = nn.mul.ui64 %x22, %x23 : tensor<2x3xui64>
  %ch8 = tensor.print %y24, %ch7
  %x25 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xf16>
  %x26 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xf16>
  %y27 = nn.mul.f16 %x25, %x26 : tensor<2x3xf16>
  %ch9 = tensor.print %y27, %ch8
  %x28 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xbf16>
  %x29 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xbf16>
  %y30 = nn.mul.bf16 %x28, %x29 : tensor<2x3xbf16>
  %ch10 = tensor.print %y30, %ch9
  %x31 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xf32>
  %x32 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xf32>
  %y33 = nn.mul.f32 %x31, %x32 : tensor<2x3xf32>
  %ch11 = tensor.print %y33, %ch10
  %x34 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xf64>
  %x35 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xf64>
  %y36 = nn.mul.f64 %x34, %x35 : tensor<2x3xf64>
  %ch12 = tensor.print %y36, %ch11
  tfrt.return %ch12 : !tfrt.chain
}

func.func @max() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi8>
  %x2 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi8>
  %y3 = nn.max.i8 %x1, %x2 : tensor<2x3xi8>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi16>
  %x5 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi16>
  %y6 = nn.max.i16 %x4, %x5 : tensor<2x3xi16>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi32>
  %x8 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi32>
  %y9 = nn.max.i32 %x7, %x8 : tensor<2x3xi32>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi64>
  %x11 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi64>
  %y12 = nn.max.i64 %x10, %x11 : tensor<2x3xi64>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui8>
  %x14 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui8>
  %y15 = nn.max.ui8 %x13, %x14 : tensor<2x3xui8>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui16>
  %x17 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui16>
  %y18 = nn.max.ui16 %x16, %x17 : tensor<2x3xui16>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui32>
  %x20 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui32>
  %y21 = nn.max.ui32 %x19, %x20 : tensor<2x3xui32>
  %ch7 = tensor.print %y21, %ch6
  %x22 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui64>
  %x23 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui64>
  %y24 = nn.max.ui64 %x22, %x23 : tensor<2x3xui64>
  %ch8 = tensor.print %y24, %ch7
  %x25 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xf16>
  %x26 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xf16>
  %y27 = nn.max.f16 %x25, %x26 : tensor<2x3xf16>
  %ch9 = tensor.print %y27, %ch8
  %x28 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xbf16>
  %x29 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xbf16>
  %y30 = nn.max.bf16 %x28, %x29 : tensor<2x3xbf16>
  %ch10 = tensor.print %y30, %ch9
  %x31 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xf32>
  %x32 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xf32>
  %y33 = nn.max.f32 %x31, %x32 : tensor<2x3xf32>
  %ch11 = tensor.print %y33, %ch10
  %x34 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xf64>
  %x35 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xf64>
  %y36 = nn.max.f64 %x34, %x35 : tensor<2x3xf64>
  %ch12 = tensor.print %y36, %ch11
  tfrt.return %ch12 : !tfrt.chain
}

func.func @min() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi8>
  %x2 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi8>
  %y3 = nn.min.i8 %x1, %x2 : tensor<2x3xi8>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi16>
  %x5 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi16>
  %y6 = nn.min.i16 %x4, %x5 : tensor<2x3xi16>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi32>
  %x8 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi32>
  %y9 = nn.min.i32 %x7, %x8 : tensor<2x3xi32>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi64>
  %x11 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi64>
  %y12 = nn.min.i64 %x10, %x11 : tensor<2x3xi64>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui8>
  %x14 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui8>
  %y15 = nn.min.ui8 %x13, %x14 : tensor<2x3xui8>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui16>
  %x17 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui16>
  %y18 = nn.min.ui16 %x16, %x17 : tensor<2x3xui16>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui32>
  %x20 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui32>
  %y21 = nn.min.ui32 %x19, %x20 : tensor<2x3xui32>
  %ch7 = tensor.print %y21, %ch6
  %x22 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui64>
  %x23 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui64>
  %y24 = nn.min.ui64 %x22, %x23 : tensor<2x3xui64>
  %ch8 = tensor.print %y24, %ch7
  %x25 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xf16>
  %x26 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xf16>
  %y27 = nn.min.f16 %x25, %x26 : tensor<2x3xf16>
  %ch9 = tensor.print %y27, %ch8
  %x28 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xbf16>
  %x29 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xbf16>
  %y30 = nn.min.bf16 %x28, %x29 : tensor<2x3xbf16>
  %ch10 = tensor.print %y30, %ch9
  %x31 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xf32>
  %x32 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xf32>
  %y33 = nn.min.f32 %x31, %x32 : tensor<2x3xf32>
  %ch11 = tensor.print %y33, %ch10
  %x34 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xf64>
  %x35 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xf64>
  %y36 = nn.min.f64 %x34, %x35 : tensor<2x3xf64>
  %ch12 = tensor.print %y36, %ch11
  tfrt.return %ch12 : !tfrt.chain
}

func.func @div() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi8>
  %x2 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi8>
  %y3 = nn.div.i8 %x1, %x2 : tensor<2x3xi8>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi16>
  %x5 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi16>
  %y6 = nn.div.i16 %x4, %x5 : tensor<2x3xi16>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi32>
  %x8 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi32>
  %y9 = nn.div.i32 %x7, %x8 : tensor<2x3xi32>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xi64>
  %x11 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xi64>
  %y12 = nn.div.i64 %x10, %x11 : tensor<2x3xi64>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui8>
  %x14 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui8>
  %y15 = nn.div.ui8 %x13, %x14 : tensor<2x3xui8>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui16>
  %x17 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui16>
  %y18 = nn.div.ui16 %x16, %x17 : tensor<2x3xui16>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui32>
  %x20 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui32>
  %y21 = nn.div.ui32 %x19, %x20 : tensor<2x3xui32>
  %ch7 = tensor.print %y21, %ch6
  %x22 = arith.constant.tensor dense<[[7], [2]]> : tensor<2x1xui64>
  %x23 = arith.constant.tensor dense<[3, 4, 5]> : tensor<3xui64>
  %y24 = nn.div.ui64 %x22, %x23 : tensor<2x3xui64>
  %ch8 = tensor.print %y24, %ch7
  %x25 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xf16>
  %x26 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xf16>
  %y27 = nn.div.f16 %x25, %x26 : tensor<2x3xf16>
  %ch9 = tensor.print %y27, %ch8
  %x28 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xbf16>
  %x29 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xbf16>
  %y30 = nn.div.bf16 %x28, %x29 : tensor<2x3xbf16>
  %ch10 = tensor.print %y30, %ch9
  %x31 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xf32>
  %x32 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xf32>
  %y33 = nn.div.f32 %x31, %x32 : tensor<2x3xf32>
  %ch11 = tensor.print %y33, %ch10
  %x34 = arith.constant.tensor dense<[[7.0], [2.0]]> : tensor<2x1xf64>
  %x35 = arith.constant.tensor dense<[3.0, 4.0, 5.0]> : tensor<3xf64>
  %y36 = nn.div.f64 %x34, %x35 : tensor<2x3xf64>
  %ch12 = tensor.print %y36, %ch11
  tfrt.return %ch12 : !tfrt.chain
}

func.func @equal() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[true, false]> : tensor<2xi1>
  %x2 = arith.constant.tensor dense<[true, true]> : tensor<2xi1>
  %y3 = nn.equal.i1 %x1, %x2 : tensor<2xi1>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[1, 4]> : tensor<2xi8>
  %x5 = arith.constant.tensor dense<[1, 2]> : tensor<2xi8>
  %y6 = nn.equal.i8 %x4, %x5 : tensor<2xi1>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[1, 4]> : tensor<2xi16>
  %x8 = arith.constant.tensor dense<[1, 2]> : tensor<2xi16>
  %y9 = nn.equal.i16 %x7, %x8 : tensor<2xi1>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[1, 4]> : tensor<2xi32>
  %x11 = arith.constant.tensor dense<[1, 2]> : tensor<2xi32>
  %y12 = nn.equal.i32 %x10, %x11 : tensor<2xi1>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[1, 4]> : tensor<2xi64>
  %x14 = arith.constant.tensor dense<[1, 2]> : tensor<2xi64>
  %y15 = nn.equal.i64 %x13, %x14 : tensor<2xi1>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<[1, 4]> : tensor<2xui8>
  %x17 = arith.constant.tensor dense<[1, 2]> : tensor<2xui8>
  %y18 = nn.equal.ui8 %x16, %x17 : tensor<2xi1>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[1, 4]> : tensor<2xui16>
  %x20 = arith.constant.tensor dense<[1, 2]> : tensor<2xui16>
  %y21 = nn.equal.ui16 %x19, %x20 : tensor<2xi1>
  %ch7 = tensor.print %y21, %ch6
  %x22 = arith.constant.tensor dense<[1, 4]> : tensor<2xui32>
  %x23 = arith.constant.tensor dense<[1, 2]> : tensor<2xui32>
  %y24 = nn.equal.ui32 %x22, %x23 : tensor<2xi1>
  %ch8 = tensor.print %y24, %ch7
  %x25 = arith.constant.tensor dense<[1, 4]> : tensor<2xui64>
  %x26 = arith.constant.tensor dense<[1, 2]> : tensor<2xui64>
  %y27 = nn.equal.ui64 %x25, %x26 : tensor<2xi1>
  %ch9 = tensor.print %y27, %ch8
  %x28 = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xf16>
  %x29 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf16>
  %y30 = nn.equal.f16 %x28, %x29 : tensor<2xi1>
  %ch10 = tensor.print %y30, %ch9
  %x31 = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xbf16>
  %x32 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xbf16>
  %y33 = nn.equal.bf16 %x31, %x32 : tensor<2xi1>
  %ch11 = tensor.print %y33, %ch10
  %x34 = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xf32>
  %x35 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %y36 = nn.equal.f32 %x34, %x35 : tensor<2xi1>
  %ch12 = tensor.print %y36, %ch11
  %x37 = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xf64>
  %x38 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf64>
  %y39 = nn.equal.f64 %x37, %x38 : tensor<2xi1>
  %ch13 = tensor.print %y39, %ch12
  tfrt.return %ch13 : !tfrt.chain
}

func.func @greater() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[1, 4]> : tensor<2xi8>
  %x2 = arith.constant.tensor dense<[1, 2]> : tensor<2xi8>
  %y3 = nn.greater.i8 %x1, %x2 : tensor<2xi1>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[1, 4]> : tensor<2xi16>
  %x5 = arith.constant.tensor dense<[1, 2]> : tensor<2xi16>
  %y6 = nn.greater.i16 %x4, %x5 : tensor<2xi1>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[1, 4]> : tensor<2xi32>
  %x8 = arith.constant.tensor dense<[1, 2]> : tensor<2xi32>
  %y9 = nn.greater.i32 %x7, %x8 : tensor<2xi1>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[1, 4]> : tensor<2xi64>
  %x11 = arith.constant.tensor dense<[1, 2]> : tensor<2xi64>
  %y12 = nn.greater.i64 %x10, %x11 : tensor<2xi1>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[1, 4]> : tensor<2xui8>
  %x14 = arith.constant.tensor dense<[1, 2]> : tensor<2xui8>
  %y15 = nn.greater.ui8 %x13, %x14 : tensor<2xi1>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<[1, 4]> : tensor<2xui16>
  %x17 = arith.constant.tensor dense<[1, 2]> : tensor<2xui16>
  %y18 = nn.greater.ui16 %x16, %x17 : tensor<2xi1>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[1, 4]> : tensor<2xui32>
  %x20 = arith.constant.tensor dense<[1, 2]> : tensor<2xui32>
  %y21 = nn.greater.ui32 %x19, %x20 : tensor<2xi1>
  %ch7 = tensor.print %y21, %ch6
  %x22 = arith.constant.tensor dense<[1, 4]> : tensor<2xui64>
  %x23 = arith.constant.tensor dense<[1, 2]> : tensor<2xui64>
  %y24 = nn.greater.ui64 %x22, %x23 : tensor<2xi1>
  %ch8 = tensor.print %y24, %ch7
  %x25 = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xf16>
  %x26 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf16>
  %y27 = nn.greater.f16 %x25, %x26 : tensor<2xi1>
  %ch9 = tensor.print %y27, %ch8
  %x28 = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xbf16>
  %x29 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xbf16>
  %y30 = nn.greater.bf16 %x28, %x29 : tensor<2xi1>
  %ch10 = tensor.print %y30, %ch9
  %x31 = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xf32>
  %x32 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %y33 = nn.greater.f32 %x31, %x32 : tensor<2xi1>
  %ch11 = tensor.print %y33, %ch10
  %x34 = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xf64>
  %x35 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf64>
  %y36 = nn.greater.f64 %x34, %x35 : tensor<2xi1>
  %ch12 = tensor.print %y36, %ch11
  tfrt.return %ch12 : !tfrt.chain
}

func.func @greater_or_equal() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[1, 4]> : tensor<2xi8>
  %x2 = arith.constant.tensor dense<[1, 2]> : tensor<2xi8>
  %y3 = nn.greater_or_equal.i8 %x1, %x2 : tensor<2xi1>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[1, 4]> : tensor<2xi16>
  %x5 = arith.constant.tensor dense<[1, 2]> : tensor<2xi16>
  %y6 = nn.greater_or_equal.i16 %x4, %x5 : tensor<2xi1>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[1, 4]> : tensor<2xi32>
  %x8 = arith.constant.tensor dense<[1, 2]> : tensor<2xi32>
  %y9 = nn.greater_or_equal.i32 %x7, %x8 : tensor<2xi1>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[1, 4]> : tensor<2xi64>
  %x11 = arith.constant.tensor dense<[1, 2]> : tensor<2xi64>
  %y12 = nn.greater_or_equal.i64 %x10, %x11 : tensor<2xi1>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[1, 4]> : tensor<2xui8>
  %x14 = arith.constant.tensor dense<[1, 2]> : tensor<2xui8>
  %y15 = nn.greater_or_equal.ui8 %x13, %x14 : tensor<2xi1>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<[1, 4]> : tensor<2xui16>
  %x17 = arith.constant.tensor dense<[1, 2]> : tensor<2xui16>
  %y18 = nn.greater_or_equal.ui16 %x16, %x17 : tensor<2xi1>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[1, 4]> : tensor<2xui32>
  %x20 = arith.constant.tensor dense<[1, 2]> : tensor<2xui32>
  %y21 = nn.greater_or_equal.ui32 %x19, %x20 : tensor<2xi1>
  %ch7 = tensor.print %y21, %ch6
  %x22 = arith.constant.tensor dense<[1, 4]> : tensor<2xui64>
  %x23 = arith.constant.tensor dense<[1, 2]> : tensor<2xui64>
  %y24 = nn.greater_or_equal.ui64 %x22, %x23 : tensor<2xi1>
  %ch8 = tensor.print %y24, %ch7
  %x25 = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xf16>
  %x26 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf16>
  %y27 = nn.greater_or_equal.f16 %x25, %x26 : tensor<2xi1>
  %ch9 = tensor.print %y27, %ch8
  %x28 = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xbf16>
  %x29 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xbf16>
  %y30 = nn.greater_or_equal.bf16 %x28, %x29 : tensor<2xi1>
  %ch10 = tensor.print %y30, %ch9
  %x31 = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xf32>
  %x32 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %y33 = nn.greater_or_equal.f32 %x31, %x32 : tensor<2xi1>
  %ch11 = tensor.print %y33, %ch10
  %x34 = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xf64>
  %x35 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf64>
  %y36 = nn.greater_or_equal.f64 %x34, %x35 : tensor<2xi1>
  %ch12 = tensor.print %y36, %ch11
  tfrt.return %ch12 : !tfrt.chain
}

func.func @less() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[1, 4]> : tensor<2xi8>
  %x2 = arith.constant.tensor dense<[1, 2]> : tensor<2xi8>
  %y3 = nn.less.i8 %x1, %x2 : tensor<2xi1>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[1, 4]> : tensor<2xi16>
  %x5 = arith.constant.tensor dense<[1, 2]> : tensor<2xi16>
  %y6 = nn.less.i16 %x4, %x5 : tensor<2xi1>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[1, 4]> : tensor<2xi32>
  %x8 = arith.constant.tensor dense<[1, 2]> : tensor<2xi32>
  %y9 = nn.less.i32 %x7, %x8 : tensor<2xi1>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[1, 4]> : tensor<2xi64>
  %x11 = arith.constant.tensor dense<[1, 2]> : tensor<2xi64>
  %y12 = nn.less.i64 %x10, %x11 : tensor<2xi1>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[1, 4]> : tensor<2xui8>
  %x14 = arith.constant.tensor dense<[1, 2]> : tensor<2xui8>
  %y15 = nn.less.ui8 %x13, %x14 : tensor<2xi1>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<[1, 4]> : tensor<2xui16>
  %x17 = arith.constant.tensor dense<[1, 2]> : tensor<2xui16>
  %y18 = nn.less.ui16 %x16, %x17 : tensor<2xi1>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[1, 4]> : tensor<2xui32>
  %x20 = arith.constant.tensor dense<[1, 2]> : tensor<2xui32>
  %y21 = nn.less.ui32 %x19, %x20 : tensor<2xi1>
  %ch7 = tensor.print %y21, %ch6
  %x22 = arith.constant.tensor dense<[1, 4]> : tensor<2xui64>
  %x23 = arith.constant.tensor dense<[1, 2]> : tensor<2xui64>
  %y24 = nn.less.ui64 %x22, %x23 : tensor<2xi1>
  %ch8 = tensor.print %y24, %ch7
  %x25 = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xf16>
  %x26 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf16>
  %y27 = nn.less.f16 %x25, %x26 : tensor<2xi1>
  %ch9 = tensor.print %y27, %ch8
  %x28 = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xbf16>
  %x29 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xbf16>
  %y30 = nn.less.bf16 %x28, %x29 : tensor<2xi1>
  %ch10 = tensor.print %y30, %ch9
  %x31 = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xf32>
  %x32 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %y33 = nn.less.f32 %x31, %x32 : tensor<2xi1>
  %ch11 = tensor.print %y33, %ch10
  %x34 = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xf64>
  %x35 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf64>
  %y36 = nn.less.f64 %x34, %x35 : tensor<2xi1>
  %ch12 = tensor.print %y36, %ch11
  tfrt.return %ch12 : !tfrt.chain
}

func.func @less_or_equal() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[1, 4]> : tensor<2xi8>
  %x2 = arith.constant.tensor dense<[1, 2]> : tensor<2xi8>
  %y3 = nn.less_or_equal.i8 %x1, %x2 : tensor<2xi1>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[1, 4]> : tensor<2xi16>
  %x5 = arith.constant.tensor dense<[1, 2]> : tensor<2xi16>
  %y6 = nn.less_or_equal.i16 %x4, %x5 : tensor<2xi1>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[1, 4]> : tensor<2xi32>
  %x8 = arith.constant.tensor dense<[1, 2]> : tensor<2xi32>
  %y9 = nn.less_or_equal.i32 %x7, %x8 : tensor<2xi1>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[1, 4]> : tensor<2xi64>
  %x11 = arith.constant.tensor dense<[1, 2]> : tensor<2xi64>
  %y12 = nn.less_or_equal.i64 %x10, %x11 : tensor<2xi1>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[1, 4]> : tensor<2xui8>
  %x14 = arith.constant.tensor dense<[1, 2]> : tensor<2xui8>
  %y15 = nn.less_or_equal.ui8 %x13, %x14 : tensor<2xi1>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<[1, 4]> : tensor<2xui16>
  %x17 = arith.constant.tensor dense<[1, 2]> : tensor<2xui16>
  %y18 = nn.less_or_equal.ui16 %x16, %x17 : tensor<2xi1>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[1, 4]> : tensor<2xui32>
  %x20 = arith.constant.tensor dense<[1, 2]> : tensor<2xui32>
  %y21 = nn.less_or_equal.ui32 %x19, %x20 : tensor<2xi1>
  %ch7 = tensor.print %y21, %ch6
  %x22 = arith.constant.tensor dense<[1, 4]> : tensor<2xui64>
  %x23 = arith.constant.tensor dense<[1, 2]> : tensor<2xui64>
  %y24 = nn.less_or_equal.ui64 %x22, %x23 : tensor<2xi1>
  %ch8 = tensor.print %y24, %ch7
  %x25 = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xf16>
  %x26 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf16>
  %y27 = nn.less_or_equal.f16 %x25, %x26 : tensor<2xi1>
  %ch9 = tensor.print %y27, %ch8
  %x28 = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xbf16>
  %x29 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xbf16>
  %y30 = nn.less_or_equal.bf16 %x28, %x29 : tensor<2xi1>
  %ch10 = tensor.print %y30, %ch9
  %x31 = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xf32>
  %x32 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %y33 = nn.less_or_equal.f32 %x31, %x32 : tensor<2xi1>
  %ch11 = tensor.print %y33, %ch10
  %x34 = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xf64>
  %x35 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf64>
  %y36 = nn.less_or_equal.f64 %x34, %x35 : tensor<2xi1>
  %ch12 = tensor.print %y36, %ch11
  tfrt.return %ch12 : !tfrt.chain
}

func.func @relu() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[-2, 0, 3]> : tensor<3xi8>
  %y2 = nn.relu.i8 %x1 : tensor<3xi8>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[-2, 0, 3]> : tensor<3xi16>
  %y4 = nn.relu.i16 %x3 : tensor<3xi16>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[-2, 0, 3]> : tensor<3xi32>
  %y6 = nn.relu.i32 %x5 : tensor<3xi32>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[-2, 0, 3]> : tensor<3xi64>
  %y8 = nn.relu.i64 %x7 : tensor<3xi64>
  %ch4 = tensor.print %y8, %ch3
  %x9 = arith.constant.tensor dense<[-2.0, 0.0, 3.0]> : tensor<3xf16>
  %y10 = nn.relu.f16 %x9 : tensor<3xf16>
  %ch5 = tensor.print %y10, %ch4
  %x11 = arith.constant.tensor dense<[-2.0, 0.0, 3.0]> : tensor<3xbf16>
  %y12 = nn.relu.bf16 %x11 : tensor<3xbf16>
  %ch6 = tensor.print %y12, %ch5
  %x13 = arith.constant.tensor dense<[-2.0, 0.0, 3.0]> : tensor<3xf32>
  %y14 = nn.relu.f32 %x13 : tensor<3xf32>
  %ch7 = tensor.print %y14, %ch6
  %x15 = arith.constant.tensor dense<[-2.0, 0.0, 3.0]> : tensor<3xf64>
  %y16 = nn.relu.f64 %x15 : tensor<3xf64>
  %ch8 = tensor.print %y16, %ch7
  tfrt.return %ch8 : !tfrt.chain
}

func.func @truths() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[true, true, false, false]> : tensor<4xi1>
  %x2 = arith.constant.tensor dense<[true, false, true, false]> : tensor<4xi1>
  %y3 = nn.and %x1, %x2 : tensor<4xi1>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[true, true, false, false]> : tensor<4xi1>
  %x5 = arith.constant.tensor dense<[true, false, true, false]> : tensor<4xi1>
  %y6 = nn.or %x4, %x5 : tensor<4xi1>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[true, true, false, false]> : tensor<4xi1>
  %x8 = arith.constant.tensor dense<[true, false, true, false]> : tensor<4xi1>
  %y9 = nn.xor %x7, %x8 : tensor<4xi1>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[true, false]> : tensor<2xi1>
  %y11 = nn.not %x10 : tensor<2xi1>
  %ch4 = tensor.print %y11, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @bitwise_and() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[6, 12]> : tensor<2xi8>
  %x2 = arith.constant.tensor dense<10> : tensor<i8>
  %y3 = nn.bitwise_and.i8 %x1, %x2 : tensor<2xi8>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[6, 12]> : tensor<2xi16>
  %x5 = arith.constant.tensor dense<10> : tensor<i16>
  %y6 = nn.bitwise_and.i16 %x4, %x5 : tensor<2xi16>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[6, 12]> : tensor<2xi32>
  %x8 = arith.constant.tensor dense<10> : tensor<i32>
  %y9 = nn.bitwise_and.i32 %x7, %x8 : tensor<2xi32>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[6, 12]> : tensor<2xi64>
  %x11 = arith.constant.tensor dense<10> : tensor<i64>
  %y12 = nn.bitwise_and.i64 %x10, %x11 : tensor<2xi64>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[6, 12]> : tensor<2xui8>
  %x14 = arith.constant.tensor dense<10> : tensor<ui8>
  %y15 = nn.bitwise_and.ui8 %x13, %x14 : tensor<2xui8>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<[6, 12]> : tensor<2xui16>
  %x17 = arith.constant.tensor dense<10> : tensor<ui16>
  %y18 = nn.bitwise_and.ui16 %x16, %x17 : tensor<2xui16>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[6, 12]> : tensor<2xui32>
  %x20 = arith.constant.tensor dense<10> : tensor<ui32>
  %y21 = nn.bitwise_and.ui32 %x19, %x20 : tensor<2xui32>
  %ch7 = tensor.print %y21, %ch6
  %x22 = arith.constant.tensor dense<[6, 12]> : tensor<2xui64>
  %x23 = arith.constant.tensor dense<10> : tensor<ui64>
  %y24 = nn.bitwise_and.ui64 %x22, %x23 : tensor<2xui64>
  %ch8 = tensor.print %y24, %ch7
  tfrt.return %ch8 : !tfrt.chain
}

func.func @bitwise_or() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[6, 12]> : tensor<2xi8>
  %x2 = arith.constant.tensor dense<10> : tensor<i8>
  %y3 = nn.bitwise_or.i8 %x1, %x2 : tensor<2xi8>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[6, 12]> : tensor<2xi16>
  %x5 = arith.constant.tensor dense<10> : tensor<i16>
  %y6 = nn.bitwise_or.i16 %x4, %x5 : tensor<2xi16>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[6, 12]> : tensor<2xi32>
  %x8 = arith.constant.tensor dense<10> : tensor<i32>
  %y9 = nn.bitwise_or.i32 %x7, %x8 : tensor<2xi32>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[6, 12]> : tensor<2xi64>
  %x11 = arith.constant.tensor dense<10> : tensor<i64>
  %y12 = nn.bitwise_or.i64 %x10, %x11 : tensor<2xi64>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[6, 12]> : tensor<2xui8>
  %x14 = arith.constant.tensor dense<10> : tensor<ui8>
  %y15 = nn.bitwise_or.ui8 %x13, %x14 : tensor<2xui8>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<[6, 12]> : tensor<2xui16>
  %x17 = arith.constant.tensor dense<10> : tensor<ui16>
  %y18 = nn.bitwise_or.ui16 %x16, %x17 : tensor<2xui16>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[6, 12]> : tensor<2xui32>
  %x20 = arith.constant.tensor dense<10> : tensor<ui32>
  %y21 = nn.bitwise_or.ui32 %x19, %x20 : tensor<2xui32>
  %ch7 = tensor.print %y21, %ch6
  %x22 = arith.constant.tensor dense<[6, 12]> : tensor<2xui64>
  %x23 = arith.constant.tensor dense<10> : tensor<ui64>
  %y24 = nn.bitwise_or.ui64 %x22, %x23 : tensor<2xui64>
  %ch8 = tensor.print %y24, %ch7
  tfrt.return %ch8 : !tfrt.chain
}

func.func @bitwise_xor() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[6, 12]> : tensor<2xi8>
  %x2 = arith.constant.tensor dense<10> : tensor<i8>
  %y3 = nn.bitwise_xor.i8 %x1, %x2 : tensor<2xi8>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[6, 12]> : tensor<2xi16>
  %x5 = arith.constant.tensor dense<10> : tensor<i16>
  %y6 = nn.bitwise_xor.i16 %x4, %x5 : tensor<2xi16>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[6, 12]> : tensor<2xi32>
  %x8 = arith.constant.tensor dense<10> : tensor<i32>
  %y9 = nn.bitwise_xor.i32 %x7, %x8 : tensor<2xi32>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[6, 12]> : tensor<2xi64>
  %x11 = arith.constant.tensor dense<10> : tensor<i64>
  %y12 = nn.bitwise_xor.i64 %x10, %x11 : tensor<2xi64>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[6, 12]> : tensor<2xui8>
  %x14 = arith.constant.tensor dense<10> : tensor<ui8>
  %y15 = nn.bitwise_xor.ui8 %x13, %x14 : tensor<2xui8>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<[6, 12]> : tensor<2xui16>
  %x17 = arith.constant.tensor dense<10> : tensor<ui16>
  %y18 = nn.bitwise_xor.ui16 %x16, %x17 : tensor<2xui16>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[6, 12]> : tensor<2xui32>
  %x20 = arith.constant.tensor dense<10> : tensor<ui32>
  %y21 = nn.bitwise_xor.ui32 %x19, %x20 : tensor<2xui32>
  %ch7 = tensor.print %y21, %ch6
  %x22 = arith.constant.tensor dense<[6, 12]> : tensor<2xui64>
  %x23 = arith.constant.tensor dense<10> : tensor<ui64>
  %y24 = nn.bitwise_xor.ui64 %x22, %x23 : tensor<2xui64>
  %ch8 = tensor.print %y24, %ch7
  tfrt.return %ch8 : !tfrt.chain
}

func.func @bitwise_not() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[6]> : tensor<1xi8>
  %y2 = nn.bitwise_not.i8 %x1 : tensor<1xi8>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[6]> : tensor<1xi16>
  %y4 = nn.bitwise_not.i16 %x3 : tensor<1xi16>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[6]> : tensor<1xi32>
  %y6 = nn.bitwise_not.i32 %x5 : tensor<1xi32>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[6]> : tensor<1xi64>
  %y8 = nn.bitwise_not.i64 %x7 : tensor<1xi64>
  %ch4 = tensor.print %y8, %ch3
  %x9 = arith.constant.tensor dense<[6]> : tensor<1xui8>
  %y10 = nn.bitwise_not.ui8 %x9 : tensor<1xui8>
  %ch5 = tensor.print %y10, %ch4
  %x11 = arith.constant.tensor dense<[6]> : tensor<1xui16>
  %y12 = nn.bitwise_not.ui16 %x11 : tensor<1xui16>
  %ch6 = tensor.print %y12, %ch5
  %x13 = arith.constant.tensor dense<[6]> : tensor<1xui32>
  %y14 = nn.bitwise_not.ui32 %x13 : tensor<1xui32>
  %ch7 = tensor.print %y14, %ch6
  %x15 = arith.constant.tensor dense<[6]> : tensor<1xui64>
  %y16 = nn.bitwise_not.ui64 %x15 : tensor<1xui64>
  %ch8 = tensor.print %y16, %ch7
  tfrt.return %ch8 : !tfrt.chain
}

func.func @shift_left() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[6, -6]> : tensor<2xi8>
  %x2 = arith.constant.tensor dense<[1, 100]> : tensor<2xi8>
  %y3 = nn.shift_left.i8 %x1, %x2 : tensor<2xi8>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[6, -6]> : tensor<2xi16>
  %x5 = arith.constant.tensor dense<[1, 100]> : tensor<2xi16>
  %y6 = nn.shift_left.i16 %x4, %x5 : tensor<2xi16>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[6, -6]> : tensor<2xi32>
  %x8 = arith.constant.tensor dense<[1, 100]> : tensor<2xi32>
  %y9 = nn.shift_left.i32 %x7, %x8 : tensor<2xi32>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[6, -6]> : tensor<2xi64>
  %x11 = arith.constant.tensor dense<[1, 100]> : tensor<2xi64>
  %y12 = nn.shift_left.i64 %x10, %x11 : tensor<2xi64>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[6, 6]> : tensor<2xui8>
  %x14 = arith.constant.tensor dense<[1, 100]> : tensor<2xui8>
  %y15 = nn.shift_left.ui8 %x13, %x14 : tensor<2xui8>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<[6, 6]> : tensor<2xui16>
  %x17 = arith.constant.tensor dense<[1, 100]> : tensor<2xui16>
  %y18 = nn.shift_left.ui16 %x16, %x17 : tensor<2xui16>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[6, 6]> : tensor<2xui32>
  %x20 = arith.constant.tensor dense<[1, 100]> : tensor<2xui32>
  %y21 = nn.shift_left.ui32 %x19, %x20 : tensor<2xui32>
  %ch7 = tensor.print %y21, %ch6
  %x22 = arith.constant.tensor dense<[6, 6]> : tensor<2xui64>
  %x23 = arith.constant.tensor dense<[1, 100]> : tensor<2xui64>
  %y24 = nn.shift_left.ui64 %x22, %x23 : tensor<2xui64>
  %ch8 = tensor.print %y24, %ch7
  tfrt.return %ch8 : !tfrt.chain
}

func.func @shift_right() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[6, -6]> : tensor<2xi8>
  %x2 = arith.constant.tensor dense<[1, 100]> : tensor<2xi8>
  %y3 = nn.shift_right.i8 %x1, %x2 : tensor<2xi8>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[6, -6]> : tensor<2xi16>
  %x5 = arith.constant.tensor dense<[1, 100]> : tensor<2xi16>
  %y6 = nn.shift_right.i16 %x4, %x5 : tensor<2xi16>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[6, -6]> : tensor<2xi32>
  %x8 = arith.constant.tensor dense<[1, 100]> : tensor<2xi32>
  %y9 = nn.shift_right.i32 %x7, %x8 : tensor<2xi32>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[6, -6]> : tensor<2xi64>
  %x11 = arith.constant.tensor dense<[1, 100]> : tensor<2xi64>
  %y12 = nn.shift_right.i64 %x10, %x11 : tensor<2xi64>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[6, 6]> : tensor<2xui8>
  %x14 = arith.constant.tensor dense<[1, 100]> : tensor<2xui8>
  %y15 = nn.shift_right.ui8 %x13, %x14 : tensor<2xui8>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<[6, 6]> : tensor<2xui16>
  %x17 = arith.constant.tensor dense<[1, 100]> : tensor<2xui16>
  %y18 = nn.shift_right.ui16 %x16, %x17 : tensor<2xui16>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[6, 6]> : tensor<2xui32>
  %x20 = arith.constant.tensor dense<[1, 100]> : tensor<2xui32>
  %y21 = nn.shift_right.ui32 %x19, %x20 : tensor<2xui32>
  %ch7 = tensor.print %y21, %ch6
  %x22 = arith.constant.tensor dense<[6, 6]> : tensor<2xui64>
  %x23 = arith.constant.tensor dense<[1, 100]> : tensor<2xui64>
  %y24 = nn.shift_right.ui64 %x22, %x23 : tensor<2xui64>
  %ch8 = tensor.print %y24, %ch7
  tfrt.return %ch8 : !tfrt.chain
}

func.func @mod() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[7, -7]> : tensor<2xi8>
  %x2 = arith.constant.tensor dense<4> : tensor<i8>
  %y3 = nn.mod.i8 %x1, %x2 {fmod = false} : tensor<2xi8>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[7, -7]> : tensor<2xi8>
  %x5 = arith.constant.tensor dense<4> : tensor<i8>
  %y6 = nn.mod.i8 %x4, %x5 {fmod = true} : tensor<2xi8>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[7, -7]> : tensor<2xi16>
  %x8 = arith.constant.tensor dense<4> : tensor<i16>
  %y9 = nn.mod.i16 %x7, %x8 {fmod = false} : tensor<2xi16>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[7, -7]> : tensor<2xi16>
  %x11 = arith.constant.tensor dense<4> : tensor<i16>
  %y12 = nn.mod.i16 %x10, %x11 {fmod = true} : tensor<2xi16>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[7, -7]> : tensor<2xi32>
  %x14 = arith.constant.tensor dense<4> : tensor<i32>
  %y15 = nn.mod.i32 %x13, %x14 {fmod = false} : tensor<2xi32>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<[7, -7]> : tensor<2xi32>
  %x17 = arith.constant.tensor dense<4> : tensor<i32>
  %y18 = nn.mod.i32 %x16, %x17 {fmod = true} : tensor<2xi32>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[7, -7]> : tensor<2xi64>
  %x20 = arith.constant.tensor dense<4> : tensor<i64>
  %y21 = nn.mod.i64 %x19, %x20 {fmod = false} : tensor<2xi64>
  %ch7 = tensor.print %y21, %ch6
  %x22 = arith.constant.tensor dense<[7, -7]> : tensor<2xi64>
  %x23 = arith.constant.tensor dense<4> : tensor<i64>
  %y24 = nn.mod.i64 %x22, %x23 {fmod = true} : tensor<2xi64>
  %ch8 = tensor.print %y24, %ch7
  %x25 = arith.constant.tensor dense<[7, 6]> : tensor<2xui8>
  %x26 = arith.constant.tensor dense<4> : tensor<ui8>
  %y27 = nn.mod.ui8 %x25, %x26 {fmod = false} : tensor<2xui8>
  %ch9 = tensor.print %y27, %ch8
  %x28 = arith.constant.tensor dense<[7, 6]> : tensor<2xui8>
  %x29 = arith.constant.tensor dense<4> : tensor<ui8>
  %y30 = nn.mod.ui8 %x28, %x29 {fmod = true} : tensor<2xui8>
  %ch10 = tensor.print %y30, %ch9
  %x31 = arith.constant.tensor dense<[7, 6]> : tensor<2xui16>
  %x32 = arith.constant.tensor dense<4> : tensor<ui16>
  %y33 = nn.mod.ui16 %x31, %x32 {fmod = false} : tensor<2xui16>
  %ch11 = tensor.print %y33, %ch10
  %x34 = arith.constant.tensor dense<[7, 6]> : tensor<2xui16>
  %x35 = arith.constant.tensor dense<4> : tensor<ui16>
  %y36 = nn.mod.ui16 %x34, %x35 {fmod = true} : tensor<2xui16>
  %ch12 = tensor.print %y36, %ch11
  %x37 = arith.constant.tensor dense<[7, 6]> : tensor<2xui32>
  %x38 = arith.constant.tensor dense<4> : tensor<ui32>
  %y39 = nn.mod.ui32 %x37, %x38 {fmod = false} : tensor<2xui32>
  %ch13 = tensor.print %y39, %ch12
  %x40 = arith.constant.tensor dense<[7, 6]> : tensor<2xui32>
  %x41 = arith.constant.tensor dense<4> : tensor<ui32>
  %y42 = nn.mod.ui32 %x40, %x41 {fmod = true} : tensor<2xui32>
  %ch14 = tensor.print %y42, %ch13
  %x43 = arith.constant.tensor dense<[7, 6]> : tensor<2xui64>
  %x44 = arith.constant.tensor dense<4> : tensor<ui64>
  %y45 = nn.mod.ui64 %x43, %x44 {fmod = false} : tensor<2xui64>
  %ch15 = tensor.print %y45, %ch14
  %x46 = arith.constant.tensor dense<[7, 6]> : tensor<2xui64>
  %x47 = arith.constant.tensor dense<4> : tensor<ui64>
  %y48 = nn.mod.ui64 %x46, %x47 {fmod = true} : tensor<2xui64>
  %ch16 = tensor.print %y48, %ch15
  %x49 = arith.constant.tensor dense<[7.0, -7.0]> : tensor<2xf16>
  %x50 = arith.constant.tensor dense<4.0> : tensor<f16>
  %y51 = nn.mod.f16 %x49, %x50 {fmod = false} : tensor<2xf16>
  %ch17 = tensor.print %y51, %ch16
  %x52 = arith.constant.tensor dense<[7.0, -7.0]> : tensor<2xf16>
  %x53 = arith.constant.tensor dense<4.0> : tensor<f16>
  %y54 = nn.mod.f16 %x52, %x53 {fmod = true} : tensor<2xf16>
  %ch18 = tensor.print %y54, %ch17
  %x55 = arith.constant.tensor dense<[7.0, -7.0]> : tensor<2xbf16>
  %x56 = arith.constant.tensor dense<4.0> : tensor<bf16>
  %y57 = nn.mod.bf16 %x55, %x56 {fmod = false} : tensor<2xbf16>
  %ch19 = tensor.print %y57, %ch18
  %x58 = arith.constant.tensor dense<[7.0, -7.0]> : tensor<2xbf16>
  %x59 = arith.constant.tensor dense<4.0> : tensor<bf16>
  %y60 = nn.mod.bf16 %x58, %x59 {fmod = true} : tensor<2xbf16>
  %ch20 = tensor.print %y60, %ch19
  %x61 = arith.constant.tensor dense<[7.0, -7.0]> : tensor<2xf32>
  %x62 = arith.constant.tensor dense<4.0> : tensor<f32>
  %y63 = nn.mod.f32 %x61, %x62 {fmod = false} : tensor<2xf32>
  %ch21 = tensor.print %y63, %ch20
  %x64 = arith.constant.tensor dense<[7.0, -7.0]> : tensor<2xf32>
  %x65 = arith.constant.tensor dense<4.0> : tensor<f32>
  %y66 = nn.mod.f32 %x64, %x65 {fmod = true} : tensor<2xf32>
  %ch22 = tensor.print %y66, %ch21
  %x67 = arith.constant.tensor dense<[7.0, -7.0]> : tensor<2xf64>
  %x68 = arith.constant.tensor dense<4.0> : tensor<f64>
  %y69 = nn.mod.f64 %x67, %x68 {fmod = false} : tensor<2xf64>
  %ch23 = tensor.print %y69, %ch22
  %x70 = arith.constant.tensor dense<[7.0, -7.0]> : tensor<2xf64>
  %x71 = arith.constant.tensor dense<4.0> : tensor<f64>
  %y72 = nn.mod.f64 %x70, %x71 {fmod = true} : tensor<2xf64>
  %ch24 = tensor.print %y72, %ch23
  tfrt.return %ch24 : !tfrt.chain
}

func.func @pow() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[2, 3]> : tensor<2xi32>
  %x2 = arith.constant.tensor dense<[5, 2]> : tensor<2xi32>
  %y3 = nn.pow.i32 %x1, %x2 : tensor<2xi32>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[2, 3]> : tensor<2xi64>
  %x5 = arith.constant.tensor dense<[5, 2]> : tensor<2xi64>
  %y6 = nn.pow.i64 %x4, %x5 : tensor<2xi64>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[2.0, 3.0]> : tensor<2xf16>
  %x8 = arith.constant.tensor dense<[5.0, 2.0]> : tensor<2xf16>
  %y9 = nn.pow.f16 %x7, %x8 : tensor<2xf16>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[2.0, 3.0]> : tensor<2xbf16>
  %x11 = arith.constant.tensor dense<[5.0, 2.0]> : tensor<2xbf16>
  %y12 = nn.pow.bf16 %x10, %x11 : tensor<2xbf16>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[2.0, 3.0]> : tensor<2xf32>
  %x14 = arith.constant.tensor dense<[5.0, 2.0]> : tensor<2xf32>
  %y15 = nn.pow.f32 %x13, %x14 : tensor<2xf32>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<[2.0, 3.0]> : tensor<2xf64>
  %x17 = arith.constant.tensor dense<[5.0, 2.0]> : tensor<2xf64>
  %y18 = nn.pow.f64 %x16, %x17 : tensor<2xf64>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[1, -1, -1, 2]> : tensor<4xi32>
  %x20 = arith.constant.tensor dense<[-3, -3, -2, -1]> : tensor<4xi32>
  %y21 = nn.pow.i32 %x19, %x20 : tensor<4xi32>
  %ch7 = tensor.print %y21, %ch6
  tfrt.return %ch7 : !tfrt.chain
}
