// rule: the reductions of nn on unsigned integers; along no axes.
// run:
// out| --- Running 'reduce_max':
// out| Tensor dtype = u8, shape = [2], values = [3, 5]
// out| Tensor dtype = u16, shape = [2], values = [3, 5]
// out| Tensor dtype = u32, shape = [2], values = [3, 5]
// out| Tensor dtype = u64, shape = [2], values = [3, 5]
// out| 'reduce_max' returned !tfrt.chain value
// out| --- Running 'reduce_min':
// out| Tensor dtype = u8, shape = [2], values = [1, 4]
// out| Tensor dtype = u16, shape = [2], values = [1, 4]
// out| Tensor dtype = u32, shape = [2], values = [1, 4]
// out| Tensor dtype = u64, shape = [2], values = [1, 4]
// out| 'reduce_min' returned !tfrt.chain value
// out| --- Running 'reduce_sum':
// out| Tensor dtype = u32, shape = [2], values = [4, 9]
// out| Tensor dtype = u64, shape = [2], values = [4, 9]
// out| 'reduce_sum' returned !tfrt.chain value
// out| --- Running 'reduce_prod':
// out| Tensor dtype = u32, shape = [2], values = [3, 20]
// out| Tensor dtype = u64, shape = [2], values = [3, 20]
// out| 'reduce_prod' returned !tfrt.chain value
// out| --- Running 'reduce_l1':
// out| Tensor dtype = u32, shape = [2], values = [4, 9]
// out| Tensor dtype = u64, shape = [2], values = [4, 9]
// out| 'reduce_l1' returned !tfrt.chain value
// out| --- Running 'reduce_sum_square':
// out| Tensor dtype = u32, shape = [2], values = [10, 41]
// out| Tensor dtype = u64, shape = [2], values = [10, 41]
// out| 'reduce_sum_square' returned !tfrt.chain value
// out| --- Running 'argmax':
// out| Tensor dtype = i64, shape = [2], values = [0, 1]
// out| Tensor dtype = i64, shape = [2], values = [0, 1]
// out| Tensor dtype = i64, shape = [2], values = [0, 1]
// out| Tensor dtype = i64, shape = [2], values = [0, 1]
// out| 'argmax' returned !tfrt.chain value
// out| --- Running 'argmin':
// out| Tensor dtype = i64, shape = [2], values = [1, 0]
// out| Tensor dtype = i64, shape = [2], values = [1, 0]
// out| Tensor dtype = i64, shape = [2], values = [1, 0]
// out| Tensor dtype = i64, shape = [2], values = [1, 0]
// out| 'argmin' returned !tfrt.chain value
// out| --- Running 'noop':
// out| Tensor dtype = f32, shape = [2], values = [4.000000e+00, 9.000000e+00]
// out| 'noop' returned !tfrt.chain value

func.func @reduce_max() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui8>
  %x2 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y3 = nn.reduce_max.ui8 %x1, %x2 {keepdims = false, noop_with_empty_axes = false} : tensor<2xui8>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui16>
  %x5 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y6 = nn.reduce_max.ui16 %x4, %x5 {keepdims = false, noop_with_empty_axes = false} : tensor<2xui16>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui32>
  %x8 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y9 = nn.reduce_max.ui32 %x7, %x8 {keepdims = false, noop_with_empty_axes = false} : tensor<2xui32>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui64>
  %x11 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y12 = nn.reduce_max.ui64 %x10, %x11 {keepdims = false, noop_with_empty_axes = false} : tensor<2xui64>
  %ch4 = tensor.print %y12, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @reduce_min() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui8>
  %x2 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y3 = nn.reduce_min.ui8 %x1, %x2 {keepdims = false, noop_with_empty_axes = false} : tensor<2xui8>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui16>
  %x5 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y6 = nn.reduce_min.ui16 %x4, %x5 {keepdims = false, noop_with_empty_axes = false} : tensor<2xui16>
  %ch2 = tensor.print %y6, %ch1
  %x7 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui32>
  %x8 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y9 = nn.reduce_min.ui32 %x7, %x8 {keepdims = false, noop_with_empty_axes = false} : tensor<2xui32>
  %ch3 = tensor.print %y9, %ch2
  %x10 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui64>
  %x11 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y12 = nn.reduce_min.ui64 %x10, %x11 {keepdims = false, noop_with_empty_axes = false} : tensor<2xui64>
  %ch4 = tensor.print %y12, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @reduce_sum() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui32>
  %x2 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y3 = nn.reduce_sum.ui32 %x1, %x2 {keepdims = false, noop_with_empty_axes = false} : tensor<2xui32>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui64>
  %x5 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y6 = nn.reduce_sum.ui64 %x4, %x5 {keepdims = false, noop_with_empty_axes = false} : tensor<2xui64>
  %ch2 = tensor.print %y6, %ch1
  tfrt.return %ch2 : !tfrt.chain
}

func.func @reduce_prod() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui32>
  %x2 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y3 = nn.reduce_prod.ui32 %x1, %x2 {keepdims = false, noop_with_empty_axes = false} : tensor<2xui32>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui64>
  %x5 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y6 = nn.reduce_prod.ui64 %x4, %x5 {keepdims = false, noop_with_empty_axes = false} : tensor<2xui64>
  %ch2 = tensor.print %y6, %ch1
  tfrt.return %ch2 : !tfrt.chain
}

func.func @reduce_l1() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui32>
  %x2 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y3 = nn.reduce_l1.ui32 %x1, %x2 {keepdims = false, noop_with_empty_axes = false} : tensor<2xui32>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui64>
  %x5 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y6 = nn.reduce_l1.ui64 %x4, %x5 {keepdims = false, noop_with_empty_axes = false} : tensor<2xui64>
  %ch2 = tensor.print %y6, %ch1
  tfrt.return %ch2 : !tfrt.chain
}

func.func @reduce_sum_square() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui32>
  %x2 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y3 = nn.reduce_sum_square.ui32 %x1, %x2 {keepdims = false, noop_with_empty_axes = false} : tensor<2xui32>
  %ch1 = tensor.print %y3, %ch0
  %x4 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui64>
  %x5 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y6 = nn.reduce_sum_square.ui64 %x4, %x5 {keepdims = false, noop_with_empty_axes = false} : tensor<2xui64>
  %ch2 = tensor.print %y6, %ch1
  tfrt.return %ch2 : !tfrt.chain
}

func.func @argmax() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui8>
  %y2 = nn.argmax.ui8 %x1 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui16>
  %y4 = nn.argmax.ui16 %x3 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui32>
  %y6 = nn.argmax.ui32 %x5 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui64>
  %y8 = nn.argmax.ui64 %x7 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch4 = tensor.print %y8, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @argmin() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui8>
  %y2 = nn.argmin.ui8 %x1 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui16>
  %y4 = nn.argmin.ui16 %x3 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui32>
  %y6 = nn.argmin.ui32 %x5 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch3 = tensor.print %y6, %ch2
  %x7 = arith.constant.tensor dense<[[3, 1], [4, 5]]> : tensor<2x2xui64>
  %y8 = nn.argmin.ui64 %x7 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  %ch4 = tensor.print %y8, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @noop() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[2.0, 3.0]> : tensor<2xf32>
  %y2 = nn.reduce_sum_square.f32 %x1 {keepdims = false, noop_with_empty_axes = true} : tensor<2xf32>
  %ch1 = tensor.print %y2, %ch0
  tfrt.return %ch1 : !tfrt.chain
}
