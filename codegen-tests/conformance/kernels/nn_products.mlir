// rule: numeric-contract, tensors and models, nn.matmul.T: each element is one chain of fused multiplications and
//   additions along the inner dimension, from +0; f16 and bf16 are computed in f32 and rounded once; integers wrap.
// rule: nn.matmul.T, as ONNX's MatMul: vectors are rows or columns, outer dimensions are broadcast.
// rule: numeric-contract, tensors and models, nn.conv.T: a chain from the bias; padding takes part.
// rule: nn.conv.T, as ONNX's Conv: images [N, C, ...] of one to three dimensions more, groups, strides, pads, dilations.
// run:
// out| --- Running 'matmul':
// out| Tensor dtype = i32, shape = [2, 2], values = [-8, 24, -11, 48]
// out| Tensor dtype = i64, shape = [2, 2], values = [-8, 24, -11, 48]
// out| Tensor dtype = f16, shape = [2, 2], values = [fp16(51200), fp16(19968), fp16(51584), fp16(20992)]
// out| Tensor dtype = bf16, shape = [2, 2], values = [bf16(49408), bf16(16832), bf16(49456), bf16(16960)]
// out| Tensor dtype = f32, shape = [2, 2], values = [-8.000000e+00, 2.400000e+01, -1.100000e+01, 4.800000e+01]
// out| Tensor dtype = f64, shape = [2, 2], values = [-8.000000e+00, 2.400000e+01, -1.100000e+01, 4.800000e+01]
// out| 'matmul' returned !tfrt.chain value
// out| --- Running 'matmul_shapes':
// out| Tensor dtype = f32, shape = [], values = [3.200000e+01]
// out| Tensor dtype = f32, shape = [3], values = [9.000000e+00, 1.200000e+01, 1.500000e+01]
// out| Tensor dtype = f32, shape = [3], values = [-1.000000e+00, -1.000000e+00, -1.000000e+00]
// out| Tensor dtype = f32, shape = [2, 1, 2], values = [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]
// out| Tensor dtype = i32, shape = [2, 3, 1, 1], values = [5, 11, 17, 11, 25, 39]
// out| Tensor dtype = f32, shape = [2, 2], values = [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]
// out| Tensor dtype = i32, shape = [1, 1], values = [-1]
// out| 'matmul_shapes' returned !tfrt.chain value
// out| --- Running 'matmul_fused':
// out| Tensor dtype = f32, shape = [1, 1], values = [5.960464e-08]
// out| 'matmul_fused' returned !tfrt.chain value
// out| --- Running 'conv':
// out| Tensor dtype = f16, shape = [1, 1, 2, 2], values = [fp16(17920), fp16(17920), fp16(17920), fp16(17920)]
// out| Tensor dtype = bf16, shape = [1, 1, 2, 2], values = [bf16(16576), bf16(16576), bf16(16576), bf16(16576)]
// out| Tensor dtype = f32, shape = [1, 1, 2, 2], values = [6.000000e+00, 6.000000e+00, 6.000000e+00, 6.000000e+00]
// out| Tensor dtype = f64, shape = [1, 1, 2, 2], values = [6.000000e+00, 6.000000e+00, 6.000000e+00, 6.000000e+00]
// out| 'conv' returned !tfrt.chain value
// out| --- Running 'conv_attributes':
// out| Tensor dtype = f32, shape = [1, 1, 4], values = [1.000000e+01, 2.100000e+01, 3.200000e+01, 4.300000e+01]
// out| Tensor dtype = f32, shape = [1, 1, 2], values = [3.100000e+01, 4.200000e+01]
// out| Tensor dtype = f32, shape = [1, 1, 2], values = [2.100000e+01, 5.400000e+01]
// out| Tensor dtype = f32, shape = [1, 2, 2], values = [1.010000e+02, 1.020000e+02, 2.300000e+02, 2.400000e+02]
// out| Tensor dtype = f32, shape = [1, 1, 1, 1, 1], values = [2.800000e+01]
// out| Tensor dtype = f32, shape = [1, 2, 2], values = [7.000000e+00, 7.000000e+00, 8.000000e+00, 8.000000e+00]
// out| 'conv_attributes' returned !tfrt.chain value
// out| --- Running 'conv_padding_takes_part':
// out| Tensor dtype = f32, shape = [1, 1, 2], values = [nan, INF]
// out| 'conv_padding_takes_part' returned !tfrt.chain value

func.func @matmul() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %x2 = arith.constant.tensor dense<[[1, -2], [3, 4], [-5, 6]]> : tensor<3x2xi32>
  %y3 = nn.matmul.i32 %x1, %x2 : tensor<2x2xi32>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %x5 = arith.constant.tensor dense<[[1, -2], [3, 4], [-5, 6]]> : tensor<3x2xi64>
  %y6 = nn.matmul.i64 %x4, %x5 : tensor<2x2xi64>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf16>
  %x8 = arith.constant.tensor dense<[[1.0, -2.0], [3.0, 4.0], [-5.0, 6.0]]> : tensor<3x2xf16>
  %y9 = nn.matmul.f16 %x7, %x8 : tensor<2x2xf16>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xbf16>
  %x11 = arith.constant.tensor dense<[[1.0, -2.0], [3.0, 4.0], [-5.0, 6.0]]> : tensor<3x2xbf16>
  %y12 = nn.matmul.bf16 %x10, %x11 : tensor<2x2xbf16>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %x14 = arith.constant.tensor dense<[[1.0, -2.0], [3.0, 4.0], [-5.0, 6.0]]> : tensor<3x2xf32>
  %y15 = nn.matmul.f32 %x13, %x14 : tensor<2x2xf32>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf64>
  %x17 = arith.constant.tensor dense<[[1.0, -2.0], [3.0, 4.0], [-5.0, 6.0]]> : tensor<3x2xf64>
  %y18 = nn.matmul.f64 %x16, %x17 : tensor<2x2xf64>
  %ch6 = tensor.print %y18, %ch5
  tfrt.return %ch6 : !tfrt.chain
}

func.func @matmul_shapes() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %x2 = arith.constant.tensor dense<[4.0, 5.0, 6.0]> : tensor<3xf32>
  %y3 = nn.matmul.f32 %x1, %x2 : tensor<f32>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %x5 = arith.constant.tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %y6 = nn.matmul.f32 %x4, %x5 : tensor<3xf32>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %x8 = arith.constant.tensor dense<[1.0, -1.0]> : tensor<2xf32>
  %y9 = nn.matmul.f32 %x7, %x8 : tensor<3xf32>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xf32>
  %x11 = arith.constant.tensor dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %y12 = nn.matmul.f32 %x10, %x11 : tensor<2x1x2xf32>
  %ch4 = tensor.print %y12, %ch3
  %x13 = arith.constant.tensor dense<[[[[1, 2]]], [[[3, 4]]]]> : tensor<2x1x1x2xi32>
  %x14 = arith.constant.tensor dense<[[[1], [2]], [[3], [4]], [[5], [6]]]> : tensor<3x2x1xi32>
  %y15 = nn.matmul.i32 %x13, %x14 : tensor<2x3x1x1xi32>
  %ch5 = tensor.print %y15, %ch4
  %x16 = arith.constant.tensor dense<> : tensor<2x0xf32>
  %x17 = arith.constant.tensor dense<> : tensor<0x2xf32>
  %y18 = nn.matmul.f32 %x16, %x17 : tensor<2x2xf32>
  %ch6 = tensor.print %y18, %ch5
  %x19 = arith.constant.tensor dense<[[2147483647, 2147483647]]> : tensor<1x2xi32>
  %x20 = arith.constant.tensor dense<[[2], [2147483647]]> : tensor<2x1xi32>
  %y21 = nn.matmul.i32 %x19, %x20 : tensor<1x1xi32>
  %ch7 = tensor.print %y21, %ch6
  tfrt.return %ch7 : !tfrt.chain
}

func.func @matmul_fused() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  // The product is not rounded: of its square, less what is near it, the last digit remains.
  %a = arith.constant.tensor dense<[[1.0, 1.000244140625]]> : tensor<1x2xf32>
  %b = arith.constant.tensor dense<[[-1.00048828125], [1.000244140625]]> : tensor<2x1xf32>
  %c = nn.matmul.f32 %a, %b : tensor<1x1xf32>
  %ch1 = tensor.print %c, %ch0
  tfrt.return %ch1 : !tfrt.chain
}

func.func @conv() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]]]> : tensor<1x1x3x3xf16>
  %x2 = arith.constant.tensor dense<[[[[1.0, 0.0], [0.0, -1.0]]]]> : tensor<1x1x2x2xf16>
  %x3 = arith.constant.tensor dense<[10.0]> : tensor<1xf16>
  %y4 = nn.conv.f16 %x1, %x2, %x3 {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x1x2x2xf16>
  %ch1 = tensor.print %y4, %ch0
  %x5 = arith.constant.tensor dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]]]> : tensor<1x1x3x3xbf16>
  %x6 = arith.constant.tensor dense<[[[[1.0, 0.0], [0.0, -1.0]]]]> : tensor<1x1x2x2xbf16>
  %x7 = arith.constant.tensor dense<[10.0]> : tensor<1xbf16>
  %y8 = nn.conv.bf16 %x5, %x6, %x7 {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x1x2x2xbf16>
  %ch2 = tensor.print %y8, %ch1
  %x9 = arith.constant.tensor dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]]]> : tensor<1x1x3x3xf32>
  %x10 = arith.constant.tensor dense<[[[[1.0, 0.0], [0.0, -1.0]]]]> : tensor<1x1x2x2xf32>
  %x11 = arith.constant.tensor dense<[10.0]> : tensor<1xf32>
  %y12 = nn.conv.f32 %x9, %x10, %x11 {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x1x2x2xf32>
  %ch3 = tensor.print %y12, %ch2
  %x13 = arith.constant.tensor dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]]]> : tensor<1x1x3x3xf64>
  %x14 = arith.constant.tensor dense<[[[[1.0, 0.0], [0.0, -1.0]]]]> : tensor<1x1x2x2xf64>
  %x15 = arith.constant.tensor dense<[10.0]> : tensor<1xf64>
  %y16 = nn.conv.f64 %x13, %x14, %x15 {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x1x2x2xf64>
  %ch4 = tensor.print %y16, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @conv_attributes() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[[1.0, 2.0, 3.0, 4.0]]]> : tensor<1x1x4xf32>
  %x2 = arith.constant.tensor dense<[[[1.0, 10.0]]]> : tensor<1x1x2xf32>
  %y3 = nn.conv.f32 %x1, %x2 {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, pads = [1, 0], strides = [1]} : tensor<1x1x4xf32>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[[[1.0, 2.0, 3.0, 4.0]]]> : tensor<1x1x4xf32>
  %x5 = arith.constant.tensor dense<[[[1.0, 10.0]]]> : tensor<1x1x2xf32>
  %y6 = nn.conv.f32 %x4, %x5 {auto_pad = 0 : i64, dilations = [2], group = 1 : i64, pads = [0, 0], strides = [1]} : tensor<1x1x2xf32>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[[[1.0, 2.0, 3.0, 4.0, 5.0]]]> : tensor<1x1x5xf32>
  %x8 = arith.constant.tensor dense<[[[1.0, 10.0]]]> : tensor<1x1x2xf32>
  %y9 = nn.conv.f32 %x7, %x8 {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, pads = [0, 0], strides = [3]} : tensor<1x1x2xf32>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[[[1.0, 2.0], [3.0, 4.0]]]> : tensor<1x2x2xf32>
  %x11 = arith.constant.tensor dense<[[[1.0]], [[10.0]]]> : tensor<2x1x1xf32>
  %x12 = arith.constant.tensor dense<[100.0, 200.0]> : tensor<2xf32>
  %y13 = nn.conv.f32 %x10, %x11, %x12 {auto_pad = 0 : i64, dilations = [1], group = 2 : i64, pads = [0, 0], strides = [1]} : tensor<1x2x2xf32>
  %ch4 = tensor.print %y13, %ch3
  %x14 = arith.constant.tensor dense<[[[[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]]]]]> : tensor<1x1x2x2x2xf32>
  %x15 = arith.constant.tensor dense<[[[[[1.0, 1.0], [1.0, 1.0]], [[1.0, 1.0], [1.0, 1.0]]]]]> : tensor<1x1x2x2x2xf32>
  %y16 = nn.conv.f32 %x14, %x15 {auto_pad = 0 : i64, dilations = [1, 1, 1], group = 1 : i64, pads = [0, 0, 0, 0, 0, 0], strides = [1, 1, 1]} : tensor<1x1x1x1x1xf32>
  %ch5 = tensor.print %y16, %ch4
  %x17 = arith.constant.tensor dense<> : tensor<1x0x3xf32>
  %x18 = arith.constant.tensor dense<> : tensor<2x0x2xf32>
  %x19 = arith.constant.tensor dense<[7.0, 8.0]> : tensor<2xf32>
  %y20 = nn.conv.f32 %x17, %x18, %x19 {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, pads = [0, 0], strides = [1]} : tensor<1x2x2xf32>
  %ch6 = tensor.print %y20, %ch5
  tfrt.return %ch6 : !tfrt.chain
}

func.func @conv_padding_takes_part() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  // Zeros of the padding are multiplied: by infinity, that is no number.
  %images = arith.constant.tensor dense<[[[1.0, 2.0]]]> : tensor<1x1x2xf32>
  %filters = arith.constant.tensor dense<[[[0x7F800000, 1.0]]]> : tensor<1x1x2xf32>
  %out = nn.conv.f32 %images, %filters {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, pads = [1, 0], strides = [1]} : tensor<1x1x2xf32>
  %ch1 = tensor.print %out, %ch0
  tfrt.return %ch1 : !tfrt.chain
}
