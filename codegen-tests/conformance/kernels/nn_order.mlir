// rule: nn.cumsum, nn.cumprod, nn.topk, nn.nonzero, nn.compress, nn.reverse_sequence and nn.unique, as ONNX's CumSum
//   and so on.
// run:
// out| --- Running 'running':
// out| Tensor dtype = i32, shape = [2, 3], values = [1, 3, 6, 4, 9, 15]
// out| Tensor dtype = i32, shape = [2, 3], values = [6, 3, 1, 30, 6, 1]
// out| Tensor dtype = i64, shape = [2, 3], values = [1, 3, 6, 4, 9, 15]
// out| Tensor dtype = i64, shape = [2, 3], values = [6, 3, 1, 30, 6, 1]
// out| Tensor dtype = u32, shape = [2, 3], values = [1, 3, 6, 4, 9, 15]
// out| Tensor dtype = u32, shape = [2, 3], values = [6, 3, 1, 30, 6, 1]
// out| Tensor dtype = u64, shape = [2, 3], values = [1, 3, 6, 4, 9, 15]
// out| Tensor dtype = u64, shape = [2, 3], values = [6, 3, 1, 30, 6, 1]
// out| Tensor dtype = f16, shape = [2, 3], values = [fp16(15360), fp16(16896), fp16(17920), fp16(17408), fp16(18560), fp16(19328)]
// out| Tensor dtype = f16, shape = [2, 3], values = [fp16(17920), fp16(16896), fp16(15360), fp16(20352), fp16(17920), fp16(15360)]
// out| Tensor dtype = bf16, shape = [2, 3], values = [bf16(16256), bf16(16448), bf16(16576), bf16(16512), bf16(16656), bf16(16752)]
// out| Tensor dtype = bf16, shape = [2, 3], values = [bf16(16576), bf16(16448), bf16(16256), bf16(16880), bf16(16576), bf16(16256)]
// out| Tensor dtype = f32, shape = [2, 3], values = [1.000000e+00, 3.000000e+00, 6.000000e+00, 4.000000e+00, 9.000000e+00, 1.500000e+01]
// out| Tensor dtype = f32, shape = [2, 3], values = [6.000000e+00, 3.000000e+00, 1.000000e+00, 3.000000e+01, 6.000000e+00, 1.000000e+00]
// out| Tensor dtype = f64, shape = [2, 3], values = [1.000000e+00, 3.000000e+00, 6.000000e+00, 4.000000e+00, 9.000000e+00, 1.500000e+01]
// out| Tensor dtype = f64, shape = [2, 3], values = [6.000000e+00, 3.000000e+00, 1.000000e+00, 3.000000e+01, 6.000000e+00, 1.000000e+00]
// out| 'running' returned !tfrt.chain value
// out| --- Running 'topk':
// out| Tensor dtype = i8, shape = [2, 2], values = [3, 3, 5, 2]
// out| Tensor dtype = i64, shape = [2, 2], values = [0, 2, 1, 2]
// out| Tensor dtype = i16, shape = [2, 2], values = [3, 3, 5, 2]
// out| Tensor dtype = i64, shape = [2, 2], values = [0, 2, 1, 2]
// out| Tensor dtype = i32, shape = [2, 2], values = [3, 3, 5, 2]
// out| Tensor dtype = i64, shape = [2, 2], values = [0, 2, 1, 2]
// out| Tensor dtype = i64, shape = [2, 2], values = [3, 3, 5, 2]
// out| Tensor dtype = i64, shape = [2, 2], values = [0, 2, 1, 2]
// out| Tensor dtype = u8, shape = [2, 2], values = [3, 3, 5, 2]
// out| Tensor dtype = i64, shape = [2, 2], values = [0, 2, 1, 2]
// out| Tensor dtype = u16, shape = [2, 2], values = [3, 3, 5, 2]
// out| Tensor dtype = i64, shape = [2, 2], values = [0, 2, 1, 2]
// out| Tensor dtype = u32, shape = [2, 2], values = [3, 3, 5, 2]
// out| Tensor dtype = i64, shape = [2, 2], values = [0, 2, 1, 2]
// out| Tensor dtype = u64, shape = [2, 2], values = [3, 3, 5, 2]
// out| Tensor dtype = i64, shape = [2, 2], values = [0, 2, 1, 2]
// out| Tensor dtype = f16, shape = [2, 2], values = [fp16(16896), fp16(16896), fp16(17664), fp16(16384)]
// out| Tensor dtype = i64, shape = [2, 2], values = [0, 2, 1, 2]
// out| Tensor dtype = bf16, shape = [2, 2], values = [bf16(16448), bf16(16448), bf16(16544), bf16(16384)]
// out| Tensor dtype = i64, shape = [2, 2], values = [0, 2, 1, 2]
// out| Tensor dtype = f32, shape = [2, 2], values = [3.000000e+00, 3.000000e+00, 5.000000e+00, 2.000000e+00]
// out| Tensor dtype = i64, shape = [2, 2], values = [0, 2, 1, 2]
// out| Tensor dtype = f64, shape = [2, 2], values = [3.000000e+00, 3.000000e+00, 5.000000e+00, 2.000000e+00]
// out| Tensor dtype = i64, shape = [2, 2], values = [0, 2, 1, 2]
// out| Tensor dtype = f32, shape = [1], values = [-2.000000e+00]
// out| Tensor dtype = i64, shape = [1], values = [2]
// out| 'topk' returned !tfrt.chain value
// out| --- Running 'chosen':
// out| Tensor dtype = i64, shape = [2, 3], values = [0, 1, 1, 0, 0, 1]
// out| Tensor dtype = i32, shape = [2, 1], values = [2, 5]
// out| Tensor dtype = i32, shape = [2, 3], values = [2, 1, 3, 6, 5, 4]
// out| 'chosen' returned !tfrt.chain value
// out| --- Running 'unique':
// out| Tensor dtype = i1, shape = [2], values = [0, 1]
// out| Tensor dtype = i64, shape = [2], values = [1, 0]
// out| Tensor dtype = i64, shape = [3], values = [1, 0, 1]
// out| Tensor dtype = i64, shape = [2], values = [1, 2]
// out| Tensor dtype = i8, shape = [2], values = [1, 3]
// out| Tensor dtype = i64, shape = [2], values = [1, 0]
// out| Tensor dtype = i64, shape = [3], values = [1, 0, 1]
// out| Tensor dtype = i64, shape = [2], values = [1, 2]
// out| Tensor dtype = i16, shape = [2], values = [1, 3]
// out| Tensor dtype = i64, shape = [2], values = [1, 0]
// out| Tensor dtype = i64, shape = [3], values = [1, 0, 1]
// out| Tensor dtype = i64, shape = [2], values = [1, 2]
// out| Tensor dtype = i32, shape = [2], values = [1, 3]
// out| Tensor dtype = i64, shape = [2], values = [1, 0]
// out| Tensor dtype = i64, shape = [3], values = [1, 0, 1]
// out| Tensor dtype = i64, shape = [2], values = [1, 2]
// out| Tensor dtype = i64, shape = [2], values = [1, 3]
// out| Tensor dtype = i64, shape = [2], values = [1, 0]
// out| Tensor dtype = i64, shape = [3], values = [1, 0, 1]
// out| Tensor dtype = i64, shape = [2], values = [1, 2]
// out| Tensor dtype = u8, shape = [2], values = [1, 3]
// out| Tensor dtype = i64, shape = [2], values = [1, 0]
// out| Tensor dtype = i64, shape = [3], values = [1, 0, 1]
// out| Tensor dtype = i64, shape = [2], values = [1, 2]
// out| Tensor dtype = u16, shape = [2], values = [1, 3]
// out| Tensor dtype = i64, shape = [2], values = [1, 0]
// out| Tensor dtype = i64, shape = [3], values = [1, 0, 1]
// out| Tensor dtype = i64, shape = [2], values = [1, 2]
// out| Tensor dtype = u32, shape = [2], values = [1, 3]
// out| Tensor dtype = i64, shape = [2], values = [1, 0]
// out| Tensor dtype = i64, shape = [3], values = [1, 0, 1]
// out| Tensor dtype = i64, shape = [2], values = [1, 2]
// out| Tensor dtype = u64, shape = [2], values = [1, 3]
// out| Tensor dtype = i64, shape = [2], values = [1, 0]
// out| Tensor dtype = i64, shape = [3], values = [1, 0, 1]
// out| Tensor dtype = i64, shape = [2], values = [1, 2]
// out| Tensor dtype = f16, shape = [2], values = [fp16(15360), fp16(16896)]
// out| Tensor dtype = i64, shape = [2], values = [1, 0]
// out| Tensor dtype = i64, shape = [3], values = [1, 0, 1]
// out| Tensor dtype = i64, shape = [2], values = [1, 2]
// out| Tensor dtype = bf16, shape = [2], values = [bf16(16256), bf16(16448)]
// out| Tensor dtype = i64, shape = [2], values = [1, 0]
// out| Tensor dtype = i64, shape = [3], values = [1, 0, 1]
// out| Tensor dtype = i64, shape = [2], values = [1, 2]
// out| Tensor dtype = f32, shape = [2], values = [1.000000e+00, 3.000000e+00]
// out| Tensor dtype = i64, shape = [2], values = [1, 0]
// out| Tensor dtype = i64, shape = [3], values = [1, 0, 1]
// out| Tensor dtype = i64, shape = [2], values = [1, 2]
// out| Tensor dtype = f64, shape = [2], values = [1.000000e+00, 3.000000e+00]
// out| Tensor dtype = i64, shape = [2], values = [1, 0]
// out| Tensor dtype = i64, shape = [3], values = [1, 0, 1]
// out| Tensor dtype = i64, shape = [2], values = [1, 2]
// out| Tensor dtype = i32, shape = [2, 2], values = [3, 1, 2, 1]
// out| Tensor dtype = i64, shape = [2], values = [0, 1]
// out| Tensor dtype = i64, shape = [3], values = [0, 1, 0]
// out| Tensor dtype = i64, shape = [2], values = [2, 1]
// out| 'unique' returned !tfrt.chain value

func.func @running() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %x2 = arith.constant.tensor dense<1> : tensor<i64>
  %y3 = nn.cumsum.i32 %x1, %x2 {exclusive = false, reverse = false} : tensor<2x3xi32>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<-1> : tensor<i64>
  %y5 = nn.cumprod.i32 %x1, %x4 {exclusive = true, reverse = true} : tensor<2x3xi32>
  %ch2 = tensor.print %y5, %ch1
  %x6 = arith.constant.tensor dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %x7 = arith.constant.tensor dense<1> : tensor<i64>
  %y8 = nn.cumsum.i64 %x6, %x7 {exclusive = false, reverse = false} : tensor<2x3xi64>
  %ch3 = tensor.print %y8, %ch2
  %x9 = arith.constant.tensor dense<-1> : tensor<i64>
  %y10 = nn.cumprod.i64 %x6, %x9 {exclusive = true, reverse = true} : tensor<2x3xi64>
  %ch4 = tensor.print %y10, %ch3
  %x11 = arith.constant.tensor dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xui32>
  %x12 = arith.constant.tensor dense<1> : tensor<i64>
  %y13 = nn.cumsum.ui32 %x11, %x12 {exclusive = false, reverse = false} : tensor<2x3xui32>
  %ch5 = tensor.print %y13, %ch4
  %x14 = arith.constant.tensor dense<-1> : tensor<i64>
  %y15 = nn.cumprod.ui32 %x11, %x14 {exclusive = true, reverse = true} : tensor<2x3xui32>
  %ch6 = tensor.print %y15, %ch5
  %x16 = arith.constant.tensor dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xui64>
  %x17 = arith.constant.tensor dense<1> : tensor<i64>
  %y18 = nn.cumsum.ui64 %x16, %x17 {exclusive = false, reverse = false} : tensor<2x3xui64>
  %ch7 = tensor.print %y18, %ch6
  %x19 = arith.constant.tensor dense<-1> : tensor<i64>
  %y20 = nn.cumprod.ui64 %x16, %x19 {exclusive = true, reverse = true} : tensor<2x3xui64>
  %ch8 = tensor.print %y20, %ch7
  %x21 = arith.constant.tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf16>
  %x22 = arith.constant.tensor dense<1> : tensor<i64>
  %y23 = nn.cumsum.f16 %x21, %x22 {exclusive = false, reverse = false} : tensor<2x3xf16>
  %ch9 = tensor.print %y23, %ch8
  %x24 = arith.constant.tensor dense<-1> : tensor<i64>
  %y25 = nn.cumprod.f16 %x21, %x24 {exclusive = true, reverse = true} : tensor<2x3xf16>
  %ch10 = tensor.print %y25, %ch9
  %x26 = arith.constant.tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xbf16>
  %x27 = arith.constant.tensor dense<1> : tensor<i64>
  %y28 = nn.cumsum.bf16 %x26, %x27 {exclusive = false, reverse = false} : tensor<2x3xbf16>
  %ch11 = tensor.print %y28, %ch10
  %x29 = arith.constant.tensor dense<-1> : tensor<i64>
  %y30 = nn.cumprod.bf16 %x26, %x29 {exclusive = true, reverse = true} : tensor<2x3xbf16>
  %ch12 = tensor.print %y30, %ch11
  %x31 = arith.constant.tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %x32 = arith.constant.tensor dense<1> : tensor<i64>
  %y33 = nn.cumsum.f32 %x31, %x32 {exclusive = false, reverse = false} : tensor<2x3xf32>
  %ch13 = tensor.print %y33, %ch12
  %x34 = arith.constant.tensor dense<-1> : tensor<i64>
  %y35 = nn.cumprod.f32 %x31, %x34 {exclusive = true, reverse = true} : tensor<2x3xf32>
  %ch14 = tensor.print %y35, %ch13
  %x36 = arith.constant.tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %x37 = arith.constant.tensor dense<1> : tensor<i64>
  %y38 = nn.cumsum.f64 %x36, %x37 {exclusive = false, reverse = false} : tensor<2x3xf64>
  %ch15 = tensor.print %y38, %ch14
  %x39 = arith.constant.tensor dense<-1> : tensor<i64>
  %y40 = nn.cumprod.f64 %x36, %x39 {exclusive = true, reverse = true} : tensor<2x3xf64>
  %ch16 = tensor.print %y40, %ch15
  tfrt.return %ch16 : !tfrt.chain
}

func.func @topk() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[3, 1, 3], [0, 5, 2]]> : tensor<2x3xi8>
  %x2 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y3_0, %y3_1 = nn.topk.i8 %x1, %x2 {axis = -1 : i64, largest = true} : tensor<2x2xi8>, tensor<2x2xi64>
  %ch1 = tensor.print %y3_0, %ch0
  %ch2 = tensor.print %y3_1, %ch1
  %x4 = arith.constant.tensor dense<[[3, 1, 3], [0, 5, 2]]> : tensor<2x3xi16>
  %x5 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y6_0, %y6_1 = nn.topk.i16 %x4, %x5 {axis = -1 : i64, largest = true} : tensor<2x2xi16>, tensor<2x2xi64>
  %ch3 = tensor.print %y6_0, %ch2
  %ch4 = tensor.print %y6_1, %ch3
  %x7 = arith.constant.tensor dense<[[3, 1, 3], [0, 5, 2]]> : tensor<2x3xi32>
  %x8 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y9_0, %y9_1 = nn.topk.i32 %x7, %x8 {axis = -1 : i64, largest = true} : tensor<2x2xi32>, tensor<2x2xi64>
  %ch5 = tensor.print %y9_0, %ch4
  %ch6 = tensor.print %y9_1, %ch5
  %x10 = arith.constant.tensor dense<[[3, 1, 3], [0, 5, 2]]> : tensor<2x3xi64>
  %x11 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y12_0, %y12_1 = nn.topk.i64 %x10, %x11 {axis = -1 : i64, largest = true} : tensor<2x2xi64>, tensor<2x2xi64>
  %ch7 = tensor.print %y12_0, %ch6
  %ch8 = tensor.print %y12_1, %ch7
  %x13 = arith.constant.tensor dense<[[3, 1, 3], [0, 5, 2]]> : tensor<2x3xui8>
  %x14 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y15_0, %y15_1 = nn.topk.ui8 %x13, %x14 {axis = -1 : i64, largest = true} : tensor<2x2xui8>, tensor<2x2xi64>
  %ch9 = tensor.print %y15_0, %ch8
  %ch10 = tensor.print %y15_1, %ch9
  %x16 = arith.constant.tensor dense<[[3, 1, 3], [0, 5, 2]]> : tensor<2x3xui16>
  %x17 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y18_0, %y18_1 = nn.topk.ui16 %x16, %x17 {axis = -1 : i64, largest = true} : tensor<2x2xui16>, tensor<2x2xi64>
  %ch11 = tensor.print %y18_0, %ch10
  %ch12 = tensor.print %y18_1, %ch11
  %x19 = arith.constant.tensor dense<[[3, 1, 3], [0, 5, 2]]> : tensor<2x3xui32>
  %x20 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y21_0, %y21_1 = nn.topk.ui32 %x19, %x20 {axis = -1 : i64, largest = true} : tensor<2x2xui32>, tensor<2x2xi64>
  %ch13 = tensor.print %y21_0, %ch12
  %ch14 = tensor.print %y21_1, %ch13
  %x22 = arith.constant.tensor dense<[[3, 1, 3], [0, 5, 2]]> : tensor<2x3xui64>
  %x23 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y24_0, %y24_1 = nn.topk.ui64 %x22, %x23 {axis = -1 : i64, largest = true} : tensor<2x2xui64>, tensor<2x2xi64>
  %ch15 = tensor.print %y24_0, %ch14
  %ch16 = tensor.print %y24_1, %ch15
  %x25 = arith.constant.tensor dense<[[3.0, 1.0, 3.0], [0.0, 5.0, 2.0]]> : tensor<2x3xf16>
  %x26 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y27_0, %y27_1 = nn.topk.f16 %x25, %x26 {axis = -1 : i64, largest = true} : tensor<2x2xf16>, tensor<2x2xi64>
  %ch17 = tensor.print %y27_0, %ch16
  %ch18 = tensor.print %y27_1, %ch17
  %x28 = arith.constant.tensor dense<[[3.0, 1.0, 3.0], [0.0, 5.0, 2.0]]> : tensor<2x3xbf16>
  %x29 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y30_0, %y30_1 = nn.topk.bf16 %x28, %x29 {axis = -1 : i64, largest = true} : tensor<2x2xbf16>, tensor<2x2xi64>
  %ch19 = tensor.print %y30_0, %ch18
  %ch20 = tensor.print %y30_1, %ch19
  %x31 = arith.constant.tensor dense<[[3.0, 1.0, 3.0], [0.0, 5.0, 2.0]]> : tensor<2x3xf32>
  %x32 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y33_0, %y33_1 = nn.topk.f32 %x31, %x32 {axis = -1 : i64, largest = true} : tensor<2x2xf32>, tensor<2x2xi64>
  %ch21 = tensor.print %y33_0, %ch20
  %ch22 = tensor.print %y33_1, %ch21
  %x34 = arith.constant.tensor dense<[[3.0, 1.0, 3.0], [0.0, 5.0, 2.0]]> : tensor<2x3xf64>
  %x35 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y36_0, %y36_1 = nn.topk.f64 %x34, %x35 {axis = -1 : i64, largest = true} : tensor<2x2xf64>, tensor<2x2xi64>
  %ch23 = tensor.print %y36_0, %ch22
  %ch24 = tensor.print %y36_1, %ch23
  %x37 = arith.constant.tensor dense<[1.0, 0x7FC00000, -2.0]> : tensor<3xf32>
  %x38 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y39_0, %y39_1 = nn.topk.f32 %x37, %x38 {axis = 0 : i64, largest = false} : tensor<1xf32>, tensor<1xi64>
  %ch25 = tensor.print %y39_0, %ch24
  %ch26 = tensor.print %y39_1, %ch25
  tfrt.return %ch26 : !tfrt.chain
}

func.func @chosen() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[true, false], [true, true]]> : tensor<2x2xi1>
  %y2 = nn.nonzero %x1 : tensor<2x?xi64>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %x4 = arith.constant.tensor dense<[false, true]> : tensor<2xi1>
  %y5 = nn.compress %x3, %x4 {axis = 1 : i64} : tensor<2x?xi32>
  %ch2 = tensor.print %y5, %ch1
  %x6 = arith.constant.tensor dense<[2, 3]> : tensor<2xi64>
  %y7 = nn.reverse_sequence %x3, %x6 {batch_axis = 0 : i64, time_axis = 1 : i64} : tensor<2x3xi32>
  %ch3 = tensor.print %y7, %ch2
  tfrt.return %ch3 : !tfrt.chain
}

func.func @unique() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[true, false, true]> : tensor<3xi1>
  %y2_0, %y2_1, %y2_2, %y2_3 = nn.unique.i1 %x1 {axis = 0 : i64, flat = true, sorted = true} : tensor<?xi1>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
  %ch1 = tensor.print %y2_0, %ch0
  %ch2 = tensor.print %y2_1, %ch1
  %ch3 = tensor.print %y2_2, %ch2
  %ch4 = tensor.print %y2_3, %ch3
  %x3 = arith.constant.tensor dense<[3, 1, 3]> : tensor<3xi8>
  %y4_0, %y4_1, %y4_2, %y4_3 = nn.unique.i8 %x3 {axis = 0 : i64, flat = true, sorted = true} : tensor<?xi8>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
  %ch5 = tensor.print %y4_0, %ch4
  %ch6 = tensor.print %y4_1, %ch5
  %ch7 = tensor.print %y4_2, %ch6
  %ch8 = tensor.print %y4_3, %ch7
  %x5 = arith.constant.tensor dense<[3, 1, 3]> : tensor<3xi16>
  %y6_0, %y6_1, %y6_2, %y6_3 = nn.unique.i16 %x5 {axis = 0 : i64, flat = true, sorted = true} : tensor<?xi16>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
  %ch9 = tensor.print %y6_0, %ch8
  %ch10 = tensor.print %y6_1, %ch9
  %ch11 = tensor.print %y6_2, %ch10
  %ch12 = tensor.print %y6_3, %ch11
  %x7 = arith.constant.tensor dense<[3, 1, 3]> : tensor<3xi32>
  %y8_0, %y8_1, %y8_2, %y8_3 = nn.unique.i32 %x7 {axis = 0 : i64, flat = true, sorted = true} : tensor<?xi32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
  %ch13 = tensor.print %y8_0, %ch12
  %ch14 = tensor.print %y8_1, %ch13
  %ch15 = tensor.print %y8_2, %ch14
  %ch16 = tensor.print %y8_3, %ch15
  %x9 = arith.constant.tensor dense<[3, 1, 3]> : tensor<3xi64>
  %y10_0, %y10_1, %y10_2, %y10_3 = nn.unique.i64 %x9 {axis = 0 : i64, flat = true, sorted = true} : tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
  %ch17 = tensor.print %y10_0, %ch16
  %ch18 = tensor.print %y10_1, %ch17
  %ch19 = tensor.print %y10_2, %ch18
  %ch20 = tensor.print %y10_3, %ch19
  %x11 = arith.constant.tensor dense<[3, 1, 3]> : tensor<3xui8>
  %y12_0, %y12_1, %y12_2, %y12_3 = nn.unique.ui8 %x11 {axis = 0 : i64, flat = true, sorted = true} : tensor<?xui8>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
  %ch21 = tensor.print %y12_0, %ch20
  %ch22 = tensor.print %y12_1, %ch21
  %ch23 = tensor.print %y12_2, %ch22
  %ch24 = tensor.print %y12_3, %ch23
  %x13 = arith.constant.tensor dense<[3, 1, 3]> : tensor<3xui16>
  %y14_0, %y14_1, %y14_2, %y14_3 = nn.unique.ui16 %x13 {axis = 0 : i64, flat = true, sorted = true} : tensor<?xui16>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
  %ch25 = tensor.print %y14_0, %ch24
  %ch26 = tensor.print %y14_1, %ch25
  %ch27 = tensor.print %y14_2, %ch26
  %ch28 = tensor.print %y14_3, %ch27
  %x15 = arith.constant.tensor dense<[3, 1, 3]> : tensor<3xui32>
  %y16_0, %y16_1, %y16_2, %y16_3 = nn.unique.ui32 %x15 {axis = 0 : i64, flat = true, sorted = true} : tensor<?xui32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
  %ch29 = tensor.print %y16_0, %ch28
  %ch30 = tensor.print %y16_1, %ch29
  %ch31 = tensor.print %y16_2, %ch30
  %ch32 = tensor.print %y16_3, %ch31
  %x17 = arith.constant.tensor dense<[3, 1, 3]> : tensor<3xui64>
  %y18_0, %y18_1, %y18_2, %y18_3 = nn.unique.ui64 %x17 {axis = 0 : i64, flat = true, sorted = true} : tensor<?xui64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
  %ch33 = tensor.print %y18_0, %ch32
  %ch34 = tensor.print %y18_1, %ch33
  %ch35 = tensor.print %y18_2, %ch34
  %ch36 = tensor.print %y18_3, %ch35
  %x19 = arith.constant.tensor dense<[3.0, 1.0, 3.0]> : tensor<3xf16>
  %y20_0, %y20_1, %y20_2, %y20_3 = nn.unique.f16 %x19 {axis = 0 : i64, flat = true, sorted = true} : tensor<?xf16>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
  %ch37 = tensor.print %y20_0, %ch36
  %ch38 = tensor.print %y20_1, %ch37
  %ch39 = tensor.print %y20_2, %ch38
  %ch40 = tensor.print %y20_3, %ch39
  %x21 = arith.constant.tensor dense<[3.0, 1.0, 3.0]> : tensor<3xbf16>
  %y22_0, %y22_1, %y22_2, %y22_3 = nn.unique.bf16 %x21 {axis = 0 : i64, flat = true, sorted = true} : tensor<?xbf16>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
  %ch41 = tensor.print %y22_0, %ch40
  %ch42 = tensor.print %y22_1, %ch41
  %ch43 = tensor.print %y22_2, %ch42
  %ch44 = tensor.print %y22_3, %ch43
  %x23 = arith.constant.tensor dense<[3.0, 1.0, 3.0]> : tensor<3xf32>
  %y24_0, %y24_1, %y24_2, %y24_3 = nn.unique.f32 %x23 {axis = 0 : i64, flat = true, sorted = true} : tensor<?xf32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
  %ch45 = tensor.print %y24_0, %ch44
  %ch46 = tensor.print %y24_1, %ch45
  %ch47 = tensor.print %y24_2, %ch46
  %ch48 = tensor.print %y24_3, %ch47
  %x25 = arith.constant.tensor dense<[3.0, 1.0, 3.0]> : tensor<3xf64>
  %y26_0, %y26_1, %y26_2, %y26_3 = nn.unique.f64 %x25 {axis = 0 : i64, flat = true, sorted = true} : tensor<?xf64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
  %ch49 = tensor.print %y26_0, %ch48
  %ch50 = tensor.print %y26_1, %ch49
  %ch51 = tensor.print %y26_2, %ch50
  %ch52 = tensor.print %y26_3, %ch51
  %x27 = arith.constant.tensor dense<[[3, 1, 3], [2, 1, 2]]> : tensor<2x3xi32>
  %y28_0, %y28_1, %y28_2, %y28_3 = nn.unique.i32 %x27 {axis = 1 : i64, flat = false, sorted = false} : tensor<2x?xi32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
  %ch53 = tensor.print %y28_0, %ch52
  %ch54 = tensor.print %y28_1, %ch53
  %ch55 = tensor.print %y28_2, %ch54
  %ch56 = tensor.print %y28_3, %ch55
  tfrt.return %ch56 : !tfrt.chain
}
