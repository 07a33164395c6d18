// Functions that are computed in vectors, casts, and a loop of scalars.
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
