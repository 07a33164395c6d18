// rule: tensor: tensors are made of scalars, row by row or of one, scalars are taken out of them, sizes become known, and mutable tensors are frozen, for every type.
// rule: tensor: an index out of range, a size that is not as expected and a dimension that there is not are errors.
// run:
// out*| DenseHostTensor dtype = i1, shape = [1, 2], values = [0, 1]
// out*| Tensor dtype = i1, shape = [2, 1], values = [1, 1]
// out*| DenseHostTensor dtype = i8, shape = [1, 2], values = [3, -5]
// out*| Tensor dtype = i8, shape = [2, 1], values = [-5, -5]
// out*| DenseHostTensor dtype = i16, shape = [1, 2], values = [3, -5]
// out*| Tensor dtype = i16, shape = [2, 1], values = [-5, -5]
// out*| DenseHostTensor dtype = i32, shape = [1, 2], values = [3, -5]
// out*| Tensor dtype = i32, shape = [2, 1], values = [-5, -5]
// out*| DenseHostTensor dtype = i64, shape = [1, 2], values = [3, -5]
// out*| Tensor dtype = i64, shape = [2, 1], values = [-5, -5]
// out*| DenseHostTensor dtype = f16, shape = [1, 2], values = [fp16(16896), fp16(50432)]
// out*| Tensor dtype = f16, shape = [2, 1], values = [fp16(50432), fp16(50432)]
// out*| DenseHostTensor dtype = bf16, shape = [1, 2], values = [bf16(16448), bf16(49312)]
// out*| Tensor dtype = bf16, shape = [2, 1], values = [bf16(49312), bf16(49312)]
// out*| DenseHostTensor dtype = f32, shape = [1, 2], values = [3.000000e+00, -5.000000e+00]
// out*| Tensor dtype = f32, shape = [2, 1], values = [-5.000000e+00, -5.000000e+00]
// out*| DenseHostTensor dtype = f64, shape = [1, 2], values = [3.000000e+00, -5.000000e+00]
// out*| Tensor dtype = f64, shape = [2, 1], values = [-5.000000e+00, -5.000000e+00]
// out*| Tensor dtype = u8, shape = [2], values = [3, 255]
// out*| Tensor dtype = u16, shape = [2], values = [3, 255]
// out*| Tensor dtype = u32, shape = [2], values = [3, 255]
// out*| Tensor dtype = u64, shape = [2], values = [3, 255]
// out*| 'dimensions' returned 2,3
// out*| 'outside' returned <<error: a tensor of shape [2, 3] has no element [1, 3]>>
// out*| 'negative' returned <<error: a tensor of shape [2, 3] has no element [-1, 0]>>
// out*| 'rank' returned <<error: a tensor of shape [2, 3] has no element [1]>>
// out*| 'dimension' returned <<error: a tensor of shape [2, 3] has no dimension 2>>
// out*| 'other' returned <<error: a tensor of shape [2, 3], expected [2, ?, 3]>>
// out*| 'size' returned <<error: a tensor of shape [2, 3], expected [2, 4]>>
// out*| 'type' returned <<error: a tensor of type i32, expected f32>>

func.func @i1() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i64 0
  %one = tfrt.constant.i64 1
  %a = tfrt.constant.i1 false
  %b = tfrt.constant.i1 true
  %t = "tensor.from_elements.i1"(%a, %b) {shape = [1, 2]} : (i1, i1) -> tensor<1x2xi1>
  %m0 = "tensor.thaw"(%t) : (tensor<1x2xi1>) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %m0, %ch0
  %x = "tensor.extract.i1"(%t, %zero, %one) : (tensor<1x2xi1>, i64, i64) -> i1
  %s = "tensor.splat.i1"(%x, %one) {shape = [2, -1]} : (i1, i64) -> tensor<2x?xi1>
  %c = tensor.cast.i1 %s : tensor<2x1xi1>
  %m1 = "tensor.thaw"(%c) : (tensor<2x1xi1>) -> !tfrt_tensor.tensor
  %f, %frozen = "tensor.freeze.i1"(%m1, %ch1) {shape = [2, 1]} : (!tfrt_tensor.tensor, !tfrt.chain) -> (tensor<2x1xi1>, !tfrt.chain)
  %ch2 = "tensor.print"(%f, %frozen) : (tensor<2x1xi1>, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch2 : !tfrt.chain
}

func.func @i8() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i64 0
  %one = tfrt.constant.i64 1
  %a = arith.constant.i8 3
  %b = arith.constant.i8 -5
  %t = "tensor.from_elements.i8"(%a, %b) {shape = [1, 2]} : (i8, i8) -> tensor<1x2xi8>
  %m0 = "tensor.thaw"(%t) : (tensor<1x2xi8>) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %m0, %ch0
  %x = "tensor.extract.i8"(%t, %zero, %one) : (tensor<1x2xi8>, i64, i64) -> i8
  %s = "tensor.splat.i8"(%x, %one) {shape = [2, -1]} : (i8, i64) -> tensor<2x?xi8>
  %c = tensor.cast.i8 %s : tensor<2x1xi8>
  %m1 = "tensor.thaw"(%c) : (tensor<2x1xi8>) -> !tfrt_tensor.tensor
  %f, %frozen = "tensor.freeze.i8"(%m1, %ch1) {shape = [2, 1]} : (!tfrt_tensor.tensor, !tfrt.chain) -> (tensor<2x1xi8>, !tfrt.chain)
  %ch2 = "tensor.print"(%f, %frozen) : (tensor<2x1xi8>, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch2 : !tfrt.chain
}

func.func @i16() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i64 0
  %one = tfrt.constant.i64 1
  %a = arith.constant.i16 3
  %b = arith.constant.i16 -5
  %t = "tensor.from_elements.i16"(%a, %b) {shape = [1, 2]} : (i16, i16) -> tensor<1x2xi16>
  %m0 = "tensor.thaw"(%t) : (tensor<1x2xi16>) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %m0, %ch0
  %x = "tensor.extract.i16"(%t, %zero, %one) : (tensor<1x2xi16>, i64, i64) -> i16
  %s = "tensor.splat.i16"(%x, %one) {shape = [2, -1]} : (i16, i64) -> tensor<2x?xi16>
  %c = tensor.cast.i16 %s : tensor<2x1xi16>
  %m1 = "tensor.thaw"(%c) : (tensor<2x1xi16>) -> !tfrt_tensor.tensor
  %f, %frozen = "tensor.freeze.i16"(%m1, %ch1) {shape = [2, 1]} : (!tfrt_tensor.tensor, !tfrt.chain) -> (tensor<2x1xi16>, !tfrt.chain)
  %ch2 = "tensor.print"(%f, %frozen) : (tensor<2x1xi16>, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch2 : !tfrt.chain
}

func.func @i32() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i64 0
  %one = tfrt.constant.i64 1
  %a = tfrt.constant.i32 3
  %b = tfrt.constant.i32 -5
  %t = "tensor.from_elements.i32"(%a, %b) {shape = [1, 2]} : (i32, i32) -> tensor<1x2xi32>
  %m0 = "tensor.thaw"(%t) : (tensor<1x2xi32>) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %m0, %ch0
  %x = "tensor.extract.i32"(%t, %zero, %one) : (tensor<1x2xi32>, i64, i64) -> i32
  %s = "tensor.splat.i32"(%x, %one) {shape = [2, -1]} : (i32, i64) -> tensor<2x?xi32>
  %c = tensor.cast.i32 %s : tensor<2x1xi32>
  %m1 = "tensor.thaw"(%c) : (tensor<2x1xi32>) -> !tfrt_tensor.tensor
  %f, %frozen = "tensor.freeze.i32"(%m1, %ch1) {shape = [2, 1]} : (!tfrt_tensor.tensor, !tfrt.chain) -> (tensor<2x1xi32>, !tfrt.chain)
  %ch2 = "tensor.print"(%f, %frozen) : (tensor<2x1xi32>, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch2 : !tfrt.chain
}

func.func @i64() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i64 0
  %one = tfrt.constant.i64 1
  %a = tfrt.constant.i64 3
  %b = tfrt.constant.i64 -5
  %t = "tensor.from_elements.i64"(%a, %b) {shape = [1, 2]} : (i64, i64) -> tensor<1x2xi64>
  %m0 = "tensor.thaw"(%t) : (tensor<1x2xi64>) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %m0, %ch0
  %x = "tensor.extract.i64"(%t, %zero, %one) : (tensor<1x2xi64>, i64, i64) -> i64
  %s = "tensor.splat.i64"(%x, %one) {shape = [2, -1]} : (i64, i64) -> tensor<2x?xi64>
  %c = tensor.cast.i64 %s : tensor<2x1xi64>
  %m1 = "tensor.thaw"(%c) : (tensor<2x1xi64>) -> !tfrt_tensor.tensor
  %f, %frozen = "tensor.freeze.i64"(%m1, %ch1) {shape = [2, 1]} : (!tfrt_tensor.tensor, !tfrt.chain) -> (tensor<2x1xi64>, !tfrt.chain)
  %ch2 = "tensor.print"(%f, %frozen) : (tensor<2x1xi64>, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch2 : !tfrt.chain
}

func.func @f16() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i64 0
  %one = tfrt.constant.i64 1
  %a = tfrt.constant.f16 3.0
  %b = tfrt.constant.f16 -5.0
  %t = "tensor.from_elements.f16"(%a, %b) {shape = [1, 2]} : (f16, f16) -> tensor<1x2xf16>
  %m0 = "tensor.thaw"(%t) : (tensor<1x2xf16>) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %m0, %ch0
  %x = "tensor.extract.f16"(%t, %zero, %one) : (tensor<1x2xf16>, i64, i64) -> f16
  %s = "tensor.splat.f16"(%x, %one) {shape = [2, -1]} : (f16, i64) -> tensor<2x?xf16>
  %c = tensor.cast.f16 %s : tensor<2x1xf16>
  %m1 = "tensor.thaw"(%c) : (tensor<2x1xf16>) -> !tfrt_tensor.tensor
  %f, %frozen = "tensor.freeze.f16"(%m1, %ch1) {shape = [2, 1]} : (!tfrt_tensor.tensor, !tfrt.chain) -> (tensor<2x1xf16>, !tfrt.chain)
  %ch2 = "tensor.print"(%f, %frozen) : (tensor<2x1xf16>, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch2 : !tfrt.chain
}

func.func @bf16() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i64 0
  %one = tfrt.constant.i64 1
  %a = tfrt.constant.bf16 3.0
  %b = tfrt.constant.bf16 -5.0
  %t = "tensor.from_elements.bf16"(%a, %b) {shape = [1, 2]} : (bf16, bf16) -> tensor<1x2xbf16>
  %m0 = "tensor.thaw"(%t) : (tensor<1x2xbf16>) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %m0, %ch0
  %x = "tensor.extract.bf16"(%t, %zero, %one) : (tensor<1x2xbf16>, i64, i64) -> bf16
  %s = "tensor.splat.bf16"(%x, %one) {shape = [2, -1]} : (bf16, i64) -> tensor<2x?xbf16>
  %c = tensor.cast.bf16 %s : tensor<2x1xbf16>
  %m1 = "tensor.thaw"(%c) : (tensor<2x1xbf16>) -> !tfrt_tensor.tensor
  %f, %frozen = "tensor.freeze.bf16"(%m1, %ch1) {shape = [2, 1]} : (!tfrt_tensor.tensor, !tfrt.chain) -> (tensor<2x1xbf16>, !tfrt.chain)
  %ch2 = "tensor.print"(%f, %frozen) : (tensor<2x1xbf16>, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch2 : !tfrt.chain
}

func.func @f32() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i64 0
  %one = tfrt.constant.i64 1
  %a = tfrt.constant.f32 3.0
  %b = tfrt.constant.f32 -5.0
  %t = "tensor.from_elements.f32"(%a, %b) {shape = [1, 2]} : (f32, f32) -> tensor<1x2xf32>
  %m0 = "tensor.thaw"(%t) : (tensor<1x2xf32>) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %m0, %ch0
  %x = "tensor.extract.f32"(%t, %zero, %one) : (tensor<1x2xf32>, i64, i64) -> f32
  %s = "tensor.splat.f32"(%x, %one) {shape = [2, -1]} : (f32, i64) -> tensor<2x?xf32>
  %c = tensor.cast.f32 %s : tensor<2x1xf32>
  %m1 = "tensor.thaw"(%c) : (tensor<2x1xf32>) -> !tfrt_tensor.tensor
  %f, %frozen = "tensor.freeze.f32"(%m1, %ch1) {shape = [2, 1]} : (!tfrt_tensor.tensor, !tfrt.chain) -> (tensor<2x1xf32>, !tfrt.chain)
  %ch2 = "tensor.print"(%f, %frozen) : (tensor<2x1xf32>, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch2 : !tfrt.chain
}

func.func @f64() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i64 0
  %one = tfrt.constant.i64 1
  %a = tfrt.constant.f64 3.0
  %b = tfrt.constant.f64 -5.0
  %t = "tensor.from_elements.f64"(%a, %b) {shape = [1, 2]} : (f64, f64) -> tensor<1x2xf64>
  %m0 = "tensor.thaw"(%t) : (tensor<1x2xf64>) -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %m0, %ch0
  %x = "tensor.extract.f64"(%t, %zero, %one) : (tensor<1x2xf64>, i64, i64) -> f64
  %s = "tensor.splat.f64"(%x, %one) {shape = [2, -1]} : (f64, i64) -> tensor<2x?xf64>
  %c = tensor.cast.f64 %s : tensor<2x1xf64>
  %m1 = "tensor.thaw"(%c) : (tensor<2x1xf64>) -> !tfrt_tensor.tensor
  %f, %frozen = "tensor.freeze.f64"(%m1, %ch1) {shape = [2, 1]} : (!tfrt_tensor.tensor, !tfrt.chain) -> (tensor<2x1xf64>, !tfrt.chain)
  %ch2 = "tensor.print"(%f, %frozen) : (tensor<2x1xf64>, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch2 : !tfrt.chain
}

func.func @six() -> tensor<*xi32> {
  %a = tfrt.constant.i32 7
  %t = "tensor.splat.i32"(%a) {shape = [2, 3]} : (i32) -> tensor<2x3xi32>
  %same = "tensor.cast.i32"(%t) {shape = [-1, 3]} : (tensor<2x3xi32>) -> tensor<?x3xi32>
  %any = "tensor.cast.i32"(%same) : (tensor<?x3xi32>) -> tensor<*xi32>
  tfrt.return %any : tensor<*xi32>
}

func.func @ui8() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t = arith.constant.tensor dense<[3, 255]> : tensor<2xui8>
  %any = tensor.cast.ui8 %t : tensor<*xui8>
  %c = tensor.cast.ui8 %any : tensor<2xui8>
  %ch1 = "tensor.print"(%c, %ch0) : (tensor<2xui8>, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}

func.func @ui16() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t = arith.constant.tensor dense<[3, 255]> : tensor<2xui16>
  %any = tensor.cast.ui16 %t : tensor<*xui16>
  %c = tensor.cast.ui16 %any : tensor<2xui16>
  %ch1 = "tensor.print"(%c, %ch0) : (tensor<2xui16>, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}

func.func @ui32() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t = arith.constant.tensor dense<[3, 255]> : tensor<2xui32>
  %any = tensor.cast.ui32 %t : tensor<*xui32>
  %c = tensor.cast.ui32 %any : tensor<2xui32>
  %ch1 = "tensor.print"(%c, %ch0) : (tensor<2xui32>, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}

func.func @ui64() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t = arith.constant.tensor dense<[3, 255]> : tensor<2xui64>
  %any = tensor.cast.ui64 %t : tensor<*xui64>
  %c = tensor.cast.ui64 %any : tensor<2xui64>
  %ch1 = "tensor.print"(%c, %ch0) : (tensor<2xui64>, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}

func.func @dimensions() -> (i64, i64) {
  %t = tfrt.call @six() : () -> tensor<*xi32>
  %zero = tfrt.constant.i64 0
  %one = tfrt.constant.i64 1
  %rows = "tensor.dim.i64"(%t, %zero) : (tensor<*xi32>, i64) -> i64
  %columns = "tensor.dim.i64"(%t, %one) : (tensor<*xi32>, i64) -> i64
  tfrt.return %rows, %columns : i64, i64
}

func.func @outside() -> i32 {
  %t = tfrt.call @six() : () -> tensor<*xi32>
  %i = tfrt.constant.i64 1
  %j = tfrt.constant.i64 3
  %r = "tensor.extract.i32"(%t, %i, %j) : (tensor<*xi32>, i64, i64) -> i32 // expected-error {{runtime error: a tensor of shape [2, 3] has no element [1, 3]}}
  tfrt.return %r : i32
}

func.func @negative() -> i32 {
  %t = tfrt.call @six() : () -> tensor<*xi32>
  %i = tfrt.constant.i64 -1
  %j = tfrt.constant.i64 0
  %r = "tensor.extract.i32"(%t, %i, %j) : (tensor<*xi32>, i64, i64) -> i32 // expected-error {{runtime error: a tensor of shape [2, 3] has no element [-1, 0]}}
  tfrt.return %r : i32
}

func.func @rank() -> i32 {
  %t = tfrt.call @six() : () -> tensor<*xi32>
  %i = tfrt.constant.i64 1
  %r = "tensor.extract.i32"(%t, %i) : (tensor<*xi32>, i64) -> i32 // expected-error {{runtime error: a tensor of shape [2, 3] has no element [1]}}
  tfrt.return %r : i32
}

func.func @dimension() -> i64 {
  %t = tfrt.call @six() : () -> tensor<*xi32>
  %i = tfrt.constant.i64 2
  %r = "tensor.dim.i64"(%t, %i) : (tensor<*xi32>, i64) -> i64 // expected-error {{runtime error: a tensor of shape [2, 3] has no dimension 2}}
  tfrt.return %r : i64
}

func.func @other() -> tensor<2x?x3xi32> {
  %t = tfrt.call @six() : () -> tensor<*xi32>
  %r = "tensor.cast.i32"(%t) {shape = [2, -1, 3]} : (tensor<*xi32>) -> tensor<2x?x3xi32> // expected-error {{runtime error: a tensor of shape [2, 3], expected [2, ?, 3]}}
  tfrt.return %r : tensor<2x?x3xi32>
}

func.func @size() -> tensor<2x4xi32> {
  %t = tfrt.call @six() : () -> tensor<*xi32>
  %r = "tensor.cast.i32"(%t) {shape = [2, 4]} : (tensor<*xi32>) -> tensor<2x4xi32> // expected-error {{runtime error: a tensor of shape [2, 3], expected [2, 4]}}
  tfrt.return %r : tensor<2x4xi32>
}

func.func @type() -> tensor<2xf32> {
  %ch = tfrt.new.chain
  %a = "tfrt_test.const_dense_attr"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  %r, %done = "tensor.freeze.f32"(%a, %ch) : (!tfrt_tensor.tensor, !tfrt.chain) -> (tensor<2xf32>, !tfrt.chain) // expected-error {{runtime error: a tensor of type i32, expected f32}}
  tfrt.return %r : tensor<2xf32>
}
