// rule: nn.gather, nn.scatter_elements and their like, nn.pad, nn.tile, nn.trilu and nn.append: elements that are
//   found by indices, padded and repeated, as ONNX's Gather and so on.
// run:
// out| --- Running 'gather':
// out| Tensor dtype = f32, shape = [2, 1, 2], values = [3.000000e+00, 1.000000e+00, 6.000000e+00, 4.000000e+00]
// out| Tensor dtype = f32, shape = [1, 3], values = [4.000000e+00, 2.000000e+00, 6.000000e+00]
// out| Tensor dtype = f32, shape = [2], values = [4.000000e+00, 3.000000e+00]
// out| Tensor dtype = f32, shape = [2], values = [3.000000e+00, 4.000000e+00]
// out| 'gather' returned !tfrt.chain value
// out| --- Running 'scatter':
// out| Tensor dtype = i1, shape = [3], values = [1, 0, 0]
// out| Tensor dtype = i1, shape = [3], values = [1, 1, 1]
// out| Tensor dtype = i8, shape = [3], values = [6, 2, 5]
// out| Tensor dtype = i8, shape = [3], values = [1, 13, 3]
// out| Tensor dtype = i16, shape = [3], values = [6, 2, 5]
// out| Tensor dtype = i16, shape = [3], values = [1, 13, 3]
// out| Tensor dtype = i32, shape = [3], values = [6, 2, 5]
// out| Tensor dtype = i32, shape = [3], values = [1, 13, 3]
// out| Tensor dtype = i64, shape = [3], values = [6, 2, 5]
// out| Tensor dtype = i64, shape = [3], values = [1, 13, 3]
// out| Tensor dtype = u8, shape = [3], values = [6, 2, 5]
// out| Tensor dtype = u8, shape = [3], values = [1, 13, 3]
// out| Tensor dtype = u16, shape = [3], values = [6, 2, 5]
// out| Tensor dtype = u16, shape = [3], values = [1, 13, 3]
// out| Tensor dtype = u32, shape = [3], values = [6, 2, 5]
// out| Tensor dtype = u32, shape = [3], values = [1, 13, 3]
// out| Tensor dtype = u64, shape = [3], values = [6, 2, 5]
// out| Tensor dtype = u64, shape = [3], values = [1, 13, 3]
// out| Tensor dtype = f16, shape = [3], values = [fp16(17920), fp16(16384), fp16(17664)]
// out| Tensor dtype = f16, shape = [3], values = [fp16(15360), fp16(19072), fp16(16896)]
// out| Tensor dtype = bf16, shape = [3], values = [bf16(16576), bf16(16384), bf16(16544)]
// out| Tensor dtype = bf16, shape = [3], values = [bf16(16256), bf16(16720), bf16(16448)]
// out| Tensor dtype = f32, shape = [3], values = [6.000000e+00, 2.000000e+00, 5.000000e+00]
// out| Tensor dtype = f32, shape = [3], values = [1.000000e+00, 1.300000e+01, 3.000000e+00]
// out| Tensor dtype = f64, shape = [3], values = [6.000000e+00, 2.000000e+00, 5.000000e+00]
// out| Tensor dtype = f64, shape = [3], values = [1.000000e+00, 1.300000e+01, 3.000000e+00]
// out| Tensor dtype = i32, shape = [3], values = [30, 2, 3]
// out| Tensor dtype = i32, shape = [3], values = [6, 2, 3]
// out| Tensor dtype = i32, shape = [3], values = [1, 2, 3]
// out| 'scatter' returned !tfrt.chain value
// out| --- Running 'pad':
// out| Tensor dtype = i32, shape = [3, 4], values = [9, 9, 1, 2, 9, 9, 4, 5, 9, 9, 9, 9]
// out| Tensor dtype = i32, shape = [3, 4], values = [1, 1, 1, 2, 4, 4, 4, 5, 4, 4, 4, 5]
// out| Tensor dtype = i32, shape = [3, 4], values = [3, 2, 1, 2, 6, 5, 4, 5, 3, 2, 1, 2]
// out| Tensor dtype = i32, shape = [3, 4], values = [2, 3, 1, 2, 5, 6, 4, 5, 2, 3, 1, 2]
// out| Tensor dtype = i32, shape = [2, 5], values = [9, 1, 2, 3, 9, 9, 4, 5, 6, 9]
// out| Tensor dtype = i32, shape = [2, 6], values = [1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6]
// out| Tensor dtype = i32, shape = [2, 3], values = [0, 2, 3, 0, 0, 6]
// out| Tensor dtype = i32, shape = [2, 3], values = [1, 0, 0, 4, 5, 0]
// out| Tensor dtype = i32, shape = [3, 3], values = [1, 2, 3, 4, 5, 6, 7, 8, 9]
// out| Tensor dtype = i32, shape = [1, 3], values = [7, 8, 9]
// out| 'pad' returned !tfrt.chain value

func.func @gather() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %x2 = arith.constant.tensor dense<[[2, -3]]> : tensor<1x2xi64>
  %y3 = nn.gather %x1, %x2 {axis = 1 : i64} : tensor<2x1x2xf32>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[[1, 0, -1]]> : tensor<1x3xi64>
  %y5 = nn.gather_elements %x1, %x4 {axis = 0 : i64} : tensor<1x3xf32>
  %ch2 = tensor.print %y5, %ch1
  %x6 = arith.constant.tensor dense<[[1, 0], [0, -1]]> : tensor<2x2xi64>
  %y7 = nn.gather_nd %x1, %x6 {batch_dims = 0 : i64} : tensor<2xf32>
  %ch3 = tensor.print %y7, %ch2
  %x8 = arith.constant.tensor dense<[[2], [0]]> : tensor<2x1xi64>
  %y9 = nn.gather_nd %x1, %x8 {batch_dims = 1 : i64} : tensor<2xf32>
  %ch4 = tensor.print %y9, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @scatter() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[true, false, true]> : tensor<3xi1>
  %x2 = arith.constant.tensor dense<[false, true]> : tensor<2xi1>
  %x3 = arith.constant.tensor dense<[2, -3]> : tensor<2xi64>
  %y4 = nn.scatter_elements.i1 %x1, %x3, %x2 {axis = 0 : i64, reduction = "none"} : tensor<3xi1>
  %ch1 = tensor.print %y4, %ch0
  %x5 = arith.constant.tensor dense<[[1], [1]]> : tensor<2x1xi64>
  %y6 = nn.scatter_nd.i1 %x1, %x5, %x2 {reduction = "add"} : tensor<3xi1>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[1, 2, 3]> : tensor<3xi8>
  %x8 = arith.constant.tensor dense<[5, 6]> : tensor<2xi8>
  %x9 = arith.constant.tensor dense<[2, -3]> : tensor<2xi64>
  %y10 = nn.scatter_elements.i8 %x7, %x9, %x8 {axis = 0 : i64, reduction = "none"} : tensor<3xi8>
  %ch3 = tensor.print %y10, %ch2
  %x11 = arith.constant.tensor dense<[[1], [1]]> : tensor<2x1xi64>
  %y12 = nn.scatter_nd.i8 %x7, %x11, %x8 {reduction = "add"} : tensor<3xi8>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[1, 2, 3]> : tensor<3xi16>
  %x14 = arith.constant.tensor dense<[5, 6]> : tensor<2xi16>
  %x15 = arith.constant.tensor dense<[2, -3]> : tensor<2xi64>
  %y16 = nn.scatter_elements.i16 %x13, %x15, %x14 {axis = 0 : i64, reduction = "none"} : tensor<3xi16>
  %ch5 = tensor.print %y16, %ch4
  %x17 = arith.constant.tensor dense<[[1], [1]]> : tensor<2x1xi64>
  %y18 = nn.scatter_nd.i16 %x13, %x17, %x14 {reduction = "add"} : tensor<3xi16>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[1, 2, 3]> : tensor<3xi32>
  %x20 = arith.constant.tensor dense<[5, 6]> : tensor<2xi32>
  %x21 = arith.constant.tensor dense<[2, -3]> : tensor<2xi64>
  %y22 = nn.scatter_elements.i32 %x19, %x21, %x20 {axis = 0 : i64, reduction = "none"} : tensor<3xi32>
  %ch7 = tensor.print %y22, %ch6
  %x23 = arith.constant.tensor dense<[[1], [1]]> : tensor<2x1xi64>
  %y24 = nn.scatter_nd.i32 %x19, %x23, %x20 {reduction = "add"} : tensor<3xi32>
  %ch8 = tensor.print %y24, %ch7
  %x25 = arith.constant.tensor dense<[1, 2, 3]> : tensor<3xi64>
  %x26 = arith.constant.tensor dense<[5, 6]> : tensor<2xi64>
  %x27 = arith.constant.tensor dense<[2, -3]> : tensor<2xi64>
  %y28 = nn.scatter_elements.i64 %x25, %x27, %x26 {axis = 0 : i64, reduction = "none"} : tensor<3xi64>
  %ch9 = tensor.print %y28, %ch8
  %x29 = arith.constant.tensor dense<[[1], [1]]> : tensor<2x1xi64>
  %y30 = nn.scatter_nd.i64 %x25, %x29, %x26 {reduction = "add"} : tensor<3xi64>
  %ch10 = tensor.print %y30, %ch9
  %x31 = arith.constant.tensor dense<[1, 2, 3]> : tensor<3xui8>
  %x32 = arith.constant.tensor dense<[5, 6]> : tensor<2xui8>
  %x33 = arith.constant.tensor dense<[2, -3]> : tensor<2xi64>
  %y34 = nn.scatter_elements.ui8 %x31, %x33, %x32 {axis = 0 : i64, reduction = "none"} : tensor<3xui8>
  %ch11 = tensor.print %y34, %ch10
  %x35 = arith.constant.tensor dense<[[1], [1]]> : tensor<2x1xi64>
  %y36 = nn.scatter_nd.ui8 %x31, %x35, %x32 {reduction = "add"} : tensor<3xui8>
  %ch12 = tensor.print %y36, %ch11
  %x37 = arith.constant.tensor dense<[1, 2, 3]> : tensor<3xui16>
  %x38 = arith.constant.tensor dense<[5, 6]> : tensor<2xui16>
  %x39 = arith.constant.tensor dense<[2, -3]> : tensor<2xi64>
  %y40 = nn.scatter_elements.ui16 %x37, %x39, %x38 {axis = 0 : i64, reduction = "none"} : tensor<3xui16>
  %ch13 = tensor.print %y40, %ch12
  %x41 = arith.constant.tensor dense<[[1], [1]]> : tensor<2x1xi64>
  %y42 = nn.scatter_nd.ui16 %x37, %x41, %x38 {reduction = "add"} : tensor<3xui16>
  %ch14 = tensor.print %y42, %ch13
  %x43 = arith.constant.tensor dense<[1, 2, 3]> : tensor<3xui32>
  %x44 = arith.constant.tensor dense<[5, 6]> : tensor<2xui32>
  %x45 = arith.constant.tensor dense<[2, -3]> : tensor<2xi64>
  %y46 = nn.scatter_elements.ui32 %x43, %x45, %x44 {axis = 0 : i64, reduction = "none"} : tensor<3xui32>
  %ch15 = tensor.print %y46, %ch14
  %x47 = arith.constant.tensor dense<[[1], [1]]> : tensor<2x1xi64>
  %y48 = nn.scatter_nd.ui32 %x43, %x47, %x44 {reduction = "add"} : tensor<3xui32>
  %ch16 = tensor.print %y48, %ch15
  %x49 = arith.constant.tensor dense<[1, 2, 3]> : tensor<3xui64>
  %x50 = arith.constant.tensor dense<[5, 6]> : tensor<2xui64>
  %x51 = arith.constant.tensor dense<[2, -3]> : tensor<2xi64>
  %y52 = nn.scatter_elements.ui64 %x49, %x51, %x50 {axis = 0 : i64, reduction = "none"} : tensor<3xui64>
  %ch17 = tensor.print %y52, %ch16
  %x53 = arith.constant.tensor dense<[[1], [1]]> : tensor<2x1xi64>
  %y54 = nn.scatter_nd.ui64 %x49, %x53, %x50 {reduction = "add"} : tensor<3xui64>
  %ch18 = tensor.print %y54, %ch17
  %x55 = arith.constant.tensor dense<[1.0, 2.0, 3.0]> : tensor<3xf16>
  %x56 = arith.constant.tensor dense<[5.0, 6.0]> : tensor<2xf16>
  %x57 = arith.constant.tensor dense<[2, -3]> : tensor<2xi64>
  %y58 = nn.scatter_elements.f16 %x55, %x57, %x56 {axis = 0 : i64, reduction = "none"} : tensor<3xf16>
  %ch19 = tensor.print %y58, %ch18
  %x59 = arith.constant.tensor dense<[[1], [1]]> : tensor<2x1xi64>
  %y60 = nn.scatter_nd.f16 %x55, %x59, %x56 {reduction = "add"} : tensor<3xf16>
  %ch20 = tensor.print %y60, %ch19
  %x61 = arith.constant.tensor dense<[1.0, 2.0, 3.0]> : tensor<3xbf16>
  %x62 = arith.constant.tensor dense<[5.0, 6.0]> : tensor<2xbf16>
  %x63 = arith.constant.tensor dense<[2, -3]> : tensor<2xi64>
  %y64 = nn.scatter_elements.bf16 %x61, %x63, %x62 {axis = 0 : i64, reduction = "none"} : tensor<3xbf16>
  %ch21 = tensor.print %y64, %ch20
  %x65 = arith.constant.tensor dense<[[1], [1]]> : tensor<2x1xi64>
  %y66 = nn.scatter_nd.bf16 %x61, %x65, %x62 {reduction = "add"} : tensor<3xbf16>
  %ch22 = tensor.print %y66, %ch21
  %x67 = arith.constant.tensor dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %x68 = arith.constant.tensor dense<[5.0, 6.0]> : tensor<2xf32>
  %x69 = arith.constant.tensor dense<[2, -3]> : tensor<2xi64>
  %y70 = nn.scatter_elements.f32 %x67, %x69, %x68 {axis = 0 : i64, reduction = "none"} : tensor<3xf32>
  %ch23 = tensor.print %y70, %ch22
  %x71 = arith.constant.tensor dense<[[1], [1]]> : tensor<2x1xi64>
  %y72 = nn.scatter_nd.f32 %x67, %x71, %x68 {reduction = "add"} : tensor<3xf32>
  %ch24 = tensor.print %y72, %ch23
  %x73 = arith.constant.tensor dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %x74 = arith.constant.tensor dense<[5.0, 6.0]> : tensor<2xf64>
  %x75 = arith.constant.tensor dense<[2, -3]> : tensor<2xi64>
  %y76 = nn.scatter_elements.f64 %x73, %x75, %x74 {axis = 0 : i64, reduction = "none"} : tensor<3xf64>
  %ch25 = tensor.print %y76, %ch24
  %x77 = arith.constant.tensor dense<[[1], [1]]> : tensor<2x1xi64>
  %y78 = nn.scatter_nd.f64 %x73, %x77, %x74 {reduction = "add"} : tensor<3xf64>
  %ch26 = tensor.print %y78, %ch25
  %x79 = arith.constant.tensor dense<[1, 2, 3]> : tensor<3xi32>
  %x80 = arith.constant.tensor dense<[5, 6]> : tensor<2xi32>
  %x81 = arith.constant.tensor dense<[0, 0]> : tensor<2xi64>
  %y82 = nn.scatter_elements.i32 %x79, %x81, %x80 {axis = 0 : i64, reduction = "mul"} : tensor<3xi32>
  %ch27 = tensor.print %y82, %ch26
  %x83 = arith.constant.tensor dense<[0, 0]> : tensor<2xi64>
  %y84 = nn.scatter_elements.i32 %x79, %x83, %x80 {axis = 0 : i64, reduction = "max"} : tensor<3xi32>
  %ch28 = tensor.print %y84, %ch27
  %x85 = arith.constant.tensor dense<[0, 0]> : tensor<2xi64>
  %y86 = nn.scatter_elements.i32 %x79, %x85, %x80 {axis = 0 : i64, reduction = "min"} : tensor<3xi32>
  %ch29 = tensor.print %y86, %ch28
  tfrt.return %ch29 : !tfrt.chain
}

func.func @pad() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %x2 = arith.constant.tensor dense<9> : tensor<i32>
  %x3 = arith.constant.tensor dense<[0, 2, 1, -1]> : tensor<4xi64>
  %y4 = nn.pad %x1, %x3, %x2 {mode = "constant"} : tensor<3x4xi32>
  %ch1 = tensor.print %y4, %ch0
  %x5 = arith.constant.tensor dense<[0, 2, 1, -1]> : tensor<4xi64>
  %y6 = nn.pad %x1, %x5, %x2 {mode = "edge"} : tensor<3x4xi32>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[0, 2, 1, -1]> : tensor<4xi64>
  %y8 = nn.pad %x1, %x7, %x2 {mode = "reflect"} : tensor<3x4xi32>
  %ch3 = tensor.print %y8, %ch2
  %x9 = arith.constant.tensor dense<[0, 2, 1, -1]> : tensor<4xi64>
  %y10 = nn.pad %x1, %x9, %x2 {mode = "wrap"} : tensor<3x4xi32>
  %ch4 = tensor.print %y10, %ch3
  %x11 = arith.constant.tensor dense<[1, 1]> : tensor<2xi64>
  %x12 = arith.constant.tensor dense<[-1]> : tensor<1xi64>
  %y13 = nn.pad %x1, %x11, %x2, %x12 {mode = "constant"} : tensor<2x5xi32>
  %ch5 = tensor.print %y13, %ch4
  %x14 = arith.constant.tensor dense<[1, 2]> : tensor<2xi64>
  %y15 = nn.tile %x1, %x14 : tensor<2x6xi32>
  %ch6 = tensor.print %y15, %ch5
  %x16 = arith.constant.tensor dense<1> : tensor<i64>
  %y17 = nn.trilu %x1, %x16 {upper = true} : tensor<2x3xi32>
  %ch7 = tensor.print %y17, %ch6
  %x18 = arith.constant.tensor dense<0> : tensor<i64>
  %y19 = nn.trilu %x1, %x18 {upper = false} : tensor<2x3xi32>
  %ch8 = tensor.print %y19, %ch7
  %x20 = arith.constant.tensor dense<[7, 8, 9]> : tensor<3xi32>
  %y21 = nn.append %x1, %x20 : tensor<?x3xi32>
  %ch9 = tensor.print %y21, %ch8
  %x22 = arith.constant.tensor dense<> : tensor<0xi32>
  %x23 = arith.constant.tensor dense<[7, 8, 9]> : tensor<3xi32>
  %y24 = nn.append %x22, %x23 : tensor<?x3xi32>
  %ch10 = tensor.print %y24, %ch9
  tfrt.return %ch10 : !tfrt.chain
}
