// rule: nn.max_pool.T, as ONNX's MaxPool: padding does not count; with ceil_mode the last window may reach beyond it; one
//   that begins behind the image is left out.
// rule: nn.average_pool.T, as ONNX's AveragePool: summed in order and divided once; padding counts with count_include_pad,
//   what lies beyond it never; the mean of no elements is no number.
// rule: with auto_pad, as ONNX's SAME_UPPER and SAME_LOWER: as little padding as gives a window for each stride that begins
//   in the image; the odd one is behind with 1, and before with -1.
// run:
// out| --- Running 'max_pool':
// out| Tensor dtype = i8, shape = [1, 1, 2, 2], values = [0, 1, 3, 4]
// out| Tensor dtype = f16, shape = [1, 1, 2, 2], values = [fp16(0), fp16(15360), fp16(16896), fp16(17408)]
// out| Tensor dtype = bf16, shape = [1, 1, 2, 2], values = [bf16(0), bf16(16256), bf16(16448), bf16(16512)]
// out| Tensor dtype = f32, shape = [1, 1, 2, 2], values = [0.000000e+00, 1.000000e+00, 3.000000e+00, 4.000000e+00]
// out| Tensor dtype = f64, shape = [1, 1, 2, 2], values = [0.000000e+00, 1.000000e+00, 3.000000e+00, 4.000000e+00]
// out| 'max_pool' returned !tfrt.chain value
// out| --- Running 'max_pool_attributes':
// out| Tensor dtype = f32, shape = [1, 1, 3], values = [-1.000000e+00, -2.000000e+00, -4.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 3], values = [-1.000000e+00, -3.000000e+00, -5.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 2], values = [4.000000e+00, 5.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 2], values = [1.000000e+00, -INF]
// out| Tensor dtype = i8, shape = [1, 1, 1, 1, 2], values = [6, 7]
// out| 'max_pool_attributes' returned !tfrt.chain value
// out| --- Running 'average_pool':
// out| Tensor dtype = f16, shape = [1, 1, 2, 2], values = [fp16(16896), fp16(17408), fp16(17920), fp16(18176)]
// out| Tensor dtype = bf16, shape = [1, 1, 2, 2], values = [bf16(16448), bf16(16512), bf16(16576), bf16(16608)]
// out| Tensor dtype = f32, shape = [1, 1, 2, 2], values = [3.000000e+00, 4.000000e+00, 6.000000e+00, 7.000000e+00]
// out| Tensor dtype = f64, shape = [1, 1, 2, 2], values = [3.000000e+00, 4.000000e+00, 6.000000e+00, 7.000000e+00]
// out| 'average_pool' returned !tfrt.chain value
// out| --- Running 'average_pool_attributes':
// out| Tensor dtype = f32, shape = [1, 1, 2], values = [2.000000e+00, 5.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 2], values = [1.000000e+00, 5.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 2], values = [3.000000e+00, 6.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 2], values = [nan, 2.000000e+00]
// out| 'average_pool_attributes' returned !tfrt.chain value
// out| --- Running 'automatic_padding':
// out| Tensor dtype = f32, shape = [1, 1, 2], values = [2.000000e+00, 4.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 2], values = [1.000000e+00, 4.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 2], values = [1.000000e+00, 3.500000e+00]
// out| Tensor dtype = i64, shape = [1, 1, 2], values = [0, 3]
// out| Tensor dtype = f32, shape = [1, 1, 2], values = [2.100000e+01, 4.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 4], values = [2.000000e+01, 3.100000e+01, 4.200000e+01, 3.000000e+00]
// out| 'automatic_padding' returned !tfrt.chain value

func.func @max_pool() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[[[-4, -3, -2], [-1, 0, 1], [2, 3, 4]]]]> : tensor<1x1x3x3xi8>
  %y2 = nn.max_pool.i8 %x1 {auto_pad = 0 : i64, ceil_mode = false, dilations = [1, 1], kernel_shape = [2, 2], pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x1x2x2xi8>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[[[-4.0, -3.0, -2.0], [-1.0, 0.0, 1.0], [2.0, 3.0, 4.0]]]]> : tensor<1x1x3x3xf16>
  %y4 = nn.max_pool.f16 %x3 {auto_pad = 0 : i64, ceil_mode = false, dilations = [1, 1], kernel_shape = [2, 2], pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x1x2x2xf16>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[[[[-4.0, -3.0, -2.0], [-1.0, 0.0, 1.0], [2.0, 3.0, 4.0]]]]> : tensor<1x1x3x3xbf16>
  %y6 = nn.max_pool.bf16 %x5 {auto_pad = 0 : i64, ceil_mode = false, dilations = [1, 1], kernel_shape = [2, 2], pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x1x2x2xbf16>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[[[[-4.0, -3.0, -2.0], [-1.0, 0.0, 1.0], [2.0, 3.0, 4.0]]]]> : tensor<1x1x3x3xf32>
  %y8 = nn.max_pool.f32 %x7 {auto_pad = 0 : i64, ceil_mode = false, dilations = [1, 1], kernel_shape = [2, 2], pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x1x2x2xf32>
  %ch4 = tensor.print %y8, %ch3
  %x9 = arith.constant.tensor dense<[[[[-4.0, -3.0, -2.0], [-1.0, 0.0, 1.0], [2.0, 3.0, 4.0]]]]> : tensor<1x1x3x3xf64>
  %y10 = nn.max_pool.f64 %x9 {auto_pad = 0 : i64, ceil_mode = false, dilations = [1, 1], kernel_shape = [2, 2], pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x1x2x2xf64>
  %ch5 = tensor.print %y10, %ch4
  tfrt.return %ch5 : !tfrt.chain
}

func.func @max_pool_attributes() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[[-1.0, -2.0, -3.0, -4.0, -5.0]]]> : tensor<1x1x5xf32>
  %y2 = nn.max_pool.f32 %x1 {auto_pad = 0 : i64, ceil_mode = false, dilations = [1], kernel_shape = [2], pads = [1, 0], strides = [2]} : tensor<1x1x3xf32>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[[-1.0, -2.0, -3.0, -4.0, -5.0]]]> : tensor<1x1x5xf32>
  %y4 = nn.max_pool.f32 %x3 {auto_pad = 0 : i64, ceil_mode = true, dilations = [1], kernel_shape = [2], pads = [0, 0], strides = [2]} : tensor<1x1x3xf32>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[[[1.0, 2.0, 3.0, 4.0, 5.0]]]> : tensor<1x1x5xf32>
  %y6 = nn.max_pool.f32 %x5 {auto_pad = 0 : i64, ceil_mode = false, dilations = [3], kernel_shape = [2], pads = [0, 0], strides = [1]} : tensor<1x1x2xf32>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[[[1.0]]]> : tensor<1x1x1xf32>
  %y8 = nn.max_pool.f32 %x7 {auto_pad = 0 : i64, ceil_mode = true, dilations = [1], kernel_shape = [1], pads = [0, 4], strides = [2]} : tensor<1x1x2xf32>
  %ch4 = tensor.print %y8, %ch3
  %x9 = arith.constant.tensor dense<[[[[[0, 1], [2, 3]], [[4, 5], [6, 7]]]]]> : tensor<1x1x2x2x2xi8>
  %y10 = nn.max_pool.i8 %x9 {auto_pad = 0 : i64, ceil_mode = false, dilations = [1, 1, 1], kernel_shape = [2, 2, 1], pads = [0, 0, 0, 0, 0, 0], strides = [1, 1, 1]} : tensor<1x1x1x1x2xi8>
  %ch5 = tensor.print %y10, %ch4
  tfrt.return %ch5 : !tfrt.chain
}

func.func @average_pool() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]]]> : tensor<1x1x3x3xf16>
  %y2 = nn.average_pool.f16 %x1 {auto_pad = 0 : i64, ceil_mode = false, count_include_pad = false, dilations = [1, 1], kernel_shape = [2, 2], pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x1x2x2xf16>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]]]> : tensor<1x1x3x3xbf16>
  %y4 = nn.average_pool.bf16 %x3 {auto_pad = 0 : i64, ceil_mode = false, count_include_pad = false, dilations = [1, 1], kernel_shape = [2, 2], pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x1x2x2xbf16>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]]]> : tensor<1x1x3x3xf32>
  %y6 = nn.average_pool.f32 %x5 {auto_pad = 0 : i64, ceil_mode = false, count_include_pad = false, dilations = [1, 1], kernel_shape = [2, 2], pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x1x2x2xf32>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]]]> : tensor<1x1x3x3xf64>
  %y8 = nn.average_pool.f64 %x7 {auto_pad = 0 : i64, ceil_mode = false, count_include_pad = false, dilations = [1, 1], kernel_shape = [2, 2], pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x1x2x2xf64>
  %ch4 = tensor.print %y8, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @average_pool_attributes() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[[2.0, 4.0, 6.0]]]> : tensor<1x1x3xf32>
  %y2 = nn.average_pool.f32 %x1 {auto_pad = 0 : i64, ceil_mode = false, count_include_pad = false, dilations = [1], kernel_shape = [2], pads = [1, 1], strides = [2]} : tensor<1x1x2xf32>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[[2.0, 4.0, 6.0]]]> : tensor<1x1x3xf32>
  %y4 = nn.average_pool.f32 %x3 {auto_pad = 0 : i64, ceil_mode = false, count_include_pad = true, dilations = [1], kernel_shape = [2], pads = [1, 1], strides = [2]} : tensor<1x1x2xf32>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[[[2.0, 4.0, 6.0]]]> : tensor<1x1x3xf32>
  %y6 = nn.average_pool.f32 %x5 {auto_pad = 0 : i64, ceil_mode = true, count_include_pad = true, dilations = [1], kernel_shape = [2], pads = [0, 0], strides = [2]} : tensor<1x1x2xf32>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[[[2.0, 4.0, 6.0]]]> : tensor<1x1x3xf32>
  %y8 = nn.average_pool.f32 %x7 {auto_pad = 0 : i64, ceil_mode = false, count_include_pad = false, dilations = [1], kernel_shape = [1], pads = [4, 0], strides = [4]} : tensor<1x1x2xf32>
  %ch4 = tensor.print %y8, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @automatic_padding() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = arith.constant.tensor dense<[[[1.0, 2.0, 3.0, 4.0]]]> : tensor<1x1x4xf32>
  %w = arith.constant.tensor dense<[[[1.0, 10.0]]]> : tensor<1x1x2xf32>
  %y1 = nn.max_pool.f32 %x {auto_pad = 1 : i64, ceil_mode = false, dilations = [1], kernel_shape = [2], pads = [0, 0], strides = [3]} : tensor<1x1x2xf32>
  %ch1 = tensor.print %y1, %ch0
  %y2 = nn.max_pool.f32 %x {auto_pad = -1 : i64, ceil_mode = true, dilations = [1], kernel_shape = [2], pads = [0, 0], strides = [3]} : tensor<1x1x2xf32>
  %ch2 = tensor.print %y2, %ch1
  %y3 = nn.average_pool.f32 %x {auto_pad = -1 : i64, ceil_mode = false, count_include_pad = false, dilations = [1], kernel_shape = [2], pads = [0, 0], strides = [3]} : tensor<1x1x2xf32>
  %ch3 = tensor.print %y3, %ch2
  %y4 = nn.max_pool_places.f32 %x {auto_pad = -1 : i64, ceil_mode = false, dilations = [1], kernel_shape = [2], pads = [0, 0], storage_order = false, strides = [3]} : tensor<1x1x2xi64>
  %ch4 = tensor.print %y4, %ch3
  %y5 = nn.conv.f32 %x, %w {auto_pad = 1 : i64, dilations = [1], group = 1 : i64, pads = [0, 0], strides = [3]} : tensor<1x1x2xf32>
  %ch5 = tensor.print %y5, %ch4
  %y6 = nn.conv.f32 %x, %w {auto_pad = -1 : i64, dilations = [2], group = 1 : i64, pads = [0, 0], strides = [1]} : tensor<1x1x4xf32>
  %ch6 = tensor.print %y6, %ch5
  tfrt.return %ch6 : !tfrt.chain
}
