// rule: arena: what kernels of nn and math do, on the memory of one run; an op reads what places say, from the memory or from
//   tensors, and its result is written over what is not needed any more.
// run:
// out| --- Running 'elements':
// out| Tensor dtype = f32, shape = [4], values = [2.000000e+00, -5.000000e+00, 4.000000e+00, 1.000000e+00]
// out| Tensor dtype = f32, shape = [4], values = [1.000000e+00, 1.000000e+00, 4.000000e+00, -1.000000e+00]
// out| Tensor dtype = f32, shape = [4], values = [7.500000e-01, 6.000000e+00, 0.000000e+00, -0.000000e+00]
// out| Tensor dtype = f32, shape = [4], values = [3.000000e+00, 6.666667e-01, INF, -0.000000e+00]
// out| Tensor dtype = f32, shape = [4], values = [1.500000e+00, -2.000000e+00, 4.000000e+00, 1.000000e+00]
// out| Tensor dtype = f32, shape = [4], values = [5.000000e-01, -3.000000e+00, 0.000000e+00, -0.000000e+00]
// out| Tensor dtype = f32, shape = [4], values = [1.500000e+00, 0.000000e+00, 4.000000e+00, -0.000000e+00]
// out| Tensor dtype = f32, shape = [4], values = [4.481689e+00, 1.000000e+00, 5.459815e+01, 1.000000e+00]
// out| Tensor dtype = f32, shape = [4], values = [4.054651e-01, -INF, 1.386294e+00, -INF]
// out| Tensor dtype = f32, shape = [4], values = [9.051483e-01, 0.000000e+00, 9.993293e-01, -0.000000e+00]
// out| Tensor dtype = f32, shape = [4], values = [9.661052e-01, 0.000000e+00, 1.000000e+00, -0.000000e+00]
// out| Tensor dtype = f32, shape = [4], values = [1.224745e+00, 0.000000e+00, 2.000000e+00, -0.000000e+00]
// out| Tensor dtype = f32, shape = [2, 2], values = [3.000000e+00, 0.000000e+00, 8.000000e+00, -0.000000e+00]
// out| 'elements' returned !tfrt.chain value
// out| --- Running 'rows':
// out| Tensor dtype = f32, shape = [2, 2], values = [4.000000e+00, 5.000000e+00, 1.000000e+01, 1.100000e+01]
// out| Tensor dtype = f32, shape = [2], values = [6.000000e+00, 1.500000e+01]
// out| Tensor dtype = f32, shape = [2], values = [2.000000e+00, 5.000000e+00]
// out| Tensor dtype = f32, shape = [2], values = [3.000000e+00, 6.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1], values = [2.100000e+01]
// out| Tensor dtype = f32, shape = [2, 2], values = [2.689414e-01, 7.310586e-01, 2.689414e-01, 7.310586e-01]
// out| Tensor dtype = f32, shape = [3, 2], values = [1.000000e+00, 4.000000e+00, 2.000000e+00, 5.000000e+00, 3.000000e+00, 6.000000e+00]
// out| Tensor dtype = f32, shape = [2, 7], values = [4.000000e+00, 5.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 1.000000e+01, 1.100000e+01, 4.000000e+00, 5.000000e+00, 6.000000e+00, 1.000000e+01, 1.100000e+01]
// out| 'rows' returned !tfrt.chain value
// out| --- Running 'images':
// out| Tensor dtype = f32, shape = [1, 1, 1, 3], values = [1.000000e+00, 2.000000e+00, 4.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 1, 3], values = [1.500000e+00, 2.500000e+00, 4.500000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 1, 2], values = [2.500000e+00, 4.500000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 1, 2], values = [2.000000e+00, 3.500000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 1, 2], values = [1.560660e+00, 2.621320e+00]
// out| 'images' returned !tfrt.chain value
// out| --- Running 'blocks':
// out| Tensor dtype = f32, shape = [1, 1, 1, 3], values = [1.000000e+00, 2.000000e+00, 4.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 1, 3], values = [2.000000e+00, 3.000000e+00, 3.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 1, 2], values = [3.000000e+00, 3.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 1, 2], values = [1.500000e+00, 3.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 1, 3], values = [0.000000e+00, 0.000000e+00, 0.000000e+00]
// out| 'blocks' returned !tfrt.chain value
// out| --- Running 'product':
// out| Tensor dtype = f32, shape = [2, 2], values = [4.000000e+00, 6.000000e+00, -2.800000e+01, -3.600000e+01]
// out| Tensor dtype = f32, shape = [2, 2], values = [8.500000e+00, 1.100000e+01, 0.000000e+00, 0.000000e+00]
// out| 'product' returned !tfrt.chain value
// out| --- Running 'weights':
// out| Tensor dtype = f32, shape = [2], values = [3.000000e+00, 1.000000e+00]
// out| Tensor dtype = f32, shape = [2], values = [2.000000e+00, 4.500000e+00]
// out| Tensor dtype = f32, shape = [1], values = [6.500000e+00]
// out| Tensor dtype = f32, shape = [1, 1], values = [5.000000e-01]
// out| Tensor dtype = f32, shape = [1, 2, 1], values = [3.500000e+00, 4.000000e+00]
// out| Tensor dtype = f32, shape = [1, 1, 3], values = [1.250000e+01, 1.350000e+01, 1.450000e+01]
// out| 'weights' returned !tfrt.chain value
// out| --- Running 'moved':
// out| Tensor dtype = f32, shape = [2, 1, 2], values = [5.000000e+00, 6.000000e+00, 1.000000e+00, 2.000000e+00]
// out| Tensor dtype = i64, shape = [3, 2], values = [2, 1, 4, 3, 6, 5]
// out| Tensor dtype = f32, shape = [2], values = [-1.000000e+00, 3.000000e+00]
// out| Tensor dtype = i1, shape = [2], values = [1, 1]
// out| 'moved' returned !tfrt.chain value
// out| --- Running 'steps':
// out| Tensor dtype = f32, shape = [2, 2], values = [6.123725e-01, 0.000000e+00, 1.322876e+00, 0.000000e+00]
// out| Tensor dtype = f32, shape = [1], values = [-4.780857e-01]
// out| 'steps' returned !tfrt.chain value

func.func @elements() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = arith.constant.tensor dense<[1.5, -2.0, 4.0, -0.0]> : tensor<4xf32>
  %y = arith.constant.tensor dense<[0.5, -3.0, 0.0, 1.0]> : tensor<4xf32>
  %scalar = arith.constant.tensor dense<2.0> : tensor<f32>
  %run, %c0 = arena.begin {bytes = 256 : i64}
  %c1 = arena.add.f32 %run, %c0, %x, %y {places = "f32[4], f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>, tensor<4xf32>
  %t1, %c2 = arena.load %run, %c1 {places = "f32[4]@0"} : tensor<4xf32>, !tfrt.chain
  %p1 = tensor.print %t1, %ch0
  %c3 = arena.sub.f32 %run, %c2, %x, %y {places = "f32[4], f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>, tensor<4xf32>
  %t3, %c4 = arena.load %run, %c3 {places = "f32[4]@0"} : tensor<4xf32>, !tfrt.chain
  %p3 = tensor.print %t3, %p1
  %c5 = arena.mul.f32 %run, %c4, %x, %y {places = "f32[4], f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>, tensor<4xf32>
  %t5, %c6 = arena.load %run, %c5 {places = "f32[4]@0"} : tensor<4xf32>, !tfrt.chain
  %p5 = tensor.print %t5, %p3
  %c7 = arena.div.f32 %run, %c6, %x, %y {places = "f32[4], f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>, tensor<4xf32>
  %t7, %c8 = arena.load %run, %c7 {places = "f32[4]@0"} : tensor<4xf32>, !tfrt.chain
  %p7 = tensor.print %t7, %p5
  %c9 = arena.max.f32 %run, %c8, %x, %y {places = "f32[4], f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>, tensor<4xf32>
  %t9, %c10 = arena.load %run, %c9 {places = "f32[4]@0"} : tensor<4xf32>, !tfrt.chain
  %p9 = tensor.print %t9, %p7
  %c11 = arena.min.f32 %run, %c10, %x, %y {places = "f32[4], f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>, tensor<4xf32>
  %t11, %c12 = arena.load %run, %c11 {places = "f32[4]@0"} : tensor<4xf32>, !tfrt.chain
  %p11 = tensor.print %t11, %p9
  %c13 = arena.relu.f32 %run, %c12, %x {places = "f32[4] -> f32[4]@0"} : !arena.run, !tfrt.chain, tensor<4xf32>
  %t13, %c14 = arena.load %run, %c13 {places = "f32[4]@0"} : tensor<4xf32>, !tfrt.chain
  %p13 = tensor.print %t13, %p11
  %c15 = arena.exp.f32 %run, %c14 {places = "f32[4]@0 -> f32[4]@64"} : !arena.run, !tfrt.chain
  %t15, %c16 = arena.load %run, %c15 {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  %p15 = tensor.print %t15, %p13
  %c17 = arena.log.f32 %run, %c16 {places = "f32[4]@0 -> f32[4]@64"} : !arena.run, !tfrt.chain
  %t17, %c18 = arena.load %run, %c17 {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  %p17 = tensor.print %t17, %p15
  %c19 = arena.tanh.f32 %run, %c18 {places = "f32[4]@0 -> f32[4]@64"} : !arena.run, !tfrt.chain
  %t19, %c20 = arena.load %run, %c19 {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  %p19 = tensor.print %t19, %p17
  %c21 = arena.erf.f32 %run, %c20 {places = "f32[4]@0 -> f32[4]@64"} : !arena.run, !tfrt.chain
  %t21, %c22 = arena.load %run, %c21 {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  %p21 = tensor.print %t21, %p19
  %c23 = arena.sqrt.f32 %run, %c22 {places = "f32[4]@0 -> f32[4]@64"} : !arena.run, !tfrt.chain
  %t23, %c24 = arena.load %run, %c23 {places = "f32[4]@64"} : tensor<4xf32>, !tfrt.chain
  %p23 = tensor.print %t23, %p21
  %c25 = arena.mul.f32 %run, %c24, %scalar {places = "f32[4]@0, f32[] -> f32[4]@128"} : !arena.run, !tfrt.chain, tensor<f32>
  %t25, %c26 = arena.load %run, %c25 {places = "f32[2,2]@128"} : tensor<2x2xf32>, !tfrt.chain
  %p25 = tensor.print %t25, %p23
  tfrt.return %p25 : !tfrt.chain
}

func.func @rows() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = arith.constant.tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %w = arith.constant.tensor dense<[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]> : tensor<3x2xf32>
  %axes = arith.constant.tensor dense<1> : tensor<1xi64>
  %run, %c0 = arena.begin {bytes = 256 : i64}
  %c1 = arena.matmul.f32 %run, %c0, %x, %w {places = "f32[2,3], f32[3,2] -> f32[2,2]@0"} : !arena.run, !tfrt.chain, tensor<2x3xf32>, tensor<3x2xf32>
  %t1, %c2 = arena.load %run, %c1 {places = "f32[2,2]@0"} : tensor<2x2xf32>, !tfrt.chain
  %p1 = tensor.print %t1, %ch0
  %c3 = arena.reduce_sum.f32 %run, %c2, %x, %axes {keepdims = false, noop_with_empty_axes = false, places = "f32[2,3], i64[1] -> f32[2]@64"} : !arena.run, !tfrt.chain, tensor<2x3xf32>, tensor<1xi64>
  %t3, %c4 = arena.load %run, %c3 {places = "f32[2]@64"} : tensor<2xf32>, !tfrt.chain
  %p3 = tensor.print %t3, %p1
  %c5 = arena.reduce_mean.f32 %run, %c4, %x, %axes {keepdims = false, noop_with_empty_axes = false, places = "f32[2,3], i64[1] -> f32[2]@64"} : !arena.run, !tfrt.chain, tensor<2x3xf32>, tensor<1xi64>
  %t5, %c6 = arena.load %run, %c5 {places = "f32[2]@64"} : tensor<2xf32>, !tfrt.chain
  %p5 = tensor.print %t5, %p3
  %c7 = arena.reduce_max.f32 %run, %c6, %x, %axes {keepdims = false, noop_with_empty_axes = false, places = "f32[2,3], i64[1] -> f32[2]@64"} : !arena.run, !tfrt.chain, tensor<2x3xf32>, tensor<1xi64>
  %t7, %c8 = arena.load %run, %c7 {places = "f32[2]@64"} : tensor<2xf32>, !tfrt.chain
  %p7 = tensor.print %t7, %p5
  %c9 = arena.reduce_sum.f32 %run, %c8, %x {keepdims = true, noop_with_empty_axes = false, places = "f32[2,3] -> f32[1,1]@64"} : !arena.run, !tfrt.chain, tensor<2x3xf32>
  %t9, %c10 = arena.load %run, %c9 {places = "f32[1,1]@64"} : tensor<1x1xf32>, !tfrt.chain
  %p9 = tensor.print %t9, %p7
  %c11 = arena.softmax.f32 %run, %c10 {axis = -1 : i64, places = "f32[2,2]@0 -> f32[2,2]@128"} : !arena.run, !tfrt.chain
  %t11, %c12 = arena.load %run, %c11 {places = "f32[2,2]@128"} : tensor<2x2xf32>, !tfrt.chain
  %p11 = tensor.print %t11, %p9
  %c13 = arena.transpose %run, %c12, %x {perm = [1, 0], places = "f32[2,3] -> f32[3,2]@64"} : !arena.run, !tfrt.chain, tensor<2x3xf32>
  %t13, %c14 = arena.load %run, %c13 {places = "f32[3,2]@64"} : tensor<3x2xf32>, !tfrt.chain
  %p13 = tensor.print %t13, %p11
  %c15 = arena.concatenate %run, %c14, %x {axis = 1 : i64, places = "f32[2,2]@0, f32[2,3], f32[2,2]@0 -> f32[2,7]@64"} : !arena.run, !tfrt.chain, tensor<2x3xf32>
  %t15, %c16 = arena.load %run, %c15 {places = "f32[2,7]@64"} : tensor<2x7xf32>, !tfrt.chain
  %p15 = tensor.print %t15, %p13
  tfrt.return %p15 : !tfrt.chain
}

func.func @images() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = arith.constant.tensor dense<[[[[1.0, 2.0, 4.0, 8.0]]]]> : tensor<1x1x1x4xf32>
  // The filter [-1, 1], and 31 filters that are not there.
  %w = arith.constant.tensor dense<[-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<64xf32>
  %b = arith.constant.tensor dense<0.5> : tensor<1xf32>
  %run, %c0 = arena.begin {bytes = 1024 : i64}
  %c1 = arena.conv.f32 %run, %c0, %x, %w {algorithm = "direct", auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[1,1,1,4], f32[64] -> f32[1,1,1,3]@0 with f32[128]@256", strides = [1, 1], then = "none"} : !arena.run, !tfrt.chain, tensor<1x1x1x4xf32>, tensor<64xf32>
  %t1, %c2 = arena.load %run, %c1 {places = "f32[1,1,1,3]@0"} : tensor<1x1x1x3xf32>, !tfrt.chain
  %p1 = tensor.print %t1, %ch0
  %c3 = arena.conv.f32 %run, %c2, %x, %w, %b {algorithm = "direct", auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[1,1,1,4], f32[64], f32[1] -> f32[1,1,1,3]@64 with f32[128]@256", strides = [1, 1], then = "none"} : !arena.run, !tfrt.chain, tensor<1x1x1x4xf32>, tensor<64xf32>, tensor<1xf32>
  %t3, %c4 = arena.load %run, %c3 {places = "f32[1,1,1,3]@64"} : tensor<1x1x1x3xf32>, !tfrt.chain
  %p3 = tensor.print %t3, %p1
  %c5 = arena.max_pool.f32 %run, %c4 {auto_pad = 0 : i64, ceil_mode = false, dilations = [1, 1], kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[1,1,1,3]@64 -> f32[1,1,1,2]@128", strides = [1, 1]} : !arena.run, !tfrt.chain
  %t5, %c6 = arena.load %run, %c5 {places = "f32[1,1,1,2]@128"} : tensor<1x1x1x2xf32>, !tfrt.chain
  %p5 = tensor.print %t5, %p3
  %c7 = arena.average_pool.f32 %run, %c6 {auto_pad = 0 : i64, ceil_mode = false, count_include_pad = true, dilations = [1, 1], kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[1,1,1,3]@64 -> f32[1,1,1,2]@128", strides = [1, 1]} : !arena.run, !tfrt.chain
  %t7, %c8 = arena.load %run, %c7 {places = "f32[1,1,1,2]@128"} : tensor<1x1x1x2xf32>, !tfrt.chain
  %p7 = tensor.print %t7, %p5
  %c9 = arena.batch_norm.f32 %run, %c8, %b, %b, %b, %b {epsilon = 0.0 : f32, places = "f32[1,1,1,2]@128, f32[1], f32[1], f32[1], f32[1] -> f32[1,1,1,2]@0"} : !arena.run, !tfrt.chain, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
  %t9, %c10 = arena.load %run, %c9 {places = "f32[1,1,1,2]@0"} : tensor<1x1x1x2xf32>, !tfrt.chain
  %p9 = tensor.print %t9, %p7
  tfrt.return %p9 : !tfrt.chain
}

func.func @blocks() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = arith.constant.tensor dense<[[[[1.0, 2.0, 4.0, 8.0]]]]> : tensor<1x1x1x4xf32>
  %w = arith.constant.tensor dense<[-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<64xf32>
  %b = arith.constant.tensor dense<-9.0> : tensor<1xf32>
  %run, %c0 = arena.begin {bytes = 4096 : i64}
  %c1 = arena.conv.f32 %run, %c0, %x, %w {algorithm = "direct", auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[1,1,1,4], f32[64] -> f32[1,1,1,3; halo 1]@0 with f32[64]@3584", strides = [1, 1], then = "none"} : !arena.run, !tfrt.chain, tensor<1x1x1x4xf32>, tensor<64xf32>
  %t2, %c2 = arena.load %run, %c1 {places = "f32[1,1,1,3; halo 1]@0"} : tensor<1x1x1x3xf32>, !tfrt.chain
  %p2 = tensor.print %t2, %ch0
  %c3 = arena.conv.f32 %run, %c2, %x, %w {algorithm = "direct", auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[1,1,1,4], f32[64], f32[1,1,1,3; halo 1]@0 -> f32[1,1,1,3; halo 0]@1024 with f32[64]@3584", strides = [1, 1], then = "clip(0, 3)"} : !arena.run, !tfrt.chain, tensor<1x1x1x4xf32>, tensor<64xf32>
  %t4, %c4 = arena.load %run, %c3 {places = "f32[1,1,1,3; halo 0]@1024"} : tensor<1x1x1x3xf32>, !tfrt.chain
  %p4 = tensor.print %t4, %p2
  %c5 = arena.max_pool.f32 %run, %c4 {auto_pad = 0 : i64, ceil_mode = false, dilations = [1, 1], kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[1,1,1,3; halo 0]@1024 -> f32[1,1,1,2; halo 0]@1280", strides = [1, 1]} : !arena.run, !tfrt.chain
  %t6, %c6 = arena.load %run, %c5 {places = "f32[1,1,1,2; halo 0]@1280"} : tensor<1x1x1x2xf32>, !tfrt.chain
  %p6 = tensor.print %t6, %p4
  %c7 = arena.average_pool.f32 %run, %c6 {auto_pad = 0 : i64, ceil_mode = false, count_include_pad = true, dilations = [1, 1], kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[1,1,1,3; halo 1]@0 -> f32[1,1,1,2; halo 1]@2048", strides = [1, 1]} : !arena.run, !tfrt.chain
  %c8 = arena.rows.f32 %run, %c7 {places = "f32[1,1,1,2; halo 1]@2048 -> f32[1,1,1,2]@3072"} : !arena.run, !tfrt.chain
  %t9, %c9 = arena.load %run, %c8 {places = "f32[1,1,1,2]@3072"} : tensor<1x1x1x2xf32>, !tfrt.chain
  %p9 = tensor.print %t9, %p6
  %c10 = arena.conv.f32 %run, %c9, %x, %w, %b {algorithm = "direct", auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, kernel_shape = [1, 2], pads = [0, 0, 0, 0], places = "f32[1,1,1,4], f32[64], f32[1] -> f32[1,1,1,3; halo 0]@1024 with f32[64]@3584", strides = [1, 1], then = "relu"} : !arena.run, !tfrt.chain, tensor<1x1x1x4xf32>, tensor<64xf32>, tensor<1xf32>
  %t11, %c11 = arena.load %run, %c10 {places = "f32[1,1,1,3; halo 0]@1024"} : tensor<1x1x1x3xf32>, !tfrt.chain
  %p11 = tensor.print %t11, %p9
  tfrt.return %p11 : !tfrt.chain
}

func.func @product() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = arith.constant.tensor dense<[[1.0, 1.0], [2.0, -10.0]]> : tensor<2x2xf32>
  %w = arith.constant.tensor dense<[1.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<64xf32>
  %b = arith.constant.tensor dense<[0.5, -1.0]> : tensor<2xf32>
  %run, %c0 = arena.begin {bytes = 256 : i64}
  %c1 = arena.linear.f32 %run, %c0, %x, %w {places = "f32[2,2], f32[64] -> f32[2,2]@0", then = "none"} : !arena.run, !tfrt.chain, tensor<2x2xf32>, tensor<64xf32>
  %t1, %c2 = arena.load %run, %c1 {places = "f32[2,2]@0"} : tensor<2x2xf32>, !tfrt.chain
  %p1 = tensor.print %t1, %ch0
  %c3 = arena.linear.f32 %run, %c2, %x, %w, %b {places = "f32[2,2], f32[64], f32[2], f32[2,2]@0 -> f32[2,2]@64", then = "relu"} : !arena.run, !tfrt.chain, tensor<2x2xf32>, tensor<64xf32>, tensor<2xf32>
  %t2, %c4 = arena.load %run, %c3 {places = "f32[2,2]@64"} : tensor<2x2xf32>, !tfrt.chain
  %p2 = tensor.print %t2, %p1
  tfrt.return %p2 : !tfrt.chain
}

func.func @weights() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x = arith.constant.tensor dense<[1.0, 4.0]> : tensor<2xf32>
  %m = arith.constant.tensor dense<[[1.0, 4.0]]> : tensor<1x2xf32>
  %i = arith.constant.tensor dense<[[[1.0], [4.0]]]> : tensor<1x2x1xf32>
  %run, %c0 = arena.begin {bytes = 640 : i64}
  %c1 = arena.sub.f32 %run, %c0, %x {places = "f32[2] weights_0, f32[2] -> f32[2]@0", weights_0 = dense<[4.0, 5.0]> : tensor<2xf32>} : !arena.run, !tfrt.chain, tensor<2xf32>
  %t1, %c2 = arena.load %run, %c1 {places = "f32[2]@0"} : tensor<2xf32>, !tfrt.chain
  %p1 = tensor.print %t1, %ch0
  %c3 = arena.mul.f32 %run, %c2, %x {places = "f32[2], f32[2] weights_0 -> f32[2]@64", weights_0 = dense<[2.0, 1.125]> : tensor<2xf32>} : !arena.run, !tfrt.chain, tensor<2xf32>
  %t3, %c4 = arena.load %run, %c3 {places = "f32[2]@64"} : tensor<2xf32>, !tfrt.chain
  %p3 = tensor.print %t3, %p1
  %c5 = arena.reduce_sum.f32 %run, %c4 {keepdims = true, noop_with_empty_axes = false, places = "f32[2]@64, i64[1] weights_0 -> f32[1]@128", weights_0 = dense<-1> : tensor<1xi64>} : !arena.run, !tfrt.chain
  %t5, %c6 = arena.load %run, %c5 {places = "f32[1]@128"} : tensor<1xf32>, !tfrt.chain
  %p5 = tensor.print %t5, %p3
  %c7 = arena.linear.f32 %run, %c6, %m {places = "f32[1,2], f32[64] weights_0, f32[1] weights_1, f32[1,1] weights_2 -> f32[1,1]@128", then = "clip(0, 0.5)", weights_0 = dense<[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<64xf32>, weights_1 = dense<0.5> : tensor<1xf32>, weights_2 = dense<-5.0> : tensor<1x1xf32>} : !arena.run, !tfrt.chain, tensor<1x2xf32>
  %t7, %c8 = arena.load %run, %c7 {places = "f32[1,1]@128"} : tensor<1x1xf32>, !tfrt.chain
  %p7 = tensor.print %t7, %p5
  %c9 = arena.batch_norm.f32 %run, %c8, %i {epsilon = 0.0 : f32, places = "f32[1,2,1], f32[2] weights_0, f32[2] weights_1, f32[2] weights_2, f32[2] weights_3 -> f32[1,2,1]@192", weights_0 = dense<[2.0, 1.0]> : tensor<2xf32>, weights_1 = dense<[3.5, 4.0]> : tensor<2xf32>, weights_2 = dense<[1.0, 4.0]> : tensor<2xf32>, weights_3 = dense<1.0> : tensor<2xf32>} : !arena.run, !tfrt.chain, tensor<1x2x1xf32>
  %t9, %c10 = arena.load %run, %c9 {places = "f32[1,2,1]@192"} : tensor<1x2x1xf32>, !tfrt.chain
  %p9 = tensor.print %t9, %p7
  %y = arith.constant.tensor dense<[[[2.0, 3.0, 4.0]]]> : tensor<1x1x3xf32>
  %c11 = arena.conv.f32 %run, %c10, %y {algorithm = "direct", auto_pad = 0 : i64, dilations = [1], group = 1 : i64, kernel_shape = [1], pads = [0, 0], places = "f32[1,1,3], f32[32] weights_0, f32[1] weights_1 -> f32[1,1,3]@256 with f32[64]@320", strides = [1], then = "none", weights_0 = dense<1.0> : tensor<32xf32>, weights_1 = dense<10.5> : tensor<1xf32>} : !arena.run, !tfrt.chain, tensor<1x1x3xf32>
  %t11, %c12 = arena.load %run, %c11 {places = "f32[1,1,3]@256"} : tensor<1x1x3xf32>, !tfrt.chain
  %p11 = tensor.print %t11, %p9
  tfrt.return %p11 : !tfrt.chain
}

func.func @moved() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %at = arith.constant.tensor dense<[[2], [-3]]> : tensor<2x1xi64>
  %both = arith.constant.tensor dense<[1, 0]> : tensor<2xi64>
  %numbers = arith.constant.tensor dense<[-1, 3]> : tensor<2xi32>
  %run, %c0 = arena.begin {bytes = 256 : i64}
  %c1 = arena.gather %run, %c0, %at {axis = 0 : i64, places = "f32[3,2] weights_0, i64[2,1] -> f32[2,1,2]@0", weights_0 = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>} : !arena.run, !tfrt.chain, tensor<2x1xi64>
  %t1, %c2 = arena.load %run, %c1 {places = "f32[2,1,2]@0"} : tensor<2x1x2xf32>, !tfrt.chain
  %p1 = tensor.print %t1, %ch0
  %c3 = arena.gather %run, %c2, %both {axis = 1 : i64, places = "i64[3,2] weights_0, i64[2] -> i64[3,2]@64", weights_0 = dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi64>} : !arena.run, !tfrt.chain, tensor<2xi64>
  %t3, %c4 = arena.load %run, %c3 {places = "i64[3,2]@64"} : tensor<3x2xi64>, !tfrt.chain
  %p3 = tensor.print %t3, %p1
  %c5 = arena.cast %run, %c4, %numbers {places = "i32[2] -> f32[2]@128", to = f32} : !arena.run, !tfrt.chain, tensor<2xi32>
  %t5, %c6 = arena.load %run, %c5 {places = "f32[2]@128"} : tensor<2xf32>, !tfrt.chain
  %p5 = tensor.print %t5, %p3
  %c7 = arena.cast %run, %c6 {places = "f32[2]@128 -> i1[2]@192", to = i1} : !arena.run, !tfrt.chain
  %t7, %c8 = arena.load %run, %c7 {places = "i1[2]@192"} : tensor<2xi1>, !tfrt.chain
  %p7 = tensor.print %t7, %p5
  tfrt.return %p7 : !tfrt.chain
}

func.func @steps() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %m = arith.constant.tensor dense<[[1.0, 2.0], [3.0, -4.0]]> : tensor<2x2xf32>
  %column = arith.constant.tensor dense<[[0.5], [2.0]]> : tensor<2x1xf32>
  %one = arith.constant.tensor dense<1.0> : tensor<1xf32>
  %run, %c0 = arena.begin {bytes = 256 : i64}
  %c1 = arena.elementwise.f32 %run, %c0, %m, %column {of = "mul a b; add %0 c; relu %1; sqrt %2; mul %3 0.5", places = "f32[2,2], f32[2,1], f32[2] weights_0 -> f32[2,2]@0", weights_0 = dense<[1.0, -1.0]> : tensor<2xf32>} : !arena.run, !tfrt.chain, tensor<2x2xf32>, tensor<2x1xf32>
  %t1, %c2 = arena.load %run, %c1 {places = "f32[2,2]@0"} : tensor<2x2xf32>, !tfrt.chain
  %p1 = tensor.print %t1, %ch0
  %c3 = arena.elementwise.f32 %run, %c2, %one {of = "div a 2; max %0 0.25; min %1 1; sub %2 a; exp %3; log %4; erf %5; tanh %6", places = "f32[1] -> f32[1]@64"} : !arena.run, !tfrt.chain, tensor<1xf32>
  %t3, %c4 = arena.load %run, %c3 {places = "f32[1]@64"} : tensor<1xf32>, !tfrt.chain
  %p3 = tensor.print %t3, %p1
  tfrt.return %p3 : !tfrt.chain
}
