// Ops of models on tensors that several threads compute.

func.func @matmul(%a: tensor<3x41x67xf32>, %b: tensor<67x70xf32>) -> tensor<3x41x70xf32> {
  %c = nn.matmul.f32 %a, %b : tensor<3x41x70xf32>
  tfrt.return %c : tensor<3x41x70xf32>
}

func.func @matmul_wide(%a: tensor<5x300xf32>, %b: tensor<300x600xf32>) -> tensor<5x600xf32> {
  %x = arith.extf.tensor.f32.f64 %a : tensor<5x300xf64>
  %y = arith.extf.tensor.f32.f64 %b : tensor<300x600xf64>
  %product = nn.matmul.f64 %x, %y : tensor<5x600xf64>
  %c = arith.truncf.tensor.f64.f32 %product : tensor<5x600xf32>
  tfrt.return %c : tensor<5x600xf32>
}

func.func @matmul_halves(%a: tensor<40x50xf32>, %b: tensor<50x60xf32>) -> tensor<40x60xf32> {
  %x = arith.truncf.tensor.f32.bf16 %a : tensor<40x50xbf16>
  %y = arith.truncf.tensor.f32.bf16 %b : tensor<50x60xbf16>
  %product = nn.matmul.bf16 %x, %y : tensor<40x60xbf16>
  %c = arith.extf.tensor.bf16.f32 %product : tensor<40x60xf32>
  tfrt.return %c : tensor<40x60xf32>
}

func.func @conv(%x: tensor<2x20x13x17xf32>, %w: tensor<9x20x3x3xf32>) -> tensor<2x9x13x17xf32> {
  %y = nn.conv.f32 %x, %w {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [1, 1, 1, 1], strides = [1, 1]} : tensor<2x9x13x17xf32>
  tfrt.return %y : tensor<2x9x13x17xf32>
}

func.func @conv_groups(%x: tensor<2x12x21x25xf32>, %w: tensor<18x4x3x3xf32>) -> tensor<2x18x10x23xf32> {
  %y = nn.conv.f32 %x, %w {auto_pad = 0 : i64, dilations = [1, 2], group = 3 : i64, pads = [0, 1, 1, 1], strides = [2, 1]} : tensor<2x18x10x23xf32>
  tfrt.return %y : tensor<2x18x10x23xf32>
}

func.func @softmax(%x: tensor<90x130xf32>, %y: tensor<130xf32>) -> tensor<90x130xf32> {
  %shape115 = arith.constant.tensor dense<[90, 130]> : tensor<2xi64>
  %all = nn.broadcast %y, %shape115 : tensor<90x130xf32>
  %rows = nn.softmax.f32 %x {axis = 1 : i64} : tensor<90x130xf32>
  %sum = arith.addf.tensor.f32 %rows, %all : tensor<90x130xf32>
  %columns = nn.softmax.f32 %sum {axis = 0 : i64} : tensor<90x130xf32>
  tfrt.return %columns : tensor<90x130xf32>
}

func.func @reductions(%x: tensor<40x33x70xf32>, %y: tensor<40x1x70xf32>) -> tensor<40x70xf32> {
  %axes116 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %mean = nn.reduce_mean.f32 %x, %axes116 {keepdims = true, noop_with_empty_axes = false} : tensor<40x1x70xf32>
  %both = nn.concatenate %mean, %y {axis = 1 : i64} : tensor<40x2x70xf32>
  %axes117 = arith.constant.tensor dense<[0, 1]> : tensor<2xi64>
  %outer = nn.reduce_sum.f32 %x, %axes117 {keepdims = false, noop_with_empty_axes = false} : tensor<70xf32>
  %axes118 = arith.constant.tensor dense<[1, 2]> : tensor<2xi64>
  %inner = nn.reduce_l2.f32 %x, %axes118 {keepdims = false, noop_with_empty_axes = false} : tensor<40xf32>
  %shape119 = arith.constant.tensor dense<[40, 1]> : tensor<2xi64>
  %column = nn.reshape %inner, %shape119 {allowzero = false} : tensor<40x1xf32>
  %shape120 = arith.constant.tensor dense<[40, 70]> : tensor<2xi64>
  %wide = nn.broadcast %column, %shape120 : tensor<40x70xf32>
  %shape121 = arith.constant.tensor dense<[40, 70]> : tensor<2xi64>
  %tall = nn.broadcast %outer, %shape121 : tensor<40x70xf32>
  %sum = arith.addf.tensor.f32 %wide, %tall : tensor<40x70xf32>
  %axes122 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %most = nn.reduce_max.f32 %both, %axes122 {keepdims = false, noop_with_empty_axes = false} : tensor<40x70xf32>
  %result = arith.addf.tensor.f32 %sum, %most : tensor<40x70xf32>
  tfrt.return %result : tensor<40x70xf32>
}

func.func @pools(%x: tensor<3x8x40x37xf32>, %y: tensor<1xf32>) -> tensor<3x8x21x19xf32> {
  %most = nn.max_pool.f32 %x {auto_pad = 0 : i64, ceil_mode = false, dilations = [1, 2], kernel_shape = [3, 2], pads = [1, 1, 1, 1], strides = [1, 1]} : tensor<3x8x40x37xf32>
  %mean = nn.average_pool.f32 %most {auto_pad = 0 : i64, ceil_mode = true, count_include_pad = true, dilations = [1, 1], kernel_shape = [3, 3], pads = [1, 1, 1, 1], strides = [2, 2]} : tensor<3x8x21x19xf32>
  %shape123 = arith.constant.tensor dense<[3, 8, 21, 19]> : tensor<4xi64>
  %all = nn.broadcast %y, %shape123 : tensor<3x8x21x19xf32>
  %result = arith.mulf.tensor.f32 %mean, %all : tensor<3x8x21x19xf32>
  tfrt.return %result : tensor<3x8x21x19xf32>
}

func.func @moved(%x: tensor<50x60x40xf32>, %y: tensor<40x1xf32>) -> tensor<40x30x50xf32> {
  %turned = nn.transpose %x {perm = [2, 1, 0]} : tensor<40x60x50xf32>
  %starts124 = arith.constant.tensor dense<[-1]> : tensor<1xi64>
  %ends125 = arith.constant.tensor dense<[-9223372036854775808]> : tensor<1xi64>
  %axes126 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %steps127 = arith.constant.tensor dense<[-2]> : tensor<1xi64>
  %half = nn.slice %turned, %starts124, %ends125, %axes126, %steps127 : tensor<40x30x50xf32>
  %shape128 = arith.constant.tensor dense<[40, 1, 1]> : tensor<3xi64>
  %cube = nn.reshape %y, %shape128 {allowzero = false} : tensor<40x1x1xf32>
  %flags = arith.fptosi.tensor.f32.i1 %cube : tensor<40x1x1xi1>
  %places = nn.argmax.f32 %half {axis = 1 : i64, keepdims = true, select_last_index = true} : tensor<40x1x50xi64>
  %numbers = arith.sitofp.tensor.i64.f32 %places : tensor<40x1x50xf32>
  %chosen = nn.select %flags, %numbers, %half : tensor<40x30x50xf32>
  tfrt.return %chosen : tensor<40x30x50xf32>
}
