// rule: models, infer: types become as exact as they follow from those of the inputs and from constants.
// rule: models, fold: what follows from constants is computed by the kernels, sizes that are known are constants,
//   and types become exact with what is computed from them. What passes a limit, or fails, stays an op.
// tool: opt --infer FILE
// out| module {
// out|   func.func @main(%arg0: tensor<2x3x4xf32>) -> (tensor<?x?xf32>, tensor<3xf32>, tensor<1xi64>, tensor<?xi64>, tensor<i64>) {
// out|     %0 = nn.shape %arg0 {end = 9223372036854775807 : i64, start = 0 : i64} : tensor<3xi64>
// out|     %1 = arith.constant.tensor dense<0> : tensor<1xi64>
// out|     %2 = nn.gather %0, %1 {axis = 0 : i64} : tensor<1xi64>
// out|     %3 = arith.constant.tensor dense<-1> : tensor<1xi64>
// out|     %4 = nn.concatenate %2, %3 {axis = 0 : i64} : tensor<2xi64>
// out|     %5 = nn.reshape %arg0, %4 {allowzero = false} : tensor<?x?xf32>
// out|     %6 = arith.constant.tensor dense<[1.000000e+00, 2.000000e+00, 4.000000e+00]> : tensor<3xf32>
// out|     %7 = math.sqrt.tensor %6 : tensor<3xf32>
// out|     %8 = arith.constant.tensor dense<5> : tensor<1xi64>
// out|     %9 = nn.gather %1, %8 {axis = 0 : i64} : tensor<1xi64>
// out|     %10 = arith.constant.tensor dense<0> : tensor<i64>
// out|     %11 = arith.constant.tensor dense<4> : tensor<i64>
// out|     %12 = arith.constant.tensor dense<2> : tensor<i64>
// out|     %13 = nn.range %10, %11, %12 : tensor<?xi64>
// out|     %14 = nn.size %arg0 : tensor<i64>
// out|     tfrt.return %5, %7, %9, %13, %14 : tensor<?x?xf32>, tensor<3xf32>, tensor<1xi64>, tensor<?xi64>, tensor<i64>
// out|   }
// out| }
// out|
// tool: opt --fold FILE
// out| module {
// out|   func.func @main(%arg0: tensor<2x3x4xf32>) -> (tensor<2x12xf32>, tensor<3xf32>, tensor<1xi64>, tensor<2xi64>, tensor<i64>) {
// out|     %0 = arith.constant.tensor dense<[2, -1]> : tensor<2xi64>
// out|     %1 = nn.reshape %arg0, %0 {allowzero = false} : tensor<2x12xf32>
// out|     %2 = arith.constant.tensor dense<0> : tensor<1xi64>
// out|     %3 = arith.constant.tensor dense<5> : tensor<1xi64>
// out|     %4 = nn.gather %2, %3 {axis = 0 : i64} : tensor<1xi64>
// out|     %5 = arith.constant.tensor dense<[1.000000e+00, 1.41421354, 2.000000e+00]> : tensor<3xf32>
// out|     %6 = arith.constant.tensor dense<[0, 2]> : tensor<2xi64>
// out|     %7 = arith.constant.tensor dense<24> : tensor<i64>
// out|     tfrt.return %1, %5, %4, %6, %7 : tensor<2x12xf32>, tensor<3xf32>, tensor<1xi64>, tensor<2xi64>, tensor<i64>
// out|   }
// out| }
// out|
// tool: opt --fold --fold-operations 10 FILE
// out| module {
// out|   func.func @main(%arg0: tensor<2x3x4xf32>) -> (tensor<?x?xf32>, tensor<3xf32>, tensor<1xi64>, tensor<2xi64>, tensor<i64>) {
// out|     %0 = arith.constant.tensor dense<[2, 3, 4]> : tensor<3xi64>
// out|     %1 = arith.constant.tensor dense<0> : tensor<1xi64>
// out|     %2 = nn.gather %0, %1 {axis = 0 : i64} : tensor<1xi64>
// out|     %3 = arith.constant.tensor dense<-1> : tensor<1xi64>
// out|     %4 = nn.concatenate %2, %3 {axis = 0 : i64} : tensor<2xi64>
// out|     %5 = nn.reshape %arg0, %4 {allowzero = false} : tensor<?x?xf32>
// out|     %6 = arith.constant.tensor dense<5> : tensor<1xi64>
// out|     %7 = nn.gather %1, %6 {axis = 0 : i64} : tensor<1xi64>
// out|     %8 = arith.constant.tensor dense<[1.000000e+00, 1.41421354, 2.000000e+00]> : tensor<3xf32>
// out|     %9 = arith.constant.tensor dense<[0, 2]> : tensor<2xi64>
// out|     %10 = arith.constant.tensor dense<24> : tensor<i64>
// out|     tfrt.return %5, %8, %7, %9, %10 : tensor<?x?xf32>, tensor<3xf32>, tensor<1xi64>, tensor<2xi64>, tensor<i64>
// out|   }
// out| }
// out|
// tool: opt --fold --fold-bytes 8 FILE
// out*| = math.sqrt.tensor
// out*| = nn.range
// out*| = arith.constant.tensor dense<24> : tensor<i64>
// out!| nn.size

func.func @main(%x: tensor<2x3x4xf32>) -> (tensor<*xf32>, tensor<3xf32>, tensor<1xi64>, tensor<?xi64>, tensor<i64>) {
  %shape = nn.shape %x {start = 0 : i64, end = 9223372036854775807 : i64} : tensor<?xi64>
  %zero = arith.constant.tensor dense<0> : tensor<1xi64>
  %rows = nn.gather %shape, %zero {axis = 0 : i64} : tensor<?xi64>
  %rest = arith.constant.tensor dense<-1> : tensor<1xi64>
  %sizes = nn.concatenate %rows, %rest {axis = 0 : i64} : tensor<?xi64>
  %matrix = nn.reshape %x, %sizes {allowzero = false} : tensor<*xf32>
  %start = arith.constant.tensor dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %roots = math.sqrt.tensor %start : tensor<3xf32>
  %from = arith.constant.tensor dense<5> : tensor<1xi64>
  %gone = nn.gather %zero, %from {axis = 0 : i64} : tensor<1xi64>
  %first = arith.constant.tensor dense<0> : tensor<i64>
  %limit = arith.constant.tensor dense<4> : tensor<i64>
  %step = arith.constant.tensor dense<2> : tensor<i64>
  %range = nn.range %first, %limit, %step : tensor<?xi64>
  %count = nn.size %x : tensor<i64>
  tfrt.return %matrix, %roots, %gone, %range, %count : tensor<*xf32>, tensor<3xf32>, tensor<1xi64>, tensor<?xi64>, tensor<i64>
}
