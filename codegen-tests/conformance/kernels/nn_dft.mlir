// rule: nn.dft.T, as ONNX's DFT: the transform of signals along an axis, or its inverse, whole or of one half.
// run:
// out| --- Running 'dft':
// out| Tensor dtype = f16, shape = [1, 4, 2], values = [fp16(16384), fp16(0), fp16(15360), fp16(49664), fp16(0), fp16(32768), fp16(15360), fp16(16896)]
// out| Tensor dtype = bf16, shape = [1, 4, 2], values = [bf16(16384), bf16(0), bf16(16256), bf16(49216), bf16(0), bf16(42253), bf16(16256), bf16(16448)]
// out| Tensor dtype = f32, shape = [1, 4, 2], values = [2.000000e+00, 0.000000e+00, 1.000000e+00, -3.000000e+00, 0.000000e+00, -1.224647e-16, 1.000000e+00, 3.000000e+00]
// out| Tensor dtype = f64, shape = [1, 4, 2], values = [2.000000e+00, 0.000000e+00, 1.000000e+00, -3.000000e+00, 0.000000e+00, -1.224647e-16, 1.000000e+00, 3.000000e+00]
// out| Tensor dtype = f64, shape = [1, 3, 2], values = [3.000000e+00, 0.000000e+00, 4.440892e-16, -1.732051e+00, -8.881784e-16, 1.732051e+00]
// out| Tensor dtype = f64, shape = [1, 6, 2], values = [2.000000e+00, 0.000000e+00, 3.000000e+00, -1.732051e+00, -1.000000e+00, -1.732051e+00, 0.000000e+00, -1.224647e-16, -1.000000e+00, 1.732051e+00, 3.000000e+00, 1.732051e+00]
// out| Tensor dtype = f64, shape = [1, 2, 2], values = [3.000000e+00, 0.000000e+00, 4.440892e-16, -1.732051e+00]
// out| Tensor dtype = f64, shape = [1, 4, 2], values = [2.000000e+00, 0.000000e+00, 3.000000e+00, -1.732051e+00, -1.000000e+00, -1.732051e+00, 0.000000e+00, -1.224647e-16]
// out| Tensor dtype = f64, shape = [1, 3, 2], values = [1.250000e-01, 3.333333e-01, 4.233439e-01, 4.609241e-01, -2.983439e-01, -4.425741e-02]
// out| Tensor dtype = f64, shape = [1, 4, 1], values = [2.187500e-01, 4.062500e-01, -2.812500e-01, -9.375000e-02]
// out| Tensor dtype = f64, shape = [1, 5, 1], values = [1.000000e-01, 2.470317e-01, 2.447181e-01, -5.610300e-01, 2.192802e-01]
// out| Tensor dtype = f64, shape = [3, 2, 2], values = [-1.375000e+00, 2.500000e-01, 1.125000e+00, 3.750000e-01, -1.353766e+00, 1.137260e+00, -2.745191e-01, 9.240381e-01, -2.712341e-01, 4.877405e-01, 1.024519e+00, -1.674038e+00]
// out| Tensor dtype = f32, shape = [1, 0, 2], values = []
// out| 'dft' returned !tfrt.chain value

func.func @dft() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[[1.0], [2.0], [0.0], [-1.0]]]> : tensor<1x4x1xf16>
  %x2 = arith.constant.tensor dense<> : tensor<0xi64>
  %x3 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y4 = nn.dft.f16 %x1, %x2, %x3 {inverse = false, onesided = false} : tensor<1x4x2xf16>
  %ch1 = tensor.print %y4, %ch0
  %x5 = arith.constant.tensor dense<[[[1.0], [2.0], [0.0], [-1.0]]]> : tensor<1x4x1xbf16>
  %x6 = arith.constant.tensor dense<> : tensor<0xi64>
  %x7 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y8 = nn.dft.bf16 %x5, %x6, %x7 {inverse = false, onesided = false} : tensor<1x4x2xbf16>
  %ch2 = tensor.print %y8, %ch1
  %x9 = arith.constant.tensor dense<[[[1.0], [2.0], [0.0], [-1.0]]]> : tensor<1x4x1xf32>
  %x10 = arith.constant.tensor dense<> : tensor<0xi64>
  %x11 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y12 = nn.dft.f32 %x9, %x10, %x11 {inverse = false, onesided = false} : tensor<1x4x2xf32>
  %ch3 = tensor.print %y12, %ch2
  %x13 = arith.constant.tensor dense<[[[1.0], [2.0], [0.0], [-1.0]]]> : tensor<1x4x1xf64>
  %x14 = arith.constant.tensor dense<> : tensor<0xi64>
  %x15 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y16 = nn.dft.f64 %x13, %x14, %x15 {inverse = false, onesided = false} : tensor<1x4x2xf64>
  %ch4 = tensor.print %y16, %ch3
  // One half, other lengths, the inverse, another axis.
  %x17 = arith.constant.tensor dense<[[[1.0], [2.0], [0.0], [-1.0]]]> : tensor<1x4x1xf64>
  %x18 = arith.constant.tensor dense<[3]> : tensor<1xi64>
  %x19 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y20 = nn.dft.f64 %x17, %x18, %x19 {inverse = false, onesided = false} : tensor<1x3x2xf64>
  %ch5 = tensor.print %y20, %ch4
  %x21 = arith.constant.tensor dense<[[[1.0], [2.0], [0.0], [-1.0]]]> : tensor<1x4x1xf64>
  %x22 = arith.constant.tensor dense<[6]> : tensor<1xi64>
  %x23 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y24 = nn.dft.f64 %x21, %x22, %x23 {inverse = false, onesided = false} : tensor<1x6x2xf64>
  %ch6 = tensor.print %y24, %ch5
  %x25 = arith.constant.tensor dense<[[[1.0], [2.0], [0.0], [-1.0]]]> : tensor<1x4x1xf64>
  %x26 = arith.constant.tensor dense<[3]> : tensor<1xi64>
  %x27 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y28 = nn.dft.f64 %x25, %x26, %x27 {inverse = false, onesided = true} : tensor<1x2x2xf64>
  %ch7 = tensor.print %y28, %ch6
  %x29 = arith.constant.tensor dense<[[[1.0], [2.0], [0.0], [-1.0]]]> : tensor<1x4x1xf64>
  %x30 = arith.constant.tensor dense<[6]> : tensor<1xi64>
  %x31 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y32 = nn.dft.f64 %x29, %x30, %x31 {inverse = false, onesided = true} : tensor<1x4x2xf64>
  %ch8 = tensor.print %y32, %ch7
  %x33 = arith.constant.tensor dense<[[[0.25, 0.75], [0.5, -0.5], [-0.375, 0.75]]]> : tensor<1x3x2xf64>
  %x34 = arith.constant.tensor dense<> : tensor<0xi64>
  %x35 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y36 = nn.dft.f64 %x33, %x34, %x35 {inverse = true, onesided = false} : tensor<1x3x2xf64>
  %ch9 = tensor.print %y36, %ch8
  %x37 = arith.constant.tensor dense<[[[0.25, 0.75], [0.5, -0.5], [-0.375, 0.75]]]> : tensor<1x3x2xf64>
  %x38 = arith.constant.tensor dense<> : tensor<0xi64>
  %x39 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y40 = nn.dft.f64 %x37, %x38, %x39 {inverse = true, onesided = true} : tensor<1x4x1xf64>
  %ch10 = tensor.print %y40, %ch9
  %x41 = arith.constant.tensor dense<[[[0.25, 0.75], [0.5, -0.5], [-0.375, 0.75]]]> : tensor<1x3x2xf64>
  %x42 = arith.constant.tensor dense<[5]> : tensor<1xi64>
  %x43 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y44 = nn.dft.f64 %x41, %x42, %x43 {inverse = true, onesided = true} : tensor<1x5x1xf64>
  %ch11 = tensor.print %y44, %ch10
  %x45 = arith.constant.tensor dense<[[[-1.0, 0.625], [0.625, -0.125]], [[-0.375, -0.5], [-0.5, -0.125]], [[0.0, 0.125], [1.0, 0.625]]]> : tensor<3x2x2xf64>
  %x46 = arith.constant.tensor dense<> : tensor<0xi64>
  %x47 = arith.constant.tensor dense<[0]> : tensor<1xi64>
  %y48 = nn.dft.f64 %x45, %x46, %x47 {inverse = false, onesided = false} : tensor<3x2x2xf64>
  %ch12 = tensor.print %y48, %ch11
  // A length of 0.
  %x49 = arith.constant.tensor dense<[[[1.0], [2.0], [0.0], [-1.0]]]> : tensor<1x4x1xf32>
  %x50 = arith.constant.tensor dense<[0]> : tensor<1xi64>
  %x51 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y52 = nn.dft.f32 %x49, %x50, %x51 {inverse = false, onesided = false} : tensor<1x0x2xf32>
  %ch13 = tensor.print %y52, %ch12
  tfrt.return %ch13 : !tfrt.chain
}
