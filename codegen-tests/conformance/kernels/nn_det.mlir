// rule: nn.det.T, as ONNX's Det: the determinant of each matrix, by elimination.
// run:
// out| --- Running 'det':
// out| Tensor dtype = f16, shape = [], values = [fp16(17920)]
// out| Tensor dtype = bf16, shape = [], values = [bf16(16576)]
// out| Tensor dtype = f32, shape = [], values = [6.000000e+00]
// out| Tensor dtype = f64, shape = [], values = [6.000000e+00]
// out| Tensor dtype = f64, shape = [2], values = [-7.000000e+00, 0.000000e+00]
// out| Tensor dtype = f32, shape = [2], values = [1.000000e+00, 1.000000e+00]
// out| 'det' returned !tfrt.chain value

func.func @det() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[2.0, 1.0], [4.0, 5.0]]> : tensor<2x2xf16>
  %y2 = nn.det.f16 %x1 : tensor<f16>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[2.0, 1.0], [4.0, 5.0]]> : tensor<2x2xbf16>
  %y4 = nn.det.bf16 %x3 : tensor<bf16>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[[2.0, 1.0], [4.0, 5.0]]> : tensor<2x2xf32>
  %y6 = nn.det.f32 %x5 : tensor<f32>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[[2.0, 1.0], [4.0, 5.0]]> : tensor<2x2xf64>
  %y8 = nn.det.f64 %x7 : tensor<f64>
  %ch4 = tensor.print %y8, %ch3
  // Rows that are exchanged change the sign; dependent rows give 0.
  %x9 = arith.constant.tensor dense<[[[0.0, 2.0, 1.0], [1.0, 0.0, 0.0], [3.0, 1.0, 4.0]], [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [0.0, 1.0, 1.0]]]> : tensor<2x3x3xf64>
  %y10 = nn.det.f64 %x9 : tensor<2xf64>
  %ch5 = tensor.print %y10, %ch4
  // A matrix without elements has the determinant 1.
  %x11 = arith.constant.tensor dense<> : tensor<2x0x0xf32>
  %y12 = nn.det.f32 %x11 : tensor<2xf32>
  %ch6 = tensor.print %y12, %ch5
  tfrt.return %ch6 : !tfrt.chain
}
