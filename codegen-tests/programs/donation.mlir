func.func @chain(%x0: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %x1 = "math.absf.tensor.f32"(%x0) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %x2 = "math.sqrt.tensor.f32"(%x1) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %x3 = "arith.negf.tensor.f32"(%x2) : (tensor<512x512xf32>) -> tensor<?x512xf32>
  %x4 = "math.floor.tensor.f32"(%x3) : (tensor<?x512xf32>) -> tensor<?x512xf32>
  %x5 = "arith.fptosi.tensor.f32.i32"(%x4) : (tensor<?x512xf32>) -> tensor<*xi32>
  %x6 = "math.absi.tensor.i32"(%x5) : (tensor<*xi32>) -> tensor<*xi32>
  %x7 = "arith.sitofp.tensor.i32.f32"(%x6) : (tensor<*xi32>) -> tensor<*xf32>
  %x8 = "arith.bitcast.tensor.f32.i32"(%x7) : (tensor<*xf32>) -> tensor<*xi32>
  %x9 = "arith.bitcast.tensor.i32.f32"(%x8) : (tensor<*xi32>) -> tensor<*xf32>
  %x10 = "arith.negf.tensor.f32"(%x9) : (tensor<*xf32>) -> tensor<*xf32>
  %r = "tensor.cast.f32"(%x10) {shape = [512, 512]} : (tensor<*xf32>) -> tensor<512x512xf32>
  tfrt.return %r : tensor<512x512xf32>
}
func.func @again(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %y = "math.absf.tensor.f32"(%x) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %z = "arith.addf.tensor.f32"(%y, %x)
    : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  tfrt.return %z : tensor<512x512xf32>
}
