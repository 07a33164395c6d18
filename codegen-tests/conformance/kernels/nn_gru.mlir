// rule: nn.gru.T, as ONNX's GRU: steps with an update and a reset.
// rule: numeric-contract, tensors and models: f16 and bf16 compute in f32 and round once.
// run:
// out| --- Running 'gru':
// out| Tensor dtype = f16, shape = [2, 1, 2, 2], values = [fp16(8961), fp16(44247), fp16(45917), fp16(11418), fp16(43203), fp16(43086), fp16(46418), fp16(12306)]
// out| Tensor dtype = f16, shape = [1, 2, 2], values = [fp16(43203), fp16(43086), fp16(46418), fp16(12306)]
// out| Tensor dtype = bf16, shape = [2, 1, 2, 2], values = [bf16(15821), bf16(48565), bf16(15797), bf16(48830), bf16(15789), bf16(48609), bf16(15810), bf16(48832)]
// out| Tensor dtype = bf16, shape = [1, 2, 2], values = [bf16(15789), bf16(48609), bf16(15810), bf16(48832)]
// out| Tensor dtype = f32, shape = [2, 1, 2, 2], values = [-1.390104e-01, -2.223220e-01, -1.486847e-02, 1.644191e-01, -8.524382e-02, -1.195172e-01, 8.245520e-03, 2.809892e-01]
// out| Tensor dtype = f32, shape = [1, 2, 2], values = [-8.524382e-02, -1.195172e-01, 8.245520e-03, 2.809892e-01]
// out| Tensor dtype = f64, shape = [2, 1, 2, 2], values = [-2.137362e-01, 1.596238e-01, 8.498001e-03, -3.246840e-01, -1.034385e-01, 2.625463e-02, 9.560250e-02, -4.185093e-01]
// out| Tensor dtype = f64, shape = [1, 2, 2], values = [-1.034385e-01, 2.625463e-02, 9.560250e-02, -4.185093e-01]
// out| Tensor dtype = f64, shape = [3, 2, 2, 2], values = [-5.869778e-01, 6.837746e-01, -4.701784e-01, 2.907235e-01, -9.118083e-01, -3.332089e-01, -7.229735e-01, 1.253280e-02, 0.000000e+00, 0.000000e+00, -3.575562e-01, 1.790069e-01, 0.000000e+00, 0.000000e+00, -6.682201e-01, -2.314164e-01, ... ]
// out| Tensor dtype = f64, shape = [2, 2, 2], values = [-5.869778e-01, 6.837746e-01, -4.816144e-01, 5.136998e-01, -9.118083e-01, -3.332089e-01, -7.229735e-01, 1.253280e-02]
// out| Tensor dtype = f32, shape = [2, 1, 2, 2], values = [0.000000e+00, 0.000000e+00, -2.688515e-01, 2.082539e-02, 0.000000e+00, 0.000000e+00, -4.620855e-01, 1.021608e-01]
// out| Tensor dtype = f32, shape = [1, 2, 2], values = [5.000000e-01, 7.500000e-01, -2.688515e-01, 2.082539e-02]
// out| Tensor dtype = f64, shape = [2, 1, 1, 2], values = [5.208086e-01, -8.627287e-03, 6.453008e-01, -4.029464e-03]
// out| Tensor dtype = f64, shape = [1, 1, 2], values = [6.453008e-01, -4.029464e-03]
// out| 'gru' returned !tfrt.chain value

func.func @gru() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[[-0.125, -0.5], [-0.875, 0.75]], [[-0.125, 0.125], [-0.375, 0.5]]]> : tensor<2x2x2xf16>
  %x2 = arith.constant.tensor dense<[[[-1.0, -0.25], [-1.0, -0.75], [0.875, 0.375], [-0.125, 0.0], [0.75, -0.25], [0.125, 0.375]]]> : tensor<1x6x2xf16>
  %x3 = arith.constant.tensor dense<[[[-0.25, 0.0], [0.5, 0.875], [-0.75, 0.875], [-1.0, 0.5], [0.625, -0.75], [-0.125, 0.625]]]> : tensor<1x6x2xf16>
  %x4 = arith.constant.tensor dense<> : tensor<0xf16>
  %x5 = arith.constant.tensor dense<> : tensor<0xi32>
  %x6 = arith.constant.tensor dense<> : tensor<0xf16>
  %y7, %y8 = nn.gru.f16 %x1, %x2, %x3, %x4, %x5, %x6 {activation_alpha = [0.0 : f32, 0.0 : f32], activation_beta = [0.0 : f32, 0.0 : f32], activations = "Sigmoid,Tanh", clip = 0.0 : f32, direction = "forward", linear_before_reset = false} : tensor<2x1x2x2xf16>, tensor<1x2x2xf16>
  %ch1 = tensor.print %y7, %ch0
  %ch2 = tensor.print %y8, %ch1
  %x9 = arith.constant.tensor dense<[[[-0.125, -0.5], [-0.875, 0.75]], [[-0.125, 0.125], [-0.375, 0.5]]]> : tensor<2x2x2xbf16>
  %x10 = arith.constant.tensor dense<[[[-1.0, 0.25], [0.625, 0.0], [0.5, -0.5], [-0.625, -0.25], [-0.625, -0.25], [0.875, 0.125]]]> : tensor<1x6x2xbf16>
  %x11 = arith.constant.tensor dense<[[[-0.375, -0.5], [0.875, -0.125], [1.0, 0.0], [0.0, 0.75], [0.5, 0.125], [-0.125, 0.75]]]> : tensor<1x6x2xbf16>
  %x12 = arith.constant.tensor dense<> : tensor<0xbf16>
  %x13 = arith.constant.tensor dense<> : tensor<0xi32>
  %x14 = arith.constant.tensor dense<> : tensor<0xbf16>
  %y15, %y16 = nn.gru.bf16 %x9, %x10, %x11, %x12, %x13, %x14 {activation_alpha = [0.0 : f32, 0.0 : f32], activation_beta = [0.0 : f32, 0.0 : f32], activations = "Sigmoid,Tanh", clip = 0.0 : f32, direction = "forward", linear_before_reset = false} : tensor<2x1x2x2xbf16>, tensor<1x2x2xbf16>
  %ch3 = tensor.print %y15, %ch2
  %ch4 = tensor.print %y16, %ch3
  %x17 = arith.constant.tensor dense<[[[-0.125, -0.5], [-0.875, 0.75]], [[-0.125, 0.125], [-0.375, 0.5]]]> : tensor<2x2x2xf32>
  %x18 = arith.constant.tensor dense<[[[-0.125, 0.875], [-0.875, -0.125], [0.0, 0.875], [-0.5, 0.625], [0.375, 0.375], [0.25, 1.0]]]> : tensor<1x6x2xf32>
  %x19 = arith.constant.tensor dense<[[[-0.375, -0.25], [-0.625, -0.875], [-0.625, 0.875], [0.625, -0.75], [0.25, -0.0], [0.25, 0.375]]]> : tensor<1x6x2xf32>
  %x20 = arith.constant.tensor dense<> : tensor<0xf32>
  %x21 = arith.constant.tensor dense<> : tensor<0xi32>
  %x22 = arith.constant.tensor dense<> : tensor<0xf32>
  %y23, %y24 = nn.gru.f32 %x17, %x18, %x19, %x20, %x21, %x22 {activation_alpha = [0.0 : f32, 0.0 : f32], activation_beta = [0.0 : f32, 0.0 : f32], activations = "Sigmoid,Tanh", clip = 0.0 : f32, direction = "forward", linear_before_reset = false} : tensor<2x1x2x2xf32>, tensor<1x2x2xf32>
  %ch5 = tensor.print %y23, %ch4
  %ch6 = tensor.print %y24, %ch5
  %x25 = arith.constant.tensor dense<[[[-0.125, -0.5], [-0.875, 0.75]], [[-0.125, 0.125], [-0.375, 0.5]]]> : tensor<2x2x2xf64>
  %x26 = arith.constant.tensor dense<[[[-0.375, 0.875], [-0.125, 0.25], [0.25, -0.625], [-0.875, -0.125], [0.5, 0.625], [0.5, -0.75]]]> : tensor<1x6x2xf64>
  %x27 = arith.constant.tensor dense<[[[0.875, 0.625], [0.75, 0.0], [0.875, -0.875], [-1.0, -1.0], [-0.5, -0.5], [-0.625, 0.125]]]> : tensor<1x6x2xf64>
  %x28 = arith.constant.tensor dense<> : tensor<0xf64>
  %x29 = arith.constant.tensor dense<> : tensor<0xi32>
  %x30 = arith.constant.tensor dense<> : tensor<0xf64>
  %y31, %y32 = nn.gru.f64 %x25, %x26, %x27, %x28, %x29, %x30 {activation_alpha = [0.0 : f32, 0.0 : f32], activation_beta = [0.0 : f32, 0.0 : f32], activations = "Sigmoid,Tanh", clip = 0.0 : f32, direction = "forward", linear_before_reset = false} : tensor<2x1x2x2xf64>, tensor<1x2x2xf64>
  %ch7 = tensor.print %y31, %ch6
  %ch8 = tensor.print %y32, %ch7
  // Two directions, biases, sequences that end early, first states.
  %x33 = arith.constant.tensor dense<[[[-0.875], [0.125]], [[-0.625], [0.375]], [[-1.0], [-0.375]]]> : tensor<3x2x1xf64>
  %x34 = arith.constant.tensor dense<[[[0.875], [0.125], [0.625], [0.375], [0.25], [-0.625]], [[0.125], [-0.875], [0.625], [0.875], [0.75], [-0.875]]]> : tensor<2x6x1xf64>
  %x35 = arith.constant.tensor dense<[[[-0.375, -0.375], [-0.75, 0.25], [0.625, -0.375], [0.75, 0.625], [-0.75, 0.5], [0.75, -0.625]], [[0.125, 0.25], [0.25, -0.75], [0.375, 0.25], [0.625, 0.625], [-0.375, 0.5], [0.75, 0.75]]]> : tensor<2x6x2xf64>
  %x36 = arith.constant.tensor dense<[[-0.625, -1.0, 0.25, -0.625, 0.125, 0.875, -0.25, -0.5, -0.125, 0.375, -0.75, -0.25], [-0.75, 0.375, 0.625, -0.25, -0.25, 0.125, -0.625, -0.5, -0.375, -0.125, -0.875, 0.5]]> : tensor<2x12xf64>
  %x37 = arith.constant.tensor dense<[1, 3]> : tensor<2xi32>
  %x38 = arith.constant.tensor dense<[[[0.125, -0.375], [-0.875, 0.5]], [[-0.75, -0.75], [-0.75, -0.875]]]> : tensor<2x2x2xf64>
  %y39, %y40 = nn.gru.f64 %x33, %x34, %x35, %x36, %x37, %x38 {activation_alpha = [0.0 : f32, 0.0 : f32, 0.0 : f32, 0.0 : f32], activation_beta = [0.0 : f32, 0.0 : f32, 0.0 : f32, 0.0 : f32], activations = "Sigmoid,Tanh,Sigmoid,Tanh", clip = 0.0 : f32, direction = "bidirectional", linear_before_reset = false} : tensor<3x2x2x2xf64>, tensor<2x2x2xf64>
  %ch9 = tensor.print %y39, %ch8
  %ch10 = tensor.print %y40, %ch9
  // A sequence without steps keeps its first state.
  %x41 = arith.constant.tensor dense<[[[0.875], [-0.5]], [[-0.375], [0.625]]]> : tensor<2x2x1xf32>
  %x42 = arith.constant.tensor dense<[[[0.25], [-0.625], [-0.125], [0.75], [-0.25], [0.375]]]> : tensor<1x6x1xf32>
  %x43 = arith.constant.tensor dense<[[[-0.75, 0.5], [0.5, 0.625], [0.375, -0.25], [-0.875, 0.0], [0.5, -0.625], [-0.5, 0.125]]]> : tensor<1x6x2xf32>
  %x44 = arith.constant.tensor dense<> : tensor<0xf32>
  %x45 = arith.constant.tensor dense<[0, 2]> : tensor<2xi32>
  %x46 = arith.constant.tensor dense<[[[0.5, 0.75], [-0.75, -0.625]]]> : tensor<1x2x2xf32>
  %y47, %y48 = nn.gru.f32 %x41, %x42, %x43, %x44, %x45, %x46 {activation_alpha = [0.0 : f32, 0.0 : f32], activation_beta = [0.0 : f32, 0.0 : f32], activations = "Sigmoid,Tanh", clip = 0.0 : f32, direction = "reverse", linear_before_reset = false} : tensor<2x1x2x2xf32>, tensor<1x2x2xf32>
  %ch11 = tensor.print %y47, %ch10
  %ch12 = tensor.print %y48, %ch11
  // The reset after the product.
  %x49 = arith.constant.tensor dense<[[[0.625]], [[0.25]]]> : tensor<2x1x1xf64>
  %x50 = arith.constant.tensor dense<[[[0.5], [1.0], [0.875], [0.625], [0.5], [-0.25]]]> : tensor<1x6x1xf64>
  %x51 = arith.constant.tensor dense<[[[0.25, -0.625], [0.5, 0.5], [0.5, -0.125], [-0.25, -0.125], [-0.875, 0.75], [0.125, -0.25]]]> : tensor<1x6x2xf64>
  %x52 = arith.constant.tensor dense<[[0.125, 0.5, -0.25, 0.625, 0.875, -0.25, -0.75, 0.5, 1.0, -0.75, 0.375, 0.625]]> : tensor<1x12xf64>
  %x53 = arith.constant.tensor dense<> : tensor<0xi32>
  %x54 = arith.constant.tensor dense<> : tensor<0xf64>
  %y55, %y56 = nn.gru.f64 %x49, %x50, %x51, %x52, %x53, %x54 {activation_alpha = [0.0 : f32, 0.0 : f32], activation_beta = [0.0 : f32, 0.0 : f32], activations = "Sigmoid,Tanh", clip = 0.0 : f32, direction = "forward", linear_before_reset = true} : tensor<2x1x1x2xf64>, tensor<1x1x2xf64>
  %ch13 = tensor.print %y55, %ch12
  %ch14 = tensor.print %y56, %ch13
  tfrt.return %ch14 : !tfrt.chain
}
