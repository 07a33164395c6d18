// rule: nn.ngrams, as ONNX's TfIdfVectorizer counts; nn.require.
// run:
// out| --- Running 'f0':
// out| Tensor dtype = f32, shape = [2, 7], values = [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+00, 0.000000e+00, 1.000000e+00]
// out| 'f0' returned !tfrt.chain value
// out| --- Running 'f1':
// out| Tensor dtype = f32, shape = [2, 7], values = [0.000000e+00, 3.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+00, 0.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00]
// out| 'f1' returned !tfrt.chain value
// out| --- Running 'f2':
// out| Tensor dtype = f32, shape = [2, 7], values = [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00]
// out| 'f2' returned !tfrt.chain value
// out| --- Running 'f3':
// out| Tensor dtype = f32, shape = [7], values = [0.000000e+00, 0.000000e+00, 1.000000e+00, 0.000000e+00, 1.000000e+00, 0.000000e+00, 1.000000e+00]
// out| 'f3' returned !tfrt.chain value
// out| --- Running 'f4':
// out| Tensor dtype = f32, shape = [2], values = [1.500000e+00, 1.500000e+00]
// out| 'f4' returned !tfrt.chain value

func.func @f0() -> !tfrt.chain {
  %x = arith.constant.tensor dense<[[1, 1, 3, 3, 3, 7], [8, 6, 7, 5, 6, 8]]> : tensor<2x6xi64>
  %y = "nn.ngrams"(%x) {counts = [0, 4], indexes = [0, 1, 2, 3, 4, 5, 6], longest = 2 : i64, pool = [2, 3, 5, 4, 5, 6, 7, 8, 6, 7], shortest = 2 : i64, skips = 0 : i64} : (tensor<2x6xi64>) -> tensor<*xf32>
  %ch0 = tfrt.new.chain
  %ch1 = tensor.print %y, %ch0
  tfrt.return %ch1 : !tfrt.chain
}

func.func @f1() -> !tfrt.chain {
  %x = arith.constant.tensor dense<[[1, 1, 3, 3, 3, 7], [8, 6, 7, 5, 6, 8]]> : tensor<2x6xi64>
  %y = "nn.ngrams"(%x) {counts = [0, 4], indexes = [0, 1, 2, 3, 4, 5, 6], longest = 2 : i64, pool = [2, 3, 5, 4, 5, 6, 7, 8, 6, 7], shortest = 1 : i64, skips = 5 : i64} : (tensor<2x6xi64>) -> tensor<*xf32>
  %ch0 = tfrt.new.chain
  %ch1 = tensor.print %y, %ch0
  tfrt.return %ch1 : !tfrt.chain
}

func.func @f2() -> !tfrt.chain {
  %x = arith.constant.tensor dense<[[1, 1, 3, 3, 3, 7], [8, 6, 7, 5, 6, 8]]> : tensor<2x6xi64>
  %y = "nn.ngrams"(%x) {counts = [0, 4], indexes = [0, 1, 2, 3, 4, 5, 6], longest = 2 : i64, pool = [2, 3, 5, 4, 5, 6, 7, 8, 6, 7], shortest = 2 : i64, skips = 5 : i64} : (tensor<2x6xi64>) -> tensor<*xf32>
  %ch0 = tfrt.new.chain
  %ch1 = tensor.print %y, %ch0
  tfrt.return %ch1 : !tfrt.chain
}

func.func @f3() -> !tfrt.chain {
  %x = arith.constant.tensor dense<[5, 6, 7]> : tensor<3xi64>
  %y = "nn.ngrams"(%x) {counts = [0, 4], indexes = [0, 1, 2, 3, 4, 5, 6], longest = 9 : i64, pool = [2, 3, 5, 4, 5, 6, 7, 8, 6, 7], shortest = 1 : i64, skips = 0 : i64} : (tensor<3xi64>) -> tensor<*xf32>
  %ch0 = tfrt.new.chain
  %ch1 = tensor.print %y, %ch0
  tfrt.return %ch1 : !tfrt.chain
}

func.func @f4() -> !tfrt.chain {
  %x = arith.constant.tensor dense<1.5> : tensor<2xf32>
  %c = arith.constant.tensor dense<true> : tensor<3xi1>
  %y = nn.require %x, %c {message = "no"} : tensor<2xf32>
  %ch0 = tfrt.new.chain
  %ch1 = tensor.print %y, %ch0
  tfrt.return %ch1 : !tfrt.chain
}
