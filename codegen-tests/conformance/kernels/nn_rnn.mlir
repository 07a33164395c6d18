// rule: nn.rnn.T, as ONNX's RNN: steps of sequences, with an activation.
// rule: numeric-contract, tensors and models: f16 and bf16 compute in f32 and round once.
// run:
// out| --- Running 'rnn':
// out| Tensor dtype = f16, shape = [2, 1, 2, 2], values = [fp16(11261), fp16(46847), fp16(13756), fp16(11261), fp16(46267), fp16(46208), fp16(47537), fp16(11390)]
// out| Tensor dtype = f16, shape = [1, 2, 2], values = [fp16(46267), fp16(46208), fp16(47537), fp16(11390)]
// out| Tensor dtype = bf16, shape = [2, 1, 2, 2], values = [bf16(16158), bf16(16172), bf16(15934), bf16(48823), bf16(48924), bf16(15969), bf16(48877), bf16(16160)]
// out| Tensor dtype = bf16, shape = [1, 2, 2], values = [bf16(48924), bf16(15969), bf16(48877), bf16(16160)]
// out| Tensor dtype = f32, shape = [2, 1, 2, 2], values = [-2.153263e-01, 5.545997e-01, -4.115700e-01, -4.621172e-01, 2.676153e-01, 4.018264e-01, 6.481532e-01, 7.177233e-01]
// out| Tensor dtype = f32, shape = [1, 2, 2], values = [2.676153e-01, 4.018264e-01, 6.481532e-01, 7.177233e-01]
// out| Tensor dtype = f64, shape = [2, 1, 2, 2], values = [-6.161344e-01, -3.583574e-01, -1.853332e-01, 4.621172e-01, 3.957849e-01, -6.204220e-01, 1.912084e-01, -8.420116e-01]
// out| Tensor dtype = f64, shape = [1, 2, 2], values = [3.957849e-01, -6.204220e-01, 1.912084e-01, -8.420116e-01]
// out| Tensor dtype = f64, shape = [3, 2, 2, 2], values = [9.158245e-01, 6.161344e-01, 2.153263e-01, -1.397053e-01, 3.718989e-01, -8.609165e-01, 4.639189e-01, -1.443307e-01, 0.000000e+00, 0.000000e+00, 4.660341e-01, 3.052200e-01, 0.000000e+00, 0.000000e+00, 6.107421e-01, -6.417622e-01, ... ]
// out| Tensor dtype = f64, shape = [2, 2, 2], values = [9.158245e-01, 6.161344e-01, 6.482628e-01, -4.655116e-02, 3.718989e-01, -8.609165e-01, 4.639189e-01, -1.443307e-01]
// out| Tensor dtype = f32, shape = [2, 1, 2, 2], values = [0.000000e+00, 0.000000e+00, -1.060261e-01, -3.408998e-01, 0.000000e+00, 0.000000e+00, -2.003767e-01, -3.718989e-01]
// out| Tensor dtype = f32, shape = [1, 2, 2], values = [7.500000e-01, 2.500000e-01, -1.060261e-01, -3.408998e-01]
// out| Tensor dtype = f64, shape = [2, 1, 1, 3], values = [1.250000e+00, 5.000000e-01, 8.750000e-01, -7.500000e-01, 0.000000e+00, -3.750000e-01]
// out| Tensor dtype = f64, shape = [1, 1, 3], values = [-7.500000e-01, 0.000000e+00, -3.750000e-01]
// out| Tensor dtype = f64, shape = [2, 1, 1, 3], values = [2.000000e+00, 5.000000e-01, 1.250000e+00, -4.323324e-01, -1.967347e-01, -3.567476e-01]
// out| Tensor dtype = f64, shape = [1, 1, 3], values = [-4.323324e-01, -1.967347e-01, -3.567476e-01]
// out| Tensor dtype = f64, shape = [2, 1, 1, 3], values = [1.000000e+00, 6.250000e-01, 8.125000e-01, 0.000000e+00, 3.750000e-01, 1.875000e-01]
// out| Tensor dtype = f64, shape = [1, 1, 3], values = [0.000000e+00, 3.750000e-01, 1.875000e-01]
// out| Tensor dtype = f64, shape = [2, 1, 1, 3], values = [2.000000e+00, 5.000000e-01, 1.250000e+00, -2.500000e-01, -6.250000e-02, -1.562500e-01]
// out| Tensor dtype = f64, shape = [1, 1, 3], values = [-2.500000e-01, -6.250000e-02, -1.562500e-01]
// out| Tensor dtype = f64, shape = [2, 1, 1, 3], values = [2.000000e+00, 5.000000e-01, 1.250000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]
// out| Tensor dtype = f64, shape = [1, 1, 3], values = [0.000000e+00, 0.000000e+00, 0.000000e+00]
// out| Tensor dtype = f64, shape = [2, 1, 1, 3], values = [4.996646e-01, 3.807971e-01, 4.933071e-01, -4.996646e-01, -3.807971e-01, -4.933071e-01]
// out| Tensor dtype = f64, shape = [1, 1, 3], values = [-4.996646e-01, -3.807971e-01, -4.933071e-01]
// out| Tensor dtype = f64, shape = [2, 1, 1, 3], values = [8.807971e-01, 6.224593e-01, 7.772999e-01, 1.192029e-01, 3.775407e-01, 2.227001e-01]
// out| Tensor dtype = f64, shape = [1, 1, 3], values = [1.192029e-01, 3.775407e-01, 2.227001e-01]
// out| Tensor dtype = f64, shape = [2, 1, 1, 3], values = [2.126928e+00, 9.740770e-01, 1.501929e+00, 1.269280e-01, 4.740770e-01, 2.519291e-01]
// out| Tensor dtype = f64, shape = [1, 1, 3], values = [1.269280e-01, 4.740770e-01, 2.519291e-01]
// out| Tensor dtype = f64, shape = [2, 1, 1, 3], values = [6.666667e-01, 3.333333e-01, 5.555556e-01, -6.666667e-01, -3.333333e-01, -5.555556e-01]
// out| Tensor dtype = f64, shape = [1, 1, 3], values = [-6.666667e-01, -3.333333e-01, -5.555556e-01]
// out| Tensor dtype = f64, shape = [2, 1, 1, 3], values = [9.640276e-01, 4.621172e-01, 8.482836e-01, -9.640276e-01, -4.621172e-01, -8.482836e-01]
// out| Tensor dtype = f64, shape = [1, 1, 3], values = [-9.640276e-01, -4.621172e-01, -8.482836e-01]
// out| Tensor dtype = f64, shape = [2, 1, 1, 3], values = [2.000000e+00, 5.000000e-01, 1.250000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]
// out| Tensor dtype = f64, shape = [1, 1, 3], values = [0.000000e+00, 0.000000e+00, 0.000000e+00]
// out| 'rnn' returned !tfrt.chain value

func.func @rnn() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[[0.25, 0.75], [0.5, -0.5]], [[-0.375, 0.75], [-1.0, 0.625]]]> : tensor<2x2x2xf16>
  %x2 = arith.constant.tensor dense<[[[0.625, -0.125], [-0.375, -0.5]]]> : tensor<1x2x2xf16>
  %x3 = arith.constant.tensor dense<[[[-0.5, -0.125], [0.0, 0.125]]]> : tensor<1x2x2xf16>
  %x4 = arith.constant.tensor dense<> : tensor<0xf16>
  %x5 = arith.constant.tensor dense<> : tensor<0xi32>
  %x6 = arith.constant.tensor dense<> : tensor<0xf16>
  %y7, %y8 = nn.rnn.f16 %x1, %x2, %x3, %x4, %x5, %x6 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Tanh", clip = 0.0 : f32, direction = "forward"} : tensor<2x1x2x2xf16>, tensor<1x2x2xf16>
  %ch1 = tensor.print %y7, %ch0
  %ch2 = tensor.print %y8, %ch1
  %x9 = arith.constant.tensor dense<[[[0.25, 0.75], [0.5, -0.5]], [[-0.375, 0.75], [-1.0, 0.625]]]> : tensor<2x2x2xbf16>
  %x10 = arith.constant.tensor dense<[[[1.0, 0.625], [0.25, 1.0]]]> : tensor<1x2x2xbf16>
  %x11 = arith.constant.tensor dense<[[[-0.625, -0.625], [0.25, -0.875]]]> : tensor<1x2x2xbf16>
  %x12 = arith.constant.tensor dense<> : tensor<0xbf16>
  %x13 = arith.constant.tensor dense<> : tensor<0xi32>
  %x14 = arith.constant.tensor dense<> : tensor<0xbf16>
  %y15, %y16 = nn.rnn.bf16 %x9, %x10, %x11, %x12, %x13, %x14 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Tanh", clip = 0.0 : f32, direction = "forward"} : tensor<2x1x2x2xbf16>, tensor<1x2x2xbf16>
  %ch3 = tensor.print %y15, %ch2
  %ch4 = tensor.print %y16, %ch3
  %x17 = arith.constant.tensor dense<[[[0.25, 0.75], [0.5, -0.5]], [[-0.375, 0.75], [-1.0, 0.625]]]> : tensor<2x2x2xf32>
  %x18 = arith.constant.tensor dense<[[[-0.875, 0.0], [-0.125, 0.875]]]> : tensor<1x2x2xf32>
  %x19 = arith.constant.tensor dense<[[[0.25, 0.0], [-0.0, -0.5]]]> : tensor<1x2x2xf32>
  %x20 = arith.constant.tensor dense<> : tensor<0xf32>
  %x21 = arith.constant.tensor dense<> : tensor<0xi32>
  %x22 = arith.constant.tensor dense<> : tensor<0xf32>
  %y23, %y24 = nn.rnn.f32 %x17, %x18, %x19, %x20, %x21, %x22 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Tanh", clip = 0.0 : f32, direction = "forward"} : tensor<2x1x2x2xf32>, tensor<1x2x2xf32>
  %ch5 = tensor.print %y23, %ch4
  %ch6 = tensor.print %y24, %ch5
  %x25 = arith.constant.tensor dense<[[[0.25, 0.75], [0.5, -0.5]], [[-0.375, 0.75], [-1.0, 0.625]]]> : tensor<2x2x2xf64>
  %x26 = arith.constant.tensor dense<[[[-1.0, -0.625], [0.375, -0.625]]]> : tensor<1x2x2xf64>
  %x27 = arith.constant.tensor dense<[[[-0.25, -1.0], [0.625, -0.75]]]> : tensor<1x2x2xf64>
  %x28 = arith.constant.tensor dense<> : tensor<0xf64>
  %x29 = arith.constant.tensor dense<> : tensor<0xi32>
  %x30 = arith.constant.tensor dense<> : tensor<0xf64>
  %y31, %y32 = nn.rnn.f64 %x25, %x26, %x27, %x28, %x29, %x30 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Tanh", clip = 0.0 : f32, direction = "forward"} : tensor<2x1x2x2xf64>, tensor<1x2x2xf64>
  %ch7 = tensor.print %y31, %ch6
  %ch8 = tensor.print %y32, %ch7
  // Two directions, biases, sequences that end early, first states.
  %x33 = arith.constant.tensor dense<[[[-0.5], [0.75]], [[0.0], [0.75]], [[0.25], [0.5]]]> : tensor<3x2x1xf64>
  %x34 = arith.constant.tensor dense<[[[-0.875], [0.125]], [[0.0], [0.75]]]> : tensor<2x2x1xf64>
  %x35 = arith.constant.tensor dense<[[[-0.25, 0.25], [-0.875, -0.25]], [[-0.375, -0.75], [0.625, -0.25]]]> : tensor<2x2x2xf64>
  %x36 = arith.constant.tensor dense<[[1.0, 0.125, 0.25, 0.25], [0.375, -0.75, -0.125, -0.5]]> : tensor<2x4xf64>
  %x37 = arith.constant.tensor dense<[1, 3]> : tensor<2xi32>
  %x38 = arith.constant.tensor dense<[[[-0.25, -0.75], [0.875, -0.625]], [[0.375, -0.375], [0.75, 0.375]]]> : tensor<2x2x2xf64>
  %y39, %y40 = nn.rnn.f64 %x33, %x34, %x35, %x36, %x37, %x38 {activation_alpha = [0.0 : f32, 0.0 : f32], activation_beta = [0.0 : f32, 0.0 : f32], activations = "Tanh,Tanh", clip = 0.0 : f32, direction = "bidirectional"} : tensor<3x2x2x2xf64>, tensor<2x2x2xf64>
  %ch9 = tensor.print %y39, %ch8
  %ch10 = tensor.print %y40, %ch9
  // A sequence without steps keeps its first state.
  %x41 = arith.constant.tensor dense<[[[-0.75], [0.75]], [[0.875], [0.75]]]> : tensor<2x2x1xf32>
  %x42 = arith.constant.tensor dense<[[[0.125], [-0.75]]]> : tensor<1x2x1xf32>
  %x43 = arith.constant.tensor dense<[[[-0.625, 0.875], [0.125, -0.625]]]> : tensor<1x2x2xf32>
  %x44 = arith.constant.tensor dense<> : tensor<0xf32>
  %x45 = arith.constant.tensor dense<[0, 2]> : tensor<2xi32>
  %x46 = arith.constant.tensor dense<[[[0.75, 0.25], [0.125, -0.25]]]> : tensor<1x2x2xf32>
  %y47, %y48 = nn.rnn.f32 %x41, %x42, %x43, %x44, %x45, %x46 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Tanh", clip = 0.0 : f32, direction = "reverse"} : tensor<2x1x2x2xf32>, tensor<1x2x2xf32>
  %ch11 = tensor.print %y47, %ch10
  %ch12 = tensor.print %y48, %ch11
  // Every activation, with an argument that is cut off.
  %x49 = arith.constant.tensor dense<[[[1.0]], [[-1.0]]]> : tensor<2x1x1xf64>
  %x50 = arith.constant.tensor dense<[[[3.0], [0.5], [1.25]]]> : tensor<1x3x1xf64>
  %x51 = arith.constant.tensor dense<[[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]> : tensor<1x3x3xf64>
  %x52 = arith.constant.tensor dense<> : tensor<0xf64>
  %x53 = arith.constant.tensor dense<> : tensor<0xi32>
  %x54 = arith.constant.tensor dense<> : tensor<0xf64>
  %y55, %y56 = nn.rnn.f64 %x49, %x50, %x51, %x52, %x53, %x54 {activation_alpha = [0.5 : f32], activation_beta = [0.25 : f32], activations = "Affine", clip = 2.0 : f32, direction = "forward"} : tensor<2x1x1x3xf64>, tensor<1x1x3xf64>
  %ch13 = tensor.print %y55, %ch12
  %ch14 = tensor.print %y56, %ch13
  %x57 = arith.constant.tensor dense<[[[1.0]], [[-1.0]]]> : tensor<2x1x1xf64>
  %x58 = arith.constant.tensor dense<[[[3.0], [0.5], [1.25]]]> : tensor<1x3x1xf64>
  %x59 = arith.constant.tensor dense<[[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]> : tensor<1x3x3xf64>
  %x60 = arith.constant.tensor dense<> : tensor<0xf64>
  %x61 = arith.constant.tensor dense<> : tensor<0xi32>
  %x62 = arith.constant.tensor dense<> : tensor<0xf64>
  %y63, %y64 = nn.rnn.f64 %x57, %x58, %x59, %x60, %x61, %x62 {activation_alpha = [0.5 : f32], activation_beta = [0.0 : f32], activations = "Elu", clip = 2.0 : f32, direction = "forward"} : tensor<2x1x1x3xf64>, tensor<1x1x3xf64>
  %ch15 = tensor.print %y63, %ch14
  %ch16 = tensor.print %y64, %ch15
  %x65 = arith.constant.tensor dense<[[[1.0]], [[-1.0]]]> : tensor<2x1x1xf64>
  %x66 = arith.constant.tensor dense<[[[3.0], [0.5], [1.25]]]> : tensor<1x3x1xf64>
  %x67 = arith.constant.tensor dense<[[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]> : tensor<1x3x3xf64>
  %x68 = arith.constant.tensor dense<> : tensor<0xf64>
  %x69 = arith.constant.tensor dense<> : tensor<0xi32>
  %x70 = arith.constant.tensor dense<> : tensor<0xf64>
  %y71, %y72 = nn.rnn.f64 %x65, %x66, %x67, %x68, %x69, %x70 {activation_alpha = [0.25 : f32], activation_beta = [0.5 : f32], activations = "HardSigmoid", clip = 2.0 : f32, direction = "forward"} : tensor<2x1x1x3xf64>, tensor<1x1x3xf64>
  %ch17 = tensor.print %y71, %ch16
  %ch18 = tensor.print %y72, %ch17
  %x73 = arith.constant.tensor dense<[[[1.0]], [[-1.0]]]> : tensor<2x1x1xf64>
  %x74 = arith.constant.tensor dense<[[[3.0], [0.5], [1.25]]]> : tensor<1x3x1xf64>
  %x75 = arith.constant.tensor dense<[[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]> : tensor<1x3x3xf64>
  %x76 = arith.constant.tensor dense<> : tensor<0xf64>
  %x77 = arith.constant.tensor dense<> : tensor<0xi32>
  %x78 = arith.constant.tensor dense<> : tensor<0xf64>
  %y79, %y80 = nn.rnn.f64 %x73, %x74, %x75, %x76, %x77, %x78 {activation_alpha = [0.125 : f32], activation_beta = [0.0 : f32], activations = "LeakyRelu", clip = 2.0 : f32, direction = "forward"} : tensor<2x1x1x3xf64>, tensor<1x1x3xf64>
  %ch19 = tensor.print %y79, %ch18
  %ch20 = tensor.print %y80, %ch19
  %x81 = arith.constant.tensor dense<[[[1.0]], [[-1.0]]]> : tensor<2x1x1xf64>
  %x82 = arith.constant.tensor dense<[[[3.0], [0.5], [1.25]]]> : tensor<1x3x1xf64>
  %x83 = arith.constant.tensor dense<[[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]> : tensor<1x3x3xf64>
  %x84 = arith.constant.tensor dense<> : tensor<0xf64>
  %x85 = arith.constant.tensor dense<> : tensor<0xi32>
  %x86 = arith.constant.tensor dense<> : tensor<0xf64>
  %y87, %y88 = nn.rnn.f64 %x81, %x82, %x83, %x84, %x85, %x86 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Relu", clip = 2.0 : f32, direction = "forward"} : tensor<2x1x1x3xf64>, tensor<1x1x3xf64>
  %ch21 = tensor.print %y87, %ch20
  %ch22 = tensor.print %y88, %ch21
  %x89 = arith.constant.tensor dense<[[[1.0]], [[-1.0]]]> : tensor<2x1x1xf64>
  %x90 = arith.constant.tensor dense<[[[3.0], [0.5], [1.25]]]> : tensor<1x3x1xf64>
  %x91 = arith.constant.tensor dense<[[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]> : tensor<1x3x3xf64>
  %x92 = arith.constant.tensor dense<> : tensor<0xf64>
  %x93 = arith.constant.tensor dense<> : tensor<0xi32>
  %x94 = arith.constant.tensor dense<> : tensor<0xf64>
  %y95, %y96 = nn.rnn.f64 %x89, %x90, %x91, %x92, %x93, %x94 {activation_alpha = [0.5 : f32], activation_beta = [2.0 : f32], activations = "ScaledTanh", clip = 2.0 : f32, direction = "forward"} : tensor<2x1x1x3xf64>, tensor<1x1x3xf64>
  %ch23 = tensor.print %y95, %ch22
  %ch24 = tensor.print %y96, %ch23
  %x97 = arith.constant.tensor dense<[[[1.0]], [[-1.0]]]> : tensor<2x1x1xf64>
  %x98 = arith.constant.tensor dense<[[[3.0], [0.5], [1.25]]]> : tensor<1x3x1xf64>
  %x99 = arith.constant.tensor dense<[[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]> : tensor<1x3x3xf64>
  %x100 = arith.constant.tensor dense<> : tensor<0xf64>
  %x101 = arith.constant.tensor dense<> : tensor<0xi32>
  %x102 = arith.constant.tensor dense<> : tensor<0xf64>
  %y103, %y104 = nn.rnn.f64 %x97, %x98, %x99, %x100, %x101, %x102 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Sigmoid", clip = 2.0 : f32, direction = "forward"} : tensor<2x1x1x3xf64>, tensor<1x1x3xf64>
  %ch25 = tensor.print %y103, %ch24
  %ch26 = tensor.print %y104, %ch25
  %x105 = arith.constant.tensor dense<[[[1.0]], [[-1.0]]]> : tensor<2x1x1xf64>
  %x106 = arith.constant.tensor dense<[[[3.0], [0.5], [1.25]]]> : tensor<1x3x1xf64>
  %x107 = arith.constant.tensor dense<[[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]> : tensor<1x3x3xf64>
  %x108 = arith.constant.tensor dense<> : tensor<0xf64>
  %x109 = arith.constant.tensor dense<> : tensor<0xi32>
  %x110 = arith.constant.tensor dense<> : tensor<0xf64>
  %y111, %y112 = nn.rnn.f64 %x105, %x106, %x107, %x108, %x109, %x110 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Softplus", clip = 2.0 : f32, direction = "forward"} : tensor<2x1x1x3xf64>, tensor<1x1x3xf64>
  %ch27 = tensor.print %y111, %ch26
  %ch28 = tensor.print %y112, %ch27
  %x113 = arith.constant.tensor dense<[[[1.0]], [[-1.0]]]> : tensor<2x1x1xf64>
  %x114 = arith.constant.tensor dense<[[[3.0], [0.5], [1.25]]]> : tensor<1x3x1xf64>
  %x115 = arith.constant.tensor dense<[[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]> : tensor<1x3x3xf64>
  %x116 = arith.constant.tensor dense<> : tensor<0xf64>
  %x117 = arith.constant.tensor dense<> : tensor<0xi32>
  %x118 = arith.constant.tensor dense<> : tensor<0xf64>
  %y119, %y120 = nn.rnn.f64 %x113, %x114, %x115, %x116, %x117, %x118 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Softsign", clip = 2.0 : f32, direction = "forward"} : tensor<2x1x1x3xf64>, tensor<1x1x3xf64>
  %ch29 = tensor.print %y119, %ch28
  %ch30 = tensor.print %y120, %ch29
  %x121 = arith.constant.tensor dense<[[[1.0]], [[-1.0]]]> : tensor<2x1x1xf64>
  %x122 = arith.constant.tensor dense<[[[3.0], [0.5], [1.25]]]> : tensor<1x3x1xf64>
  %x123 = arith.constant.tensor dense<[[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]> : tensor<1x3x3xf64>
  %x124 = arith.constant.tensor dense<> : tensor<0xf64>
  %x125 = arith.constant.tensor dense<> : tensor<0xi32>
  %x126 = arith.constant.tensor dense<> : tensor<0xf64>
  %y127, %y128 = nn.rnn.f64 %x121, %x122, %x123, %x124, %x125, %x126 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Tanh", clip = 2.0 : f32, direction = "forward"} : tensor<2x1x1x3xf64>, tensor<1x1x3xf64>
  %ch31 = tensor.print %y127, %ch30
  %ch32 = tensor.print %y128, %ch31
  %x129 = arith.constant.tensor dense<[[[1.0]], [[-1.0]]]> : tensor<2x1x1xf64>
  %x130 = arith.constant.tensor dense<[[[3.0], [0.5], [1.25]]]> : tensor<1x3x1xf64>
  %x131 = arith.constant.tensor dense<[[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]]> : tensor<1x3x3xf64>
  %x132 = arith.constant.tensor dense<> : tensor<0xf64>
  %x133 = arith.constant.tensor dense<> : tensor<0xi32>
  %x134 = arith.constant.tensor dense<> : tensor<0xf64>
  %y135, %y136 = nn.rnn.f64 %x129, %x130, %x131, %x132, %x133, %x134 {activation_alpha = [0.5 : f32], activation_beta = [0.0 : f32], activations = "ThresholdedRelu", clip = 2.0 : f32, direction = "forward"} : tensor<2x1x1x3xf64>, tensor<1x1x3xf64>
  %ch33 = tensor.print %y135, %ch32
  %ch34 = tensor.print %y136, %ch33
  tfrt.return %ch34 : !tfrt.chain
}
