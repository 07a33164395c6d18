// rule: nn.einsum.T, as ONNX's Einsum: products of elements, summed over what the result has not; integers wrap.
// rule: numeric-contract, tensors and models: f16 and bf16 compute in f32 and round once.
// run:
// out| --- Running 'einsum':
// out| Tensor dtype = i8, shape = [2, 2], values = [5, 15, 8, 22]
// out| Tensor dtype = i16, shape = [2, 2], values = [5, 15, 8, 22]
// out| Tensor dtype = i32, shape = [2, 2], values = [5, 15, 8, 22]
// out| Tensor dtype = i64, shape = [2, 2], values = [5, 15, 8, 22]
// out| Tensor dtype = u8, shape = [2, 2], values = [5, 15, 8, 22]
// out| Tensor dtype = u16, shape = [2, 2], values = [5, 15, 8, 22]
// out| Tensor dtype = u32, shape = [2, 2], values = [5, 15, 8, 22]
// out| Tensor dtype = u64, shape = [2, 2], values = [5, 15, 8, 22]
// out| Tensor dtype = f16, shape = [2, 2], values = [fp16(17664), fp16(19328), fp16(18432), fp16(19840)]
// out| Tensor dtype = bf16, shape = [2, 2], values = [bf16(16544), bf16(16752), bf16(16640), bf16(16816)]
// out| Tensor dtype = f32, shape = [2, 2], values = [5.000000e+00, 1.500000e+01, 8.000000e+00, 2.200000e+01]
// out| Tensor dtype = f64, shape = [2, 2], values = [5.000000e+00, 1.500000e+01, 8.000000e+00, 2.200000e+01]
// out| Tensor dtype = i32, shape = [2], values = [1, 4]
// out| Tensor dtype = i32, shape = [2, 2], values = [3, 4, 6, 8]
// out| Tensor dtype = i32, shape = [], values = [61]
// out| Tensor dtype = i32, shape = [], values = [10]
// out| Tensor dtype = i32, shape = [2, 2], values = [1, 3, 2, 4]
// out| Tensor dtype = i32, shape = [2, 2], values = [10, 20, 60, 80]
// out| Tensor dtype = i8, shape = [], values = [-56]
// out| Tensor dtype = f32, shape = [2], values = [0.000000e+00, 0.000000e+00]
// out| 'einsum' returned !tfrt.chain value

func.func @einsum() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %x2 = arith.constant.tensor dense<[[5, 6], [0, 1]]> : tensor<2x2xi8>
  %y3 = nn.einsum.i8 %x1, %x2 {labels = [8 : i64, 9 : i64, 9 : i64, 10 : i64], output = [10 : i64, 8 : i64]} : tensor<2x2xi8>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[[1, 2], [3, 4]]> : tensor<2x2xi16>
  %x5 = arith.constant.tensor dense<[[5, 6], [0, 1]]> : tensor<2x2xi16>
  %y6 = nn.einsum.i16 %x4, %x5 {labels = [8 : i64, 9 : i64, 9 : i64, 10 : i64], output = [10 : i64, 8 : i64]} : tensor<2x2xi16>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %x8 = arith.constant.tensor dense<[[5, 6], [0, 1]]> : tensor<2x2xi32>
  %y9 = nn.einsum.i32 %x7, %x8 {labels = [8 : i64, 9 : i64, 9 : i64, 10 : i64], output = [10 : i64, 8 : i64]} : tensor<2x2xi32>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %x11 = arith.constant.tensor dense<[[5, 6], [0, 1]]> : tensor<2x2xi64>
  %y12 = nn.einsum.i64 %x10, %x11 {labels = [8 : i64, 9 : i64, 9 : i64, 10 : i64], output = [10 : i64, 8 : i64]} : tensor<2x2xi64>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[[1, 2], [3, 4]]> : tensor<2x2xui8>
  %x14 = arith.constant.tensor dense<[[5, 6], [0, 1]]> : tensor<2x2xui8>
  %y15 = nn.einsum.ui8 %x13, %x14 {labels = [8 : i64, 9 : i64, 9 : i64, 10 : i64], output = [10 : i64, 8 : i64]} : tensor<2x2xui8>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<[[1, 2], [3, 4]]> : tensor<2x2xui16>
  %x17 = arith.constant.tensor dense<[[5, 6], [0, 1]]> : tensor<2x2xui16>
  %y18 = nn.einsum.ui16 %x16, %x17 {labels = [8 : i64, 9 : i64, 9 : i64, 10 : i64], output = [10 : i64, 8 : i64]} : tensor<2x2xui16>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[[1, 2], [3, 4]]> : tensor<2x2xui32>
  %x20 = arith.constant.tensor dense<[[5, 6], [0, 1]]> : tensor<2x2xui32>
  %y21 = nn.einsum.ui32 %x19, %x20 {labels = [8 : i64, 9 : i64, 9 : i64, 10 : i64], output = [10 : i64, 8 : i64]} : tensor<2x2xui32>
  %ch7 = tensor.print %y21, %ch6
  %x22 = arith.constant.tensor dense<[[1, 2], [3, 4]]> : tensor<2x2xui64>
  %x23 = arith.constant.tensor dense<[[5, 6], [0, 1]]> : tensor<2x2xui64>
  %y24 = nn.einsum.ui64 %x22, %x23 {labels = [8 : i64, 9 : i64, 9 : i64, 10 : i64], output = [10 : i64, 8 : i64]} : tensor<2x2xui64>
  %ch8 = tensor.print %y24, %ch7
  %x25 = arith.constant.tensor dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf16>
  %x26 = arith.constant.tensor dense<[[5.0, 6.0], [0.0, 1.0]]> : tensor<2x2xf16>
  %y27 = nn.einsum.f16 %x25, %x26 {labels = [8 : i64, 9 : i64, 9 : i64, 10 : i64], output = [10 : i64, 8 : i64]} : tensor<2x2xf16>
  %ch9 = tensor.print %y27, %ch8
  %x28 = arith.constant.tensor dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xbf16>
  %x29 = arith.constant.tensor dense<[[5.0, 6.0], [0.0, 1.0]]> : tensor<2x2xbf16>
  %y30 = nn.einsum.bf16 %x28, %x29 {labels = [8 : i64, 9 : i64, 9 : i64, 10 : i64], output = [10 : i64, 8 : i64]} : tensor<2x2xbf16>
  %ch10 = tensor.print %y30, %ch9
  %x31 = arith.constant.tensor dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %x32 = arith.constant.tensor dense<[[5.0, 6.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %y33 = nn.einsum.f32 %x31, %x32 {labels = [8 : i64, 9 : i64, 9 : i64, 10 : i64], output = [10 : i64, 8 : i64]} : tensor<2x2xf32>
  %ch11 = tensor.print %y33, %ch10
  %x34 = arith.constant.tensor dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
  %x35 = arith.constant.tensor dense<[[5.0, 6.0], [0.0, 1.0]]> : tensor<2x2xf64>
  %y36 = nn.einsum.f64 %x34, %x35 {labels = [8 : i64, 9 : i64, 9 : i64, 10 : i64], output = [10 : i64, 8 : i64]} : tensor<2x2xf64>
  %ch12 = tensor.print %y36, %ch11
  // A diagonal, an outer product, three operands, a sum of all, a copy.
  %x37 = arith.constant.tensor dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y38 = nn.einsum.i32 %x37 {labels = [8 : i64, 8 : i64], output = [8 : i64]} : tensor<2xi32>
  %ch13 = tensor.print %y38, %ch12
  %x39 = arith.constant.tensor dense<[1, 2]> : tensor<2xi32>
  %x40 = arith.constant.tensor dense<[3, 4]> : tensor<2xi32>
  %y41 = nn.einsum.i32 %x39, %x40 {labels = [8 : i64, 9 : i64], output = [8 : i64, 9 : i64]} : tensor<2x2xi32>
  %ch14 = tensor.print %y41, %ch13
  %x42 = arith.constant.tensor dense<[1, 2]> : tensor<2xi32>
  %x43 = arith.constant.tensor dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %x44 = arith.constant.tensor dense<[3, 4]> : tensor<2xi32>
  %y45 = nn.einsum.i32 %x42, %x43, %x44 {labels = [8 : i64, 8 : i64, 9 : i64, 9 : i64], output = []} : tensor<i32>
  %ch15 = tensor.print %y45, %ch14
  %x46 = arith.constant.tensor dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y47 = nn.einsum.i32 %x46 {labels = [8 : i64, 9 : i64], output = []} : tensor<i32>
  %ch16 = tensor.print %y47, %ch15
  %x48 = arith.constant.tensor dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y49 = nn.einsum.i32 %x48 {labels = [8 : i64, 9 : i64], output = [9 : i64, 8 : i64]} : tensor<2x2xi32>
  %ch17 = tensor.print %y49, %ch16
  // A size of 1 is broadcast; integers wrap.
  %x50 = arith.constant.tensor dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %x51 = arith.constant.tensor dense<[[10], [20]]> : tensor<2x1xi32>
  %y52 = nn.einsum.i32 %x50, %x51 {labels = [8 : i64, 9 : i64, 8 : i64, 9 : i64], output = [8 : i64, 9 : i64]} : tensor<2x2xi32>
  %ch18 = tensor.print %y52, %ch17
  %x53 = arith.constant.tensor dense<[100, 100]> : tensor<2xi8>
  %y54 = nn.einsum.i8 %x53 {labels = [8 : i64], output = []} : tensor<i8>
  %ch19 = tensor.print %y54, %ch18
  // A sum of nothing is 0.
  %x55 = arith.constant.tensor dense<> : tensor<2x0xf32>
  %y56 = nn.einsum.f32 %x55 {labels = [8 : i64, 9 : i64], output = [8 : i64]} : tensor<2xf32>
  %ch20 = tensor.print %y56, %ch19
  tfrt.return %ch20 : !tfrt.chain
}
