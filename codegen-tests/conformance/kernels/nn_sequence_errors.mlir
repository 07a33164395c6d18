// rule: nn.sequence, nn.optional_tensor and their like: what does not fit is an error.
// run:
// out| --- Running 'fails0':
// out| 'fails0' returned <<error: a tensor of type i32, expected f32>>
// out| --- Running 'fails1':
// out| 'fails1' returned <<error: a tensor of type i32, expected f32>>
// out| --- Running 'fails2':
// out| 'fails2' returned <<error: position 3 is not in a sequence of 2 tensors, nor at its end>>
// out| --- Running 'fails3':
// out| 'fails3' returned <<error: position -3 is not in a sequence of 2 tensors, nor at its end>>
// out| --- Running 'fails4':
// out| 'fails4' returned <<error: position -1 is not in a sequence of 0 tensors>>
// out| --- Running 'fails5':
// out| 'fails5' returned <<error: position 2 is not in a sequence of 2 tensors>>
// out| --- Running 'fails6':
// out| 'fails6' returned <<error: position -9223372036854775808 is not in a sequence of 2 tensors>>
// out| --- Running 'fails7':
// out| 'fails7' returned <<error: expected one number, got 2 of them>>
// out| --- Running 'fails8':
// out| 'fails8' returned <<error: a tensor of type tensor<2xf32>, expected tensor<*xi32>>>
// out| --- Running 'fails9':
// out| 'fails9' returned <<error: the sizes of 2 parts are not the whole of dimension 1 of shape [2, 3]>>
// out| --- Running 'fails10':
// out| 'fails10' returned <<error: the sizes of 2 parts are not the whole of dimension 1 of shape [2, 3]>>
// out| --- Running 'fails11':
// out| 'fails11' returned <<error: parts of size 0 are not possible>>
// out| --- Running 'fails12':
// out| 'fails12' returned <<error: axis 2 is no dimension of shape [2, 3]>>
// out| --- Running 'fails13':
// out| 'fails13' returned <<error: a sequence has at most 1048576 tensors>>
// out| --- Running 'fails14':
// out| 'fails14' returned <<error: the sequence has no tensors>>
// out| --- Running 'fails15':
// out| 'fails15' returned <<error: shapes [1, 2] and [1, 1] cannot be joined along axis 0>>
// out| --- Running 'fails16':
// out| 'fails16' returned <<error: there is no value, expected a tensor>>
// out| --- Running 'fails17':
// out| 'fails17' returned <<error: the value is a tensor, expected a sequence>>
// out| --- Running 'fails18':
// out| 'fails18' returned <<error: the value is a sequence, expected a tensor>>

func.func @fails0() -> !nn.sequence<tensor<*xf32>> {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %i = arith.constant.tensor dense<[1]> : tensor<1xi32>
  // expected-error@+1 {{runtime error: a tensor of type i32, expected f32}}
  %y = "nn.sequence"(%a, %i) : (tensor<2xf32>, tensor<1xi32>) -> !nn.sequence<tensor<*xf32>>
  tfrt.return %y : !nn.sequence<tensor<*xf32>>
}

func.func @fails1() -> !nn.sequence<tensor<*xf32>> {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %i = arith.constant.tensor dense<[1]> : tensor<1xi32>
  // expected-error@+1 {{runtime error: a tensor of type i32, expected f32}}
  %y = "nn.sequence_insert"(%s, %i) : (!nn.sequence<tensor<*xf32>>, tensor<1xi32>) -> !nn.sequence<tensor<*xf32>>
  tfrt.return %y : !nn.sequence<tensor<*xf32>>
}

func.func @fails2() -> !nn.sequence<tensor<*xf32>> {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %n = arith.constant.tensor dense<3> : tensor<i64>
  // expected-error@+1 {{runtime error: position 3 is not in a sequence of 2 tensors, nor at its end}}
  %y = "nn.sequence_insert"(%s, %b, %n) : (!nn.sequence<tensor<*xf32>>, tensor<1xf32>, tensor<i64>) -> !nn.sequence<tensor<*xf32>>
  tfrt.return %y : !nn.sequence<tensor<*xf32>>
}

func.func @fails3() -> !nn.sequence<tensor<*xf32>> {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %n = arith.constant.tensor dense<-3> : tensor<i64>
  // expected-error@+1 {{runtime error: position -3 is not in a sequence of 2 tensors, nor at its end}}
  %y = "nn.sequence_insert"(%s, %b, %n) : (!nn.sequence<tensor<*xf32>>, tensor<1xf32>, tensor<i64>) -> !nn.sequence<tensor<*xf32>>
  tfrt.return %y : !nn.sequence<tensor<*xf32>>
}

func.func @fails4() -> !nn.sequence<tensor<*xf32>> {
  %s = "nn.sequence"() : () -> !nn.sequence<tensor<*xf32>>
  // expected-error@+1 {{runtime error: position -1 is not in a sequence of 0 tensors}}
  %y = "nn.sequence_erase"(%s) : (!nn.sequence<tensor<*xf32>>) -> !nn.sequence<tensor<*xf32>>
  tfrt.return %y : !nn.sequence<tensor<*xf32>>
}

func.func @fails5() -> tensor<*xf32> {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %n = arith.constant.tensor dense<2> : tensor<i64>
  // expected-error@+1 {{runtime error: position 2 is not in a sequence of 2 tensors}}
  %y = "nn.sequence_at"(%s, %n) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails6() -> tensor<*xf32> {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %n = arith.constant.tensor dense<-9223372036854775808> : tensor<i64>
  // expected-error@+1 {{runtime error: position -9223372036854775808 is not in a sequence of 2 tensors}}
  %y = "nn.sequence_at"(%s, %n) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails7() -> tensor<*xf32> {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %l = arith.constant.tensor dense<[1, 0]> : tensor<2xi64>
  // expected-error@+1 {{runtime error: expected one number, got 2 of them}}
  %y = "nn.sequence_at"(%s, %l) : (!nn.sequence<tensor<*xf32>>, tensor<2xi64>) -> tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails8() -> tensor<*xi32> {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %n = arith.constant.tensor dense<0> : tensor<i64>
  // expected-error@+1 {{runtime error: a tensor of type tensor<2xf32>, expected tensor<*xi32>}}
  %y = "nn.sequence_at"(%s, %n) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xi32>
  tfrt.return %y : tensor<*xi32>
}

func.func @fails9() -> !nn.sequence<tensor<*xf32>> {
  %m = arith.constant.tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %l = arith.constant.tensor dense<[1, 1]> : tensor<2xi64>
  // expected-error@+1 {{runtime error: the sizes of 2 parts are not the whole of dimension 1 of shape [2, 3]}}
  %y = "nn.sequence_split"(%m, %l) {axis = 1 : i64, keepdims = true} : (tensor<2x3xf32>, tensor<2xi64>) -> !nn.sequence<tensor<*xf32>>
  tfrt.return %y : !nn.sequence<tensor<*xf32>>
}

func.func @fails10() -> !nn.sequence<tensor<*xf32>> {
  %m = arith.constant.tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %l = arith.constant.tensor dense<[4, -1]> : tensor<2xi64>
  // expected-error@+1 {{runtime error: the sizes of 2 parts are not the whole of dimension 1 of shape [2, 3]}}
  %y = "nn.sequence_split"(%m, %l) {axis = 1 : i64, keepdims = true} : (tensor<2x3xf32>, tensor<2xi64>) -> !nn.sequence<tensor<*xf32>>
  tfrt.return %y : !nn.sequence<tensor<*xf32>>
}

func.func @fails11() -> !nn.sequence<tensor<*xf32>> {
  %m = arith.constant.tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %n = arith.constant.tensor dense<0> : tensor<i64>
  // expected-error@+1 {{runtime error: parts of size 0 are not possible}}
  %y = "nn.sequence_split"(%m, %n) {axis = 1 : i64, keepdims = true} : (tensor<2x3xf32>, tensor<i64>) -> !nn.sequence<tensor<*xf32>>
  tfrt.return %y : !nn.sequence<tensor<*xf32>>
}

func.func @fails12() -> !nn.sequence<tensor<*xf32>> {
  %m = arith.constant.tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  // expected-error@+1 {{runtime error: axis 2 is no dimension of shape [2, 3]}}
  %y = "nn.sequence_split"(%m) {axis = 2 : i64, keepdims = true} : (tensor<2x3xf32>) -> !nn.sequence<tensor<*xf32>>
  tfrt.return %y : !nn.sequence<tensor<*xf32>>
}

func.func @fails13() -> !nn.sequence<tensor<*xf32>> {
  %l = arith.constant.tensor dense<[0, 1048577]> : tensor<2xi64>
  %x = arith.constant.tensor dense<1.0> : tensor<f32>
  %e = nn.broadcast %x, %l : tensor<*xf32>
  // expected-error@+1 {{runtime error: a sequence has at most 1048576 tensors}}
  %y = "nn.sequence_split"(%e) {axis = 1 : i64, keepdims = true} : (tensor<*xf32>) -> !nn.sequence<tensor<*xf32>>
  tfrt.return %y : !nn.sequence<tensor<*xf32>>
}

func.func @fails14() -> tensor<*xf32> {
  %s = "nn.sequence"() : () -> !nn.sequence<tensor<*xf32>>
  // expected-error@+1 {{runtime error: the sequence has no tensors}}
  %y = "nn.sequence_concatenate"(%s) {axis = 0 : i64, new_axis = false} : (!nn.sequence<tensor<*xf32>>) -> tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails15() -> tensor<*xf32> {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  // expected-error@+1 {{runtime error: shapes [1, 2] and [1, 1] cannot be joined along axis 0}}
  %y = "nn.sequence_concatenate"(%s) {axis = 0 : i64, new_axis = true} : (!nn.sequence<tensor<*xf32>>) -> tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails16() -> tensor<*xf32> {
  %o = "nn.optional_none"() : () -> !nn.optional<tensor<*xf32>>
  // expected-error@+1 {{runtime error: there is no value, expected a tensor}}
  %y = "nn.optional_tensor"(%o) : (!nn.optional<tensor<*xf32>>) -> tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}

func.func @fails17() -> !nn.sequence<tensor<*xf32>> {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %o = "nn.optional_of_tensor"(%a) : (tensor<2xf32>) -> !nn.optional<!nn.sequence<tensor<*xf32>>>
  // expected-error@+1 {{runtime error: the value is a tensor, expected a sequence}}
  %y = "nn.optional_sequence"(%o) : (!nn.optional<!nn.sequence<tensor<*xf32>>>) -> !nn.sequence<tensor<*xf32>>
  tfrt.return %y : !nn.sequence<tensor<*xf32>>
}

func.func @fails18() -> tensor<*xf32> {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %o = "nn.optional_of_sequence"(%s) : (!nn.sequence<tensor<*xf32>>) -> !nn.optional<tensor<*xf32>>
  // expected-error@+1 {{runtime error: the value is a sequence, expected a tensor}}
  %y = "nn.optional_tensor"(%o) : (!nn.optional<tensor<*xf32>>) -> tensor<*xf32>
  tfrt.return %y : tensor<*xf32>
}
