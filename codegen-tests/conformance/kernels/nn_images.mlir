// rule: nn.conv_transpose, nn.max_pool_places, nn.batch_norm, nn.resize, nn.grid_sample, nn.roi_align,
//   nn.non_max_suppression, nn.col2im and nn.deform_conv, as ONNX's ConvTranspose and so on.
// run:
// out| --- Running 'transposed':
// out| Tensor dtype = f16, shape = [1, 1, 5], values = [fp16(16384), fp16(17664), fp16(17408), fp16(17920), fp16(0)]
// out| Tensor dtype = bf16, shape = [1, 1, 5], values = [bf16(16384), bf16(16544), bf16(16512), bf16(16576), bf16(0)]
// out| Tensor dtype = f32, shape = [1, 1, 5], values = [2.000000e+00, 5.000000e+00, 4.000000e+00, 6.000000e+00, 0.000000e+00]
// out| Tensor dtype = f64, shape = [1, 1, 5], values = [2.000000e+00, 5.000000e+00, 4.000000e+00, 6.000000e+00, 0.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 4], values = [1.500000e+00, 4.500000e+00, 7.500000e+00, 6.500000e+00]
// out| 'transposed' returned !tfrt.chain value
// out| --- Running 'places':
// out| Tensor dtype = i64, shape = [1, 1, 1, 2], values = [3, 4]
// out| Tensor dtype = i64, shape = [1, 1, 1, 2], values = [3, 4]
// out| Tensor dtype = i64, shape = [1, 1, 1, 2], values = [3, 4]
// out| Tensor dtype = i64, shape = [1, 1, 1, 2], values = [3, 4]
// out| Tensor dtype = i64, shape = [1, 1, 1, 2], values = [3, 4]
// out| Tensor dtype = i64, shape = [1, 1, 1, 2], values = [3, 4]
// out| Tensor dtype = i64, shape = [1, 1, 1, 2], values = [1, 3]
// out| Tensor dtype = u8, shape = [1, 1, 2], values = [200, 200]
// out| 'places' returned !tfrt.chain value
// out| --- Running 'normal':
// out| Tensor dtype = f16, shape = [1, 2, 2], values = [fp16(0), fp16(14336), fp16(15360), fp16(16896)]
// out| Tensor dtype = bf16, shape = [1, 2, 2], values = [bf16(0), bf16(16128), bf16(16256), bf16(16448)]
// out| Tensor dtype = f32, shape = [1, 2, 2], values = [0.000000e+00, 5.000000e-01, 1.000000e+00, 3.000000e+00]
// out| Tensor dtype = f64, shape = [1, 2, 2], values = [0.000000e+00, 5.000000e-01, 1.000000e+00, 3.000000e+00]
// out| 'normal' returned !tfrt.chain value
// out| --- Running 'resize':
// out| Tensor dtype = i8, shape = [6], values = [1, 1, 2, 2, 4, 4]
// out| Tensor dtype = i32, shape = [6], values = [1, 1, 2, 2, 4, 4]
// out| Tensor dtype = i64, shape = [6], values = [1, 1, 2, 2, 4, 4]
// out| Tensor dtype = u8, shape = [6], values = [1, 1, 2, 2, 4, 4]
// out| Tensor dtype = f16, shape = [6], values = [fp16(15360), fp16(15360), fp16(16384), fp16(16384), fp16(17408), fp16(17408)]
// out| Tensor dtype = bf16, shape = [6], values = [bf16(16256), bf16(16256), bf16(16384), bf16(16384), bf16(16512), bf16(16512)]
// out| Tensor dtype = f32, shape = [6], values = [1.000000e+00, 1.000000e+00, 2.000000e+00, 2.000000e+00, 4.000000e+00, 4.000000e+00]
// out| Tensor dtype = f64, shape = [6], values = [1.000000e+00, 1.000000e+00, 2.000000e+00, 2.000000e+00, 4.000000e+00, 4.000000e+00]
// out| Tensor dtype = f32, shape = [4], values = [1.000000e+00, 1.500000e+00, 2.333333e+00, 3.666667e+00]
// out| Tensor dtype = f32, shape = [4], values = [1.000000e+00, 1.500000e+00, 2.333333e+00, 3.666667e+00]
// out| Tensor dtype = f32, shape = [4], values = [1.000000e+00, 1.666667e+00, 2.666667e+00, 4.000000e+00]
// out| Tensor dtype = f32, shape = [4], values = [1.000000e+00, 1.666667e+00, 2.666667e+00, 4.000000e+00]
// out| Tensor dtype = f32, shape = [4], values = [1.000000e+00, 1.571429e+00, 2.285714e+00, 3.428571e+00]
// out| Tensor dtype = f32, shape = [4], values = [1.000000e+00, 2.666667e+00, 9.000000e+00, 9.000000e+00]
// out| Tensor dtype = f32, shape = [2], values = [1.000000e+00, 4.000000e+00]
// out| Tensor dtype = f32, shape = [2], values = [1.000000e+00, 2.000000e+00]
// out| Tensor dtype = f32, shape = [2], values = [1.000000e+00, 4.000000e+00]
// out| Tensor dtype = f32, shape = [2], values = [1.141343e+00, 3.621908e+00]
// out| Tensor dtype = f32, shape = [2], values = [1.187500e+00, 3.416667e+00]
// out| Tensor dtype = f32, shape = [2], values = [1.333333e+00, 3.333333e+00]
// out| Tensor dtype = f32, shape = [4, 4], values = [1.000000e+00, 1.000000e+00, 2.000000e+00, 2.000000e+00, 1.000000e+00, 1.000000e+00, 2.000000e+00, 2.000000e+00, 3.000000e+00, 3.000000e+00, 4.000000e+00, 4.000000e+00, 3.000000e+00, 3.000000e+00, 4.000000e+00, 4.000000e+00]
// out| Tensor dtype = f32, shape = [6, 6], values = [1.000000e+00, 1.000000e+00, 1.000000e+00, 2.000000e+00, 2.000000e+00, 2.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 2.000000e+00, 2.000000e+00, 2.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00, 2.000000e+00, ... ]
// out| 'resize' returned !tfrt.chain value
// out| --- Running 'grid':
// out| Tensor dtype = f16, shape = [1, 1, 1, 3], values = [fp16(15360), fp16(16640), fp16(0)]
// out| Tensor dtype = bf16, shape = [1, 1, 1, 3], values = [bf16(16256), bf16(16416), bf16(0)]
// out| Tensor dtype = f32, shape = [1, 1, 1, 3], values = [1.000000e+00, 2.500000e+00, 0.000000e+00]
// out| Tensor dtype = f64, shape = [1, 1, 1, 3], values = [1.000000e+00, 2.500000e+00, 0.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 1, 2], values = [3.000000e+00, 2.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 1, 2], values = [2.546875e+00, 4.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 1, 2], values = [2.500000e+00, 4.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 1, 2], values = [2.546875e+00, 2.000000e+00]
// out| 'grid' returned !tfrt.chain value
// out| --- Running 'parts':
// out| Tensor dtype = f16, shape = [1, 1, 2, 1], values = [fp16(16256), fp16(17536)]
// out| Tensor dtype = bf16, shape = [1, 1, 2, 1], values = [bf16(16368), bf16(16528)]
// out| Tensor dtype = f32, shape = [1, 1, 2, 1], values = [1.875000e+00, 4.500000e+00]
// out| Tensor dtype = f64, shape = [1, 1, 2, 1], values = [1.875000e+00, 4.500000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 1, 1], values = [1.250000e+00]
// out| Tensor dtype = i64, shape = [2, 3], values = [0, 0, 0, 0, 0, 2]
// out| Tensor dtype = i64, shape = [1, 3], values = [0, 0, 0]
// out| 'parts' returned !tfrt.chain value
// out| --- Running 'windows':
// out| Tensor dtype = f16, shape = [1, 1, 4], values = [fp16(15360), fp16(17920), fp16(18432), fp16(17920)]
// out| Tensor dtype = f16, shape = [1, 1, 2, 1], values = [fp16(17152), fp16(16384)]
// out| Tensor dtype = bf16, shape = [1, 1, 4], values = [bf16(16256), bf16(16576), bf16(16640), bf16(16576)]
// out| Tensor dtype = bf16, shape = [1, 1, 2, 1], values = [bf16(16480), bf16(16384)]
// out| Tensor dtype = f32, shape = [1, 1, 4], values = [1.000000e+00, 6.000000e+00, 8.000000e+00, 6.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 2, 1], values = [3.500000e+00, 2.000000e+00]
// out| Tensor dtype = f64, shape = [1, 1, 4], values = [1.000000e+00, 6.000000e+00, 8.000000e+00, 6.000000e+00]
// out| Tensor dtype = f64, shape = [1, 1, 2, 1], values = [3.500000e+00, 2.000000e+00]
// out| 'windows' returned !tfrt.chain value

func.func @transposed() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf16>
  %x2 = arith.constant.tensor dense<[[[1.0, 2.0, 3.0]]]> : tensor<1x1x3xf16>
  %y3 = nn.conv_transpose.f16 %x1, %x2 {dilations = [1], group = 1 : i64, output_padding = [1], pads = [1, 0], strides = [2]} : tensor<1x1x5xf16>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[[[1.0, 2.0]]]> : tensor<1x1x2xbf16>
  %x5 = arith.constant.tensor dense<[[[1.0, 2.0, 3.0]]]> : tensor<1x1x3xbf16>
  %y6 = nn.conv_transpose.bf16 %x4, %x5 {dilations = [1], group = 1 : i64, output_padding = [1], pads = [1, 0], strides = [2]} : tensor<1x1x5xbf16>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>
  %x8 = arith.constant.tensor dense<[[[1.0, 2.0, 3.0]]]> : tensor<1x1x3xf32>
  %y9 = nn.conv_transpose.f32 %x7, %x8 {dilations = [1], group = 1 : i64, output_padding = [1], pads = [1, 0], strides = [2]} : tensor<1x1x5xf32>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf64>
  %x11 = arith.constant.tensor dense<[[[1.0, 2.0, 3.0]]]> : tensor<1x1x3xf64>
  %y12 = nn.conv_transpose.f64 %x10, %x11 {dilations = [1], group = 1 : i64, output_padding = [1], pads = [1, 0], strides = [2]} : tensor<1x1x5xf64>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>
  %x14 = arith.constant.tensor dense<[[[1.0, 2.0, 3.0]]]> : tensor<1x1x3xf32>
  %x15 = arith.constant.tensor dense<[0.5]> : tensor<1xf32>
  %y16 = nn.conv_transpose.f32 %x13, %x14, %x15 {dilations = [1], group = 1 : i64, output_padding = [0], pads = [0, 0], strides = [1]} : tensor<1x1x4xf32>
  %ch5 = tensor.print %y16, %ch4
  tfrt.return %ch5 : !tfrt.chain
}

func.func @places() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[[[1, 2, 3], [6, 5, 4]]]]> : tensor<1x1x2x3xi8>
  %y2 = nn.max_pool_places.i8 %x1 {auto_pad = 0 : i64, ceil_mode = false, dilations = [1, 1], kernel_shape = [2, 2], pads = [0, 0, 0, 0], storage_order = false, strides = [1, 1]} : tensor<1x1x1x2xi64>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[[[1, 2, 3], [6, 5, 4]]]]> : tensor<1x1x2x3xui8>
  %y4 = nn.max_pool_places.ui8 %x3 {auto_pad = 0 : i64, ceil_mode = false, dilations = [1, 1], kernel_shape = [2, 2], pads = [0, 0, 0, 0], storage_order = false, strides = [1, 1]} : tensor<1x1x1x2xi64>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[[[[1.0, 2.0, 3.0], [6.0, 5.0, 4.0]]]]> : tensor<1x1x2x3xf16>
  %y6 = nn.max_pool_places.f16 %x5 {auto_pad = 0 : i64, ceil_mode = false, dilations = [1, 1], kernel_shape = [2, 2], pads = [0, 0, 0, 0], storage_order = false, strides = [1, 1]} : tensor<1x1x1x2xi64>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[[[[1.0, 2.0, 3.0], [6.0, 5.0, 4.0]]]]> : tensor<1x1x2x3xbf16>
  %y8 = nn.max_pool_places.bf16 %x7 {auto_pad = 0 : i64, ceil_mode = false, dilations = [1, 1], kernel_shape = [2, 2], pads = [0, 0, 0, 0], storage_order = false, strides = [1, 1]} : tensor<1x1x1x2xi64>
  %ch4 = tensor.print %y8, %ch3
  %x9 = arith.constant.tensor dense<[[[[1.0, 2.0, 3.0], [6.0, 5.0, 4.0]]]]> : tensor<1x1x2x3xf32>
  %y10 = nn.max_pool_places.f32 %x9 {auto_pad = 0 : i64, ceil_mode = false, dilations = [1, 1], kernel_shape = [2, 2], pads = [0, 0, 0, 0], storage_order = false, strides = [1, 1]} : tensor<1x1x1x2xi64>
  %ch5 = tensor.print %y10, %ch4
  %x11 = arith.constant.tensor dense<[[[[1.0, 2.0, 3.0], [6.0, 5.0, 4.0]]]]> : tensor<1x1x2x3xf64>
  %y12 = nn.max_pool_places.f64 %x11 {auto_pad = 0 : i64, ceil_mode = false, dilations = [1, 1], kernel_shape = [2, 2], pads = [0, 0, 0, 0], storage_order = false, strides = [1, 1]} : tensor<1x1x1x2xi64>
  %ch6 = tensor.print %y12, %ch5
  %x13 = arith.constant.tensor dense<[[[[1.0, 2.0, 3.0], [6.0, 5.0, 4.0]]]]> : tensor<1x1x2x3xf32>
  %y14 = nn.max_pool_places.f32 %x13 {auto_pad = 0 : i64, ceil_mode = false, dilations = [1, 1], kernel_shape = [2, 2], pads = [0, 0, 0, 0], storage_order = true, strides = [1, 1]} : tensor<1x1x1x2xi64>
  %ch7 = tensor.print %y14, %ch6
  %x15 = arith.constant.tensor dense<[[[1, 200, 3]]]> : tensor<1x1x3xui8>
  %y16 = nn.max_pool.ui8 %x15 {auto_pad = 0 : i64, ceil_mode = false, dilations = [1], kernel_shape = [2], pads = [0, 0], strides = [1]} : tensor<1x1x2xui8>
  %ch8 = tensor.print %y16, %ch7
  tfrt.return %ch8 : !tfrt.chain
}

func.func @normal() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[[1.0, 2.0], [3.0, 4.0]]]> : tensor<1x2x2xf16>
  %x2 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf16>
  %x3 = arith.constant.tensor dense<[0.0, 1.0]> : tensor<2xf16>
  %x4 = arith.constant.tensor dense<[1.0, 3.0]> : tensor<2xf16>
  %x5 = arith.constant.tensor dense<[4.0, 1.0]> : tensor<2xf16>
  %y6 = nn.batch_norm.f16 %x1, %x2, %x3, %x4, %x5 {epsilon = 0.0 : f32} : tensor<1x2x2xf16>
  %ch1 = tensor.print %y6, %ch0
  %x7 = arith.constant.tensor dense<[[[1.0, 2.0], [3.0, 4.0]]]> : tensor<1x2x2xbf16>
  %x8 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xbf16>
  %x9 = arith.constant.tensor dense<[0.0, 1.0]> : tensor<2xbf16>
  %x10 = arith.constant.tensor dense<[1.0, 3.0]> : tensor<2xbf16>
  %x11 = arith.constant.tensor dense<[4.0, 1.0]> : tensor<2xbf16>
  %y12 = nn.batch_norm.bf16 %x7, %x8, %x9, %x10, %x11 {epsilon = 0.0 : f32} : tensor<1x2x2xbf16>
  %ch2 = tensor.print %y12, %ch1
  %x13 = arith.constant.tensor dense<[[[1.0, 2.0], [3.0, 4.0]]]> : tensor<1x2x2xf32>
  %x14 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %x15 = arith.constant.tensor dense<[0.0, 1.0]> : tensor<2xf32>
  %x16 = arith.constant.tensor dense<[1.0, 3.0]> : tensor<2xf32>
  %x17 = arith.constant.tensor dense<[4.0, 1.0]> : tensor<2xf32>
  %y18 = nn.batch_norm.f32 %x13, %x14, %x15, %x16, %x17 {epsilon = 0.0 : f32} : tensor<1x2x2xf32>
  %ch3 = tensor.print %y18, %ch2
  %x19 = arith.constant.tensor dense<[[[1.0, 2.0], [3.0, 4.0]]]> : tensor<1x2x2xf64>
  %x20 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf64>
  %x21 = arith.constant.tensor dense<[0.0, 1.0]> : tensor<2xf64>
  %x22 = arith.constant.tensor dense<[1.0, 3.0]> : tensor<2xf64>
  %x23 = arith.constant.tensor dense<[4.0, 1.0]> : tensor<2xf64>
  %y24 = nn.batch_norm.f64 %x19, %x20, %x21, %x22, %x23 {epsilon = 0.0 : f32} : tensor<1x2x2xf64>
  %ch4 = tensor.print %y24, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @resize() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[1, 2, 4]> : tensor<3xi8>
  %x2 = arith.constant.tensor dense<> : tensor<0xf32>
  %x3 = arith.constant.tensor dense<> : tensor<0xf32>
  %x4 = arith.constant.tensor dense<[6]> : tensor<1xi64>
  %y5 = nn.resize.i8 %x1, %x2, %x3, %x4 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "round_prefer_floor"} : tensor<6xi8>
  %ch1 = tensor.print %y5, %ch0
  %x6 = arith.constant.tensor dense<[1, 2, 4]> : tensor<3xi32>
  %x7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = arith.constant.tensor dense<> : tensor<0xf32>
  %x9 = arith.constant.tensor dense<[6]> : tensor<1xi64>
  %y10 = nn.resize.i32 %x6, %x7, %x8, %x9 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "round_prefer_floor"} : tensor<6xi32>
  %ch2 = tensor.print %y10, %ch1
  %x11 = arith.constant.tensor dense<[1, 2, 4]> : tensor<3xi64>
  %x12 = arith.constant.tensor dense<> : tensor<0xf32>
  %x13 = arith.constant.tensor dense<> : tensor<0xf32>
  %x14 = arith.constant.tensor dense<[6]> : tensor<1xi64>
  %y15 = nn.resize.i64 %x11, %x12, %x13, %x14 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "round_prefer_floor"} : tensor<6xi64>
  %ch3 = tensor.print %y15, %ch2
  %x16 = arith.constant.tensor dense<[1, 2, 4]> : tensor<3xui8>
  %x17 = arith.constant.tensor dense<> : tensor<0xf32>
  %x18 = arith.constant.tensor dense<> : tensor<0xf32>
  %x19 = arith.constant.tensor dense<[6]> : tensor<1xi64>
  %y20 = nn.resize.ui8 %x16, %x17, %x18, %x19 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "round_prefer_floor"} : tensor<6xui8>
  %ch4 = tensor.print %y20, %ch3
  %x21 = arith.constant.tensor dense<[1.0, 2.0, 4.0]> : tensor<3xf16>
  %x22 = arith.constant.tensor dense<> : tensor<0xf32>
  %x23 = arith.constant.tensor dense<> : tensor<0xf32>
  %x24 = arith.constant.tensor dense<[6]> : tensor<1xi64>
  %y25 = nn.resize.f16 %x21, %x22, %x23, %x24 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "round_prefer_floor"} : tensor<6xf16>
  %ch5 = tensor.print %y25, %ch4
  %x26 = arith.constant.tensor dense<[1.0, 2.0, 4.0]> : tensor<3xbf16>
  %x27 = arith.constant.tensor dense<> : tensor<0xf32>
  %x28 = arith.constant.tensor dense<> : tensor<0xf32>
  %x29 = arith.constant.tensor dense<[6]> : tensor<1xi64>
  %y30 = nn.resize.bf16 %x26, %x27, %x28, %x29 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "round_prefer_floor"} : tensor<6xbf16>
  %ch6 = tensor.print %y30, %ch5
  %x31 = arith.constant.tensor dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %x32 = arith.constant.tensor dense<> : tensor<0xf32>
  %x33 = arith.constant.tensor dense<> : tensor<0xf32>
  %x34 = arith.constant.tensor dense<[6]> : tensor<1xi64>
  %y35 = nn.resize.f32 %x31, %x32, %x33, %x34 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "round_prefer_floor"} : tensor<6xf32>
  %ch7 = tensor.print %y35, %ch6
  %x36 = arith.constant.tensor dense<[1.0, 2.0, 4.0]> : tensor<3xf64>
  %x37 = arith.constant.tensor dense<> : tensor<0xf32>
  %x38 = arith.constant.tensor dense<> : tensor<0xf32>
  %x39 = arith.constant.tensor dense<[6]> : tensor<1xi64>
  %y40 = nn.resize.f64 %x36, %x37, %x38, %x39 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "round_prefer_floor"} : tensor<6xf64>
  %ch8 = tensor.print %y40, %ch7
  %x41 = arith.constant.tensor dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %x42 = arith.constant.tensor dense<> : tensor<0xf32>
  %x43 = arith.constant.tensor dense<[1.5]> : tensor<1xf32>
  %x44 = arith.constant.tensor dense<> : tensor<0xi64>
  %y45 = nn.resize.f32 %x41, %x42, %x43, %x44 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "linear", nearest_mode = "round_prefer_floor"} : tensor<?xf32>
  %ch9 = tensor.print %y45, %ch8
  %x46 = arith.constant.tensor dense<> : tensor<0xf32>
  %x47 = arith.constant.tensor dense<[1.5]> : tensor<1xf32>
  %x48 = arith.constant.tensor dense<> : tensor<0xi64>
  %y49 = nn.resize.f32 %x41, %x46, %x47, %x48 {antialias = false, axes = [], coordinate_transformation_mode = "pytorch_half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "linear", nearest_mode = "round_prefer_floor"} : tensor<?xf32>
  %ch10 = tensor.print %y49, %ch9
  %x50 = arith.constant.tensor dense<> : tensor<0xf32>
  %x51 = arith.constant.tensor dense<[1.5]> : tensor<1xf32>
  %x52 = arith.constant.tensor dense<> : tensor<0xi64>
  %y53 = nn.resize.f32 %x41, %x50, %x51, %x52 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel_symmetric", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "linear", nearest_mode = "round_prefer_floor"} : tensor<?xf32>
  %ch11 = tensor.print %y53, %ch10
  %x54 = arith.constant.tensor dense<> : tensor<0xf32>
  %x55 = arith.constant.tensor dense<[1.5]> : tensor<1xf32>
  %x56 = arith.constant.tensor dense<> : tensor<0xi64>
  %y57 = nn.resize.f32 %x41, %x54, %x55, %x56 {antialias = false, axes = [], coordinate_transformation_mode = "asymmetric", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "linear", nearest_mode = "round_prefer_floor"} : tensor<?xf32>
  %ch12 = tensor.print %y57, %ch11
  %x58 = arith.constant.tensor dense<> : tensor<0xf32>
  %x59 = arith.constant.tensor dense<[1.5]> : tensor<1xf32>
  %x60 = arith.constant.tensor dense<> : tensor<0xi64>
  %y61 = nn.resize.f32 %x41, %x58, %x59, %x60 {antialias = false, axes = [], coordinate_transformation_mode = "align_corners", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "linear", nearest_mode = "round_prefer_floor"} : tensor<?xf32>
  %ch13 = tensor.print %y61, %ch12
  %x62 = arith.constant.tensor dense<[0.0, 2.0]> : tensor<2xf32>
  %x63 = arith.constant.tensor dense<> : tensor<0xf32>
  %x64 = arith.constant.tensor dense<[4]> : tensor<1xi64>
  %y65 = nn.resize.f32 %x41, %x62, %x63, %x64 {antialias = false, axes = [], coordinate_transformation_mode = "tf_crop_and_resize", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "linear", nearest_mode = "round_prefer_floor"} : tensor<4xf32>
  %ch14 = tensor.print %y65, %ch13
  %x66 = arith.constant.tensor dense<> : tensor<0xf32>
  %x67 = arith.constant.tensor dense<> : tensor<0xf32>
  %x68 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y69 = nn.resize.f32 %x41, %x66, %x67, %x68 {antialias = false, axes = [], coordinate_transformation_mode = "asymmetric", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "round_prefer_ceil"} : tensor<2xf32>
  %ch15 = tensor.print %y69, %ch14
  %x70 = arith.constant.tensor dense<> : tensor<0xf32>
  %x71 = arith.constant.tensor dense<> : tensor<0xf32>
  %x72 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y73 = nn.resize.f32 %x41, %x70, %x71, %x72 {antialias = false, axes = [], coordinate_transformation_mode = "asymmetric", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "floor"} : tensor<2xf32>
  %ch16 = tensor.print %y73, %ch15
  %x74 = arith.constant.tensor dense<> : tensor<0xf32>
  %x75 = arith.constant.tensor dense<> : tensor<0xf32>
  %x76 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y77 = nn.resize.f32 %x41, %x74, %x75, %x76 {antialias = false, axes = [], coordinate_transformation_mode = "asymmetric", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "ceil"} : tensor<2xf32>
  %ch17 = tensor.print %y77, %ch16
  %x78 = arith.constant.tensor dense<> : tensor<0xf32>
  %x79 = arith.constant.tensor dense<> : tensor<0xf32>
  %x80 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y81 = nn.resize.f32 %x41, %x78, %x79, %x80 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = true, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "cubic", nearest_mode = "round_prefer_floor"} : tensor<2xf32>
  %ch18 = tensor.print %y81, %ch17
  %x82 = arith.constant.tensor dense<> : tensor<0xf32>
  %x83 = arith.constant.tensor dense<> : tensor<0xf32>
  %x84 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y85 = nn.resize.f32 %x41, %x82, %x83, %x84 {antialias = true, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "cubic", nearest_mode = "round_prefer_floor"} : tensor<2xf32>
  %ch19 = tensor.print %y85, %ch18
  %x86 = arith.constant.tensor dense<> : tensor<0xf32>
  %x87 = arith.constant.tensor dense<> : tensor<0xf32>
  %x88 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y89 = nn.resize.f32 %x41, %x86, %x87, %x88 {antialias = true, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "linear", nearest_mode = "round_prefer_floor"} : tensor<2xf32>
  %ch20 = tensor.print %y89, %ch19
  %x90 = arith.constant.tensor dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %x91 = arith.constant.tensor dense<> : tensor<0xf32>
  %x92 = arith.constant.tensor dense<> : tensor<0xf32>
  %x93 = arith.constant.tensor dense<[4, 6]> : tensor<2xi64>
  %y94 = nn.resize.f32 %x90, %x91, %x92, %x93 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "not_larger", mode = "nearest", nearest_mode = "round_prefer_floor"} : tensor<4x6xf32>
  %ch21 = tensor.print %y94, %ch20
  %x95 = arith.constant.tensor dense<> : tensor<0xf32>
  %x96 = arith.constant.tensor dense<> : tensor<0xf32>
  %x97 = arith.constant.tensor dense<[4, 6]> : tensor<2xi64>
  %y98 = nn.resize.f32 %x90, %x95, %x96, %x97 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 9.0 : f32, keep_aspect_ratio_policy = "not_smaller", mode = "nearest", nearest_mode = "round_prefer_floor"} : tensor<4x6xf32>
  %ch22 = tensor.print %y98, %ch21
  tfrt.return %ch22 : !tfrt.chain
}

func.func @grid() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf16>
  %x2 = arith.constant.tensor dense<[[[[-1.0, -1.0], [0.0, 0.0], [0.5, 3.0]]]]> : tensor<1x1x3x2xf16>
  %y3 = nn.grid_sample.f16 %x1, %x2 {align_corners = true, mode = "linear", padding_mode = "zeros"} : tensor<1x1x1x3xf16>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xbf16>
  %x5 = arith.constant.tensor dense<[[[[-1.0, -1.0], [0.0, 0.0], [0.5, 3.0]]]]> : tensor<1x1x3x2xbf16>
  %y6 = nn.grid_sample.bf16 %x4, %x5 {align_corners = true, mode = "linear", padding_mode = "zeros"} : tensor<1x1x1x3xbf16>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf32>
  %x8 = arith.constant.tensor dense<[[[[-1.0, -1.0], [0.0, 0.0], [0.5, 3.0]]]]> : tensor<1x1x3x2xf32>
  %y9 = nn.grid_sample.f32 %x7, %x8 {align_corners = true, mode = "linear", padding_mode = "zeros"} : tensor<1x1x1x3xf32>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf64>
  %x11 = arith.constant.tensor dense<[[[[-1.0, -1.0], [0.0, 0.0], [0.5, 3.0]]]]> : tensor<1x1x3x2xf64>
  %y12 = nn.grid_sample.f64 %x10, %x11 {align_corners = true, mode = "linear", padding_mode = "zeros"} : tensor<1x1x1x3xf64>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf32>
  %x14 = arith.constant.tensor dense<[[[[-0.5, 0.25], [1.5, -2.5]]]]> : tensor<1x1x2x2xf32>
  %y15 = nn.grid_sample.f32 %x13, %x14 {align_corners = false, mode = "nearest", padding_mode = "border"} : tensor<1x1x1x2xf32>
  %ch5 = tensor.print %y15, %ch4
  %y16 = nn.grid_sample.f32 %x13, %x14 {align_corners = false, mode = "cubic", padding_mode = "reflection"} : tensor<1x1x1x2xf32>
  %ch6 = tensor.print %y16, %ch5
  %y17 = nn.grid_sample.f32 %x13, %x14 {align_corners = false, mode = "linear", padding_mode = "reflection"} : tensor<1x1x1x2xf32>
  %ch7 = tensor.print %y17, %ch6
  %y18 = nn.grid_sample.f32 %x13, %x14 {align_corners = false, mode = "cubic", padding_mode = "border"} : tensor<1x1x1x2xf32>
  %ch8 = tensor.print %y18, %ch7
  tfrt.return %ch8 : !tfrt.chain
}

func.func @parts() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]]]> : tensor<1x1x3x3xf16>
  %x2 = arith.constant.tensor dense<[[0.0, 0.0, 2.0, 2.0]]> : tensor<1x4xf16>
  %x3 = arith.constant.tensor dense<[0]> : tensor<1xi64>
  %y4 = nn.roi_align.f16 %x1, %x2, %x3 {half_pixel = true, mode = "avg", output_height = 2 : i64, output_width = 1 : i64, sampling_ratio = 2 : i64, spatial_scale = 1.0 : f32} : tensor<1x1x2x1xf16>
  %ch1 = tensor.print %y4, %ch0
  %x5 = arith.constant.tensor dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]]]> : tensor<1x1x3x3xbf16>
  %x6 = arith.constant.tensor dense<[[0.0, 0.0, 2.0, 2.0]]> : tensor<1x4xbf16>
  %x7 = arith.constant.tensor dense<[0]> : tensor<1xi64>
  %y8 = nn.roi_align.bf16 %x5, %x6, %x7 {half_pixel = true, mode = "avg", output_height = 2 : i64, output_width = 1 : i64, sampling_ratio = 2 : i64, spatial_scale = 1.0 : f32} : tensor<1x1x2x1xbf16>
  %ch2 = tensor.print %y8, %ch1
  %x9 = arith.constant.tensor dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]]]> : tensor<1x1x3x3xf32>
  %x10 = arith.constant.tensor dense<[[0.0, 0.0, 2.0, 2.0]]> : tensor<1x4xf32>
  %x11 = arith.constant.tensor dense<[0]> : tensor<1xi64>
  %y12 = nn.roi_align.f32 %x9, %x10, %x11 {half_pixel = true, mode = "avg", output_height = 2 : i64, output_width = 1 : i64, sampling_ratio = 2 : i64, spatial_scale = 1.0 : f32} : tensor<1x1x2x1xf32>
  %ch3 = tensor.print %y12, %ch2
  %x13 = arith.constant.tensor dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]]]> : tensor<1x1x3x3xf64>
  %x14 = arith.constant.tensor dense<[[0.0, 0.0, 2.0, 2.0]]> : tensor<1x4xf64>
  %x15 = arith.constant.tensor dense<[0]> : tensor<1xi64>
  %y16 = nn.roi_align.f64 %x13, %x14, %x15 {half_pixel = true, mode = "avg", output_height = 2 : i64, output_width = 1 : i64, sampling_ratio = 2 : i64, spatial_scale = 1.0 : f32} : tensor<1x1x2x1xf64>
  %ch4 = tensor.print %y16, %ch3
  %x17 = arith.constant.tensor dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]]]> : tensor<1x1x3x3xf32>
  %x18 = arith.constant.tensor dense<[[0.0, 0.0, 2.0, 2.0]]> : tensor<1x4xf32>
  %x19 = arith.constant.tensor dense<[0]> : tensor<1xi64>
  %y20 = nn.roi_align.f32 %x17, %x18, %x19 {half_pixel = false, mode = "max", output_height = 1 : i64, output_width = 1 : i64, sampling_ratio = 0 : i64, spatial_scale = 0.5 : f32} : tensor<1x1x1x1xf32>
  %ch5 = tensor.print %y20, %ch4
  %x21 = arith.constant.tensor dense<[[[0.0, 0.0, 1.0, 1.0], [0.0, 0.1, 1.0, 1.1], [0.0, 5.0, 1.0, 6.0]]]> : tensor<1x3x4xf32>
  %x22 = arith.constant.tensor dense<[[[0.9, 0.8, 0.7]]]> : tensor<1x1x3xf32>
  %x23 = arith.constant.tensor dense<[3]> : tensor<1xi64>
  %x24 = arith.constant.tensor dense<[0.5]> : tensor<1xf32>
  %x25 = arith.constant.tensor dense<[0.0]> : tensor<1xf32>
  %y26 = nn.non_max_suppression %x21, %x22, %x23, %x24, %x25 {center_point_box = false} : tensor<?x3xi64>
  %ch6 = tensor.print %y26, %ch5
  %x27 = arith.constant.tensor dense<[[[0.5, 0.5, 1.0, 1.0], [0.5, 0.6, 1.0, 1.0], [5.0, 0.5, 1.0, 1.0]]]> : tensor<1x3x4xf32>
  %x28 = arith.constant.tensor dense<[[[0.9, 0.8, 0.7]]]> : tensor<1x1x3xf32>
  %x29 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %x30 = arith.constant.tensor dense<[0.5]> : tensor<1xf32>
  %x31 = arith.constant.tensor dense<[0.0]> : tensor<1xf32>
  %y32 = nn.non_max_suppression %x27, %x28, %x29, %x30, %x31 {center_point_box = true} : tensor<?x3xi64>
  %ch7 = tensor.print %y32, %ch6
  tfrt.return %ch7 : !tfrt.chain
}

func.func @windows() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]]> : tensor<1x2x3xf16>
  %x2 = arith.constant.tensor dense<[4]> : tensor<1xi64>
  %x3 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y4 = nn.col2im.f16 %x1, %x2, %x3 {dilations = [1], pads = [0, 0], strides = [1]} : tensor<1x?x4xf16>
  %ch1 = tensor.print %y4, %ch0
  %x5 = arith.constant.tensor dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf16>
  %x6 = arith.constant.tensor dense<[[[[1.0, 1.0]]]]> : tensor<1x1x1x2xf16>
  %x7 = arith.constant.tensor dense<[[[[0.0], [0.5]], [[0.0], [0.0]], [[0.0], [1.0]], [[0.0], [-0.5]]]]> : tensor<1x4x2x1xf16>
  %x8 = arith.constant.tensor dense<[0.5]> : tensor<1xf16>
  %x9 = arith.constant.tensor dense<[[[[1.0], [1.0]], [[1.0], [0.5]]]]> : tensor<1x2x2x1xf16>
  %y10 = nn.deform_conv.f16 %x5, %x6, %x7, %x8, %x9 {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, offset_group = 1 : i64, pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x1x2x1xf16>
  %ch2 = tensor.print %y10, %ch1
  %x11 = arith.constant.tensor dense<[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]]> : tensor<1x2x3xbf16>
  %x12 = arith.constant.tensor dense<[4]> : tensor<1xi64>
  %x13 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y14 = nn.col2im.bf16 %x11, %x12, %x13 {dilations = [1], pads = [0, 0], strides = [1]} : tensor<1x?x4xbf16>
  %ch3 = tensor.print %y14, %ch2
  %x15 = arith.constant.tensor dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xbf16>
  %x16 = arith.constant.tensor dense<[[[[1.0, 1.0]]]]> : tensor<1x1x1x2xbf16>
  %x17 = arith.constant.tensor dense<[[[[0.0], [0.5]], [[0.0], [0.0]], [[0.0], [1.0]], [[0.0], [-0.5]]]]> : tensor<1x4x2x1xbf16>
  %x18 = arith.constant.tensor dense<[0.5]> : tensor<1xbf16>
  %x19 = arith.constant.tensor dense<[[[[1.0], [1.0]], [[1.0], [0.5]]]]> : tensor<1x2x2x1xbf16>
  %y20 = nn.deform_conv.bf16 %x15, %x16, %x17, %x18, %x19 {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, offset_group = 1 : i64, pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x1x2x1xbf16>
  %ch4 = tensor.print %y20, %ch3
  %x21 = arith.constant.tensor dense<[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]]> : tensor<1x2x3xf32>
  %x22 = arith.constant.tensor dense<[4]> : tensor<1xi64>
  %x23 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y24 = nn.col2im.f32 %x21, %x22, %x23 {dilations = [1], pads = [0, 0], strides = [1]} : tensor<1x?x4xf32>
  %ch5 = tensor.print %y24, %ch4
  %x25 = arith.constant.tensor dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf32>
  %x26 = arith.constant.tensor dense<[[[[1.0, 1.0]]]]> : tensor<1x1x1x2xf32>
  %x27 = arith.constant.tensor dense<[[[[0.0], [0.5]], [[0.0], [0.0]], [[0.0], [1.0]], [[0.0], [-0.5]]]]> : tensor<1x4x2x1xf32>
  %x28 = arith.constant.tensor dense<[0.5]> : tensor<1xf32>
  %x29 = arith.constant.tensor dense<[[[[1.0], [1.0]], [[1.0], [0.5]]]]> : tensor<1x2x2x1xf32>
  %y30 = nn.deform_conv.f32 %x25, %x26, %x27, %x28, %x29 {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, offset_group = 1 : i64, pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x1x2x1xf32>
  %ch6 = tensor.print %y30, %ch5
  %x31 = arith.constant.tensor dense<[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]]> : tensor<1x2x3xf64>
  %x32 = arith.constant.tensor dense<[4]> : tensor<1xi64>
  %x33 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y34 = nn.col2im.f64 %x31, %x32, %x33 {dilations = [1], pads = [0, 0], strides = [1]} : tensor<1x?x4xf64>
  %ch7 = tensor.print %y34, %ch6
  %x35 = arith.constant.tensor dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf64>
  %x36 = arith.constant.tensor dense<[[[[1.0, 1.0]]]]> : tensor<1x1x1x2xf64>
  %x37 = arith.constant.tensor dense<[[[[0.0], [0.5]], [[0.0], [0.0]], [[0.0], [1.0]], [[0.0], [-0.5]]]]> : tensor<1x4x2x1xf64>
  %x38 = arith.constant.tensor dense<[0.5]> : tensor<1xf64>
  %x39 = arith.constant.tensor dense<[[[[1.0], [1.0]], [[1.0], [0.5]]]]> : tensor<1x2x2x1xf64>
  %y40 = nn.deform_conv.f64 %x35, %x36, %x37, %x38, %x39 {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, offset_group = 1 : i64, pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x1x2x1xf64>
  %ch8 = tensor.print %y40, %ch7
  tfrt.return %ch8 : !tfrt.chain
}
