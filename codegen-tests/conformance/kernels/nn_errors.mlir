// rule: nn: what types do not say is found when an op runs; the message is that of the verifier.
// run:
// out| --- Running 'fails0':
// out| 'fails0' returned <<error: shapes [2, 3] and [4, 5] have no product: 3 is not 4>>
// out| --- Running 'fails1':
// out| 'fails1' returned <<error: shapes [] and [4] have no product: a scalar is no matrix>>
// out| --- Running 'fails2':
// out| 'fails2' returned <<error: shapes [4] and [] have no product: a scalar is no matrix>>
// out| --- Running 'fails3':
// out| 'fails3' returned <<error: shapes [2, 1, 3] and [3, 3, 1] have no product: shapes [2] and [3] do not broadcast>>
// out| --- Running 'fails4':
// out| 'fails4' returned <<error: a tensor of rank 9, at most 8 is possible>>
// out| --- Running 'fails5':
// out| 'fails5' returned <<error: shapes [2, 3] and [2] do not broadcast>>
// out| --- Running 'fails6':
// out| 'fails6' returned <<error: 'shape' has -1, expected 0 or more>>
// out| --- Running 'fails7':
// out| 'fails7' returned <<error: attribute 'perm' is [0, 0], no permutation of the dimensions of shape [2, 3]>>
// out| --- Running 'fails8':
// out| 'fails8' returned <<error: a tensor of shape [2, 3] has no shape [4]>>
// out| --- Running 'fails10':
// out| 'fails10' returned <<error: 'starts' has 1 elements, expected 2, one for each axis>>
// out| --- Running 'fails11':
// out| 'fails11' returned <<error: 'steps' has 0>>
// out| --- Running 'fails12':
// out| 'fails12' returned <<error: axis -1 is there twice>>
// out| --- Running 'fails13':
// out| 'fails13' returned <<error: shapes [2, 3] and [2] cannot be joined along axis 0>>
// out| --- Running 'fails15':
// out| 'fails15' returned <<error: shapes [2] and [3] and [] do not broadcast>>
// out| --- Running 'fails16':
// out| 'fails16' returned <<error: axis 2 is no dimension of shape [2, 3]>>
// out| --- Running 'fails17':
// out| 'fails17' returned <<error: a tensor of shape [2, 0] has no elements along axis 1>>
// out| --- Running 'fails18':
// out| 'fails18' returned <<error: axis 0 is no dimension of shape []>>
// out| --- Running 'fails19':
// out| 'fails19' returned <<error: images of shape [1, 3], expected [N, C] and 1 to 3 more>>
// out| --- Running 'fails20':
// out| 'fails20' returned <<error: images of shape [1, 3, 8] and filters of shape [1, 3, 1, 1] have different ranks>>
// out| --- Running 'fails21':
// out| 'fails21' returned <<error: attribute 'group' is 0, expected 1 or more>>
// out| --- Running 'fails22':
// out| 'fails22' returned <<error: images of shape [1, 3, 8] and filters of shape [4, 2, 3] differ in channels: 3 is not 2>>
// out| --- Running 'fails23':
// out| 'fails23' returned <<error: images of shape [1, 3, 8] and filters of shape [4, 2, 3] differ in channels: 3 is not 2 in 2 groups>>
// out| --- Running 'fails24':
// out| 'fails24' returned <<error: 3 filters are not 2 groups of equal size>>
// out| --- Running 'fails25':
// out| 'fails25' returned <<error: a bias of shape [3], expected [4]>>
// out| --- Running 'fails26':
// out| 'fails26' returned <<error: images of shape [1, 3, 8] and filters of shape [4, 3, 0] have a window of size 0>>
// out| --- Running 'fails27':
// out| 'fails27' returned <<error: a window of 5 is larger than 3, which is 3 with padding>>
// out| --- Running 'fails28':
// out| 'fails28' returned <<error: attribute 'strides' has 2 numbers, expected 1 for images of shape [1, 3, 3]>>
// out| --- Running 'fails29':
// out| 'fails29' returned <<error: attribute 'pads' has -1, expected 0 or more>>
// out| --- Running 'fails30':
// out| 'fails30' returned <<error: attribute 'kernel_shape' has 0, expected 1 or more>>
// out| --- Running 'fails31':
// out| 'fails31' returned <<error: expected a list of numbers, got a tensor of shape [1, 1]>>
// out| --- Running 'fails32':
// out| 'fails32' returned <<error: attribute 'winograd' is 3, expected 2 or 4>>

func.func @fails0() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<4x5xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: shapes [2, 3] and [4, 5] have no product: 3 is not 4}}
  %y = nn.matmul.f32 %x0, %x1 : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails1() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<f32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<4xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: shapes [] and [4] have no product: a scalar is no matrix}}
  %y = nn.matmul.f32 %x0, %x1 : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails2() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<4xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<f32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: shapes [4] and [] have no product: a scalar is no matrix}}
  %y = nn.matmul.f32 %x0, %x1 : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails3() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2x1x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<3x3x1xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: shapes [2, 1, 3] and [3, 3, 1] have no product: shapes [2] and [3] do not broadcast}}
  %y = nn.matmul.f32 %x0, %x1 : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails4() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x1x1x1x1x1x1x1x1xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: a tensor of rank 9, at most 8 is possible}}
  %y = nn.matmul.f32 %x0, %x1 : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails5() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %shape = arith.constant.tensor dense<[2]> : tensor<1xi64>
  // expected-error@+1 {{runtime error: shapes [2, 3] and [2] do not broadcast}}
  %y = nn.broadcast %x0, %shape : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails6() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<[-1]> : tensor<1xi64>
  %shape = tensor.cast.i64 %c1 : tensor<?xi64>
  // expected-error@+1 {{runtime error: 'shape' has -1, expected 0 or more}}
  %y = nn.broadcast %x0, %shape : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails7() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  // expected-error@+1 {{runtime error: attribute 'perm' is [0, 0], no permutation of the dimensions of shape [2, 3]}}
  %y = nn.transpose %x0 {perm = [0, 0]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails8() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %shape = arith.constant.tensor dense<[4]> : tensor<1xi64>
  // expected-error@+1 {{runtime error: a tensor of shape [2, 3] has no shape [4]}}
  %y = nn.reshape %x0, %shape {allowzero = false} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails10() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %starts = arith.constant.tensor dense<[0]> : tensor<1xi64>
  %ends = arith.constant.tensor dense<[1, 1]> : tensor<2xi64>
  %axes = arith.constant.tensor dense<[0, 1]> : tensor<2xi64>
  %steps = arith.constant.tensor dense<[1, 1]> : tensor<2xi64>
  // expected-error@+1 {{runtime error: 'starts' has 1 elements, expected 2, one for each axis}}
  %y = nn.slice %x0, %starts, %ends, %axes, %steps : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails11() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %starts = arith.constant.tensor dense<[0]> : tensor<1xi64>
  %ends = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %axes = arith.constant.tensor dense<[0]> : tensor<1xi64>
  %steps = arith.constant.tensor dense<[0]> : tensor<1xi64>
  // expected-error@+1 {{runtime error: 'steps' has 0}}
  %y = nn.slice %x0, %starts, %ends, %axes, %steps : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails12() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %starts = arith.constant.tensor dense<[0, 0]> : tensor<2xi64>
  %ends = arith.constant.tensor dense<[1, 1]> : tensor<2xi64>
  %axes = arith.constant.tensor dense<[1, -1]> : tensor<2xi64>
  %steps = arith.constant.tensor dense<[1, 1]> : tensor<2xi64>
  // expected-error@+1 {{runtime error: axis -1 is there twice}}
  %y = nn.slice %x0, %starts, %ends, %axes, %steps : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails13() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: shapes [2, 3] and [2] cannot be joined along axis 0}}
  %y = nn.concatenate %x0, %x1 {axis = 0 : i64} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails15() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<true> : tensor<2xi1>
  %x0 = tensor.cast.i1 %c0 : tensor<*xi1>
  %c1 = arith.constant.tensor dense<1.0> : tensor<3xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<1.0> : tensor<f32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  // expected-error@+1 {{runtime error: shapes [2] and [3] and [] do not broadcast}}
  %y = nn.select %x0, %x1, %x2 : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails16() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %axes = arith.constant.tensor dense<[2]> : tensor<1xi64>
  // expected-error@+1 {{runtime error: axis 2 is no dimension of shape [2, 3]}}
  %y = nn.reduce_sum.f32 %x0, %axes {keepdims = false, noop_with_empty_axes = false} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails17() -> tensor<*xi64> {
  %c0 = arith.constant.tensor dense<> : tensor<2x0xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  // expected-error@+1 {{runtime error: a tensor of shape [2, 0] has no elements along axis 1}}
  %y = nn.argmax.f32 %x0 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<*xi64>
  tfrt.return %y : tensor<*xi64>
}
func.func @fails18() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<f32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  // expected-error@+1 {{runtime error: axis 0 is no dimension of shape []}}
  %y = nn.softmax.f32 %x0 {axis = 0 : i64} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails19() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x3x1xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: images of shape [1, 3], expected [N, C] and 1 to 3 more}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, pads = [0, 0], strides = [1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails20() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x3x8xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x3x1x1xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: images of shape [1, 3, 8] and filters of shape [1, 3, 1, 1] have different ranks}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, pads = [0, 0], strides = [1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails21() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x3x8xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x3x1xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: attribute 'group' is 0, expected 1 or more}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [1], group = 0 : i64, pads = [0, 0], strides = [1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails22() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x3x8xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<4x2x3xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: images of shape [1, 3, 8] and filters of shape [4, 2, 3] differ in channels: 3 is not 2}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, pads = [0, 0], strides = [1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails23() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x3x8xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<4x2x3xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: images of shape [1, 3, 8] and filters of shape [4, 2, 3] differ in channels: 3 is not 2 in 2 groups}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [1], group = 2 : i64, pads = [0, 0], strides = [1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails24() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x4x8xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<3x2x3xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: 3 filters are not 2 groups of equal size}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [1], group = 2 : i64, pads = [0, 0], strides = [1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails25() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x3x8xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<4x3x3xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<1.0> : tensor<3xf32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  // expected-error@+1 {{runtime error: a bias of shape [3], expected [4]}}
  %y = nn.conv.f32 %x0, %x1, %x2 {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, pads = [0, 0], strides = [1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails26() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x3x8xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<> : tensor<4x3x0xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: images of shape [1, 3, 8] and filters of shape [4, 3, 0] have a window of size 0}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, pads = [0, 0], strides = [1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails27() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x3x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<4x3x3xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: a window of 5 is larger than 3, which is 3 with padding}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [2], group = 1 : i64, pads = [0, 0], strides = [1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails28() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x3x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<4x3x3xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: attribute 'strides' has 2 numbers, expected 1 for images of shape [1, 3, 3]}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, pads = [0, 0], strides = [1, 1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails29() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x3x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<4x3x3xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: attribute 'pads' has -1, expected 0 or more}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, pads = [0, -1], strides = [1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails30() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x3x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  // expected-error@+1 {{runtime error: attribute 'kernel_shape' has 0, expected 1 or more}}
  %y = nn.max_pool.f32 %x0 {auto_pad = 0 : i64, ceil_mode = false, dilations = [1], kernel_shape = [0], pads = [0, 0], strides = [1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails31() -> tensor<*xf32> {
  %x0 = arith.constant.tensor dense<1.0> : tensor<1xf32>
  %c1 = arith.constant.tensor dense<[[1]]> : tensor<1x1xi64>
  %shape = tensor.cast.i64 %c1 : tensor<*xi64>
  // expected-error@+1 {{runtime error: expected a list of numbers, got a tensor of shape [1, 1]}}
  %y = nn.reshape %x0, %shape {allowzero = false} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
func.func @fails32() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x3x8xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<4x3x3xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: attribute 'winograd' is 3, expected 2 or 4}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, pads = [0, 0], strides = [1], winograd = 3 : i64} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
