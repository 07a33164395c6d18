// rule: nn.linear_attention.T, as ONNX's LinearAttention: a state that each step changes by the rule, and then asks.
// run:
// out| --- Running 'linear_attention':
// out| Tensor dtype = f16, shape = [1, 2, 4], values = [fp16(0), fp16(45559), fp16(0), fp16(11937), fp16(10302), fp16(11691), fp16(44909), fp16(44519)]
// out| Tensor dtype = f16, shape = [1, 1, 2, 2], values = [fp16(12800), fp16(12485), fp16(0), fp16(44656)]
// out| Tensor dtype = bf16, shape = [1, 2, 4], values = [bf16(48562), bf16(48332), bf16(48562), bf16(48332), bf16(48526), bf16(48349), bf16(48382), bf16(48409)]
// out| Tensor dtype = bf16, shape = [1, 1, 2, 2], values = [bf16(15528), bf16(15677), bf16(48723), bf16(48587)]
// out| Tensor dtype = f32, shape = [1, 2, 4], values = [-2.796663e-02, 2.796663e-02, -9.322208e-03, 9.322208e-03, 1.362382e-01, 2.003971e-01, -2.087878e-01, -9.418394e-02]
// out| Tensor dtype = f32, shape = [1, 1, 2, 2], values = [-4.207651e-01, -3.409536e-01, -1.166382e-01, -2.642212e-01]
// out| Tensor dtype = f64, shape = [1, 2, 4], values = [3.314563e-02, 8.286408e-03, 2.485922e-02, 6.214806e-03, -7.277640e-03, -1.977329e-02, 1.370586e-02, 6.557452e-02]
// out| Tensor dtype = f64, shape = [1, 1, 2, 2], values = [-3.712764e-03, -4.780319e-02, 2.151246e-02, 6.787812e-02]
// out| Tensor dtype = f64, shape = [1, 2, 4], values = [1.562500e-02, 3.125000e-02, 3.925781e-01, -4.335938e-01, -5.468750e-02, 5.468750e-02, 0.000000e+00, 0.000000e+00]
// out| Tensor dtype = f64, shape = [1, 2, 1, 2], values = [2.187500e-01, -2.187500e-01, 1.718750e-01, -9.375000e-01]
// out| Tensor dtype = f64, shape = [1, 2, 2], values = [3.222656e-02, -2.343750e-01, -5.273438e-02, -4.467168e-01]
// out| Tensor dtype = f64, shape = [1, 2, 2, 1], values = [-1.093750e-01, -7.812500e-02, 2.236656e+00, 1.093750e-01]
// out| Tensor dtype = f64, shape = [2, 2, 4], values = [8.203125e-02, -1.025391e-01, -1.318359e-02, -1.318359e-02, -4.101562e-02, -1.640625e-01, 1.318359e-02, 8.789062e-03, 3.417969e-02, 4.785156e-02, 1.025391e-01, -1.435547e-01, -1.556778e-01, 1.868134e-01, 3.041458e-02, 0.000000e+00]
// out| Tensor dtype = f64, shape = [2, 2, 1, 1], values = [-1.640625e-01, -3.515625e-02, -2.490845e-01, 1.216583e-01]
// out| Tensor dtype = f32, shape = [1, 2, 2], values = [-6.966131e-01, 9.145409e-02, -2.518439e-02, -1.898164e-01]
// out| Tensor dtype = f32, shape = [1, 2, 2, 1], values = [1.194465e-01, 3.123035e-01, 1.585184e-01, -1.037898e+00]
// out| 'linear_attention' returned !tfrt.chain value

func.func @linear_attention() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[[0.25, 1.0, -0.625, -0.625], [0.25, -0.875, -0.875, 0.0]]]> : tensor<1x2x4xf16>
  %x2 = arith.constant.tensor dense<[[[-0.125, 0.875], [0.25, 0.0]]]> : tensor<1x2x2xf16>
  %x3 = arith.constant.tensor dense<[[[-0.0, -0.5], [-1.0, -0.625]]]> : tensor<1x2x2xf16>
  %x4 = arith.constant.tensor dense<> : tensor<0xf16>
  %x5 = arith.constant.tensor dense<[[[0.375, -0.625], [-0.25, -1.0]]]> : tensor<1x2x2xf16>
  %x6 = arith.constant.tensor dense<[[[0.625], [-0.75]]]> : tensor<1x2x1xf16>
  %y7, %y8 = nn.linear_attention.f16 %x1, %x2, %x3, %x4, %x5, %x6 {kv_num_heads = 1 : i64, q_num_heads = 2 : i64, scale = 0.0 : f32, update_rule = "gated_delta"} : tensor<1x2x4xf16>, tensor<1x1x2x2xf16>
  %ch1 = tensor.print %y7, %ch0
  %ch2 = tensor.print %y8, %ch1
  %x9 = arith.constant.tensor dense<[[[-0.5, 0.75, 0.0, 0.75], [0.25, 0.5, -0.875, 0.125]]]> : tensor<1x2x4xbf16>
  %x10 = arith.constant.tensor dense<[[[0.0, 0.75], [-0.25, 0.25]]]> : tensor<1x2x2xbf16>
  %x11 = arith.constant.tensor dense<[[[-0.875, -0.25], [-0.375, -0.75]]]> : tensor<1x2x2xbf16>
  %x12 = arith.constant.tensor dense<> : tensor<0xbf16>
  %x13 = arith.constant.tensor dense<[[[0.625, -0.25], [1.0, 0.125]]]> : tensor<1x2x2xbf16>
  %x14 = arith.constant.tensor dense<[[[0.25], [0.25]]]> : tensor<1x2x1xbf16>
  %y15, %y16 = nn.linear_attention.bf16 %x9, %x10, %x11, %x12, %x13, %x14 {kv_num_heads = 1 : i64, q_num_heads = 2 : i64, scale = 0.0 : f32, update_rule = "gated_delta"} : tensor<1x2x4xbf16>, tensor<1x1x2x2xbf16>
  %ch3 = tensor.print %y15, %ch2
  %ch4 = tensor.print %y16, %ch3
  %x17 = arith.constant.tensor dense<[[[0.375, -0.75, -0.125, -0.5], [-0.25, -0.75, 0.875, -0.625]]]> : tensor<1x2x4xf32>
  %x18 = arith.constant.tensor dense<[[[0.375, -0.375], [0.75, 0.375]]]> : tensor<1x2x2xf32>
  %x19 = arith.constant.tensor dense<[[[-0.75, 0.75], [0.875, 0.75]]]> : tensor<1x2x2xf32>
  %x20 = arith.constant.tensor dense<> : tensor<0xf32>
  %x21 = arith.constant.tensor dense<[[[0.125, -0.75], [-0.625, 0.875]]]> : tensor<1x2x2xf32>
  %x22 = arith.constant.tensor dense<[[[0.125], [-0.625]]]> : tensor<1x2x1xf32>
  %y23, %y24 = nn.linear_attention.f32 %x17, %x18, %x19, %x20, %x21, %x22 {kv_num_heads = 1 : i64, q_num_heads = 2 : i64, scale = 0.0 : f32, update_rule = "gated_delta"} : tensor<1x2x4xf32>, tensor<1x1x2x2xf32>
  %ch5 = tensor.print %y23, %ch4
  %ch6 = tensor.print %y24, %ch5
  %x25 = arith.constant.tensor dense<[[[0.75, 0.25, 0.125, -0.25], [-0.125, -0.5, -0.875, 0.75]]]> : tensor<1x2x4xf64>
  %x26 = arith.constant.tensor dense<[[[-0.125, 0.125], [-0.375, 0.5]]]> : tensor<1x2x2xf64>
  %x27 = arith.constant.tensor dense<[[[-1.0, -0.25], [-1.0, -0.75]]]> : tensor<1x2x2xf64>
  %x28 = arith.constant.tensor dense<> : tensor<0xf64>
  %x29 = arith.constant.tensor dense<[[[0.875, 0.375], [-0.125, 0.0]]]> : tensor<1x2x2xf64>
  %x30 = arith.constant.tensor dense<[[[0.75], [-0.25]]]> : tensor<1x2x1xf64>
  %y31, %y32 = nn.linear_attention.f64 %x25, %x26, %x27, %x28, %x29, %x30 {kv_num_heads = 1 : i64, q_num_heads = 2 : i64, scale = 0.0 : f32, update_rule = "gated_delta"} : tensor<1x2x4xf64>, tensor<1x1x2x2xf64>
  %ch7 = tensor.print %y31, %ch6
  %ch8 = tensor.print %y32, %ch7
  // Other rules, first states, one decay or rate for all.
  %x33 = arith.constant.tensor dense<[[[0.125, 0.375], [-0.25, 0.0]]]> : tensor<1x2x2xf64>
  %x34 = arith.constant.tensor dense<[[[0.5, 0.875], [-0.75, 0.875]]]> : tensor<1x2x2xf64>
  %x35 = arith.constant.tensor dense<[[[-1.0, 0.5, 0.625, -0.75], [-0.125, 0.625, -1.0, 0.25]]]> : tensor<1x2x4xf64>
  %x36 = arith.constant.tensor dense<[[[[0.625, 0.0]], [[0.5, -0.5]]]]> : tensor<1x2x1x2xf64>
  %x37 = arith.constant.tensor dense<> : tensor<0xf64>
  %x38 = arith.constant.tensor dense<> : tensor<0xf64>
  %y39, %y40 = nn.linear_attention.f64 %x33, %x34, %x35, %x36, %x37, %x38 {kv_num_heads = 2 : i64, q_num_heads = 2 : i64, scale = 0.0 : f32, update_rule = "linear"} : tensor<1x2x4xf64>, tensor<1x2x1x2xf64>
  %ch9 = tensor.print %y39, %ch8
  %ch10 = tensor.print %y40, %ch9
  %x41 = arith.constant.tensor dense<[[[-0.625, -0.25, -0.625, -0.25], [0.875, 0.125, -0.375, -0.5]]]> : tensor<1x2x4xf64>
  %x42 = arith.constant.tensor dense<[[[0.875, -0.125, 1.0, 0.0], [0.0, 0.75, 0.5, 0.125]]]> : tensor<1x2x4xf64>
  %x43 = arith.constant.tensor dense<[[[-0.125, 0.75], [-0.125, 0.875]]]> : tensor<1x2x2xf64>
  %x44 = arith.constant.tensor dense<> : tensor<0xf64>
  %x45 = arith.constant.tensor dense<[[[-0.875, -0.125], [0.0, 0.875]]]> : tensor<1x2x2xf64>
  %x46 = arith.constant.tensor dense<> : tensor<0xf64>
  %y47, %y48 = nn.linear_attention.f64 %x41, %x42, %x43, %x44, %x45, %x46 {kv_num_heads = 2 : i64, q_num_heads = 2 : i64, scale = 0.5 : f32, update_rule = "gated"} : tensor<1x2x2xf64>, tensor<1x2x2x1xf64>
  %ch11 = tensor.print %y47, %ch10
  %ch12 = tensor.print %y48, %ch11
  %x49 = arith.constant.tensor dense<[[[-0.5, 0.625, 0.375, 0.375], [0.25, 1.0, -0.375, -0.25]], [[-0.625, -0.875, -0.625, 0.875], [0.625, -0.75, 0.25, -0.0]]]> : tensor<2x2x4xf64>
  %x50 = arith.constant.tensor dense<[[[0.25, 0.375], [-0.375, 0.875]], [[-0.125, 0.25], [0.25, -0.625]]]> : tensor<2x2x2xf64>
  %x51 = arith.constant.tensor dense<[[[-0.875, -0.125], [0.5, 0.625]], [[0.5, -0.75], [0.875, 0.625]]]> : tensor<2x2x2xf64>
  %x52 = arith.constant.tensor dense<> : tensor<0xf64>
  %x53 = arith.constant.tensor dense<> : tensor<0xf64>
  %x54 = arith.constant.tensor dense<[[[0.75], [0.0]], [[0.875], [-0.875]]]> : tensor<2x2x1xf64>
  %y55, %y56 = nn.linear_attention.f64 %x49, %x50, %x51, %x52, %x53, %x54 {kv_num_heads = 2 : i64, q_num_heads = 4 : i64, scale = 0.0 : f32, update_rule = "delta"} : tensor<2x2x4xf64>, tensor<2x2x1x1xf64>
  %ch13 = tensor.print %y55, %ch12
  %ch14 = tensor.print %y56, %ch13
  %x57 = arith.constant.tensor dense<[[[-1.0, -1.0, -0.5, -0.5], [-0.625, 0.125, -0.875, 0.125]]]> : tensor<1x2x4xf32>
  %x58 = arith.constant.tensor dense<[[[-0.625, 0.375, -1.0, -0.375], [0.875, 0.125, 0.625, 0.375]]]> : tensor<1x2x4xf32>
  %x59 = arith.constant.tensor dense<[[[0.25, -0.625], [0.125, -0.875]]]> : tensor<1x2x2xf32>
  %x60 = arith.constant.tensor dense<[[[[0.625], [0.875]], [[0.75], [-0.875]]]]> : tensor<1x2x2x1xf32>
  %x61 = arith.constant.tensor dense<[[[-0.375, -0.375], [-0.75, 0.25]]]> : tensor<1x2x2xf32>
  %x62 = arith.constant.tensor dense<[[[0.625, -0.375], [0.75, 0.625]]]> : tensor<1x2x2xf32>
  %y63, %y64 = nn.linear_attention.f32 %x57, %x58, %x59, %x60, %x61, %x62 {kv_num_heads = 2 : i64, q_num_heads = 2 : i64, scale = 0.0 : f32, update_rule = "gated_delta"} : tensor<1x2x2xf32>, tensor<1x2x2x1xf32>
  %ch15 = tensor.print %y63, %ch14
  %ch16 = tensor.print %y64, %ch15
  tfrt.return %ch16 : !tfrt.chain
}
