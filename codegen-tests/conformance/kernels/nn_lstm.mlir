// rule: nn.lstm.T, as ONNX's LSTM: steps with cells, and what goes in, out and is forgotten.
// rule: numeric-contract, tensors and models: f16 and bf16 compute in f32 and round once.
// run:
// out| --- Running 'lstm':
// out| Tensor dtype = f16, shape = [2, 1, 2, 2], values = [fp16(46803), fp16(0), fp16(10867), fp16(8822), fp16(45161), fp16(46024), fp16(40399), fp16(5957)]
// out| Tensor dtype = f16, shape = [1, 2, 2], values = [fp16(45161), fp16(46024), fp16(40399), fp16(5957)]
// out| Tensor dtype = f16, shape = [1, 2, 2], values = [fp16(45845), fp16(46531), fp16(41334), fp16(6924)]
// out| Tensor dtype = bf16, shape = [2, 1, 2, 2], values = [bf16(48712), bf16(48570), bf16(15695), bf16(15967), bf16(15712), bf16(48692), bf16(15779), bf16(15763)]
// out| Tensor dtype = bf16, shape = [1, 2, 2], values = [bf16(15712), bf16(48692), bf16(15779), bf16(15763)]
// out| Tensor dtype = bf16, shape = [1, 2, 2], values = [bf16(15848), bf16(48772), bf16(15899), bf16(15882)]
// out| Tensor dtype = f32, shape = [2, 1, 2, 2], values = [-1.195747e-01, 3.049035e-02, 1.446608e-01, -1.918728e-02, -9.380592e-02, -5.536634e-02, -3.532043e-02, -6.490204e-03]
// out| Tensor dtype = f32, shape = [1, 2, 2], values = [-9.380592e-02, -5.536634e-02, -3.532043e-02, -6.490204e-03]
// out| Tensor dtype = f32, shape = [1, 2, 2], values = [-2.311948e-01, -8.923074e-02, -7.290293e-02, -1.316219e-02]
// out| Tensor dtype = f64, shape = [2, 1, 2, 2], values = [1.343838e-01, -4.338940e-01, -1.058863e-01, 2.932123e-02, 1.002649e-01, -1.277800e-01, -3.536814e-02, -1.453604e-02]
// out| Tensor dtype = f64, shape = [1, 2, 2], values = [1.002649e-01, -1.277800e-01, -3.536814e-02, -1.453604e-02]
// out| Tensor dtype = f64, shape = [1, 2, 2], values = [2.594945e-01, -2.978598e-01, -7.067415e-02, -2.598416e-02]
// out| Tensor dtype = f64, shape = [3, 2, 2, 2], values = [-2.036751e-01, -1.969509e-01, 6.644353e-02, -2.316142e-01, -2.234369e-01, -2.402181e-01, -3.120260e-01, -2.485511e-01, 0.000000e+00, 0.000000e+00, -4.538787e-02, -2.072981e-01, 0.000000e+00, 0.000000e+00, -2.249393e-01, -2.699560e-01, ... ]
// out| Tensor dtype = f64, shape = [2, 2, 2], values = [-2.036751e-01, -1.969509e-01, -9.589165e-02, -1.839338e-01, -2.234369e-01, -2.402181e-01, -3.120260e-01, -2.485511e-01]
// out| Tensor dtype = f64, shape = [2, 2, 2], values = [-5.841133e-01, -4.868627e-01, -2.993023e-01, -3.642742e-01, -3.961286e-01, -3.432339e-01, -5.658888e-01, -3.465897e-01]
// out| Tensor dtype = f32, shape = [2, 1, 2, 2], values = [0.000000e+00, 0.000000e+00, 5.273154e-02, -1.446302e-01, 0.000000e+00, 0.000000e+00, -4.420964e-02, -7.595856e-02]
// out| Tensor dtype = f32, shape = [1, 2, 2], values = [-3.750000e-01, -8.750000e-01, 5.273154e-02, -1.446302e-01]
// out| Tensor dtype = f32, shape = [1, 2, 2], values = [0.000000e+00, 0.000000e+00, 1.707581e-01, -4.721850e-01]
// out| Tensor dtype = f64, shape = [2, 1, 1, 2], values = [5.817924e-02, 9.131399e-02, 8.341567e-02, 2.023152e-01]
// out| Tensor dtype = f64, shape = [1, 1, 2], values = [8.341567e-02, 2.023152e-01]
// out| Tensor dtype = f64, shape = [1, 1, 2], values = [1.311368e-01, 3.116573e-01]
// out| 'lstm' returned !tfrt.chain value

func.func @lstm() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[[0.875, -0.75], [-0.875, 1.0]], [[-0.75, -0.625], [0.125, -0.125]]]> : tensor<2x2x2xf16>
  %x2 = arith.constant.tensor dense<[[[0.5, -0.625], [0.875, -0.625], [0.5, -0.875], [-0.0, -0.875], [-0.375, -0.375], [0.5, -0.125], [-0.875, 1.0], [0.75, 0.875]]]> : tensor<1x8x2xf16>
  %x3 = arith.constant.tensor dense<[[[-0.5, -0.25], [-0.5, -0.75], [-0.875, 0.0], [-0.75, -0.625], [0.75, -0.0], [-0.625, 0.375], [-0.5, 0.0], [-0.375, 0.0]]]> : tensor<1x8x2xf16>
  %x4 = arith.constant.tensor dense<> : tensor<0xf16>
  %x5 = arith.constant.tensor dense<> : tensor<0xi32>
  %x6 = arith.constant.tensor dense<> : tensor<0xf16>
  %x7 = arith.constant.tensor dense<> : tensor<0xf16>
  %x8 = arith.constant.tensor dense<> : tensor<0xf16>
  %y9, %y10, %y11 = nn.lstm.f16 %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8 {activation_alpha = [0.0 : f32, 0.0 : f32, 0.0 : f32], activation_beta = [0.0 : f32, 0.0 : f32, 0.0 : f32], activations = "Sigmoid,Tanh,Tanh", clip = 0.0 : f32, direction = "forward", input_forget = false} : tensor<2x1x2x2xf16>, tensor<1x2x2xf16>, tensor<1x2x2xf16>
  %ch1 = tensor.print %y9, %ch0
  %ch2 = tensor.print %y10, %ch1
  %ch3 = tensor.print %y11, %ch2
  %x12 = arith.constant.tensor dense<[[[0.875, -0.75], [-0.875, 1.0]], [[-0.75, -0.625], [0.125, -0.125]]]> : tensor<2x2x2xbf16>
  %x13 = arith.constant.tensor dense<[[[0.25, 0.125], [-0.25, 0.625], [0.75, -0.625], [-0.75, -0.75], [1.0, 0.875], [-0.5, 1.0], [-0.625, 0.0], [-0.0, 0.875]]]> : tensor<1x8x2xbf16>
  %x14 = arith.constant.tensor dense<[[[-0.875, -0.375], [0.25, -0.875], [-0.5, -0.125], [0.75, 0.5], [0.625, 0.5], [0.375, 0.75], [0.375, 0.5], [-0.375, -0.625]]]> : tensor<1x8x2xbf16>
  %x15 = arith.constant.tensor dense<> : tensor<0xbf16>
  %x16 = arith.constant.tensor dense<> : tensor<0xi32>
  %x17 = arith.constant.tensor dense<> : tensor<0xbf16>
  %x18 = arith.constant.tensor dense<> : tensor<0xbf16>
  %x19 = arith.constant.tensor dense<> : tensor<0xbf16>
  %y20, %y21, %y22 = nn.lstm.bf16 %x12, %x13, %x14, %x15, %x16, %x17, %x18, %x19 {activation_alpha = [0.0 : f32, 0.0 : f32, 0.0 : f32], activation_beta = [0.0 : f32, 0.0 : f32, 0.0 : f32], activations = "Sigmoid,Tanh,Tanh", clip = 0.0 : f32, direction = "forward", input_forget = false} : tensor<2x1x2x2xbf16>, tensor<1x2x2xbf16>, tensor<1x2x2xbf16>
  %ch4 = tensor.print %y20, %ch3
  %ch5 = tensor.print %y21, %ch4
  %ch6 = tensor.print %y22, %ch5
  %x23 = arith.constant.tensor dense<[[[0.875, -0.75], [-0.875, 1.0]], [[-0.75, -0.625], [0.125, -0.125]]]> : tensor<2x2x2xf32>
  %x24 = arith.constant.tensor dense<[[[0.5, -0.625], [0.875, 0.25], [-0.375, 0.875], [-0.75, 0.0], [-0.875, 0.875], [0.125, 0.625], [-0.375, 0.625], [0.375, 0.25]]]> : tensor<1x8x2xf32>
  %x25 = arith.constant.tensor dense<[[[0.875, -0.125], [-0.125, 0.375], [0.625, -0.375], [0.375, -0.625], [0.125, 0.5], [-0.875, 0.5], [-1.0, 0.875], [-0.125, -0.125]]]> : tensor<1x8x2xf32>
  %x26 = arith.constant.tensor dense<> : tensor<0xf32>
  %x27 = arith.constant.tensor dense<> : tensor<0xi32>
  %x28 = arith.constant.tensor dense<> : tensor<0xf32>
  %x29 = arith.constant.tensor dense<> : tensor<0xf32>
  %x30 = arith.constant.tensor dense<> : tensor<0xf32>
  %y31, %y32, %y33 = nn.lstm.f32 %x23, %x24, %x25, %x26, %x27, %x28, %x29, %x30 {activation_alpha = [0.0 : f32, 0.0 : f32, 0.0 : f32], activation_beta = [0.0 : f32, 0.0 : f32, 0.0 : f32], activations = "Sigmoid,Tanh,Tanh", clip = 0.0 : f32, direction = "forward", input_forget = false} : tensor<2x1x2x2xf32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>
  %ch7 = tensor.print %y31, %ch6
  %ch8 = tensor.print %y32, %ch7
  %ch9 = tensor.print %y33, %ch8
  %x34 = arith.constant.tensor dense<[[[0.875, -0.75], [-0.875, 1.0]], [[-0.75, -0.625], [0.125, -0.125]]]> : tensor<2x2x2xf64>
  %x35 = arith.constant.tensor dense<[[[0.5, 0.0], [0.5, -0.875], [0.125, 0.125], [0.875, -0.875], [-0.125, 0.25], [0.125, -0.875], [0.125, -0.5], [-0.625, 0.75]]]> : tensor<1x8x2xf64>
  %x36 = arith.constant.tensor dense<[[[-0.625, -0.125], [0.5, 0.375], [0.125, 0.625], [-0.125, 0.25], [0.625, 0.375], [0.25, -0.25], [0.125, -0.25], [0.5, -0.25]]]> : tensor<1x8x2xf64>
  %x37 = arith.constant.tensor dense<> : tensor<0xf64>
  %x38 = arith.constant.tensor dense<> : tensor<0xi32>
  %x39 = arith.constant.tensor dense<> : tensor<0xf64>
  %x40 = arith.constant.tensor dense<> : tensor<0xf64>
  %x41 = arith.constant.tensor dense<> : tensor<0xf64>
  %y42, %y43, %y44 = nn.lstm.f64 %x34, %x35, %x36, %x37, %x38, %x39, %x40, %x41 {activation_alpha = [0.0 : f32, 0.0 : f32, 0.0 : f32], activation_beta = [0.0 : f32, 0.0 : f32, 0.0 : f32], activations = "Sigmoid,Tanh,Tanh", clip = 0.0 : f32, direction = "forward", input_forget = false} : tensor<2x1x2x2xf64>, tensor<1x2x2xf64>, tensor<1x2x2xf64>
  %ch10 = tensor.print %y42, %ch9
  %ch11 = tensor.print %y43, %ch10
  %ch12 = tensor.print %y44, %ch11
  // Two directions, biases, sequences that end early, first states.
  %x45 = arith.constant.tensor dense<[[[-0.125], [0.5]], [[0.0], [-0.375]], [[0.625], [-0.25]]]> : tensor<3x2x1xf64>
  %x46 = arith.constant.tensor dense<[[[0.75], [0.625], [-0.125], [0.375], [-0.875], [-0.25], [0.75], [0.125]], [[0.125], [0.375], [0.375], [0.125], [-0.125], [-0.625], [-0.375], [-0.375]]]> : tensor<2x8x1xf64>
  %x47 = arith.constant.tensor dense<[[[-0.125, 1.0], [-0.25, -0.125], [-0.25, 0.125], [0.875, 0.75], [-0.25, -0.5], [0.75, -0.0], [0.375, -0.875], [0.75, -0.375]], [[-0.0, -0.625], [-0.125, 0.625], [0.625, -0.0], [0.5, -0.125], [-0.25, 0.125], [-0.625, -0.375], [0.375, 0.5], [-0.875, 0.5]]]> : tensor<2x8x2xf64>
  %x48 = arith.constant.tensor dense<[[0.625, -0.125, -0.875, 0.375, -0.5, 0.25, -0.25, 0.25, -0.5, -0.0, 0.0, 0.25, -0.625, 0.875, -0.375, -0.375], [-0.5, -0.875, -0.125, 0.5, 0.375, -0.625, -0.75, -0.375, 0.5, -0.0, 0.875, 0.375, 0.25, 0.5, 0.5, -0.25]]> : tensor<2x16xf64>
  %x49 = arith.constant.tensor dense<[1, 3]> : tensor<2xi32>
  %x50 = arith.constant.tensor dense<[[[-0.5, -0.125], [-0.0, -0.75]], [[-0.125, 0.25], [-0.75, -0.75]]]> : tensor<2x2x2xf64>
  %x51 = arith.constant.tensor dense<[[[-0.625, -0.375], [0.875, -1.0]], [[-0.625, -0.625], [-0.0, -1.0]]]> : tensor<2x2x2xf64>
  %x52 = arith.constant.tensor dense<[[-0.125, -0.625, -0.5, 0.625, -0.625, 0.25], [-0.125, -0.125, 0.625, -0.625, 0.875, 0.75]]> : tensor<2x6xf64>
  %y53, %y54, %y55 = nn.lstm.f64 %x45, %x46, %x47, %x48, %x49, %x50, %x51, %x52 {activation_alpha = [0.0 : f32, 0.0 : f32, 0.0 : f32, 0.0 : f32, 0.0 : f32, 0.0 : f32], activation_beta = [0.0 : f32, 0.0 : f32, 0.0 : f32, 0.0 : f32, 0.0 : f32, 0.0 : f32], activations = "Sigmoid,Tanh,Tanh,Sigmoid,Tanh,Tanh", clip = 0.0 : f32, direction = "bidirectional", input_forget = false} : tensor<3x2x2x2xf64>, tensor<2x2x2xf64>, tensor<2x2x2xf64>
  %ch13 = tensor.print %y53, %ch12
  %ch14 = tensor.print %y54, %ch13
  %ch15 = tensor.print %y55, %ch14
  // A sequence without steps keeps its first state.
  %x56 = arith.constant.tensor dense<[[[0.375], [-0.875]], [[0.375], [0.25]]]> : tensor<2x2x1xf32>
  %x57 = arith.constant.tensor dense<[[[0.5], [-0.625], [0.875], [0.75], [-0.75], [-0.375], [-0.875], [0.625]]]> : tensor<1x8x1xf32>
  %x58 = arith.constant.tensor dense<[[[0.875, 1.0], [0.25, 0.375], [0.375, 0.125], [0.875, 0.25], [-0.375, 0.0], [-1.0, 0.5], [0.375, -0.125], [0.75, 0.5]]]> : tensor<1x8x2xf32>
  %x59 = arith.constant.tensor dense<> : tensor<0xf32>
  %x60 = arith.constant.tensor dense<[0, 2]> : tensor<2xi32>
  %x61 = arith.constant.tensor dense<[[[-0.375, -0.875], [-0.75, -0.625]]]> : tensor<1x2x2xf32>
  %x62 = arith.constant.tensor dense<> : tensor<0xf32>
  %x63 = arith.constant.tensor dense<> : tensor<0xf32>
  %y64, %y65, %y66 = nn.lstm.f32 %x56, %x57, %x58, %x59, %x60, %x61, %x62, %x63 {activation_alpha = [0.0 : f32, 0.0 : f32, 0.0 : f32], activation_beta = [0.0 : f32, 0.0 : f32, 0.0 : f32], activations = "Sigmoid,Tanh,Tanh", clip = 0.0 : f32, direction = "reverse", input_forget = false} : tensor<2x1x2x2xf32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>
  %ch16 = tensor.print %y64, %ch15
  %ch17 = tensor.print %y65, %ch16
  %ch18 = tensor.print %y66, %ch17
  // What the input leaves is forgotten.
  %x67 = arith.constant.tensor dense<[[[-0.375]], [[-0.125]]]> : tensor<2x1x1xf64>
  %x68 = arith.constant.tensor dense<[[[0.875], [-0.5], [0.75], [0.375], [0.75], [-0.25], [-1.0], [0.625]]]> : tensor<1x8x1xf64>
  %x69 = arith.constant.tensor dense<[[[-0.5, -0.75], [0.625, 0.375], [-0.625, -0.5], [0.875, -0.5], [0.375, -0.75], [0.625, -0.75], [0.0, -0.875], [0.125, 0.75]]]> : tensor<1x8x2xf64>
  %x70 = arith.constant.tensor dense<[[-0.875, -0.5, 0.5, 0.25, -0.375, 0.25, -0.125, 0.75, -0.375, 0.5, 0.25, 0.5, -0.25, 0.5, 0.375, -0.25]]> : tensor<1x16xf64>
  %x71 = arith.constant.tensor dense<> : tensor<0xi32>
  %x72 = arith.constant.tensor dense<> : tensor<0xf64>
  %x73 = arith.constant.tensor dense<> : tensor<0xf64>
  %x74 = arith.constant.tensor dense<> : tensor<0xf64>
  %y75, %y76, %y77 = nn.lstm.f64 %x67, %x68, %x69, %x70, %x71, %x72, %x73, %x74 {activation_alpha = [0.0 : f32, 0.0 : f32, 0.0 : f32], activation_beta = [0.0 : f32, 0.0 : f32, 0.0 : f32], activations = "Sigmoid,Tanh,Tanh", clip = 0.0 : f32, direction = "forward", input_forget = true} : tensor<2x1x1x2xf64>, tensor<1x1x2xf64>, tensor<1x1x2xf64>
  %ch19 = tensor.print %y75, %ch18
  %ch20 = tensor.print %y76, %ch19
  %ch21 = tensor.print %y77, %ch20
  tfrt.return %ch21 : !tfrt.chain
}
