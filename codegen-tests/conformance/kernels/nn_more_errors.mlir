// rule: nn: what the types of operands do not say is found when an op runs.
// run:
// out| --- Running 'fails0':
// out| 'fails0' returned <<error: a range needs numbers, got i32 [2]>>
// out| --- Running 'fails1':
// out| 'fails1' returned <<error: a range by steps of 0>>
// out| --- Running 'fails2':
// out| 'fails2' returned <<error: Divide by zero>>
// out| --- Running 'fails3':
// out| 'fails3' returned <<error: Divide by zero>>
// out| --- Running 'fails4':
// out| 'fails4' returned <<error: index 3 is beyond a dimension of size 3>>
// out| --- Running 'fails5':
// out| 'fails5' returned <<error: places of shape [1, 4] for a tensor of shape [2, 3]>>
// out| --- Running 'fails6':
// out| 'fails6' returned <<error: indices of shape [1, 3] and 'batch_dims' 0 do not fit a tensor of shape [2, 3]>>
// out| --- Running 'fails7':
// out| 'fails7' returned <<error: indices of shape [1, 1] for a tensor of shape [2, 3]>>
// out| --- Running 'fails8':
// out| 'fails8' returned <<error: attribute 'reduction' is 'x'>>
// out| --- Running 'fails9':
// out| 'fails9' returned <<error: updates are f32 [2], places i64 [1]>>
// out| --- Running 'fails10':
// out| 'fails10' returned <<error: updates are f32 [2], expected a shape of [1]>>
// out| --- Running 'fails11':
// out| 'fails11' returned <<error: 'pads' has 3 elements, expected 2>>
// out| --- Running 'fails12':
// out| 'fails12' returned <<error: 'pads' takes more than dimension 0 of shape [2] has>>
// out| --- Running 'fails13':
// out| 'fails13' returned <<error: the value of a pad is f32 [2]>>
// out| --- Running 'fails14':
// out| 'fails14' returned <<error: attribute 'mode' is 'x'>>
// out| --- Running 'fails15':
// out| 'fails15' returned <<error: a tensor of shape [0] has nothing to be padded with>>
// out| --- Running 'fails16':
// out| 'fails16' returned <<error: 'repeats' has 2 elements, expected 1>>
// out| --- Running 'fails17':
// out| 'fails17' returned <<error: 'repeats' has -1, expected 0 or more>>
// out| --- Running 'fails18':
// out| 'fails18' returned <<error: matrices of shape [2] and a diagonal i64 []>>
// out| --- Running 'fails19':
// out| 'fails19' returned <<error: expected one number, got i64 [2]>>
// out| --- Running 'fails20':
// out| 'fails20' returned <<error: the 3 greatest of 2>>
// out| --- Running 'fails21':
// out| 'fails21' returned <<error: 3 conditions for 2 slices>>
// out| --- Running 'fails22':
// out| 'fails22' returned <<error: lengths [4, 4] for a tensor of shape [2, 3]>>
// out| --- Running 'fails23':
// out| 'fails23' returned <<error: elements of f32 and i64 have different sizes>>
// out| --- Running 'fails24':
// out| 'fails24' returned <<error: elements of type complex<f32> are not cast>>
// out| --- Running 'fails25':
// out| 'fails25' returned <<error: axis 3 is no place between the dimensions of shape [2, 3]>>
// out| --- Running 'fails26':
// out| 'fails26' returned <<error: dimension 0 of shape [2, 3] has not size 1>>
// out| --- Running 'fails27':
// out| 'fails27' returned <<error: images of shape [1, 2, 2], and a scale of shape [3]>>
// out| --- Running 'fails28':
// out| 'fails28' returned <<error: attribute 'nearest_mode' is 'x'>>
// out| --- Running 'fails29':
// out| 'fails29' returned <<error: attribute 'mode' is 'x'>>
// out| --- Running 'fails30':
// out| 'fails30' returned <<error: attribute 'coordinate_transformation_mode' is 'x'>>
// out| --- Running 'fails31':
// out| 'fails31' returned <<error: attribute 'keep_aspect_ratio_policy' is 'x'>>
// out| --- Running 'fails32':
// out| 'fails32' returned <<error: a dimension without elements cannot be made larger>>
// out| --- Running 'fails33':
// out| 'fails33' returned <<error: 2 scales and 0 sizes for 1 axes>>
// out| --- Running 'fails34':
// out| 'fails34' returned <<error: a part of 1 numbers for 1 axes>>
// out| --- Running 'fails35':
// out| 'fails35' returned <<error: 'sizes' has -3>>
// out| --- Running 'fails36':
// out| 'fails36' returned <<error: 'scales' has inf>>
// out| --- Running 'fails37':
// out| 'fails37' returned <<error: images of shape [1, 1, 2, 2] and a grid of shape [1, 1, 1, 3]>>
// out| --- Running 'fails38':
// out| 'fails38' returned <<error: attribute 'mode' is 'x'>>
// out| --- Running 'fails39':
// out| 'fails39' returned <<error: attribute 'padding_mode' is 'x'>>
// out| --- Running 'fails40':
// out| 'fails40' returned <<error: images of shape [1, 1, 2, 2] and parts of shape [1, 3]>>
// out| --- Running 'fails41':
// out| 'fails41' returned <<error: parts of size 0, expected 1 or more>>
// out| --- Running 'fails42':
// out| 'fails42' returned <<error: attribute 'mode' is 'x'>>
// out| --- Running 'fails43':
// out| 'fails43' returned <<error: 2 images for 1 parts>>
// out| --- Running 'fails44':
// out| 'fails44' returned <<error: index 2 is beyond a dimension of size 1>>
// out| --- Running 'fails45':
// out| 'fails45' returned <<error: boxes of shape [1, 2, 4] and scores of shape [1, 2]>>
// out| --- Running 'fails46':
// out| 'fails46' returned <<error: boxes of shape [1, 2, 4] and scores of shape [1, 1, 3]>>
// out| --- Running 'fails47':
// out| 'fails47' returned <<error: a threshold is not one number>>
// out| --- Running 'fails48':
// out| 'fails48' returned <<error: images of shape [1, 1, 2] and filters of shape [1, 1, 2, 2] have different ranks>>
// out| --- Running 'fails49':
// out| 'fails49' returned <<error: attribute 'group' is 0, expected 1 or more>>
// out| --- Running 'fails50':
// out| 'fails50' returned <<error: images of shape [1, 1, 2] and filters of shape [2, 1, 2] differ in channels, or are not 1 groups>>
// out| --- Running 'fails51':
// out| 'fails51' returned <<error: attribute 'strides' has 2 numbers, expected 1 for images of shape [1, 1, 2]>>
// out| --- Running 'fails52':
// out| 'fails52' returned <<error: attribute 'output_padding' has -1, expected 0 or more>>
// out| --- Running 'fails53':
// out| 'fails53' returned <<error: a bias of shape [2], expected [1]>>
// out| --- Running 'fails54':
// out| 'fails54' returned <<error: shapes [2, 3] and [1, 2] cannot be joined along axis 0>>
// out| --- Running 'fails55':
// out| 'fails55' returned <<error: windows of shape [2, 3], expected three dimensions>>
// out| --- Running 'fails56':
// out| 'fails56' returned <<error: windows of shape [1, 2, 2], expected 3 of 2 elements>>
// out| --- Running 'fails57':
// out| 'fails57' returned <<error: offsets f32 [1, 2, 2, 2] and factors f32 [1, 2, 2, 2] for 1 groups of [1, 1, 2, 2]>>
// out| --- Running 'fails58':
// out| 'fails58' returned <<error: images of shape [1, 1, 2], expected four dimensions>>

func.func @fails0() -> tensor<*xi32> {
  %c0 = arith.constant.tensor dense<1> : tensor<2xi32>
  %x0 = tensor.cast.i32 %c0 : tensor<*xi32>
  %c1 = arith.constant.tensor dense<5> : tensor<i32>
  %x1 = tensor.cast.i32 %c1 : tensor<*xi32>
  %c2 = arith.constant.tensor dense<1> : tensor<i32>
  %x2 = tensor.cast.i32 %c2 : tensor<*xi32>
  // expected-error@+1 {{runtime error: a range needs numbers, got i32 [2]}}
  %y = nn.range.i32 %x0, %x1, %x2 : tensor<*xi32>
  tfrt.return %y : tensor<*xi32>
}

func.func @fails1() -> tensor<*xi32> {
  %c0 = arith.constant.tensor dense<1> : tensor<i32>
  %x0 = tensor.cast.i32 %c0 : tensor<*xi32>
  %c1 = arith.constant.tensor dense<5> : tensor<i32>
  %x1 = tensor.cast.i32 %c1 : tensor<*xi32>
  %c2 = arith.constant.tensor dense<0> : tensor<i32>
  %x2 = tensor.cast.i32 %c2 : tensor<*xi32>
  // expected-error@+1 {{runtime error: a range by steps of 0}}
  %y = nn.range.i32 %x0, %x1, %x2 : tensor<*xi32>
  tfrt.return %y : tensor<*xi32>
}

func.func @fails2() -> tensor<*xi32> {
  %c0 = arith.constant.tensor dense<1> : tensor<1xi32>
  %x0 = tensor.cast.i32 %c0 : tensor<*xi32>
  %c1 = arith.constant.tensor dense<0> : tensor<1xi32>
  %x1 = tensor.cast.i32 %c1 : tensor<*xi32>
  // expected-error@+1 {{runtime error: Divide by zero}}
  %y = nn.div.i32 %x0, %x1 : tensor<*xi32>
  tfrt.return %y : tensor<*xi32>
}

func.func @fails3() -> tensor<*xi32> {
  %c0 = arith.constant.tensor dense<1> : tensor<1xi32>
  %x0 = tensor.cast.i32 %c0 : tensor<*xi32>
  %c1 = arith.constant.tensor dense<0> : tensor<1xi32>
  %x1 = tensor.cast.i32 %c1 : tensor<*xi32>
  // expected-error@+1 {{runtime error: Divide by zero}}
  %y = nn.mod.i32 %x0, %x1 {fmod = false} : tensor<*xi32>
  tfrt.return %y : tensor<*xi32>
}

func.func @fails4() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<3> : tensor<1xi64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  // expected-error@+1 {{runtime error: index 3 is beyond a dimension of size 3}}
  %y = nn.gather %x0, %x1 {axis = 1 : i64} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails5() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<0> : tensor<1x4xi64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  // expected-error@+1 {{runtime error: places of shape [1, 4] for a tensor of shape [2, 3]}}
  %y = nn.gather_elements %x0, %x1 {axis = 0 : i64} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails6() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<0> : tensor<1x3xi64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  // expected-error@+1 {{runtime error: indices of shape [1, 3] and 'batch_dims' 0 do not fit a tensor of shape [2, 3]}}
  %y = nn.gather_nd %x0, %x1 {batch_dims = 0 : i64} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails7() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<0> : tensor<1x1xi64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  // expected-error@+1 {{runtime error: indices of shape [1, 1] for a tensor of shape [2, 3]}}
  %y = nn.gather_nd %x0, %x1 {batch_dims = 1 : i64} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails8() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<0> : tensor<1xi64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  %c2 = arith.constant.tensor dense<1.0> : tensor<1xf32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  // expected-error@+1 {{runtime error: attribute 'reduction' is 'x'}}
  %y = nn.scatter_elements.f32 %x0, %x1, %x2 {axis = 0 : i64, reduction = "x"} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails9() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<0> : tensor<1xi64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  %c2 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  // expected-error@+1 {{runtime error: updates are f32 [2], places i64 [1]}}
  %y = nn.scatter_elements.f32 %x0, %x1, %x2 {axis = 0 : i64, reduction = "none"} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails10() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<0> : tensor<1x1xi64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  %c2 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  // expected-error@+1 {{runtime error: updates are f32 [2], expected a shape of [1]}}
  %y = nn.scatter_nd.f32 %x0, %x1, %x2 {reduction = "none"} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails11() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<0> : tensor<3xi64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  %c2 = arith.constant.tensor dense<1.0> : tensor<f32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  // expected-error@+1 {{runtime error: 'pads' has 3 elements, expected 2}}
  %y = nn.pad %x0, %x1, %x2 {mode = "constant"} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails12() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<-2> : tensor<2xi64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  %c2 = arith.constant.tensor dense<1.0> : tensor<f32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  // expected-error@+1 {{runtime error: 'pads' takes more than dimension 0 of shape [2] has}}
  %y = nn.pad %x0, %x1, %x2 {mode = "constant"} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails13() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<0> : tensor<2xi64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  %c2 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  // expected-error@+1 {{runtime error: the value of a pad is f32 [2]}}
  %y = nn.pad %x0, %x1, %x2 {mode = "constant"} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails14() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<0> : tensor<2xi64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  %c2 = arith.constant.tensor dense<1.0> : tensor<f32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  // expected-error@+1 {{runtime error: attribute 'mode' is 'x'}}
  %y = nn.pad %x0, %x1, %x2 {mode = "x"} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails15() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<> : tensor<0xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1> : tensor<2xi64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  %c2 = arith.constant.tensor dense<1.0> : tensor<f32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  // expected-error@+1 {{runtime error: a tensor of shape [0] has nothing to be padded with}}
  %y = nn.pad %x0, %x1, %x2 {mode = "edge"} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails16() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<0> : tensor<2xi64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  // expected-error@+1 {{runtime error: 'repeats' has 2 elements, expected 1}}
  %y = nn.tile %x0, %x1 : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails17() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<-1> : tensor<1xi64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  // expected-error@+1 {{runtime error: 'repeats' has -1, expected 0 or more}}
  %y = nn.tile %x0, %x1 : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails18() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<0> : tensor<i64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  // expected-error@+1 {{runtime error: matrices of shape [2] and a diagonal i64 []}}
  %y = nn.trilu %x0, %x1 {upper = true} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails19() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<0> : tensor<2xi64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  // expected-error@+1 {{runtime error: expected one number, got i64 [2]}}
  %y = nn.cumsum.f32 %x0, %x1 {exclusive = false, reverse = false} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails20() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<3> : tensor<1xi64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  // expected-error@+1 {{runtime error: the 3 greatest of 2}}
  %y0, %y1 = nn.topk.f32 %x0, %x1 {axis = 0 : i64, largest = true} : tensor<*xf32>, tensor<*xi64>
  tfrt.return %y0 : tensor<*xf32>
}

func.func @fails21() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<true> : tensor<3xi1>
  %x1 = tensor.cast.i1 %c1 : tensor<*xi1>
  // expected-error@+1 {{runtime error: 3 conditions for 2 slices}}
  %y = nn.compress %x0, %x1 {axis = 0 : i64} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails22() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<4> : tensor<2xi64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  // expected-error@+1 {{runtime error: lengths [4, 4] for a tensor of shape [2, 3]}}
  %y = nn.reverse_sequence %x0, %x1 {batch_axis = 0 : i64, time_axis = 1 : i64} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails23() -> tensor<*xi64> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  // expected-error@+1 {{runtime error: elements of f32 and i64 have different sizes}}
  %y = nn.bitcast %x0 {to = i64} : tensor<*xi64>
  tfrt.return %y : tensor<*xi64>
}

func.func @fails24() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<(1.0, 2.0)> : tensor<1xcomplex<f32>>
  // expected-error@+1 {{runtime error: elements of type complex<f32> are not cast}}
  %y = nn.cast %c0 {to = f32} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails25() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  // expected-error@+1 {{runtime error: axis 3 is no place between the dimensions of shape [2, 3]}}
  %y = nn.flatten %x0 {axis = 3 : i64} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails26() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<0> : tensor<1xi64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  // expected-error@+1 {{runtime error: dimension 0 of shape [2, 3] has not size 1}}
  %y = nn.squeeze %x0, %x1 : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails27() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<3xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x3 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c4 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x4 = tensor.cast.f32 %c4 : tensor<*xf32>
  // expected-error@+1 {{runtime error: images of shape [1, 2, 2], and a scale of shape [3]}}
  %y = nn.batch_norm.f32 %x0, %x1, %x2, %x3, %x4 {epsilon = 0.0 : f32} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails28() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<> : tensor<0xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<> : tensor<0xf32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<3> : tensor<1xi64>
  %x3 = tensor.cast.i64 %c3 : tensor<*xi64>
  // expected-error@+1 {{runtime error: attribute 'nearest_mode' is 'x'}}
  %y = nn.resize.f32 %x0, %x1, %x2, %x3 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 0.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "x"} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails29() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<> : tensor<0xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<> : tensor<0xf32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<3> : tensor<1xi64>
  %x3 = tensor.cast.i64 %c3 : tensor<*xi64>
  // expected-error@+1 {{runtime error: attribute 'mode' is 'x'}}
  %y = nn.resize.f32 %x0, %x1, %x2, %x3 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 0.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "x", nearest_mode = "floor"} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails30() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<> : tensor<0xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<> : tensor<0xf32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<3> : tensor<1xi64>
  %x3 = tensor.cast.i64 %c3 : tensor<*xi64>
  // expected-error@+1 {{runtime error: attribute 'coordinate_transformation_mode' is 'x'}}
  %y = nn.resize.f32 %x0, %x1, %x2, %x3 {antialias = false, axes = [], coordinate_transformation_mode = "x", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 0.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "floor"} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails31() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<> : tensor<0xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<> : tensor<0xf32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<3> : tensor<1xi64>
  %x3 = tensor.cast.i64 %c3 : tensor<*xi64>
  // expected-error@+1 {{runtime error: attribute 'keep_aspect_ratio_policy' is 'x'}}
  %y = nn.resize.f32 %x0, %x1, %x2, %x3 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 0.0 : f32, keep_aspect_ratio_policy = "x", mode = "nearest", nearest_mode = "floor"} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails32() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<> : tensor<0xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<> : tensor<0xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<> : tensor<0xf32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<3> : tensor<1xi64>
  %x3 = tensor.cast.i64 %c3 : tensor<*xi64>
  // expected-error@+1 {{runtime error: a dimension without elements cannot be made larger}}
  %y = nn.resize.f32 %x0, %x1, %x2, %x3 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 0.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "floor"} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails33() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<> : tensor<0xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<> : tensor<0xi64>
  %x3 = tensor.cast.i64 %c3 : tensor<*xi64>
  // expected-error@+1 {{runtime error: 2 scales and 0 sizes for 1 axes}}
  %y = nn.resize.f32 %x0, %x1, %x2, %x3 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 0.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "floor"} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails34() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<1.0> : tensor<1xf32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<> : tensor<0xi64>
  %x3 = tensor.cast.i64 %c3 : tensor<*xi64>
  // expected-error@+1 {{runtime error: a part of 1 numbers for 1 axes}}
  %y = nn.resize.f32 %x0, %x1, %x2, %x3 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 0.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "floor"} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails35() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<> : tensor<0xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<> : tensor<0xf32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<-3> : tensor<1xi64>
  %x3 = tensor.cast.i64 %c3 : tensor<*xi64>
  // expected-error@+1 {{runtime error: 'sizes' has -3}}
  %y = nn.resize.f32 %x0, %x1, %x2, %x3 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 0.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "floor"} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails36() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<> : tensor<0xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<0x7F800000> : tensor<1xf32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<> : tensor<0xi64>
  %x3 = tensor.cast.i64 %c3 : tensor<*xi64>
  // expected-error@+1 {{runtime error: 'scales' has inf}}
  %y = nn.resize.f32 %x0, %x1, %x2, %x3 {antialias = false, axes = [], coordinate_transformation_mode = "half_pixel", cubic_coeff_a = -0.75 : f32, exclude_outside = false, extrapolation_value = 0.0 : f32, keep_aspect_ratio_policy = "stretch", mode = "nearest", nearest_mode = "floor"} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails37() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x1x2x2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x1x1x3xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: images of shape [1, 1, 2, 2] and a grid of shape [1, 1, 1, 3]}}
  %y = nn.grid_sample.f32 %x0, %x1 {align_corners = true, mode = "linear", padding_mode = "zeros"} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails38() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x1x2x2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x1x1x2xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: attribute 'mode' is 'x'}}
  %y = nn.grid_sample.f32 %x0, %x1 {align_corners = true, mode = "x", padding_mode = "zeros"} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails39() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x1x2x2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x1x1x2xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: attribute 'padding_mode' is 'x'}}
  %y = nn.grid_sample.f32 %x0, %x1 {align_corners = true, mode = "linear", padding_mode = "x"} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails40() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x1x2x2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x3xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<0> : tensor<1xi64>
  %x2 = tensor.cast.i64 %c2 : tensor<*xi64>
  // expected-error@+1 {{runtime error: images of shape [1, 1, 2, 2] and parts of shape [1, 3]}}
  %y = nn.roi_align.f32 %x0, %x1, %x2 {half_pixel = true, mode = "avg", output_height = 1 : i64, output_width = 1 : i64, sampling_ratio = 1 : i64, spatial_scale = 1.0 : f32} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails41() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x1x2x2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x4xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<0> : tensor<1xi64>
  %x2 = tensor.cast.i64 %c2 : tensor<*xi64>
  // expected-error@+1 {{runtime error: parts of size 0, expected 1 or more}}
  %y = nn.roi_align.f32 %x0, %x1, %x2 {half_pixel = true, mode = "avg", output_height = 0 : i64, output_width = 1 : i64, sampling_ratio = 1 : i64, spatial_scale = 1.0 : f32} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails42() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x1x2x2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x4xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<0> : tensor<1xi64>
  %x2 = tensor.cast.i64 %c2 : tensor<*xi64>
  // expected-error@+1 {{runtime error: attribute 'mode' is 'x'}}
  %y = nn.roi_align.f32 %x0, %x1, %x2 {half_pixel = true, mode = "x", output_height = 1 : i64, output_width = 1 : i64, sampling_ratio = 1 : i64, spatial_scale = 1.0 : f32} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails43() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x1x2x2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x4xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<0> : tensor<2xi64>
  %x2 = tensor.cast.i64 %c2 : tensor<*xi64>
  // expected-error@+1 {{runtime error: 2 images for 1 parts}}
  %y = nn.roi_align.f32 %x0, %x1, %x2 {half_pixel = true, mode = "avg", output_height = 1 : i64, output_width = 1 : i64, sampling_ratio = 1 : i64, spatial_scale = 1.0 : f32} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails44() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x1x2x2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x4xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<2> : tensor<1xi64>
  %x2 = tensor.cast.i64 %c2 : tensor<*xi64>
  // expected-error@+1 {{runtime error: index 2 is beyond a dimension of size 1}}
  %y = nn.roi_align.f32 %x0, %x1, %x2 {half_pixel = true, mode = "avg", output_height = 1 : i64, output_width = 1 : i64, sampling_ratio = 1 : i64, spatial_scale = 1.0 : f32} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails45() -> tensor<*xi64> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x2x4xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x2xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<1> : tensor<1xi64>
  %x2 = tensor.cast.i64 %c2 : tensor<*xi64>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1xf32>
  %x3 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c4 = arith.constant.tensor dense<1.0> : tensor<1xf32>
  %x4 = tensor.cast.f32 %c4 : tensor<*xf32>
  // expected-error@+1 {{runtime error: boxes of shape [1, 2, 4] and scores of shape [1, 2]}}
  %y = nn.non_max_suppression %x0, %x1, %x2, %x3, %x4 {center_point_box = false} : tensor<*xi64>
  tfrt.return %y : tensor<*xi64>
}

func.func @fails46() -> tensor<*xi64> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x2x4xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x1x3xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<1> : tensor<1xi64>
  %x2 = tensor.cast.i64 %c2 : tensor<*xi64>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1xf32>
  %x3 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c4 = arith.constant.tensor dense<1.0> : tensor<1xf32>
  %x4 = tensor.cast.f32 %c4 : tensor<*xf32>
  // expected-error@+1 {{runtime error: boxes of shape [1, 2, 4] and scores of shape [1, 1, 3]}}
  %y = nn.non_max_suppression %x0, %x1, %x2, %x3, %x4 {center_point_box = false} : tensor<*xi64>
  tfrt.return %y : tensor<*xi64>
}

func.func @fails47() -> tensor<*xi64> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x2x4xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x1x2xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<1> : tensor<2xi64>
  %x2 = tensor.cast.i64 %c2 : tensor<*xi64>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1xf32>
  %x3 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c4 = arith.constant.tensor dense<1.0> : tensor<1xf32>
  %x4 = tensor.cast.f32 %c4 : tensor<*xf32>
  // expected-error@+1 {{runtime error: a threshold is not one number}}
  %y = nn.non_max_suppression %x0, %x1, %x2, %x3, %x4 {center_point_box = false} : tensor<*xi64>
  tfrt.return %y : tensor<*xi64>
}

func.func @fails48() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x1x2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x1x2x2xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: images of shape [1, 1, 2] and filters of shape [1, 1, 2, 2] have different ranks}}
  %y = nn.conv_transpose.f32 %x0, %x1 {dilations = [1], group = 1 : i64, output_padding = [0], pads = [0, 0], strides = [1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails49() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x1x2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x1x2xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: attribute 'group' is 0, expected 1 or more}}
  %y = nn.conv_transpose.f32 %x0, %x1 {dilations = [1], group = 0 : i64, output_padding = [0], pads = [0, 0], strides = [1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails50() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x1x2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<2x1x2xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: images of shape [1, 1, 2] and filters of shape [2, 1, 2] differ in channels, or are not 1 groups}}
  %y = nn.conv_transpose.f32 %x0, %x1 {dilations = [1], group = 1 : i64, output_padding = [0], pads = [0, 0], strides = [1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails51() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x1x2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x1x2xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: attribute 'strides' has 2 numbers, expected 1 for images of shape [1, 1, 2]}}
  %y = nn.conv_transpose.f32 %x0, %x1 {dilations = [1], group = 1 : i64, output_padding = [0], pads = [0, 0], strides = [1, 1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails52() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x1x2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x1x2xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: attribute 'output_padding' has -1, expected 0 or more}}
  %y = nn.conv_transpose.f32 %x0, %x1 {dilations = [1], group = 1 : i64, output_padding = [-1], pads = [0, 0], strides = [1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails53() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x1x2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x1x2xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  // expected-error@+1 {{runtime error: a bias of shape [2], expected [1]}}
  %y = nn.conv_transpose.f32 %x0, %x1, %x2 {dilations = [1], group = 1 : i64, output_padding = [0], pads = [0, 0], strides = [1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails54() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: shapes [2, 3] and [1, 2] cannot be joined along axis 0}}
  %y = nn.append %x0, %x1 : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails55() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<4> : tensor<1xi64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  %c2 = arith.constant.tensor dense<2> : tensor<1xi64>
  %x2 = tensor.cast.i64 %c2 : tensor<*xi64>
  // expected-error@+1 {{runtime error: windows of shape [2, 3], expected three dimensions}}
  %y = nn.col2im.f32 %x0, %x1, %x2 {dilations = [1], pads = [0, 0], strides = [1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails56() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<4> : tensor<1xi64>
  %x1 = tensor.cast.i64 %c1 : tensor<*xi64>
  %c2 = arith.constant.tensor dense<2> : tensor<1xi64>
  %x2 = tensor.cast.i64 %c2 : tensor<*xi64>
  // expected-error@+1 {{runtime error: windows of shape [1, 2, 2], expected 3 of 2 elements}}
  %y = nn.col2im.f32 %x0, %x1, %x2 {dilations = [1], pads = [0, 0], strides = [1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails57() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x1x2x2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x1x1x1xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<1.0> : tensor<1x2x2x2xf32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1xf32>
  %x3 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c4 = arith.constant.tensor dense<1.0> : tensor<1x2x2x2xf32>
  %x4 = tensor.cast.f32 %c4 : tensor<*xf32>
  // expected-error@+1 {{runtime error: offsets f32 [1, 2, 2, 2] and factors f32 [1, 2, 2, 2] for 1 groups of [1, 1, 2, 2]}}
  %y = nn.deform_conv.f32 %x0, %x1, %x2, %x3, %x4 {auto_pad = 0 : i64, dilations = [1, 1], group = 1 : i64, offset_group = 1 : i64, pads = [0, 0, 0, 0], strides = [1, 1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails58() -> tensor<*xf32> {
  %c0 = arith.constant.tensor dense<1.0> : tensor<1x1x2xf32>
  %x0 = tensor.cast.f32 %c0 : tensor<*xf32>
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x1x1xf32>
  %x1 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c2 = arith.constant.tensor dense<1.0> : tensor<1x2x2x2xf32>
  %x2 = tensor.cast.f32 %c2 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1xf32>
  %x3 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c4 = arith.constant.tensor dense<1.0> : tensor<1x2x2x2xf32>
  %x4 = tensor.cast.f32 %c4 : tensor<*xf32>
  // expected-error@+1 {{runtime error: images of shape [1, 1, 2], expected four dimensions}}
  %y = nn.deform_conv.f32 %x0, %x1, %x2, %x3, %x4 {auto_pad = 0 : i64, dilations = [1], group = 1 : i64, offset_group = 1 : i64, pads = [0, 0], strides = [1]} : tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
