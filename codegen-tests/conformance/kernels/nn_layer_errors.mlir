// rule: nn: what recurrent layers, transforms, sums of products and linear attention refuse when they run; shapes by the message of the verifier.
// run:
// out| --- Running 'fails0':
// out| 'fails0' returned <<error: x of shape [3, 2], expected three dimensions>>
// out| --- Running 'fails1':
// out| 'fails1' returned <<error: r of shape [1, 4, 2], expected [1, 2, 2]>>
// out| --- Running 'fails2':
// out| 'fails2' returned <<error: w of shape [1, 2, 3], expected [1, 2, 1]>>
// out| --- Running 'fails3':
// out| 'fails3' returned <<error: a bias of shape [1, 2], expected [1, 4]>>
// out| --- Running 'fails4':
// out| 'fails4' returned <<error: the lengths of shape [3], expected [2]>>
// out| --- Running 'fails5':
// out| 'fails5' returned <<error: an initial state of shape [2, 2], expected [1, 2, 2]>>
// out| --- Running 'fails6':
// out| 'fails6' returned <<error: a sequence of 4 steps, expected 0 to 3>>
// out| --- Running 'fails7':
// out| 'fails7' returned <<error: a sequence of -1 steps, expected 0 to 3>>
// out| --- Running 'fails8':
// out| 'fails8' returned <<error: attribute 'direction' is 'up'>>
// out| --- Running 'fails9':
// out| 'fails9' returned <<error: r of shape [1, 2, 2], expected [2, 2, 2]>>
// out| --- Running 'fails10':
// out| 'fails10' returned <<error: attribute 'activations' has 2 elements, expected 1>>
// out| --- Running 'fails11':
// out| 'fails11' returned <<error: attribute 'activation_alpha' has 2 elements, expected 1>>
// out| --- Running 'fails12':
// out| 'fails12' returned <<error: attribute 'activation_beta' has 0 elements, expected 1>>
// out| --- Running 'fails13':
// out| 'fails13' returned <<error: there is no activation 'Sine'>>
// out| --- Running 'fails14':
// out| 'fails14' returned <<error: an initial state of shape [1, 2], expected [1, 2, 2]>>
// out| --- Running 'fails15':
// out| 'fails15' returned <<error: peepholes of shape [1, 2], expected [1, 6]>>
// out| --- Running 'fails16':
// out| 'fails16' returned <<error: 2 labels for 3 dimensions>>
// out| --- Running 'fails17':
// out| 'fails17' returned <<error: dimensions of one label have 3 and 4>>
// out| --- Running 'fails18':
// out| 'fails18' returned <<error: label 10 of the result is not there, or there twice>>
// out| --- Running 'fails19':
// out| 'fails19' returned <<error: label 8 of the result is not there, or there twice>>
// out| --- Running 'fails20':
// out| 'fails20' returned <<error: a tensor of rank 9, at most 8 is possible>>
// out| --- Running 'fails21':
// out| 'fails21' returned <<error: a tensor of shape [2, 3] has no square matrices>>
// out| --- Running 'fails22':
// out| 'fails22' returned <<error: a tensor of shape [2] has no square matrices>>
// out| --- Running 'fails23':
// out| 'fails23' returned <<error: a tensor of shape [4, 3] has no signal along axis 0>>
// out| --- Running 'fails24':
// out| 'fails24' returned <<error: a tensor of shape [4, 1] has no signal along axis 1>>
// out| --- Running 'fails25':
// out| 'fails25' returned <<error: a signal has one length of 0 or more>>
// out| --- Running 'fails26':
// out| 'fails26' returned <<error: expected one axis, got 2>>
// out| --- Running 'fails27':
// out| 'fails27' returned <<error: axis 2 is no dimension of shape [4, 1]>>
// out| --- Running 'fails28':
// out| 'fails28' returned <<error: attribute 'update_rule' is 'up'>>
// out| --- Running 'fails29':
// out| 'fails29' returned <<error: past states of shape [1, 1, 2, 3], expected [1, 1, 2, 2] or [0]>>
// out| --- Running 'fails30':
// out| 'fails30' returned <<error: decay of shape [1, 2, 3], expected [1, 2, 2] or [1, 2, 1]>>
// out| --- Running 'fails31':
// out| 'fails31' returned <<error: beta of shape [1, 2, 2], expected [1, 2, 1] or [1, 2, 1]>>
// out| --- Running 'fails32':
// out| 'fails32' returned <<error: keys of 5 numbers are not 2 heads>>
// out| --- Running 'fails33':
// out| 'fails33' returned <<error: queries of shape [1, 2, 2], keys of shape [1, 2, 2] and values of shape [1, 3, 2] do not fit>>
// out| --- Running 'fails34':
// out| 'fails34' returned <<error: queries of shape [2, 2], expected three dimensions>>
// out| --- Running 'fails35':
// out| 'fails35' returned <<error: 9223372036854775807 heads are too many>>

func.func @fails0() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<3x2xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x1xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<> : tensor<0xi32>
  %x10 = tensor.cast.i32 %c9 : tensor<*xi32>
  %c11 = arith.constant.tensor dense<> : tensor<0xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  // expected-error@+1 {{runtime error: x of shape [3, 2], expected three dimensions}}
  %y0, %y1 = nn.rnn.f32 %x2, %x4, %x6, %x8, %x10, %x12 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Tanh", clip = 0.0 : f32, direction = "forward"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails1() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<3x2x1xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x1xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x4x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<> : tensor<0xi32>
  %x10 = tensor.cast.i32 %c9 : tensor<*xi32>
  %c11 = arith.constant.tensor dense<> : tensor<0xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  // expected-error@+1 {{runtime error: r of shape [1, 4, 2], expected [1, 2, 2]}}
  %y0, %y1 = nn.rnn.f32 %x2, %x4, %x6, %x8, %x10, %x12 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Tanh", clip = 0.0 : f32, direction = "forward"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails2() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<3x2x1xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x3xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<> : tensor<0xi32>
  %x10 = tensor.cast.i32 %c9 : tensor<*xi32>
  %c11 = arith.constant.tensor dense<> : tensor<0xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  // expected-error@+1 {{runtime error: w of shape [1, 2, 3], expected [1, 2, 1]}}
  %y0, %y1 = nn.rnn.f32 %x2, %x4, %x6, %x8, %x10, %x12 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Tanh", clip = 0.0 : f32, direction = "forward"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails3() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<3x2x1xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x1xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<1.0> : tensor<1x2xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<> : tensor<0xi32>
  %x10 = tensor.cast.i32 %c9 : tensor<*xi32>
  %c11 = arith.constant.tensor dense<> : tensor<0xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  // expected-error@+1 {{runtime error: a bias of shape [1, 2], expected [1, 4]}}
  %y0, %y1 = nn.rnn.f32 %x2, %x4, %x6, %x8, %x10, %x12 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Tanh", clip = 0.0 : f32, direction = "forward"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails4() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<3x2x1xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x1xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<1> : tensor<3xi32>
  %x10 = tensor.cast.i32 %c9 : tensor<*xi32>
  %c11 = arith.constant.tensor dense<> : tensor<0xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  // expected-error@+1 {{runtime error: the lengths of shape [3], expected [2]}}
  %y0, %y1 = nn.rnn.f32 %x2, %x4, %x6, %x8, %x10, %x12 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Tanh", clip = 0.0 : f32, direction = "forward"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails5() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<3x2x1xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x1xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<> : tensor<0xi32>
  %x10 = tensor.cast.i32 %c9 : tensor<*xi32>
  %c11 = arith.constant.tensor dense<1.0> : tensor<2x2xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  // expected-error@+1 {{runtime error: an initial state of shape [2, 2], expected [1, 2, 2]}}
  %y0, %y1 = nn.rnn.f32 %x2, %x4, %x6, %x8, %x10, %x12 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Tanh", clip = 0.0 : f32, direction = "forward"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails6() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<3x2x1xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x1xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %x9 = arith.constant.tensor dense<[4, 1]> : tensor<2xi32>
  %c10 = arith.constant.tensor dense<> : tensor<0xf32>
  %x11 = tensor.cast.f32 %c10 : tensor<*xf32>
  // expected-error@+1 {{runtime error: a sequence of 4 steps, expected 0 to 3}}
  %y0, %y1 = nn.rnn.f32 %x2, %x4, %x6, %x8, %x9, %x11 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Tanh", clip = 0.0 : f32, direction = "forward"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails7() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<3x2x1xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x1xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %x9 = arith.constant.tensor dense<[1, -1]> : tensor<2xi32>
  %c10 = arith.constant.tensor dense<> : tensor<0xf32>
  %x11 = tensor.cast.f32 %c10 : tensor<*xf32>
  // expected-error@+1 {{runtime error: a sequence of -1 steps, expected 0 to 3}}
  %y0, %y1 = nn.rnn.f32 %x2, %x4, %x6, %x8, %x9, %x11 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Tanh", clip = 0.0 : f32, direction = "forward"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails8() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<3x2x1xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x1xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<> : tensor<0xi32>
  %x10 = tensor.cast.i32 %c9 : tensor<*xi32>
  %c11 = arith.constant.tensor dense<> : tensor<0xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  // expected-error@+1 {{runtime error: attribute 'direction' is 'up'}}
  %y0, %y1 = nn.rnn.f32 %x2, %x4, %x6, %x8, %x10, %x12 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Tanh", clip = 0.0 : f32, direction = "up"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails9() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<3x2x1xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x1xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<> : tensor<0xi32>
  %x10 = tensor.cast.i32 %c9 : tensor<*xi32>
  %c11 = arith.constant.tensor dense<> : tensor<0xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  // expected-error@+1 {{runtime error: r of shape [1, 2, 2], expected [2, 2, 2]}}
  %y0, %y1 = nn.rnn.f32 %x2, %x4, %x6, %x8, %x10, %x12 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Tanh", clip = 0.0 : f32, direction = "bidirectional"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails10() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<3x2x1xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x1xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<> : tensor<0xi32>
  %x10 = tensor.cast.i32 %c9 : tensor<*xi32>
  %c11 = arith.constant.tensor dense<> : tensor<0xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  // expected-error@+1 {{runtime error: attribute 'activations' has 2 elements, expected 1}}
  %y0, %y1 = nn.rnn.f32 %x2, %x4, %x6, %x8, %x10, %x12 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Tanh,Tanh", clip = 0.0 : f32, direction = "forward"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails11() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<3x2x1xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x1xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<> : tensor<0xi32>
  %x10 = tensor.cast.i32 %c9 : tensor<*xi32>
  %c11 = arith.constant.tensor dense<> : tensor<0xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  // expected-error@+1 {{runtime error: attribute 'activation_alpha' has 2 elements, expected 1}}
  %y0, %y1 = nn.rnn.f32 %x2, %x4, %x6, %x8, %x10, %x12 {activation_alpha = [0.0 : f32, 0.0 : f32], activation_beta = [0.0 : f32], activations = "Tanh", clip = 0.0 : f32, direction = "forward"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails12() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<3x2x1xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x1xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<> : tensor<0xi32>
  %x10 = tensor.cast.i32 %c9 : tensor<*xi32>
  %c11 = arith.constant.tensor dense<> : tensor<0xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  // expected-error@+1 {{runtime error: attribute 'activation_beta' has 0 elements, expected 1}}
  %y0, %y1 = nn.rnn.f32 %x2, %x4, %x6, %x8, %x10, %x12 {activation_alpha = [0.0 : f32], activation_beta = [], activations = "Tanh", clip = 0.0 : f32, direction = "forward"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails13() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<3x2x1xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x1xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<> : tensor<0xi32>
  %x10 = tensor.cast.i32 %c9 : tensor<*xi32>
  %c11 = arith.constant.tensor dense<> : tensor<0xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  // expected-error@+1 {{runtime error: there is no activation 'Sine'}}
  %y0, %y1 = nn.rnn.f32 %x2, %x4, %x6, %x8, %x10, %x12 {activation_alpha = [0.0 : f32], activation_beta = [0.0 : f32], activations = "Sine", clip = 0.0 : f32, direction = "forward"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails14() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<3x2x1xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x8x1xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x8x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<> : tensor<0xi32>
  %x10 = tensor.cast.i32 %c9 : tensor<*xi32>
  %c11 = arith.constant.tensor dense<> : tensor<0xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  %c13 = arith.constant.tensor dense<1.0> : tensor<1x2xf32>
  %x14 = tensor.cast.f32 %c13 : tensor<*xf32>
  %c15 = arith.constant.tensor dense<> : tensor<0xf32>
  %x16 = tensor.cast.f32 %c15 : tensor<*xf32>
  // expected-error@+1 {{runtime error: an initial state of shape [1, 2], expected [1, 2, 2]}}
  %y0, %y1, %y2 = nn.lstm.f32 %x2, %x4, %x6, %x8, %x10, %x12, %x14, %x16 {activation_alpha = [0.0 : f32, 0.0 : f32, 0.0 : f32], activation_beta = [0.0 : f32, 0.0 : f32, 0.0 : f32], activations = "Sigmoid,Tanh,Tanh", clip = 0.0 : f32, direction = "forward", input_forget = false} : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails15() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<3x2x1xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x8x1xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x8x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<> : tensor<0xi32>
  %x10 = tensor.cast.i32 %c9 : tensor<*xi32>
  %c11 = arith.constant.tensor dense<> : tensor<0xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  %c13 = arith.constant.tensor dense<> : tensor<0xf32>
  %x14 = tensor.cast.f32 %c13 : tensor<*xf32>
  %c15 = arith.constant.tensor dense<1.0> : tensor<1x2xf32>
  %x16 = tensor.cast.f32 %c15 : tensor<*xf32>
  // expected-error@+1 {{runtime error: peepholes of shape [1, 2], expected [1, 6]}}
  %y0, %y1, %y2 = nn.lstm.f32 %x2, %x4, %x6, %x8, %x10, %x12, %x14, %x16 {activation_alpha = [0.0 : f32, 0.0 : f32, 0.0 : f32], activation_beta = [0.0 : f32, 0.0 : f32, 0.0 : f32], activations = "Sigmoid,Tanh,Tanh", clip = 0.0 : f32, direction = "forward", input_forget = false} : tensor<*xf32>, tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails16() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<2x2x2xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: 2 labels for 3 dimensions}}
  %y0 = nn.einsum.f32 %x2 {labels = [8 : i64, 9 : i64], output = [8 : i64]} : tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails17() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<4x2xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  // expected-error@+1 {{runtime error: dimensions of one label have 3 and 4}}
  %y0 = nn.einsum.f32 %x2, %x4 {labels = [8 : i64, 9 : i64, 9 : i64, 10 : i64], output = [8 : i64, 10 : i64]} : tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails18() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: label 10 of the result is not there, or there twice}}
  %y0 = nn.einsum.f32 %x2 {labels = [8 : i64, 9 : i64], output = [10 : i64]} : tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails19() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: label 8 of the result is not there, or there twice}}
  %y0 = nn.einsum.f32 %x2 {labels = [8 : i64, 9 : i64], output = [8 : i64, 8 : i64]} : tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails20() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x1x1x1x1xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x1x1x1x1xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  // expected-error@+1 {{runtime error: a tensor of rank 9, at most 8 is possible}}
  %y0 = nn.einsum.f32 %x2, %x4 {labels = [0 : i64, 1 : i64, 2 : i64, 3 : i64, 4 : i64, 5 : i64, 6 : i64, 6 : i64, 7 : i64, 8 : i64], output = [0 : i64, 1 : i64, 2 : i64, 3 : i64, 4 : i64, 5 : i64, 6 : i64, 7 : i64, 8 : i64]} : tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails21() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<2x3xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: a tensor of shape [2, 3] has no square matrices}}
  %y0 = nn.det.f32 %x2 : tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails22() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  // expected-error@+1 {{runtime error: a tensor of shape [2] has no square matrices}}
  %y0 = nn.det.f32 %x2 : tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails23() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<4x3xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %x3 = arith.constant.tensor dense<> : tensor<0xi64>
  %x4 = arith.constant.tensor dense<[0]> : tensor<1xi64>
  // expected-error@+1 {{runtime error: a tensor of shape [4, 3] has no signal along axis 0}}
  %y0 = nn.dft.f32 %x2, %x3, %x4 {inverse = false, onesided = false} : tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails24() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<4x1xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %x3 = arith.constant.tensor dense<> : tensor<0xi64>
  %x4 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  // expected-error@+1 {{runtime error: a tensor of shape [4, 1] has no signal along axis 1}}
  %y0 = nn.dft.f32 %x2, %x3, %x4 {inverse = false, onesided = false} : tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails25() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<4x1xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %x3 = arith.constant.tensor dense<[-1]> : tensor<1xi64>
  %x4 = arith.constant.tensor dense<[0]> : tensor<1xi64>
  // expected-error@+1 {{runtime error: a signal has one length of 0 or more}}
  %y0 = nn.dft.f32 %x2, %x3, %x4 {inverse = false, onesided = false} : tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails26() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<4x1xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %x3 = arith.constant.tensor dense<> : tensor<0xi64>
  %x4 = arith.constant.tensor dense<[0, 0]> : tensor<2xi64>
  // expected-error@+1 {{runtime error: expected one axis, got 2}}
  %y0 = nn.dft.f32 %x2, %x3, %x4 {inverse = false, onesided = false} : tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails27() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<4x1xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %x3 = arith.constant.tensor dense<> : tensor<0xi64>
  %x4 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  // expected-error@+1 {{runtime error: axis 2 is no dimension of shape [4, 1]}}
  %y0 = nn.dft.f32 %x2, %x3, %x4 {inverse = false, onesided = false} : tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails28() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x10 = tensor.cast.f32 %c9 : tensor<*xf32>
  %c11 = arith.constant.tensor dense<1.0> : tensor<1x2x1xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  // expected-error@+1 {{runtime error: attribute 'update_rule' is 'up'}}
  %y0, %y1 = nn.linear_attention.f32 %x2, %x4, %x6, %x8, %x10, %x12 {kv_num_heads = 1 : i64, q_num_heads = 1 : i64, scale = 0.0 : f32, update_rule = "up"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails29() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<1.0> : tensor<1x1x2x3xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x10 = tensor.cast.f32 %c9 : tensor<*xf32>
  %c11 = arith.constant.tensor dense<1.0> : tensor<1x2x1xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  // expected-error@+1 {{runtime error: past states of shape [1, 1, 2, 3], expected [1, 1, 2, 2] or [0]}}
  %y0, %y1 = nn.linear_attention.f32 %x2, %x4, %x6, %x8, %x10, %x12 {kv_num_heads = 1 : i64, q_num_heads = 1 : i64, scale = 0.0 : f32, update_rule = "gated_delta"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails30() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<1.0> : tensor<1x2x3xf32>
  %x10 = tensor.cast.f32 %c9 : tensor<*xf32>
  %c11 = arith.constant.tensor dense<1.0> : tensor<1x2x1xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  // expected-error@+1 {{runtime error: decay of shape [1, 2, 3], expected [1, 2, 2] or [1, 2, 1]}}
  %y0, %y1 = nn.linear_attention.f32 %x2, %x4, %x6, %x8, %x10, %x12 {kv_num_heads = 1 : i64, q_num_heads = 1 : i64, scale = 0.0 : f32, update_rule = "gated_delta"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails31() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x10 = tensor.cast.f32 %c9 : tensor<*xf32>
  %c11 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  // expected-error@+1 {{runtime error: beta of shape [1, 2, 2], expected [1, 2, 1] or [1, 2, 1]}}
  %y0, %y1 = nn.linear_attention.f32 %x2, %x4, %x6, %x8, %x10, %x12 {kv_num_heads = 1 : i64, q_num_heads = 1 : i64, scale = 0.0 : f32, update_rule = "gated_delta"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails32() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x5xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x10 = tensor.cast.f32 %c9 : tensor<*xf32>
  %c11 = arith.constant.tensor dense<1.0> : tensor<1x2x1xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  // expected-error@+1 {{runtime error: keys of 5 numbers are not 2 heads}}
  %y0, %y1 = nn.linear_attention.f32 %x2, %x4, %x6, %x8, %x10, %x12 {kv_num_heads = 2 : i64, q_num_heads = 2 : i64, scale = 0.0 : f32, update_rule = "gated_delta"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails33() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x3x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x10 = tensor.cast.f32 %c9 : tensor<*xf32>
  %c11 = arith.constant.tensor dense<1.0> : tensor<1x2x1xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  // expected-error@+1 {{runtime error: queries of shape [1, 2, 2], keys of shape [1, 2, 2] and values of shape [1, 3, 2] do not fit}}
  %y0, %y1 = nn.linear_attention.f32 %x2, %x4, %x6, %x8, %x10, %x12 {kv_num_heads = 1 : i64, q_num_heads = 1 : i64, scale = 0.0 : f32, update_rule = "gated_delta"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails34() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<1.0> : tensor<2x2xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x10 = tensor.cast.f32 %c9 : tensor<*xf32>
  %c11 = arith.constant.tensor dense<1.0> : tensor<1x2x1xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  // expected-error@+1 {{runtime error: queries of shape [2, 2], expected three dimensions}}
  %y0, %y1 = nn.linear_attention.f32 %x2, %x4, %x6, %x8, %x10, %x12 {kv_num_heads = 1 : i64, q_num_heads = 1 : i64, scale = 0.0 : f32, update_rule = "gated_delta"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
func.func @fails35() -> tensor<*xf32> {
  %c1 = arith.constant.tensor dense<> : tensor<1x2x0xf32>
  %x2 = tensor.cast.f32 %c1 : tensor<*xf32>
  %c3 = arith.constant.tensor dense<> : tensor<1x2x0xf32>
  %x4 = tensor.cast.f32 %c3 : tensor<*xf32>
  %c5 = arith.constant.tensor dense<1.0> : tensor<1x2x4xf32>
  %x6 = tensor.cast.f32 %c5 : tensor<*xf32>
  %c7 = arith.constant.tensor dense<> : tensor<0xf32>
  %x8 = tensor.cast.f32 %c7 : tensor<*xf32>
  %c9 = arith.constant.tensor dense<1.0> : tensor<1x2x2xf32>
  %x10 = tensor.cast.f32 %c9 : tensor<*xf32>
  %c11 = arith.constant.tensor dense<1.0> : tensor<1x2x1xf32>
  %x12 = tensor.cast.f32 %c11 : tensor<*xf32>
  // expected-error@+1 {{runtime error: 9223372036854775807 heads are too many}}
  %y0, %y1 = nn.linear_attention.f32 %x2, %x4, %x6, %x8, %x10, %x12 {kv_num_heads = 1 : i64, q_num_heads = 9223372036854775807 : i64, scale = 0.0 : f32, update_rule = "linear"} : tensor<*xf32>, tensor<*xf32>
  tfrt.return %y0 : tensor<*xf32>
}
