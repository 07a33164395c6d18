// Functions that are computed in vectors, casts, ops of models, and a loop of scalars.
func.func @functions(%x: tensor<20x20xf32>) -> (tensor<20x20xf32>, tensor<20x20xf16>, tensor<20x20xi32>) {
  %exp = math.exp.tensor.f32 %x : tensor<20x20xf32>
  %tanh = math.tanh.tensor.f32 %x : tensor<20x20xf32>
  %erf = math.erf.tensor.f32 %tanh : tensor<20x20xf32>
  %log = math.log1p.tensor.f32 %exp : tensor<20x20xf32>
  %sin, %cos = math.sincos.tensor.f32 %x : tensor<20x20xf32>, tensor<20x20xf32>
  %a = arith.divf.tensor.f32 %erf, %log : tensor<20x20xf32>
  %b = arith.addf.tensor.f32 %a, %sin : tensor<20x20xf32>
  %c = math.fma.tensor.f32 %b, %cos, %x : tensor<20x20xf32>
  %half = arith.truncf.tensor.f32.f16 %c : tensor<20x20xf16>
  %log2 = math.log2.tensor.f16 %half : tensor<20x20xf16>
  %whole = arith.fptosi.tensor.f32.i32 %exp : tensor<20x20xi32>
  tfrt.return %c, %log2, %whole : tensor<20x20xf32>, tensor<20x20xf16>, tensor<20x20xi32>
}

func.func @network(%x: tensor<20x20xf32>) -> (tensor<1x20xf32>, tensor<1x4x10x10xf16>, tensor<20xi64>) {
  %product = nn.matmul.f32 %x, %x : tensor<20x20xf32>
  %chances = nn.softmax.f32 %product {axis = 1 : i64} : tensor<20x20xf32>
  %rows = arith.constant.tensor dense<[0]> : tensor<1xi64>
  %mean = nn.reduce_mean.f32 %chances, %rows {keepdims = true, noop_with_empty_axes = false} : tensor<1x20xf32>
  %image_sizes = arith.constant.tensor dense<[1, 1, 20, 20]> : tensor<4xi64>
  %image = nn.reshape %x, %image_sizes {allowzero = false} : tensor<1x1x20x20xf32>
  %starts = arith.constant.tensor dense<[0, 0]> : tensor<2xi64>
  %ends = arith.constant.tensor dense<[4, 9]> : tensor<2xi64>
  %axes = arith.constant.tensor dense<[0, 1]> : tensor<2xi64>
  %steps = arith.constant.tensor dense<[1, 1]> : tensor<2xi64>
  %part = nn.slice %x, %starts, %ends, %axes, %steps : tensor<4x9xf32>
  %filter_sizes = arith.constant.tensor dense<[4, 1, 3, 3]> : tensor<4xi64>
  %filters = nn.reshape %part, %filter_sizes {allowzero = false} : tensor<4x1x3x3xf32>
  %edges = nn.conv.f32 %image, %filters {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, pads = [1, 1, 1, 1], strides = [1, 1]} : tensor<1x4x20x20xf32>
  %most = nn.max_pool.f32 %edges {auto_pad = 0 : i64, ceil_mode = false, dilations = [1, 1], kernel_shape = [2, 2], pads = [0, 0, 0, 0], strides = [2, 2]} : tensor<1x4x10x10xf32>
  %half = arith.truncf.tensor.f32.f16 %most : tensor<1x4x10x10xf16>
  %class = nn.argmax.f32 %product {axis = 1 : i64, keepdims = false, select_last_index = false} : tensor<20xi64>
  tfrt.return %mean, %half, %class : tensor<1x20xf32>, tensor<1x4x10x10xf16>, tensor<20xi64>
}

func.func @step(%n: i64, %steps: i64) -> (i64, i64, i1) {
  %one = tfrt.constant.i64 1
  %two = tfrt.constant.i64 2
  %zero = tfrt.constant.i64 0
  %half, %odd = tfrt.div.i64 %n, %two
  %even = tfrt.equal.i64 %odd, %zero
  %next = tfrt.if %even, %n, %half, %one : (i64, i64, i64) -> (i64) {
    tfrt.return %half : i64
  } else {
    %three = tfrt.constant.i64 3
    %tripled = tfrt.mul.i64 %n, %three
    %more = tfrt.add.i64 %tripled, %one
    tfrt.return %more : i64
  }
  %count = tfrt.add.i64 %steps, %one
  %go = "tfrt.lessequal.i64"(%two, %next) : (i64, i64) -> i1
  tfrt.return %next, %count, %go : i64, i64, i1
}

func.func @collatz(%start: i64) -> i64 {
  %zero = tfrt.constant.i64 0
  %true = tfrt.constant.i1 true
  %last, %steps = tfrt.while %true @step(%start, %zero) parallel_iterations(1) : (i64, i64) -> (i64, i64)
  tfrt.return %steps : i64
}
