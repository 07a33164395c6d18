// rule: numeric-contract, tensors and models, nn.reduce_K.T: element i goes to lane i mod 16, lanes are joined 8, 4, 2 and 1
//   apart; means divide once; f16 and bf16 are computed in f32 and rounded once.
// rule: nn.reduce_K.T, as ONNX's ReduceSum and the like: axes, all if there are none, and keepdims; no elements.
// rule: nn.argmax.T and nn.argmin.T, as ONNX's ArgMax and ArgMin: the first or the last of equal ones; NaN exceeds all.
// run:
// out| --- Running 'reduce_sum':
// out| Tensor dtype = i32, shape = [2], values = [6, -2]
// out| Tensor dtype = i64, shape = [2], values = [6, -2]
// out| Tensor dtype = f16, shape = [2], values = [fp16(17920), fp16(49152)]
// out| Tensor dtype = bf16, shape = [2], values = [bf16(16576), bf16(49152)]
// out| Tensor dtype = f32, shape = [2], values = [6.000000e+00, -2.000000e+00]
// out| Tensor dtype = f64, shape = [2], values = [6.000000e+00, -2.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1], values = [4.000000e+00]
// out| Tensor dtype = f32, shape = [2], values = [0.000000e+00, 0.000000e+00]
// out| 'reduce_sum' returned !tfrt.chain value
// out| --- Running 'reduce_prod':
// out| Tensor dtype = i32, shape = [2], values = [-12, -10]
// out| Tensor dtype = i64, shape = [2], values = [-12, -10]
// out| Tensor dtype = f16, shape = [2], values = [fp16(51712), fp16(51456)]
// out| Tensor dtype = bf16, shape = [2], values = [bf16(49472), bf16(49440)]
// out| Tensor dtype = f32, shape = [2], values = [-1.200000e+01, -1.000000e+01]
// out| Tensor dtype = f64, shape = [2], values = [-1.200000e+01, -1.000000e+01]
// out| Tensor dtype = f32, shape = [1, 1], values = [1.200000e+02]
// out| Tensor dtype = f32, shape = [2], values = [1.000000e+00, 1.000000e+00]
// out| 'reduce_prod' returned !tfrt.chain value
// out| --- Running 'reduce_l1':
// out| Tensor dtype = i32, shape = [2], values = [8, 8]
// out| Tensor dtype = i64, shape = [2], values = [8, 8]
// out| Tensor dtype = f16, shape = [2], values = [fp16(18432), fp16(18432)]
// out| Tensor dtype = bf16, shape = [2], values = [bf16(16640), bf16(16640)]
// out| Tensor dtype = f32, shape = [2], values = [8.000000e+00, 8.000000e+00]
// out| Tensor dtype = f64, shape = [2], values = [8.000000e+00, 8.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1], values = [1.600000e+01]
// out| Tensor dtype = f32, shape = [2], values = [0.000000e+00, 0.000000e+00]
// out| 'reduce_l1' returned !tfrt.chain value
// out| --- Running 'reduce_sum_square':
// out| Tensor dtype = i32, shape = [2], values = [26, 30]
// out| Tensor dtype = i64, shape = [2], values = [26, 30]
// out| Tensor dtype = f16, shape = [2], values = [fp16(20096), fp16(20352)]
// out| Tensor dtype = bf16, shape = [2], values = [bf16(16848), bf16(16880)]
// out| Tensor dtype = f32, shape = [2], values = [2.600000e+01, 3.000000e+01]
// out| Tensor dtype = f64, shape = [2], values = [2.600000e+01, 3.000000e+01]
// out| Tensor dtype = f32, shape = [1, 1], values = [5.600000e+01]
// out| Tensor dtype = f32, shape = [2], values = [0.000000e+00, 0.000000e+00]
// out| 'reduce_sum_square' returned !tfrt.chain value
// out| --- Running 'reduce_max':
// out| Tensor dtype = i8, shape = [2], values = [4, 2]
// out| Tensor dtype = i16, shape = [2], values = [4, 2]
// out| Tensor dtype = i32, shape = [2], values = [4, 2]
// out| Tensor dtype = i64, shape = [2], values = [4, 2]
// out| Tensor dtype = f16, shape = [2], values = [fp16(17408), fp16(16384)]
// out| Tensor dtype = bf16, shape = [2], values = [bf16(16512), bf16(16384)]
// out| Tensor dtype = f32, shape = [2], values = [4.000000e+00, 2.000000e+00]
// out| Tensor dtype = f64, shape = [2], values = [4.000000e+00, 2.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1], values = [4.000000e+00]
// out| Tensor dtype = f32, shape = [2], values = [-INF, -INF]
// out| 'reduce_max' returned !tfrt.chain value
// out| --- Running 'reduce_min':
// out| Tensor dtype = i8, shape = [2], values = [-1, -5]
// out| Tensor dtype = i16, shape = [2], values = [-1, -5]
// out| Tensor dtype = i32, shape = [2], values = [-1, -5]
// out| Tensor dtype = i64, shape = [2], values = [-1, -5]
// out| Tensor dtype = f16, shape = [2], values = [fp16(48128), fp16(50432)]
// out| Tensor dtype = bf16, shape = [2], values = [bf16(49024), bf16(49312)]
// out| Tensor dtype = f32, shape = [2], values = [-1.000000e+00, -5.000000e+00]
// out| Tensor dtype = f64, shape = [2], values = [-1.000000e+00, -5.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1], values = [-5.000000e+00]
// out| Tensor dtype = f32, shape = [2], values = [INF, INF]
// out| 'reduce_min' returned !tfrt.chain value
// out| --- Running 'reduce_mean':
// out| Tensor dtype = f16, shape = [2], values = [fp16(16384), fp16(47445)]
// out| Tensor dtype = bf16, shape = [2], values = [bf16(16384), bf16(48939)]
// out| Tensor dtype = f32, shape = [2], values = [2.000000e+00, -6.666667e-01]
// out| Tensor dtype = f64, shape = [2], values = [2.000000e+00, -6.666667e-01]
// out| Tensor dtype = f32, shape = [1, 1], values = [6.666667e-01]
// out| Tensor dtype = f32, shape = [2], values = [nan, nan]
// out| 'reduce_mean' returned !tfrt.chain value
// out| --- Running 'reduce_l2':
// out| Tensor dtype = f16, shape = [2], values = [fp16(17689), fp16(17786)]
// out| Tensor dtype = bf16, shape = [2], values = [bf16(16547), bf16(16559)]
// out| Tensor dtype = f32, shape = [2], values = [5.099020e+00, 5.477226e+00]
// out| Tensor dtype = f64, shape = [2], values = [5.099020e+00, 5.477226e+00]
// out| Tensor dtype = f32, shape = [1, 1], values = [7.483315e+00]
// out| Tensor dtype = f32, shape = [2], values = [0.000000e+00, 0.000000e+00]
// out| 'reduce_l2' returned !tfrt.chain value
// out| --- Running 'lanes':
// out| Tensor dtype = f32, shape = [], values = [2.000000e+00]
// out| 'lanes' returned !tfrt.chain value
// out| --- Running 'extremes':
// out| Tensor dtype = f32, shape = [2], values = [nan, 0.000000e+00]
// out| Tensor dtype = f32, shape = [2], values = [nan, -0.000000e+00]
// out| 'extremes' returned !tfrt.chain value
// out| --- Running 'argmax':
// out| Tensor dtype = i64, shape = [2], values = [0, 1]
// out| Tensor dtype = i64, shape = [2], values = [0, 1]
// out| Tensor dtype = i64, shape = [2], values = [0, 1]
// out| Tensor dtype = i64, shape = [2], values = [0, 1]
// out| Tensor dtype = i64, shape = [2], values = [0, 1]
// out| Tensor dtype = i64, shape = [2], values = [0, 1]
// out| Tensor dtype = i64, shape = [2], values = [0, 1]
// out| Tensor dtype = i64, shape = [2], values = [0, 1]
// out| Tensor dtype = i64, shape = [2, 1], values = [1, 1]
// out| 'argmax' returned !tfrt.chain value
// out| --- Running 'argmin':
// out| Tensor dtype = i64, shape = [2], values = [2, 0]
// out| Tensor dtype = i64, shape = [2], values = [2, 0]
// out| Tensor dtype = i64, shape = [2], values = [2, 0]
// out| Tensor dtype = i64, shape = [2], values = [2, 0]
// out| Tensor dtype = i64, shape = [2], values = [2, 0]
// out| Tensor dtype = i64, shape = [2], values = [2, 0]
// out| Tensor dtype = i64, shape = [2], values = [2, 0]
// out| Tensor dtype = i64, shape = [2], values = [2, 0]
// out| Tensor dtype = i64, shape = [2, 1], values = [2, 2]
// out| 'argmin' returned !tfrt.chain value
// out| --- Running 'places_of_nan':
// out| Tensor dtype = i64, shape = [], values = [1]
// out| Tensor dtype = i64, shape = [], values = [3]
// out| 'places_of_nan' returned !tfrt.chain value

func.func @reduce_sum() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[3, -1, 4], [1, -5, 2]]> : tensor<2x3xi32>
  %axes39 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y2 = nn.reduce_sum.i32 %x1, %axes39 {keepdims = false, noop_with_empty_axes = false} : tensor<2xi32>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[3, -1, 4], [1, -5, 2]]> : tensor<2x3xi64>
  %axes40 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y4 = nn.reduce_sum.i64 %x3, %axes40 {keepdims = false, noop_with_empty_axes = false} : tensor<2xi64>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf16>
  %axes41 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y6 = nn.reduce_sum.f16 %x5, %axes41 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf16>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xbf16>
  %axes42 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y8 = nn.reduce_sum.bf16 %x7, %axes42 {keepdims = false, noop_with_empty_axes = false} : tensor<2xbf16>
  %ch4 = tensor.print %y8, %ch3
  %x9 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf32>
  %axes43 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y10 = nn.reduce_sum.f32 %x9, %axes43 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf32>
  %ch5 = tensor.print %y10, %ch4
  %x11 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf64>
  %axes44 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y12 = nn.reduce_sum.f64 %x11, %axes44 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf64>
  %ch6 = tensor.print %y12, %ch5
  %x13 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf32>
  %y14 = nn.reduce_sum.f32 %x13 {keepdims = true, noop_with_empty_axes = false} : tensor<1x1xf32>
  %ch7 = tensor.print %y14, %ch6
  %x15 = arith.constant.tensor dense<> : tensor<2x0xf32>
  %axes45 = arith.constant.tensor dense<[-1]> : tensor<1xi64>
  %y16 = nn.reduce_sum.f32 %x15, %axes45 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf32>
  %ch8 = tensor.print %y16, %ch7
  tfrt.return %ch8 : !tfrt.chain
}

func.func @reduce_prod() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[3, -1, 4], [1, -5, 2]]> : tensor<2x3xi32>
  %axes46 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y2 = nn.reduce_prod.i32 %x1, %axes46 {keepdims = false, noop_with_empty_axes = false} : tensor<2xi32>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[3, -1, 4], [1, -5, 2]]> : tensor<2x3xi64>
  %axes47 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y4 = nn.reduce_prod.i64 %x3, %axes47 {keepdims = false, noop_with_empty_axes = false} : tensor<2xi64>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf16>
  %axes48 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y6 = nn.reduce_prod.f16 %x5, %axes48 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf16>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xbf16>
  %axes49 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y8 = nn.reduce_prod.bf16 %x7, %axes49 {keepdims = false, noop_with_empty_axes = false} : tensor<2xbf16>
  %ch4 = tensor.print %y8, %ch3
  %x9 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf32>
  %axes50 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y10 = nn.reduce_prod.f32 %x9, %axes50 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf32>
  %ch5 = tensor.print %y10, %ch4
  %x11 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf64>
  %axes51 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y12 = nn.reduce_prod.f64 %x11, %axes51 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf64>
  %ch6 = tensor.print %y12, %ch5
  %x13 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf32>
  %y14 = nn.reduce_prod.f32 %x13 {keepdims = true, noop_with_empty_axes = false} : tensor<1x1xf32>
  %ch7 = tensor.print %y14, %ch6
  %x15 = arith.constant.tensor dense<> : tensor<2x0xf32>
  %axes52 = arith.constant.tensor dense<[-1]> : tensor<1xi64>
  %y16 = nn.reduce_prod.f32 %x15, %axes52 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf32>
  %ch8 = tensor.print %y16, %ch7
  tfrt.return %ch8 : !tfrt.chain
}

func.func @reduce_l1() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[3, -1, 4], [1, -5, 2]]> : tensor<2x3xi32>
  %axes53 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y2 = nn.reduce_l1.i32 %x1, %axes53 {keepdims = false, noop_with_empty_axes = false} : tensor<2xi32>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[3, -1, 4], [1, -5, 2]]> : tensor<2x3xi64>
  %axes54 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y4 = nn.reduce_l1.i64 %x3, %axes54 {keepdims = false, noop_with_empty_axes = false} : tensor<2xi64>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf16>
  %axes55 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y6 = nn.reduce_l1.f16 %x5, %axes55 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf16>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xbf16>
  %axes56 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y8 = nn.reduce_l1.bf16 %x7, %axes56 {keepdims = false, noop_with_empty_axes = false} : tensor<2xbf16>
  %ch4 = tensor.print %y8, %ch3
  %x9 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf32>
  %axes57 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y10 = nn.reduce_l1.f32 %x9, %axes57 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf32>
  %ch5 = tensor.print %y10, %ch4
  %x11 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf64>
  %axes58 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y12 = nn.reduce_l1.f64 %x11, %axes58 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf64>
  %ch6 = tensor.print %y12, %ch5
  %x13 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf32>
  %y14 = nn.reduce_l1.f32 %x13 {keepdims = true, noop_with_empty_axes = false} : tensor<1x1xf32>
  %ch7 = tensor.print %y14, %ch6
  %x15 = arith.constant.tensor dense<> : tensor<2x0xf32>
  %axes59 = arith.constant.tensor dense<[-1]> : tensor<1xi64>
  %y16 = nn.reduce_l1.f32 %x15, %axes59 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf32>
  %ch8 = tensor.print %y16, %ch7
  tfrt.return %ch8 : !tfrt.chain
}

func.func @reduce_sum_square() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[3, -1, 4], [1, -5, 2]]> : tensor<2x3xi32>
  %axes60 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y2 = nn.reduce_sum_square.i32 %x1, %axes60 {keepdims = false, noop_with_empty_axes = false} : tensor<2xi32>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[3, -1, 4], [1, -5, 2]]> : tensor<2x3xi64>
  %axes61 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y4 = nn.reduce_sum_square.i64 %x3, %axes61 {keepdims = false, noop_with_empty_axes = false} : tensor<2xi64>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf16>
  %axes62 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y6 = nn.reduce_sum_square.f16 %x5, %axes62 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf16>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xbf16>
  %axes63 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y8 = nn.reduce_sum_square.bf16 %x7, %axes63 {keepdims = false, noop_with_empty_axes = false} : tensor<2xbf16>
  %ch4 = tensor.print %y8, %ch3
  %x9 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf32>
  %axes64 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y10 = nn.reduce_sum_square.f32 %x9, %axes64 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf32>
  %ch5 = tensor.print %y10, %ch4
  %x11 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf64>
  %axes65 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y12 = nn.reduce_sum_square.f64 %x11, %axes65 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf64>
  %ch6 = tensor.print %y12, %ch5
  %x13 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf32>
  %y14 = nn.reduce_sum_square.f32 %x13 {keepdims = true, noop_with_empty_axes = false} : tensor<1x1xf32>
  %ch7 = tensor.print %y14, %ch6
  %x15 = arith.constant.tensor dense<> : tensor<2x0xf32>
  %axes66 = arith.constant.tensor dense<[-1]> : tensor<1xi64>
  %y16 = nn.reduce_sum_square.f32 %x15, %axes66 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf32>
  %ch8 = tensor.print %y16, %ch7
  tfrt.return %ch8 : !tfrt.chain
}

func.func @reduce_max() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[3, -1, 4], [1, -5, 2]]> : tensor<2x3xi8>
  %axes67 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y2 = nn.reduce_max.i8 %x1, %axes67 {keepdims = false, noop_with_empty_axes = false} : tensor<2xi8>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[3, -1, 4], [1, -5, 2]]> : tensor<2x3xi16>
  %axes68 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y4 = nn.reduce_max.i16 %x3, %axes68 {keepdims = false, noop_with_empty_axes = false} : tensor<2xi16>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[[3, -1, 4], [1, -5, 2]]> : tensor<2x3xi32>
  %axes69 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y6 = nn.reduce_max.i32 %x5, %axes69 {keepdims = false, noop_with_empty_axes = false} : tensor<2xi32>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[[3, -1, 4], [1, -5, 2]]> : tensor<2x3xi64>
  %axes70 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y8 = nn.reduce_max.i64 %x7, %axes70 {keepdims = false, noop_with_empty_axes = false} : tensor<2xi64>
  %ch4 = tensor.print %y8, %ch3
  %x9 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf16>
  %axes71 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y10 = nn.reduce_max.f16 %x9, %axes71 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf16>
  %ch5 = tensor.print %y10, %ch4
  %x11 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xbf16>
  %axes72 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y12 = nn.reduce_max.bf16 %x11, %axes72 {keepdims = false, noop_with_empty_axes = false} : tensor<2xbf16>
  %ch6 = tensor.print %y12, %ch5
  %x13 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf32>
  %axes73 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y14 = nn.reduce_max.f32 %x13, %axes73 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf32>
  %ch7 = tensor.print %y14, %ch6
  %x15 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf64>
  %axes74 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y16 = nn.reduce_max.f64 %x15, %axes74 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf64>
  %ch8 = tensor.print %y16, %ch7
  %x17 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf32>
  %y18 = nn.reduce_max.f32 %x17 {keepdims = true, noop_with_empty_axes = false} : tensor<1x1xf32>
  %ch9 = tensor.print %y18, %ch8
  %x19 = arith.constant.tensor dense<> : tensor<2x0xf32>
  %axes75 = arith.constant.tensor dense<[-1]> : tensor<1xi64>
  %y20 = nn.reduce_max.f32 %x19, %axes75 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf32>
  %ch10 = tensor.print %y20, %ch9
  tfrt.return %ch10 : !tfrt.chain
}

func.func @reduce_min() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[3, -1, 4], [1, -5, 2]]> : tensor<2x3xi8>
  %axes76 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y2 = nn.reduce_min.i8 %x1, %axes76 {keepdims = false, noop_with_empty_axes = false} : tensor<2xi8>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[3, -1, 4], [1, -5, 2]]> : tensor<2x3xi16>
  %axes77 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y4 = nn.reduce_min.i16 %x3, %axes77 {keepdims = false, noop_with_empty_axes = false} : tensor<2xi16>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[[3, -1, 4], [1, -5, 2]]> : tensor<2x3xi32>
  %axes78 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y6 = nn.reduce_min.i32 %x5, %axes78 {keepdims = false, noop_with_empty_axes = false} : tensor<2xi32>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[[3, -1, 4], [1, -5, 2]]> : tensor<2x3xi64>
  %axes79 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y8 = nn.reduce_min.i64 %x7, %axes79 {keepdims = false, noop_with_empty_axes = false} : tensor<2xi64>
  %ch4 = tensor.print %y8, %ch3
  %x9 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf16>
  %axes80 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y10 = nn.reduce_min.f16 %x9, %axes80 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf16>
  %ch5 = tensor.print %y10, %ch4
  %x11 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xbf16>
  %axes81 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y12 = nn.reduce_min.bf16 %x11, %axes81 {keepdims = false, noop_with_empty_axes = false} : tensor<2xbf16>
  %ch6 = tensor.print %y12, %ch5
  %x13 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf32>
  %axes82 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y14 = nn.reduce_min.f32 %x13, %axes82 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf32>
  %ch7 = tensor.print %y14, %ch6
  %x15 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf64>
  %axes83 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y16 = nn.reduce_min.f64 %x15, %axes83 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf64>
  %ch8 = tensor.print %y16, %ch7
  %x17 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf32>
  %y18 = nn.reduce_min.f32 %x17 {keepdims = true, noop_with_empty_axes = false} : tensor<1x1xf32>
  %ch9 = tensor.print %y18, %ch8
  %x19 = arith.constant.tensor dense<> : tensor<2x0xf32>
  %axes84 = arith.constant.tensor dense<[-1]> : tensor<1xi64>
  %y20 = nn.reduce_min.f32 %x19, %axes84 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf32>
  %ch10 = tensor.print %y20, %ch9
  tfrt.return %ch10 : !tfrt.chain
}

func.func @reduce_mean() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf16>
  %axes85 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y2 = nn.reduce_mean.f16 %x1, %axes85 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf16>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xbf16>
  %axes86 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y4 = nn.reduce_mean.bf16 %x3, %axes86 {keepdims = false, noop_with_empty_axes = false} : tensor<2xbf16>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf32>
  %axes87 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y6 = nn.reduce_mean.f32 %x5, %axes87 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf32>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf64>
  %axes88 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y8 = nn.reduce_mean.f64 %x7, %axes88 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf64>
  %ch4 = tensor.print %y8, %ch3
  %x9 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf32>
  %y10 = nn.reduce_mean.f32 %x9 {keepdims = true, noop_with_empty_axes = false} : tensor<1x1xf32>
  %ch5 = tensor.print %y10, %ch4
  %x11 = arith.constant.tensor dense<> : tensor<2x0xf32>
  %axes89 = arith.constant.tensor dense<[-1]> : tensor<1xi64>
  %y12 = nn.reduce_mean.f32 %x11, %axes89 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf32>
  %ch6 = tensor.print %y12, %ch5
  tfrt.return %ch6 : !tfrt.chain
}

func.func @reduce_l2() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf16>
  %axes90 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y2 = nn.reduce_l2.f16 %x1, %axes90 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf16>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xbf16>
  %axes91 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y4 = nn.reduce_l2.bf16 %x3, %axes91 {keepdims = false, noop_with_empty_axes = false} : tensor<2xbf16>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf32>
  %axes92 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y6 = nn.reduce_l2.f32 %x5, %axes92 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf32>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf64>
  %axes93 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y8 = nn.reduce_l2.f64 %x7, %axes93 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf64>
  %ch4 = tensor.print %y8, %ch3
  %x9 = arith.constant.tensor dense<[[3.0, -1.0, 4.0], [1.0, -5.0, 2.0]]> : tensor<2x3xf32>
  %y10 = nn.reduce_l2.f32 %x9 {keepdims = true, noop_with_empty_axes = false} : tensor<1x1xf32>
  %ch5 = tensor.print %y10, %ch4
  %x11 = arith.constant.tensor dense<> : tensor<2x0xf32>
  %axes94 = arith.constant.tensor dense<[-1]> : tensor<1xi64>
  %y12 = nn.reduce_l2.f32 %x11, %axes94 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf32>
  %ch6 = tensor.print %y12, %ch5
  tfrt.return %ch6 : !tfrt.chain
}

func.func @lanes() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  // The first and the last meet in a lane, the second and the tenth when lanes are joined; in order, 1 is lost twice.
  %x = arith.constant.tensor dense<[16777216.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -16777216.0]> : tensor<17xf32>
  %axes95 = arith.constant.tensor dense<[0]> : tensor<1xi64>
  %sum = nn.reduce_sum.f32 %x, %axes95 {keepdims = false, noop_with_empty_axes = false} : tensor<f32>
  %ch1 = tensor.print %sum, %ch0
  tfrt.return %ch1 : !tfrt.chain
}

func.func @extremes() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  // NaN is both the greatest and the least; +0 is greater than -0.
  %x = arith.constant.tensor dense<[[1.0, 0x7FC00000], [-0.0, 0.0]]> : tensor<2x2xf32>
  %axes96 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %max = nn.reduce_max.f32 %x, %axes96 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf32>
  %axes97 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %min = nn.reduce_min.f32 %x, %axes97 {keepdims = false, noop_with_empty_axes = false} : tensor<2xf32>
  %ch1 = tensor.print %max, %ch0
  %ch2 = tensor.print %min, %ch1
  tfrt.return %ch2 : !tfrt.chain
}

func.func @argmax() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[3, 3, -1], [-1, 5, -1]]> : tensor<2x3xi8>
  %y2 = nn.argmax.i8 %x1 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[3, 3, -1], [-1, 5, -1]]> : tensor<2x3xi16>
  %y4 = nn.argmax.i16 %x3 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[[3, 3, -1], [-1, 5, -1]]> : tensor<2x3xi32>
  %y6 = nn.argmax.i32 %x5 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[[3, 3, -1], [-1, 5, -1]]> : tensor<2x3xi64>
  %y8 = nn.argmax.i64 %x7 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch4 = tensor.print %y8, %ch3
  %x9 = arith.constant.tensor dense<[[3.0, 3.0, -1.0], [-1.0, 5.0, -1.0]]> : tensor<2x3xf16>
  %y10 = nn.argmax.f16 %x9 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch5 = tensor.print %y10, %ch4
  %x11 = arith.constant.tensor dense<[[3.0, 3.0, -1.0], [-1.0, 5.0, -1.0]]> : tensor<2x3xbf16>
  %y12 = nn.argmax.bf16 %x11 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch6 = tensor.print %y12, %ch5
  %x13 = arith.constant.tensor dense<[[3.0, 3.0, -1.0], [-1.0, 5.0, -1.0]]> : tensor<2x3xf32>
  %y14 = nn.argmax.f32 %x13 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch7 = tensor.print %y14, %ch6
  %x15 = arith.constant.tensor dense<[[3.0, 3.0, -1.0], [-1.0, 5.0, -1.0]]> : tensor<2x3xf64>
  %y16 = nn.argmax.f64 %x15 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch8 = tensor.print %y16, %ch7
  %x17 = arith.constant.tensor dense<[[3, 3, -1], [-1, 5, -1]]> : tensor<2x3xi8>
  %y18 = nn.argmax.i8 %x17 {axis = -1 : i64, keepdims = true, select_last_index = true} : tensor<2x1xi64>
  %ch9 = tensor.print %y18, %ch8
  tfrt.return %ch9 : !tfrt.chain
}

func.func @argmin() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[3, 3, -1], [-1, 5, -1]]> : tensor<2x3xi8>
  %y2 = nn.argmin.i8 %x1 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[3, 3, -1], [-1, 5, -1]]> : tensor<2x3xi16>
  %y4 = nn.argmin.i16 %x3 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[[3, 3, -1], [-1, 5, -1]]> : tensor<2x3xi32>
  %y6 = nn.argmin.i32 %x5 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[[3, 3, -1], [-1, 5, -1]]> : tensor<2x3xi64>
  %y8 = nn.argmin.i64 %x7 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch4 = tensor.print %y8, %ch3
  %x9 = arith.constant.tensor dense<[[3.0, 3.0, -1.0], [-1.0, 5.0, -1.0]]> : tensor<2x3xf16>
  %y10 = nn.argmin.f16 %x9 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch5 = tensor.print %y10, %ch4
  %x11 = arith.constant.tensor dense<[[3.0, 3.0, -1.0], [-1.0, 5.0, -1.0]]> : tensor<2x3xbf16>
  %y12 = nn.argmin.bf16 %x11 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch6 = tensor.print %y12, %ch5
  %x13 = arith.constant.tensor dense<[[3.0, 3.0, -1.0], [-1.0, 5.0, -1.0]]> : tensor<2x3xf32>
  %y14 = nn.argmin.f32 %x13 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch7 = tensor.print %y14, %ch6
  %x15 = arith.constant.tensor dense<[[3.0, 3.0, -1.0], [-1.0, 5.0, -1.0]]> : tensor<2x3xf64>
  %y16 = nn.argmin.f64 %x15 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch8 = tensor.print %y16, %ch7
  %x17 = arith.constant.tensor dense<[[3, 3, -1], [-1, 5, -1]]> : tensor<2x3xi8>
  %y18 = nn.argmin.i8 %x17 {axis = -1 : i64, keepdims = true, select_last_index = true} : tensor<2x1xi64>
  %ch9 = tensor.print %y18, %ch8
  tfrt.return %ch9 : !tfrt.chain
}

func.func @places_of_nan() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = arith.constant.tensor dense<[1.0, 0x7FC00000, 2.0, 0xFFC00000]> : tensor<4xf32>
  %first = nn.argmax.f32 %x {axis = 0 : i64, keepdims = false, select_last_index = false} : tensor<i64>
  %last = nn.argmin.f32 %x {axis = 0 : i64, keepdims = false, select_last_index = true} : tensor<i64>
  %ch1 = tensor.print %first, %ch0
  %ch2 = tensor.print %last, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
