// rule: nn: shapes, element types and attributes that do not fit each other are refused where they are known, with the shapes.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @refused(%x0: tensor<2x3xf32>, %x1: tensor<4x5xf32>) -> tensor<2x5xf32> {
  // expected-error@+1 {{'nn.matmul.f32' op shapes [2, 3] and [4, 5] have no product: 3 is not 4}}
  %y = nn.matmul.f32 %x0, %x1 : tensor<2x5xf32>
  tfrt.return %y : tensor<2x5xf32>
}

// -----

func.func @refused(%x0: tensor<f32>, %x1: tensor<4xf32>) -> tensor<f32> {
  // expected-error@+1 {{'nn.matmul.f32' op shapes [] and [4] have no product: a scalar is no matrix}}
  %y = nn.matmul.f32 %x0, %x1 : tensor<f32>
  tfrt.return %y : tensor<f32>
}

// -----

func.func @refused(%x0: tensor<4xf32>, %x1: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{'nn.matmul.f32' op shapes [4] and [] have no product: a scalar is no matrix}}
  %y = nn.matmul.f32 %x0, %x1 : tensor<f32>
  tfrt.return %y : tensor<f32>
}

// -----

func.func @refused(%x0: tensor<2x1x3xf32>, %x1: tensor<3x3x1xf32>) -> tensor<2x1x1xf32> {
  // expected-error@+1 {{'nn.matmul.f32' op shapes [2, 1, 3] and [3, 3, 1] have no product: shapes [2] and [3] do not broadcast}}
  %y = nn.matmul.f32 %x0, %x1 : tensor<2x1x1xf32>
  tfrt.return %y : tensor<2x1x1xf32>
}

// -----

func.func @refused(%x0: tensor<1x1x1x1x1x1x1x1x1xf32>, %x1: tensor<1xf32>) -> tensor<*xf32> {
  // expected-error@+1 {{'nn.matmul.f32' op a tensor of rank 9, at most 8 is possible}}
  %y = nn.matmul.f32 %x0, %x1 : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

// -----

func.func @refused(%x0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %shape = arith.constant.tensor dense<[2]> : tensor<1xi64>
  // expected-error@+1 {{'nn.broadcast' op shapes [2, 3] and [2] do not broadcast}}
  %y = nn.broadcast %x0, %shape : tensor<2x3xf32>
  tfrt.return %y : tensor<2x3xf32>
}

// -----

func.func @refused(%x0: tensor<1xf32>) -> tensor<1xf32> {
  %shape = arith.constant.tensor dense<[-1]> : tensor<1xi64>
  // expected-error@+1 {{'nn.broadcast' op 'shape' has -1, expected 0 or more}}
  %y = nn.broadcast %x0, %shape : tensor<1xf32>
  tfrt.return %y : tensor<1xf32>
}

// -----

func.func @refused(%x0: tensor<2x3xf32>) -> tensor<2x2xf32> {
  // expected-error@+1 {{'nn.transpose' op attribute 'perm' is [0, 0], no permutation of the dimensions of shape [2, 3]}}
  %y = nn.transpose %x0 {perm = [0, 0]} : tensor<2x2xf32>
  tfrt.return %y : tensor<2x2xf32>
}

// -----

func.func @refused(%x0: tensor<2x3xf32>) -> tensor<4xf32> {
  %shape = arith.constant.tensor dense<[4]> : tensor<1xi64>
  // expected-error@+1 {{'nn.reshape' op a tensor of shape [2, 3] has no shape [4]}}
  %y = nn.reshape %x0, %shape {allowzero = false} : tensor<4xf32>
  tfrt.return %y : tensor<4xf32>
}

// -----

func.func @refused(%x0: tensor<4294967296x4294967296xf32>) -> tensor<*xf32> {
  %shape = arith.constant.tensor dense<[1, -1]> : tensor<2xi64>
  // expected-error@+1 {{'nn.reshape' op the result is too large}}
  %y = nn.reshape %x0, %shape {allowzero = false} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

// -----

func.func @refused(%x0: tensor<2x3xf32>) -> tensor<1x1xf32> {
  %starts = arith.constant.tensor dense<[0]> : tensor<1xi64>
  %ends = arith.constant.tensor dense<[1, 1]> : tensor<2xi64>
  %axes = arith.constant.tensor dense<[0, 1]> : tensor<2xi64>
  %steps = arith.constant.tensor dense<[1, 1]> : tensor<2xi64>
  // expected-error@+1 {{'nn.slice' op 'starts' has 1 elements, expected 2, one for each axis}}
  %y = nn.slice %x0, %starts, %ends, %axes, %steps : tensor<1x1xf32>
  tfrt.return %y : tensor<1x1xf32>
}

// -----

func.func @refused(%x0: tensor<2x3xf32>) -> tensor<1x3xf32> {
  %starts = arith.constant.tensor dense<[0]> : tensor<1xi64>
  %ends = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %axes = arith.constant.tensor dense<[0]> : tensor<1xi64>
  %steps = arith.constant.tensor dense<[0]> : tensor<1xi64>
  // expected-error@+1 {{'nn.slice' op 'steps' has 0}}
  %y = nn.slice %x0, %starts, %ends, %axes, %steps : tensor<1x3xf32>
  tfrt.return %y : tensor<1x3xf32>
}

// -----

func.func @refused(%x0: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %starts = arith.constant.tensor dense<[0, 0]> : tensor<2xi64>
  %ends = arith.constant.tensor dense<[1, 1]> : tensor<2xi64>
  %axes = arith.constant.tensor dense<[1, -1]> : tensor<2xi64>
  %steps = arith.constant.tensor dense<[1, 1]> : tensor<2xi64>
  // expected-error@+1 {{'nn.slice' op axis -1 is there twice}}
  %y = nn.slice %x0, %starts, %ends, %axes, %steps : tensor<2x1xf32>
  tfrt.return %y : tensor<2x1xf32>
}

// -----

func.func @refused(%x0: tensor<2x3xf32>, %x1: tensor<2xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'nn.concatenate' op shapes [2, 3] and [2] cannot be joined along axis 0}}
  %y = nn.concatenate %x0, %x1 {axis = 0 : i64} : tensor<4xf32>
  tfrt.return %y : tensor<4xf32>
}

// -----

func.func @refused(%x0: tensor<2xf32>, %x1: tensor<2xi32>) -> tensor<4xf32> {
  // expected-error@+1 {{'nn.concatenate' op its operands have different elements: 'tensor<2xf32>' and 'tensor<2xi32>'}}
  %y = nn.concatenate %x0, %x1 {axis = 0 : i64} : tensor<4xf32>
  tfrt.return %y : tensor<4xf32>
}

// -----

func.func @refused(%x0: tensor<2xi1>, %x1: tensor<3xf32>, %x2: tensor<f32>) -> tensor<3xf32> {
  // expected-error@+1 {{'nn.select' op shapes [2] and [3] and [] do not broadcast}}
  %y = nn.select %x0, %x1, %x2 : tensor<3xf32>
  tfrt.return %y : tensor<3xf32>
}

// -----

func.func @refused(%x0: tensor<2xi8>, %x1: tensor<2xf32>, %x2: tensor<f32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.select' op operand #0 must be a tensor of i1, but got 'tensor<2xi8>'}}
  %y = nn.select %x0, %x1, %x2 : tensor<2xf32>
  tfrt.return %y : tensor<2xf32>
}

// -----

func.func @refused(%x0: tensor<2x3xf32>) -> tensor<2xf32> {
  %axes = arith.constant.tensor dense<[2]> : tensor<1xi64>
  // expected-error@+1 {{'nn.reduce_sum.f32' op axis 2 is no dimension of shape [2, 3]}}
  %y = nn.reduce_sum.f32 %x0, %axes {keepdims = false, noop_with_empty_axes = false} : tensor<2xf32>
  tfrt.return %y : tensor<2xf32>
}

// -----

func.func @refused(%x0: tensor<2x0xf32>) -> tensor<2xi64> {
  // expected-error@+1 {{'nn.argmax.f32' op a tensor of shape [2, 0] has no elements along axis 1}}
  %y = nn.argmax.f32 %x0 {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<2xi64>
  tfrt.return %y : tensor<2xi64>
}

// -----

func.func @refused(%x0: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{'nn.softmax.f32' op axis 0 is no dimension of shape []}}
  %y = nn.softmax.f32 %x0 {axis = 0 : i64} : tensor<f32>
  tfrt.return %y : tensor<f32>
}

// -----

func.func @refused(%x0: tensor<1x3xf32>, %x1: tensor<1x3x1xf32>) -> tensor<1x1x1xf32> {
  // expected-error@+1 {{'nn.conv.f32' op images of shape [1, 3], expected [N, C] and 1 to 3 more}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, pads = [0, 0], strides = [1]} : tensor<1x1x1xf32>
  tfrt.return %y : tensor<1x1x1xf32>
}

// -----

func.func @refused(%x0: tensor<1x3x8xf32>, %x1: tensor<1x3x1x1xf32>) -> tensor<1x1x8xf32> {
  // expected-error@+1 {{'nn.conv.f32' op images of shape [1, 3, 8] and filters of shape [1, 3, 1, 1] have different ranks}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, pads = [0, 0], strides = [1]} : tensor<1x1x8xf32>
  tfrt.return %y : tensor<1x1x8xf32>
}

// -----

func.func @refused(%x0: tensor<1x3x8xf32>, %x1: tensor<1x3x1xf32>) -> tensor<1x1x8xf32> {
  // expected-error@+1 {{'nn.conv.f32' op attribute 'group' is 0, expected 1 or more}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [1], group = 0 : i64, pads = [0, 0], strides = [1]} : tensor<1x1x8xf32>
  tfrt.return %y : tensor<1x1x8xf32>
}

// -----

func.func @refused(%x0: tensor<1x3x8xf32>, %x1: tensor<4x2x3xf32>) -> tensor<1x4x6xf32> {
  // expected-error@+1 {{'nn.conv.f32' op images of shape [1, 3, 8] and filters of shape [4, 2, 3] differ in channels: 3 is not 2}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, pads = [0, 0], strides = [1]} : tensor<1x4x6xf32>
  tfrt.return %y : tensor<1x4x6xf32>
}

// -----

func.func @refused(%x0: tensor<1x3x8xf32>, %x1: tensor<4x2x3xf32>) -> tensor<1x4x6xf32> {
  // expected-error@+1 {{'nn.conv.f32' op images of shape [1, 3, 8] and filters of shape [4, 2, 3] differ in channels: 3 is not 2 in 2 groups}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [1], group = 2 : i64, pads = [0, 0], strides = [1]} : tensor<1x4x6xf32>
  tfrt.return %y : tensor<1x4x6xf32>
}

// -----

func.func @refused(%x0: tensor<1x4x8xf32>, %x1: tensor<3x2x3xf32>) -> tensor<1x3x6xf32> {
  // expected-error@+1 {{'nn.conv.f32' op 3 filters are not 2 groups of equal size}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [1], group = 2 : i64, pads = [0, 0], strides = [1]} : tensor<1x3x6xf32>
  tfrt.return %y : tensor<1x3x6xf32>
}

// -----

func.func @refused(%x0: tensor<1x3x8xf32>, %x1: tensor<4x3x3xf32>, %x2: tensor<3xf32>) -> tensor<1x4x6xf32> {
  // expected-error@+1 {{'nn.conv.f32' op a bias of shape [3], expected [4]}}
  %y = nn.conv.f32 %x0, %x1, %x2 {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, pads = [0, 0], strides = [1]} : tensor<1x4x6xf32>
  tfrt.return %y : tensor<1x4x6xf32>
}

// -----

func.func @refused(%x0: tensor<1x3x8xf32>, %x1: tensor<4x3x0xf32>) -> tensor<1x4x9xf32> {
  // expected-error@+1 {{'nn.conv.f32' op images of shape [1, 3, 8] and filters of shape [4, 3, 0] have a window of size 0}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, pads = [0, 0], strides = [1]} : tensor<1x4x9xf32>
  tfrt.return %y : tensor<1x4x9xf32>
}

// -----

func.func @refused(%x0: tensor<1x3x3xf32>, %x1: tensor<4x3x3xf32>) -> tensor<1x4x1xf32> {
  // expected-error@+1 {{'nn.conv.f32' op a window of 5 is larger than 3, which is 3 with padding}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [2], group = 1 : i64, pads = [0, 0], strides = [1]} : tensor<1x4x1xf32>
  tfrt.return %y : tensor<1x4x1xf32>
}

// -----

func.func @refused(%x0: tensor<1x3x3xf32>, %x1: tensor<4x3x3xf32>) -> tensor<1x4x1xf32> {
  // expected-error@+1 {{'nn.conv.f32' op attribute 'strides' has 2 numbers, expected 1 for images of shape [1, 3, 3]}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, pads = [0, 0], strides = [1, 1]} : tensor<1x4x1xf32>
  tfrt.return %y : tensor<1x4x1xf32>
}

// -----

func.func @refused(%x0: tensor<1x3x3xf32>, %x1: tensor<4x3x3xf32>) -> tensor<1x4x1xf32> {
  // expected-error@+1 {{'nn.conv.f32' op attribute 'pads' has -1, expected 0 or more}}
  %y = nn.conv.f32 %x0, %x1 {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, pads = [0, -1], strides = [1]} : tensor<1x4x1xf32>
  tfrt.return %y : tensor<1x4x1xf32>
}

// -----

func.func @refused(%x0: tensor<1x3x3xf32>) -> tensor<1x3x3xf32> {
  // expected-error@+1 {{'nn.max_pool.f32' op attribute 'auto_pad' is 2, expected -1, 0 or 1}}
  %y = nn.max_pool.f32 %x0 {auto_pad = 2 : i64, ceil_mode = false, dilations = [1], kernel_shape = [1], pads = [0, 0], strides = [1]} : tensor<1x3x3xf32>
  tfrt.return %y : tensor<1x3x3xf32>
}

// -----

func.func @refused(%x0: tensor<1x3x3xf32>) -> tensor<1x3x4xf32> {
  // expected-error@+1 {{'nn.max_pool.f32' op attribute 'kernel_shape' has 0, expected 1 or more}}
  %y = nn.max_pool.f32 %x0 {auto_pad = 0 : i64, ceil_mode = false, dilations = [1], kernel_shape = [0], pads = [0, 0], strides = [1]} : tensor<1x3x4xf32>
  tfrt.return %y : tensor<1x3x4xf32>
}

// -----

func.func @lacks(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'nn.softmax.f32' op requires attribute 'axis'}}
  %y = nn.softmax.f32 %x : tensor<2xf32>
  tfrt.return %y : tensor<2xf32>
}

// -----

func.func @nothing() -> tensor<2xf32> {
  // expected-error@+1 {{'nn.concatenate' op it has no operands}}
  %y = "nn.concatenate"() {axis = 0 : i64} : () -> tensor<2xf32>
  tfrt.return %y : tensor<2xf32>
}

// -----

func.func @refused(%x0: tensor<2x3xf32>, %shape: tensor<1x1xi64>) -> tensor<*xf32> {
  // expected-error@+1 {{'nn.reshape' op operand #1 must be a tensor of rank 1, but got 'tensor<1x1xi64>'}}
  %y = nn.reshape %x0, %shape {allowzero = false} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

// -----

func.func @refused(%x0: tensor<2x3xf32>, %shape: tensor<9xi64>) -> tensor<*xf32> {
  // expected-error@+1 {{'nn.reshape' op a tensor of rank 9, at most 8 is possible}}
  %y = nn.reshape %x0, %shape {allowzero = false} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

// -----

func.func @refused(%x0: tensor<2x3xf32>, %shape: tensor<2xi64>) -> tensor<3x2xf32> {
  // expected-error@+1 {{'nn.reshape' op result #0 is 'tensor<?x?xf32>', but is written as 'tensor<3x2xf32>'}}
  %y = nn.reshape %x0, %shape {allowzero = false} : tensor<3x2xf32>
  tfrt.return %y : tensor<3x2xf32>
}

// -----

func.func @heads(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error@+1 {{'nn.linear_attention.f32' op 3 heads of queries do not share 2 of keys}}
  %y, %state = nn.linear_attention.f32 %x, %x, %x, %x, %x, %x {kv_num_heads = 2 : i64, q_num_heads = 3 : i64, scale = 0.0 : f32, update_rule = "linear"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
