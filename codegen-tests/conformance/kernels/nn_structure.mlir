// rule: nn.shape, nn.size, nn.squeeze, nn.unsqueeze, nn.flatten, nn.cast, nn.bitcast and nn.range, as ONNX's Shape
//   and so on.
// run:
// out| --- Running 'sizes':
// out| Tensor dtype = i64, shape = [2], values = [2, 3]
// out| Tensor dtype = i64, shape = [1], values = [2]
// out| Tensor dtype = i64, shape = [], values = [6]
// out| Tensor dtype = f32, shape = [2, 3], values = [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00]
// out| Tensor dtype = f32, shape = [1, 6], values = [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00]
// out| Tensor dtype = i8, shape = [3], values = [1, 2, 3]
// out| Tensor dtype = i8, shape = [1, 3], values = [1, 2, 3]
// out| Tensor dtype = i16, shape = [1, 2, 1], values = [1, 2]
// out| 'sizes' returned !tfrt.chain value
// out| --- Running 'cast':
// out| Tensor dtype = i1, shape = [4], values = [1, 0, 1, 1]
// out| Tensor dtype = i8, shape = [4], values = [-1, 0, 127, 0]
// out| Tensor dtype = i16, shape = [4], values = [-1, 0, 300, 0]
// out| Tensor dtype = i32, shape = [4], values = [-1, 0, 300, 0]
// out| Tensor dtype = i64, shape = [4], values = [-1, 0, 300, 0]
// out| Tensor dtype = u8, shape = [4], values = [0, 0, 255, 0]
// out| Tensor dtype = u16, shape = [4], values = [0, 0, 300, 0]
// out| Tensor dtype = u32, shape = [4], values = [0, 0, 300, 0]
// out| Tensor dtype = u64, shape = [4], values = [0, 0, 300, 0]
// out| Tensor dtype = f16, shape = [4], values = [fp16(48640), fp16(0), fp16(23731), fp16(32256)]
// out| Tensor dtype = bf16, shape = [4], values = [bf16(49088), bf16(0), bf16(17302), bf16(32704)]
// out| Tensor dtype = f32, shape = [4], values = [-1.500000e+00, 0.000000e+00, 3.007000e+02, nan]
// out| Tensor dtype = f64, shape = [4], values = [-1.500000e+00, 0.000000e+00, 3.007000e+02, nan]
// out| Tensor dtype = i1, shape = [4], values = [1, 0, 1, 1]
// out| Tensor dtype = i8, shape = [4], values = [-1, 0, 44, -1]
// out| Tensor dtype = i16, shape = [4], values = [-1, 0, 300, -1]
// out| Tensor dtype = i32, shape = [4], values = [-1, 0, 300, -1]
// out| Tensor dtype = i64, shape = [4], values = [-1, 0, 300, 9223372036854775807]
// out| Tensor dtype = u8, shape = [4], values = [255, 0, 44, 255]
// out| Tensor dtype = u16, shape = [4], values = [65535, 0, 300, 65535]
// out| Tensor dtype = u32, shape = [4], values = [4294967295, 0, 300, 4294967295]
// out| Tensor dtype = u64, shape = [4], values = [18446744073709551615, 0, 300, 9223372036854775807]
// out| Tensor dtype = f16, shape = [4], values = [fp16(48128), fp16(0), fp16(23728), fp16(31744)]
// out| Tensor dtype = bf16, shape = [4], values = [bf16(49024), bf16(0), bf16(17302), bf16(24320)]
// out| Tensor dtype = f32, shape = [4], values = [-1.000000e+00, 0.000000e+00, 3.000000e+02, 9.223372e+18]
// out| Tensor dtype = f64, shape = [4], values = [-1.000000e+00, 0.000000e+00, 3.000000e+02, 9.223372e+18]
// out| Tensor dtype = u8, shape = [2], values = [1, 0]
// out| Tensor dtype = f16, shape = [2], values = [fp16(15360), fp16(0)]
// out| Tensor dtype = f64, shape = [2], values = [1.000000e+00, 0.000000e+00]
// out| Tensor dtype = i32, shape = [2], values = [1, 2]
// out| Tensor dtype = i32, shape = [2], values = [1, 2]
// out| Tensor dtype = i32, shape = [2], values = [1, 2]
// out| Tensor dtype = i32, shape = [2], values = [1, 2]
// out| Tensor dtype = i32, shape = [2], values = [1, 2]
// out| Tensor dtype = i32, shape = [2], values = [1, 2]
// out| Tensor dtype = i32, shape = [2], values = [1, 2]
// out| Tensor dtype = i32, shape = [2], values = [1, 2]
// out| Tensor dtype = i32, shape = [2], values = [1, 2]
// out| Tensor dtype = u32, shape = [2], values = [1065353216, 3221225472]
// out| 'cast' returned !tfrt.chain value
// out| --- Running 'range':
// out| Tensor dtype = i16, shape = [3], values = [10, 7, 4]
// out| Tensor dtype = i32, shape = [3], values = [10, 7, 4]
// out| Tensor dtype = i64, shape = [3], values = [10, 7, 4]
// out| Tensor dtype = f16, shape = [3], values = [fp16(18688), fp16(18176), fp16(17408)]
// out| Tensor dtype = bf16, shape = [3], values = [bf16(16672), bf16(16608), bf16(16512)]
// out| Tensor dtype = f32, shape = [3], values = [1.000000e+01, 7.000000e+00, 4.000000e+00]
// out| Tensor dtype = f64, shape = [3], values = [1.000000e+01, 7.000000e+00, 4.000000e+00]
// out| Tensor dtype = f32, shape = [0], values = []
// out| 'range' returned !tfrt.chain value
// out| --- Running 'rounded_once':
// out| Tensor dtype = bf16, shape = [3], values = [bf16(24193), bf16(56961), bf16(24192)]
// out| 'rounded_once' returned !tfrt.chain value

func.func @sizes() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %y2 = nn.shape %x1 {end = 9223372036854775807 : i64, start = 0 : i64} : tensor<2xi64>
  %ch1 = tensor.print %y2, %ch0
  %y3 = nn.shape %x1 {end = -1 : i64, start = -7 : i64} : tensor<1xi64>
  %ch2 = tensor.print %y3, %ch1
  %y4 = nn.size %x1 : tensor<i64>
  %ch3 = tensor.print %y4, %ch2
  %y5 = nn.flatten %x1 {axis = 1 : i64} : tensor<2x3xf32>
  %ch4 = tensor.print %y5, %ch3
  %y6 = nn.flatten %x1 {axis = 0 : i64} : tensor<1x6xf32>
  %ch5 = tensor.print %y6, %ch4
  %x7 = arith.constant.tensor dense<[[[1, 2, 3]]]> : tensor<1x1x3xi8>
  %y8 = nn.squeeze %x7 : tensor<3xi8>
  %ch6 = tensor.print %y8, %ch5
  %x9 = arith.constant.tensor dense<[0]> : tensor<1xi64>
  %y10 = nn.squeeze %x7, %x9 : tensor<1x3xi8>
  %ch7 = tensor.print %y10, %ch6
  %x11 = arith.constant.tensor dense<[1, 2]> : tensor<2xi16>
  %x12 = arith.constant.tensor dense<[0, -1]> : tensor<2xi64>
  %y13 = nn.unsqueeze %x11, %x12 : tensor<1x2x1xi16>
  %ch8 = tensor.print %y13, %ch7
  tfrt.return %ch8 : !tfrt.chain
}

func.func @cast() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[-1.5, 0.0, 300.7, 0x7FC00000]> : tensor<4xf32>
  %y2 = nn.cast %x1 {to = i1} : tensor<4xi1>
  %ch1 = tensor.print %y2, %ch0
  %y3 = nn.cast %x1 {to = i8} : tensor<4xi8>
  %ch2 = tensor.print %y3, %ch1
  %y4 = nn.cast %x1 {to = i16} : tensor<4xi16>
  %ch3 = tensor.print %y4, %ch2
  %y5 = nn.cast %x1 {to = i32} : tensor<4xi32>
  %ch4 = tensor.print %y5, %ch3
  %y6 = nn.cast %x1 {to = i64} : tensor<4xi64>
  %ch5 = tensor.print %y6, %ch4
  %y7 = nn.cast %x1 {to = ui8} : tensor<4xui8>
  %ch6 = tensor.print %y7, %ch5
  %y8 = nn.cast %x1 {to = ui16} : tensor<4xui16>
  %ch7 = tensor.print %y8, %ch6
  %y9 = nn.cast %x1 {to = ui32} : tensor<4xui32>
  %ch8 = tensor.print %y9, %ch7
  %y10 = nn.cast %x1 {to = ui64} : tensor<4xui64>
  %ch9 = tensor.print %y10, %ch8
  %y11 = nn.cast %x1 {to = f16} : tensor<4xf16>
  %ch10 = tensor.print %y11, %ch9
  %y12 = nn.cast %x1 {to = bf16} : tensor<4xbf16>
  %ch11 = tensor.print %y12, %ch10
  %y13 = nn.cast %x1 {to = f32} : tensor<4xf32>
  %ch12 = tensor.print %y13, %ch11
  %y14 = nn.cast %x1 {to = f64} : tensor<4xf64>
  %ch13 = tensor.print %y14, %ch12
  %x15 = arith.constant.tensor dense<[-1, 0, 300, 9223372036854775807]> : tensor<4xi64>
  %y16 = nn.cast %x15 {to = i1} : tensor<4xi1>
  %ch14 = tensor.print %y16, %ch13
  %y17 = nn.cast %x15 {to = i8} : tensor<4xi8>
  %ch15 = tensor.print %y17, %ch14
  %y18 = nn.cast %x15 {to = i16} : tensor<4xi16>
  %ch16 = tensor.print %y18, %ch15
  %y19 = nn.cast %x15 {to = i32} : tensor<4xi32>
  %ch17 = tensor.print %y19, %ch16
  %y20 = nn.cast %x15 {to = i64} : tensor<4xi64>
  %ch18 = tensor.print %y20, %ch17
  %y21 = nn.cast %x15 {to = ui8} : tensor<4xui8>
  %ch19 = tensor.print %y21, %ch18
  %y22 = nn.cast %x15 {to = ui16} : tensor<4xui16>
  %ch20 = tensor.print %y22, %ch19
  %y23 = nn.cast %x15 {to = ui32} : tensor<4xui32>
  %ch21 = tensor.print %y23, %ch20
  %y24 = nn.cast %x15 {to = ui64} : tensor<4xui64>
  %ch22 = tensor.print %y24, %ch21
  %y25 = nn.cast %x15 {to = f16} : tensor<4xf16>
  %ch23 = tensor.print %y25, %ch22
  %y26 = nn.cast %x15 {to = bf16} : tensor<4xbf16>
  %ch24 = tensor.print %y26, %ch23
  %y27 = nn.cast %x15 {to = f32} : tensor<4xf32>
  %ch25 = tensor.print %y27, %ch24
  %y28 = nn.cast %x15 {to = f64} : tensor<4xf64>
  %ch26 = tensor.print %y28, %ch25
  %x29 = arith.constant.tensor dense<[true, false]> : tensor<2xi1>
  %y30 = nn.cast %x29 {to = ui8} : tensor<2xui8>
  %ch27 = tensor.print %y30, %ch26
  %y31 = nn.cast %x29 {to = f16} : tensor<2xf16>
  %ch28 = tensor.print %y31, %ch27
  %y32 = nn.cast %x29 {to = f64} : tensor<2xf64>
  %ch29 = tensor.print %y32, %ch28
  %x33 = arith.constant.tensor dense<[1, 2]> : tensor<2xi8>
  %y34 = nn.cast %x33 {to = i32} : tensor<2xi32>
  %ch30 = tensor.print %y34, %ch29
  %x35 = arith.constant.tensor dense<[1, 2]> : tensor<2xi16>
  %y36 = nn.cast %x35 {to = i32} : tensor<2xi32>
  %ch31 = tensor.print %y36, %ch30
  %x37 = arith.constant.tensor dense<[1, 2]> : tensor<2xui8>
  %y38 = nn.cast %x37 {to = i32} : tensor<2xi32>
  %ch32 = tensor.print %y38, %ch31
  %x39 = arith.constant.tensor dense<[1, 2]> : tensor<2xui16>
  %y40 = nn.cast %x39 {to = i32} : tensor<2xi32>
  %ch33 = tensor.print %y40, %ch32
  %x41 = arith.constant.tensor dense<[1, 2]> : tensor<2xui32>
  %y42 = nn.cast %x41 {to = i32} : tensor<2xi32>
  %ch34 = tensor.print %y42, %ch33
  %x43 = arith.constant.tensor dense<[1, 2]> : tensor<2xui64>
  %y44 = nn.cast %x43 {to = i32} : tensor<2xi32>
  %ch35 = tensor.print %y44, %ch34
  %x45 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf16>
  %y46 = nn.cast %x45 {to = i32} : tensor<2xi32>
  %ch36 = tensor.print %y46, %ch35
  %x47 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xbf16>
  %y48 = nn.cast %x47 {to = i32} : tensor<2xi32>
  %ch37 = tensor.print %y48, %ch36
  %x49 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf64>
  %y50 = nn.cast %x49 {to = i32} : tensor<2xi32>
  %ch38 = tensor.print %y50, %ch37
  %x51 = arith.constant.tensor dense<[1.0, -2.0]> : tensor<2xf32>
  %y52 = nn.bitcast %x51 {to = ui32} : tensor<2xui32>
  %ch39 = tensor.print %y52, %ch38
  tfrt.return %ch39 : !tfrt.chain
}

func.func @range() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<10> : tensor<i16>
  %x2 = arith.constant.tensor dense<2> : tensor<i16>
  %x3 = arith.constant.tensor dense<-3> : tensor<i16>
  %y4 = nn.range.i16 %x1, %x2, %x3 : tensor<?xi16>
  %ch1 = tensor.print %y4, %ch0
  %x5 = arith.constant.tensor dense<10> : tensor<i32>
  %x6 = arith.constant.tensor dense<2> : tensor<i32>
  %x7 = arith.constant.tensor dense<-3> : tensor<i32>
  %y8 = nn.range.i32 %x5, %x6, %x7 : tensor<?xi32>
  %ch2 = tensor.print %y8, %ch1
  %x9 = arith.constant.tensor dense<10> : tensor<i64>
  %x10 = arith.constant.tensor dense<2> : tensor<i64>
  %x11 = arith.constant.tensor dense<-3> : tensor<i64>
  %y12 = nn.range.i64 %x9, %x10, %x11 : tensor<?xi64>
  %ch3 = tensor.print %y12, %ch2
  %x13 = arith.constant.tensor dense<10.0> : tensor<f16>
  %x14 = arith.constant.tensor dense<2.0> : tensor<f16>
  %x15 = arith.constant.tensor dense<-3.0> : tensor<f16>
  %y16 = nn.range.f16 %x13, %x14, %x15 : tensor<?xf16>
  %ch4 = tensor.print %y16, %ch3
  %x17 = arith.constant.tensor dense<10.0> : tensor<bf16>
  %x18 = arith.constant.tensor dense<2.0> : tensor<bf16>
  %x19 = arith.constant.tensor dense<-3.0> : tensor<bf16>
  %y20 = nn.range.bf16 %x17, %x18, %x19 : tensor<?xbf16>
  %ch5 = tensor.print %y20, %ch4
  %x21 = arith.constant.tensor dense<10.0> : tensor<f32>
  %x22 = arith.constant.tensor dense<2.0> : tensor<f32>
  %x23 = arith.constant.tensor dense<-3.0> : tensor<f32>
  %y24 = nn.range.f32 %x21, %x22, %x23 : tensor<?xf32>
  %ch6 = tensor.print %y24, %ch5
  %x25 = arith.constant.tensor dense<10.0> : tensor<f64>
  %x26 = arith.constant.tensor dense<2.0> : tensor<f64>
  %x27 = arith.constant.tensor dense<-3.0> : tensor<f64>
  %y28 = nn.range.f64 %x25, %x26, %x27 : tensor<?xf64>
  %ch7 = tensor.print %y28, %ch6
  %x29 = arith.constant.tensor dense<0.0> : tensor<f32>
  %x30 = arith.constant.tensor dense<1.0> : tensor<f32>
  %x31 = arith.constant.tensor dense<-1.0> : tensor<f32>
  %y32 = nn.range.f32 %x29, %x30, %x31 : tensor<?xf32>
  %ch8 = tensor.print %y32, %ch7
  tfrt.return %ch8 : !tfrt.chain
}

// The double nearest to the integer is halfway between two numbers of 8 bits.
func.func @rounded_once() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = arith.constant.tensor dense<[4629700416936869889, -4629700416936869889, 4629700416936869887]> : tensor<3xi64>
  %y = nn.cast %x {to = bf16} : tensor<3xbf16>
  %ch1 = tensor.print %y, %ch0
  tfrt.return %ch1 : !tfrt.chain
}
