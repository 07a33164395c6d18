// rule: nn.ngrams and nn.require: what does not fit is an error.
// run:
// out| --- Running 'fails0':
// out| 'fails0' returned <<error: the pool does not fit 'counts': 1 tokens are no n-grams of 2>>
// out| --- Running 'fails1':
// out| 'fails1' returned <<error: 'indexes' has a negative one, or too few for the pool>>
// out| --- Running 'fails2':
// out| 'fails2' returned <<error: 'indexes' has a negative one, or too few for the pool>>
// out| --- Running 'fails3':
// out| 'fails3' returned <<error: 'skips' is negative>>
// out| --- Running 'fails4':
// out| 'fails4' returned <<error: tokens of shape [], expected rows>>
// out| --- Running 'fails5':
// out| 'fails5' returned <<error: a size is negative>>

func.func @fails0() -> tensor<*xf32> {
  %x = arith.constant.tensor dense<[5, 6, 7]> : tensor<3xi64>
  // expected-error@+1 {{runtime error: the pool does not fit 'counts': 1 tokens are no n-grams of 2}}
  %y = "nn.ngrams"(%x) {counts = [0, 1], indexes = [0, 1], longest = 2 : i64, pool = [1, 2], shortest = 1 : i64, skips = 0 : i64} : (tensor<3xi64>) -> tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails1() -> tensor<*xf32> {
  %x = arith.constant.tensor dense<[5, 6, 7]> : tensor<3xi64>
  // expected-error@+1 {{runtime error: 'indexes' has a negative one, or too few for the pool}}
  %y = "nn.ngrams"(%x) {counts = [0, 1], indexes = [0], longest = 2 : i64, pool = [1, 2, 3], shortest = 1 : i64, skips = 0 : i64} : (tensor<3xi64>) -> tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails2() -> tensor<*xf32> {
  %x = arith.constant.tensor dense<[5, 6, 7]> : tensor<3xi64>
  // expected-error@+1 {{runtime error: 'indexes' has a negative one, or too few for the pool}}
  %y = "nn.ngrams"(%x) {counts = [0, 1], indexes = [0, -1], longest = 2 : i64, pool = [1, 2, 3], shortest = 1 : i64, skips = 0 : i64} : (tensor<3xi64>) -> tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails3() -> tensor<*xf32> {
  %x = arith.constant.tensor dense<[5, 6, 7]> : tensor<3xi64>
  // expected-error@+1 {{runtime error: 'skips' is negative}}
  %y = "nn.ngrams"(%x) {counts = [0, 1], indexes = [0, 1], longest = 2 : i64, pool = [1, 2, 3], shortest = 1 : i64, skips = -1 : i64} : (tensor<3xi64>) -> tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails4() -> tensor<*xf32> {
  %x = arith.constant.tensor dense<5> : tensor<i64>
  // expected-error@+1 {{runtime error: tokens of shape [], expected rows}}
  %y = "nn.ngrams"(%x) {counts = [0, 1], indexes = [0, 1], longest = 2 : i64, pool = [1, 2, 3], shortest = 1 : i64, skips = 0 : i64} : (tensor<i64>) -> tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails5() -> tensor<2xf32> {
  %x = arith.constant.tensor dense<1.5> : tensor<2xf32>
  %c = arith.constant.tensor dense<[true, false]> : tensor<2xi1>
  // expected-error@+1 {{runtime error: a size is negative}}
  %y = nn.require %x, %c {message = "a size is negative"} : tensor<2xf32>
  tfrt.return %y : tensor<2xf32>
}
