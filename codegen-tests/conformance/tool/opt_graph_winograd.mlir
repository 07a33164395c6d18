// rule: models, winograd: a convolution of f32 by filters of 3 by 3, in one group, with steps of one pixel, at least 32 channels and
//   filters and a result of at least 7 by 7, or sizes that are open, gets the attribute `winograd`: 2, and in the mode `fast`, if the
//   result may be of at least 28 by 28, 4. Not in the mode `exact`.
// tool: opt --winograd FILE
// out| module {
// out|   func.func @main(%arg0: tensor<1x32x28x28xf32>, %arg1: tensor<?x?x?x?xf32>, %arg2: tensor<1x32x28x8xf32>, %arg3: tensor<1x32x28x28xf16>, %arg4: tensor<1x31x28x28xf32>) -> (tensor<1x32x28x28xf32>, tensor<?x32x?x?xf32>, tensor<1x32x28x8xf32>, tensor<1x32x28x6xf32>, tensor<1x32x14x14xf32>, tensor<1x32x28x28xf16>, tensor<1x32x28x28xf32>) {
// out|     %0 = arith.constant.tensor dense<5.000000e-01> : tensor<32x32x3x3xf32>
// out|     %1 = nn.conv %arg0, %0 {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [1, 1, 1, 1], strides = [1, 1], winograd = 2 : i64} : tensor<1x32x28x28xf32>
// out|     %2 = nn.conv %arg1, %0 {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [1, 1, 1, 1], strides = [1, 1], winograd = 2 : i64} : tensor<?x32x?x?xf32>
// out|     %3 = nn.conv %arg2, %0 {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [1, 1, 1, 1], strides = [1, 1], winograd = 2 : i64} : tensor<1x32x28x8xf32>
// out|     %4 = nn.conv %arg2, %0 {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [1, 0, 1, 0], strides = [1, 1]} : tensor<1x32x28x6xf32>
// out|     %5 = nn.conv %arg0, %0 {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [1, 1, 1, 1], strides = [2, 2]} : tensor<1x32x14x14xf32>
// out|     %6 = arith.constant.tensor dense<5.000000e-01> : tensor<32x32x3x3xf16>
// out|     %7 = nn.conv %arg3, %6 {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [1, 1, 1, 1], strides = [1, 1]} : tensor<1x32x28x28xf16>
// out|     %8 = arith.constant.tensor dense<5.000000e-01> : tensor<32x31x3x3xf32>
// out|     %9 = nn.conv %arg4, %8 {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [1, 1, 1, 1], strides = [1, 1]} : tensor<1x32x28x28xf32>
// out|     tfrt.return %1, %2, %3, %4, %5, %7, %9 : tensor<1x32x28x28xf32>, tensor<?x32x?x?xf32>, tensor<1x32x28x8xf32>, tensor<1x32x28x6xf32>, tensor<1x32x14x14xf32>, tensor<1x32x28x28xf16>, tensor<1x32x28x28xf32>
// out|   }
// out| }
// out|
// tool: show --as ops --math exact FILE
// out!| winograd =
// tool: show --as ops --math fast FILE
// out*| %large = nn.conv %x, %filters {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [1, 1, 1, 1], strides = [1, 1], winograd = 4 : i64} : tensor<1x32x28x28xf32>
// out*| %any = nn.conv %open, %filters {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [1, 1, 1, 1], strides = [1, 1], winograd = 4 : i64} : tensor<?x32x?x?xf32>
// out*| %narrow = nn.conv %row, %filters {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [1, 1, 1, 1], strides = [1, 1], winograd = 2 : i64} : tensor<1x32x28x8xf32>

func.func @main(%x: tensor<1x32x28x28xf32>, %open: tensor<?x?x?x?xf32>, %row: tensor<1x32x28x8xf32>, %half: tensor<1x32x28x28xf16>, %few: tensor<1x31x28x28xf32>) -> (tensor<1x32x28x28xf32>, tensor<?x32x?x?xf32>, tensor<1x32x28x8xf32>, tensor<1x32x28x6xf32>, tensor<1x32x14x14xf32>, tensor<1x32x28x28xf16>, tensor<1x32x28x28xf32>) {
  %filters = arith.constant.tensor dense<0.5> : tensor<32x32x3x3xf32>
  %large = nn.conv %x, %filters {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [1, 1, 1, 1], strides = [1, 1]} : tensor<1x32x28x28xf32>
  // What is open may be large.
  %any = nn.conv %open, %filters {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [1, 1, 1, 1], strides = [1, 1]} : tensor<?x32x?x?xf32>
  %narrow = nn.conv %row, %filters {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [1, 1, 1, 1], strides = [1, 1]} : tensor<1x32x28x8xf32>
  // Results that are too small, windows that skip pixels, few channels, and elements of another type.
  %small = nn.conv %row, %filters {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [1, 0, 1, 0], strides = [1, 1]} : tensor<1x32x28x6xf32>
  %apart = nn.conv %x, %filters {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [1, 1, 1, 1], strides = [2, 2]} : tensor<1x32x14x14xf32>
  %half_filters = arith.constant.tensor dense<0.5> : tensor<32x32x3x3xf16>
  %halves = nn.conv %half, %half_filters {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [1, 1, 1, 1], strides = [1, 1]} : tensor<1x32x28x28xf16>
  %few_filters = arith.constant.tensor dense<0.5> : tensor<32x31x3x3xf32>
  %fewer = nn.conv %few, %few_filters {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [1, 1, 1, 1], strides = [1, 1]} : tensor<1x32x28x28xf32>
  tfrt.return %large, %any, %narrow, %small, %apart, %halves, %fewer : tensor<1x32x28x28xf32>, tensor<?x32x?x?xf32>, tensor<1x32x28x8xf32>, tensor<1x32x28x6xf32>, tensor<1x32x14x14xf32>, tensor<1x32x28x28xf16>, tensor<1x32x28x28xf32>
}
