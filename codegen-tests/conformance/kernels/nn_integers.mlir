// rule: numeric-contract, tensors and models: sums and products of integers wrap, in nn.matmul and nn.col2im as elsewhere.
// rule: nn.matmul.T, nn.resize.T and nn.col2im.T on the types of integers that ONNX's MatMul, Resize and Col2Im have too.
// run:
// out| --- Running 'matmul':
// out| Tensor dtype = u32, shape = [2], values = [4294967294, 31]
// out| Tensor dtype = u64, shape = [2], values = [18446744073709551614, 31]
// out| 'matmul' returned !tfrt.chain value
// out| --- Running 'resize':
// out| Tensor dtype = i16, shape = [6], values = [1, 1, 2, 2, -32768, -32768]
// out| Tensor dtype = u16, shape = [6], values = [1, 1, 2, 2, 65535, 65535]
// out| Tensor dtype = u32, shape = [6], values = [1, 1, 2, 2, 4294967295, 4294967295]
// out| Tensor dtype = u64, shape = [6], values = [1, 1, 2, 2, 18446744073709551615, 18446744073709551615]
// out| 'resize' returned !tfrt.chain value
// out| --- Running 'col2im':
// out| Tensor dtype = i8, shape = [1, 1, 4], values = [1, 6, -126, 6]
// out| Tensor dtype = i16, shape = [1, 1, 4], values = [1, 6, -32766, 6]
// out| Tensor dtype = i32, shape = [1, 1, 4], values = [1, 6, -2147483646, 6]
// out| Tensor dtype = i64, shape = [1, 1, 4], values = [1, 6, -9223372036854775806, 6]
// out| Tensor dtype = u8, shape = [1, 1, 4], values = [1, 6, 2, 6]
// out| Tensor dtype = u16, shape = [1, 1, 4], values = [1, 6, 2, 6]
// out| Tensor dtype = u32, shape = [1, 1, 4], values = [1, 6, 2, 6]
// out| Tensor dtype = u64, shape = [1, 1, 4], values = [1, 6, 2, 6]
// out| 'col2im' returned !tfrt.chain value

func.func @matmul() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[1, 4294967295], [2, 3]]> : tensor<2x2xui32>
  %x2 = arith.constant.tensor dense<[5, 7]> : tensor<2xui32>
  %y3 = nn.matmul.ui32 %x1, %x2 : tensor<2xui32>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[[1, 18446744073709551615], [2, 3]]> : tensor<2x2xui64>
  %x5 = arith.constant.tensor dense<[5, 7]> : tensor<2xui64>
  %y6 = nn.matmul.ui64 %x4, %x5 : tensor<2xui64>
  %ch2 = tensor.print %y6, %ch1
  tfrt.return %ch2 : !tfrt.chain
}

func.func @resize() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[1, 2, -32768]> : tensor<3xi16>
  %x2 = arith.constant.tensor dense<> : tensor<0xf32>
  %x3 = arith.constant.tensor dense<> : tensor<0xf32>
  %x4 = arith.constant.tensor dense<[6]> : tensor<1xi64>
  %y5 = nn.resize.i16 %x1, %x2, %x3, %x4 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "round_prefer_floor"} : tensor<6xi16>
  %ch1 = tensor.print %y5, %ch0
  %x6 = arith.constant.tensor dense<[1, 2, 65535]> : tensor<3xui16>
  %x7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = arith.constant.tensor dense<> : tensor<0xf32>
  %x9 = arith.constant.tensor dense<[6]> : tensor<1xi64>
  %y10 = nn.resize.ui16 %x6, %x7, %x8, %x9 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "round_prefer_floor"} : tensor<6xui16>
  %ch2 = tensor.print %y10, %ch1
  %x11 = arith.constant.tensor dense<[1, 2, 4294967295]> : tensor<3xui32>
  %x12 = arith.constant.tensor dense<> : tensor<0xf32>
  %x13 = arith.constant.tensor dense<> : tensor<0xf32>
  %x14 = arith.constant.tensor dense<[6]> : tensor<1xi64>
  %y15 = nn.resize.ui32 %x11, %x12, %x13, %x14 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "round_prefer_floor"} : tensor<6xui32>
  %ch3 = tensor.print %y15, %ch2
  %x16 = arith.constant.tensor dense<[1, 2, 18446744073709551615]> : tensor<3xui64>
  %x17 = arith.constant.tensor dense<> : tensor<0xf32>
  %x18 = arith.constant.tensor dense<> : tensor<0xf32>
  %x19 = arith.constant.tensor dense<[6]> : tensor<1xi64>
  %y20 = nn.resize.ui64 %x16, %x17, %x18, %x19 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "round_prefer_floor"} : tensor<6xui64>
  %ch4 = tensor.print %y20, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @col2im() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[[1, 2, 3], [4, 127, 6]]]> : tensor<1x2x3xi8>
  %x2 = arith.constant.tensor dense<[4]> : tensor<1xi64>
  %x3 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y4 = nn.col2im.i8 %x1, %x2, %x3 {dilations = [1], pads = [0, 0], strides = [1]} : tensor<1x?x4xi8>
  %ch1 = tensor.print %y4, %ch0
  %x5 = arith.constant.tensor dense<[[[1, 2, 3], [4, 32767, 6]]]> : tensor<1x2x3xi16>
  %x6 = arith.constant.tensor dense<[4]> : tensor<1xi64>
  %x7 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y8 = nn.col2im.i16 %x5, %x6, %x7 {dilations = [1], pads = [0, 0], strides = [1]} : tensor<1x?x4xi16>
  %ch2 = tensor.print %y8, %ch1
  %x9 = arith.constant.tensor dense<[[[1, 2, 3], [4, 2147483647, 6]]]> : tensor<1x2x3xi32>
  %x10 = arith.constant.tensor dense<[4]> : tensor<1xi64>
  %x11 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y12 = nn.col2im.i32 %x9, %x10, %x11 {dilations = [1], pads = [0, 0], strides = [1]} : tensor<1x?x4xi32>
  %ch3 = tensor.print %y12, %ch2
  %x13 = arith.constant.tensor dense<[[[1, 2, 3], [4, 9223372036854775807, 6]]]> : tensor<1x2x3xi64>
  %x14 = arith.constant.tensor dense<[4]> : tensor<1xi64>
  %x15 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y16 = nn.col2im.i64 %x13, %x14, %x15 {dilations = [1], pads = [0, 0], strides = [1]} : tensor<1x?x4xi64>
  %ch4 = tensor.print %y16, %ch3
  %x17 = arith.constant.tensor dense<[[[1, 2, 3], [4, 255, 6]]]> : tensor<1x2x3xui8>
  %x18 = arith.constant.tensor dense<[4]> : tensor<1xi64>
  %x19 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y20 = nn.col2im.ui8 %x17, %x18, %x19 {dilations = [1], pads = [0, 0], strides = [1]} : tensor<1x?x4xui8>
  %ch5 = tensor.print %y20, %ch4
  %x21 = arith.constant.tensor dense<[[[1, 2, 3], [4, 65535, 6]]]> : tensor<1x2x3xui16>
  %x22 = arith.constant.tensor dense<[4]> : tensor<1xi64>
  %x23 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y24 = nn.col2im.ui16 %x21, %x22, %x23 {dilations = [1], pads = [0, 0], strides = [1]} : tensor<1x?x4xui16>
  %ch6 = tensor.print %y24, %ch5
  %x25 = arith.constant.tensor dense<[[[1, 2, 3], [4, 4294967295, 6]]]> : tensor<1x2x3xui32>
  %x26 = arith.constant.tensor dense<[4]> : tensor<1xi64>
  %x27 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y28 = nn.col2im.ui32 %x25, %x26, %x27 {dilations = [1], pads = [0, 0], strides = [1]} : tensor<1x?x4xui32>
  %ch7 = tensor.print %y28, %ch6
  %x29 = arith.constant.tensor dense<[[[1, 2, 3], [4, 18446744073709551615, 6]]]> : tensor<1x2x3xui64>
  %x30 = arith.constant.tensor dense<[4]> : tensor<1xi64>
  %x31 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y32 = nn.col2im.ui64 %x29, %x30, %x31 {dilations = [1], pads = [0, 0], strides = [1]} : tensor<1x?x4xui64>
  %ch8 = tensor.print %y32, %ch7
  tfrt.return %ch8 : !tfrt.chain
}
