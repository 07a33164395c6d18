// rule: numeric-contract, tensors and models, nn.softmax.T: maximum, exp, sum as a reduction, times 1/sum.
// rule: nn.softmax.T, as ONNX's Softmax: along one axis.
// run:
// out| --- Running 'softmax':
// out| Tensor dtype = f16, shape = [3, 2], values = [fp16(14336), fp16(14336), fp16(13390), fp16(14809), fp16(15360), fp16(0)]
// out| Tensor dtype = bf16, shape = [3, 2], values = [bf16(16128), bf16(16128), bf16(16010), bf16(16187), bf16(16256), bf16(0)]
// out| Tensor dtype = f32, shape = [3, 2], values = [5.000000e-01, 5.000000e-01, 2.689414e-01, 7.310586e-01, 1.000000e+00, 0.000000e+00]
// out| Tensor dtype = f64, shape = [3, 2], values = [5.000000e-01, 5.000000e-01, 2.689414e-01, 7.310586e-01, 1.000000e+00, 0.000000e+00]
// out| Tensor dtype = f32, shape = [3, 2], values = [2.119416e-01, 3.333333e-01, 5.761169e-01, 3.333333e-01, 2.119416e-01, 3.333333e-01]
// out| Tensor dtype = f64, shape = [0, 2], values = []
// out| Tensor dtype = f32, shape = [2], values = [nan, nan]
// out| 'softmax' returned !tfrt.chain value

func.func @softmax() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[0.0, 0.0], [1.0, 2.0], [1000.0, 0.0]]> : tensor<3x2xf16>
  %y2 = nn.softmax.f16 %x1 {axis = 1 : i64} : tensor<3x2xf16>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[0.0, 0.0], [1.0, 2.0], [1000.0, 0.0]]> : tensor<3x2xbf16>
  %y4 = nn.softmax.bf16 %x3 {axis = 1 : i64} : tensor<3x2xbf16>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[[0.0, 0.0], [1.0, 2.0], [1000.0, 0.0]]> : tensor<3x2xf32>
  %y6 = nn.softmax.f32 %x5 {axis = 1 : i64} : tensor<3x2xf32>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[[0.0, 0.0], [1.0, 2.0], [1000.0, 0.0]]> : tensor<3x2xf64>
  %y8 = nn.softmax.f64 %x7 {axis = 1 : i64} : tensor<3x2xf64>
  %ch4 = tensor.print %y8, %ch3
  %x9 = arith.constant.tensor dense<[[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]]> : tensor<3x2xf32>
  %y10 = nn.softmax.f32 %x9 {axis = 0 : i64} : tensor<3x2xf32>
  %ch5 = tensor.print %y10, %ch4
  %x11 = arith.constant.tensor dense<> : tensor<0x2xf64>
  %y12 = nn.softmax.f64 %x11 {axis = -2 : i64} : tensor<0x2xf64>
  %ch6 = tensor.print %y12, %ch5
  // Without a finite greatest element there is no number.
  %none = arith.constant.tensor dense<[0xFF800000, 0xFF800000]> : tensor<2xf32>
  %no_numbers = nn.softmax.f32 %none {axis = 0 : i64} : tensor<2xf32>
  %ch7 = tensor.print %no_numbers, %ch6
  tfrt.return %ch7 : !tfrt.chain
}
