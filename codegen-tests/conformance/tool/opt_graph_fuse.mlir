// rule: models, fuse: a convolution takes in batch normalization, and sums, differences, products and quotients with constants
//   of each channel, if nobody else reads what they read: its filters and bias become others, rounded once.
// tool: opt --fuse FILE
// out| module {
// out|   func.func @main(%arg0: tensor<1x1x1x3xf32>) -> (tensor<1x2x1x3xf32>, tensor<1x2x1x3xf32>, tensor<1x2x1x3xf32>) {
// out|     %0 = arith.constant.tensor dense<[[[[2.000000e+00]]], [[[4.000000e+00]]]]> : tensor<2x1x1x1xf32>
// out|     %1 = arith.constant.tensor dense<[0.000000e+00, -2.000000e+00]> : tensor<2xf32>
// out|     %2 = nn.conv %arg0, %0, %1 {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x2x1x3xf32>
// out|     %3 = arith.constant.tensor dense<[[[[2.000000e+00]]], [[[4.000000e+00]]]]> : tensor<2x1x1x1xf32>
// out|     %4 = nn.conv %arg0, %3 {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x2x1x3xf32>
// out|     %5 = arith.constant.tensor dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32>
// out|     %6 = nn.mul %4, %5 : tensor<1x2x1x3xf32>
// out|     %7 = arith.constant.tensor dense<2.000000e+00> : tensor<f32>
// out|     %8 = nn.div %6, %7 : tensor<1x2x1x3xf32>
// out|     %9 = nn.conv %arg0, %3 {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x2x1x3xf32>
// out|     %10 = nn.mul %9, %7 : tensor<1x2x1x3xf32>
// out|     %11 = nn.add %9, %10 : tensor<1x2x1x3xf32>
// out|     tfrt.return %2, %8, %11 : tensor<1x2x1x3xf32>, tensor<1x2x1x3xf32>, tensor<1x2x1x3xf32>
// out|   }
// out| }
// out|

func.func @main(%x: tensor<1x1x1x3xf32>) -> (tensor<1x2x1x3xf32>, tensor<1x2x1x3xf32>, tensor<1x2x1x3xf32>) {
  %filters = arith.constant.tensor dense<[[[[2.0]]], [[[4.0]]]]> : tensor<2x1x1x1xf32>
  %bias = arith.constant.tensor dense<[1.0, 0.0]> : tensor<2xf32>
  %product = nn.conv %x, %filters, %bias {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x2x1x3xf32>
  %scale = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %offset = arith.constant.tensor dense<[0.5, 0.0]> : tensor<2xf32>
  %mean = arith.constant.tensor dense<[3.0, 1.0]> : tensor<2xf32>
  %variance = arith.constant.tensor dense<[3.75, 15.75]> : tensor<2xf32>
  %normal = nn.batch_norm %product, %scale, %offset, %mean, %variance {epsilon = 0.25 : f32} : tensor<1x2x1x3xf32>
  %two = arith.constant.tensor dense<2.0> : tensor<f32>
  %twice = nn.mul %two, %normal : tensor<1x2x1x3xf32>
  %each = arith.constant.tensor dense<[[[1.0]], [[-1.0]]]> : tensor<2x1x1xf32>
  %sum = nn.add %twice, %each : tensor<1x2x1x3xf32>
  // Of columns.
  %row = arith.constant.tensor dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %other = nn.conv %x, %filters {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x2x1x3xf32>
  %columns = nn.mul %other, %row : tensor<1x2x1x3xf32>
  // Of what another op reads as well.
  %half = nn.div %columns, %two : tensor<1x2x1x3xf32>
  %read = nn.conv %x, %filters {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<1x2x1x3xf32>
  %double = nn.mul %read, %two : tensor<1x2x1x3xf32>
  %both = nn.add %read, %double : tensor<1x2x1x3xf32>
  tfrt.return %sum, %half, %both : tensor<1x2x1x3xf32>, tensor<1x2x1x3xf32>, tensor<1x2x1x3xf32>
}
