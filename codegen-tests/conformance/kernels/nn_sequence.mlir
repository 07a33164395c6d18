// rule: nn.sequence and its like, as ONNX's operators of sequences; nn.optional_none and its like, as those of
//   values that may be missing.
// run:
// out| --- Running 'construct':
// out| Tensor dtype = i64, shape = [], values = [2]
// out| Tensor dtype = f32, shape = [2], values = [1.000000e+00, 2.000000e+00]
// out| Tensor dtype = f32, shape = [1], values = [3.000000e+00]
// out| 'construct' returned !tfrt.chain value
// out| --- Running 'empty':
// out| Tensor dtype = i64, shape = [], values = [0]
// out| 'empty' returned !tfrt.chain value
// out| --- Running 'insert_at_end':
// out| Tensor dtype = i64, shape = [], values = [3]
// out| Tensor dtype = f32, shape = [2], values = [1.000000e+00, 2.000000e+00]
// out| Tensor dtype = f32, shape = [1], values = [3.000000e+00]
// out| Tensor dtype = f32, shape = [1], values = [3.000000e+00]
// out| 'insert_at_end' returned !tfrt.chain value
// out| --- Running 'insert_at_start':
// out| Tensor dtype = i64, shape = [], values = [3]
// out| Tensor dtype = f32, shape = [1], values = [3.000000e+00]
// out| Tensor dtype = f32, shape = [2], values = [1.000000e+00, 2.000000e+00]
// out| Tensor dtype = f32, shape = [1], values = [3.000000e+00]
// out| 'insert_at_start' returned !tfrt.chain value
// out| --- Running 'insert_behind':
// out| Tensor dtype = i64, shape = [], values = [3]
// out| Tensor dtype = f32, shape = [2], values = [1.000000e+00, 2.000000e+00]
// out| Tensor dtype = f32, shape = [1], values = [3.000000e+00]
// out| Tensor dtype = f32, shape = [1], values = [3.000000e+00]
// out| 'insert_behind' returned !tfrt.chain value
// out| --- Running 'insert_into_none':
// out| Tensor dtype = i64, shape = [], values = [1]
// out| Tensor dtype = f32, shape = [1], values = [3.000000e+00]
// out| 'insert_into_none' returned !tfrt.chain value
// out| --- Running 'the_other_stays':
// out| Tensor dtype = i64, shape = [], values = [4]
// out| Tensor dtype = f32, shape = [2], values = [1.000000e+00, 2.000000e+00]
// out| Tensor dtype = f32, shape = [1], values = [3.000000e+00]
// out| Tensor dtype = f32, shape = [1], values = [3.000000e+00]
// out| Tensor dtype = f32, shape = [2], values = [1.000000e+00, 2.000000e+00]
// out| 'the_other_stays' returned !tfrt.chain value
// out| --- Running 'erase_last':
// out| Tensor dtype = i64, shape = [], values = [1]
// out| Tensor dtype = f32, shape = [2], values = [1.000000e+00, 2.000000e+00]
// out| 'erase_last' returned !tfrt.chain value
// out| --- Running 'erase_first':
// out| Tensor dtype = i64, shape = [], values = [1]
// out| Tensor dtype = f32, shape = [1], values = [3.000000e+00]
// out| 'erase_first' returned !tfrt.chain value
// out| --- Running 'at':
// out| Tensor dtype = f32, shape = [1], values = [3.000000e+00]
// out| 'at' returned !tfrt.chain value
// out| --- Running 'length':
// out| Tensor dtype = i64, shape = [], values = [2]
// out| 'length' returned !tfrt.chain value
// out| --- Running 'split':
// out| Tensor dtype = i64, shape = [], values = [3]
// out| Tensor dtype = f32, shape = [2, 1], values = [1.000000e+00, 4.000000e+00]
// out| Tensor dtype = f32, shape = [2, 1], values = [2.000000e+00, 5.000000e+00]
// out| Tensor dtype = f32, shape = [2, 1], values = [3.000000e+00, 6.000000e+00]
// out| 'split' returned !tfrt.chain value
// out| --- Running 'split_without_dimension':
// out| Tensor dtype = i64, shape = [], values = [2]
// out| Tensor dtype = f32, shape = [3], values = [1.000000e+00, 2.000000e+00, 3.000000e+00]
// out| Tensor dtype = f32, shape = [3], values = [4.000000e+00, 5.000000e+00, 6.000000e+00]
// out| 'split_without_dimension' returned !tfrt.chain value
// out| --- Running 'split_by_size':
// out| Tensor dtype = i64, shape = [], values = [2]
// out| Tensor dtype = f32, shape = [2, 2], values = [1.000000e+00, 2.000000e+00, 4.000000e+00, 5.000000e+00]
// out| Tensor dtype = f32, shape = [2, 1], values = [3.000000e+00, 6.000000e+00]
// out| 'split_by_size' returned !tfrt.chain value
// out| --- Running 'split_by_sizes':
// out| Tensor dtype = i64, shape = [], values = [3]
// out| Tensor dtype = f32, shape = [2, 1], values = [1.000000e+00, 4.000000e+00]
// out| Tensor dtype = f32, shape = [2, 0], values = []
// out| Tensor dtype = f32, shape = [2, 2], values = [2.000000e+00, 3.000000e+00, 5.000000e+00, 6.000000e+00]
// out| 'split_by_sizes' returned !tfrt.chain value
// out| --- Running 'concatenate':
// out| Tensor dtype = f32, shape = [3], values = [1.000000e+00, 2.000000e+00, 3.000000e+00]
// out| 'concatenate' returned !tfrt.chain value
// out| --- Running 'stack':
// out| Tensor dtype = f32, shape = [2, 2], values = [1.000000e+00, 1.000000e+00, 2.000000e+00, 2.000000e+00]
// out| 'stack' returned !tfrt.chain value
// out| --- Running 'none':
// out| Tensor dtype = i1, shape = [], values = [0]
// out| 'none' returned !tfrt.chain value
// out| --- Running 'some':
// out| Tensor dtype = f32, shape = [2], values = [1.000000e+00, 2.000000e+00]
// out| 'some' returned !tfrt.chain value
// out| --- Running 'some_sequence':
// out| Tensor dtype = i64, shape = [], values = [2]
// out| Tensor dtype = f32, shape = [2], values = [1.000000e+00, 2.000000e+00]
// out| Tensor dtype = f32, shape = [1], values = [3.000000e+00]
// out| 'some_sequence' returned !tfrt.chain value
// out| --- Running 'has':
// out| Tensor dtype = i1, shape = [], values = [1]
// out| 'has' returned !tfrt.chain value
// out| --- Running 'has_not':
// out| Tensor dtype = i1, shape = [], values = [0]
// out| 'has_not' returned !tfrt.chain value
// out| --- Running 'tensor':
// out| Tensor dtype = f32, shape = [2], values = [1.000000e+00, 2.000000e+00]
// out| 'tensor' returned !tfrt.chain value
// out| --- Running 'sequence_of_some':
// out| Tensor dtype = i64, shape = [], values = [2]
// out| Tensor dtype = f32, shape = [2], values = [1.000000e+00, 2.000000e+00]
// out| Tensor dtype = f32, shape = [1], values = [3.000000e+00]
// out| 'sequence_of_some' returned !tfrt.chain value

func.func @construct() -> !tfrt.chain {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %y = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %ch0 = tfrt.new.chain
  %sl = "nn.sequence_length"(%y) : (!nn.sequence<tensor<*xf32>>) -> tensor<i64>
  %ch1 = tensor.print %sl, %ch0
  %p0 = arith.constant.tensor dense<0> : tensor<i64>
  %e0 = "nn.sequence_at"(%y, %p0) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch2 = tensor.print %e0, %ch1
  %p1 = arith.constant.tensor dense<1> : tensor<i64>
  %e1 = "nn.sequence_at"(%y, %p1) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch3 = tensor.print %e1, %ch2
  tfrt.return %ch3 : !tfrt.chain
}

func.func @empty() -> !tfrt.chain {
  %y = "nn.sequence"() : () -> !nn.sequence<tensor<*xf32>>
  %ch0 = tfrt.new.chain
  %sl = "nn.sequence_length"(%y) : (!nn.sequence<tensor<*xf32>>) -> tensor<i64>
  %ch1 = tensor.print %sl, %ch0
  tfrt.return %ch1 : !tfrt.chain
}

func.func @insert_at_end() -> !tfrt.chain {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %y = "nn.sequence_insert"(%s, %b) : (!nn.sequence<tensor<*xf32>>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %ch0 = tfrt.new.chain
  %sl = "nn.sequence_length"(%y) : (!nn.sequence<tensor<*xf32>>) -> tensor<i64>
  %ch1 = tensor.print %sl, %ch0
  %p0 = arith.constant.tensor dense<0> : tensor<i64>
  %e0 = "nn.sequence_at"(%y, %p0) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch2 = tensor.print %e0, %ch1
  %p1 = arith.constant.tensor dense<1> : tensor<i64>
  %e1 = "nn.sequence_at"(%y, %p1) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch3 = tensor.print %e1, %ch2
  %p2 = arith.constant.tensor dense<2> : tensor<i64>
  %e2 = "nn.sequence_at"(%y, %p2) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch4 = tensor.print %e2, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @insert_at_start() -> !tfrt.chain {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %n = arith.constant.tensor dense<-2> : tensor<i64>
  %y = "nn.sequence_insert"(%s, %b, %n) : (!nn.sequence<tensor<*xf32>>, tensor<1xf32>, tensor<i64>) -> !nn.sequence<tensor<*xf32>>
  %ch0 = tfrt.new.chain
  %sl = "nn.sequence_length"(%y) : (!nn.sequence<tensor<*xf32>>) -> tensor<i64>
  %ch1 = tensor.print %sl, %ch0
  %p0 = arith.constant.tensor dense<0> : tensor<i64>
  %e0 = "nn.sequence_at"(%y, %p0) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch2 = tensor.print %e0, %ch1
  %p1 = arith.constant.tensor dense<1> : tensor<i64>
  %e1 = "nn.sequence_at"(%y, %p1) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch3 = tensor.print %e1, %ch2
  %p2 = arith.constant.tensor dense<2> : tensor<i64>
  %e2 = "nn.sequence_at"(%y, %p2) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch4 = tensor.print %e2, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @insert_behind() -> !tfrt.chain {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %n = arith.constant.tensor dense<2> : tensor<i64>
  %y = "nn.sequence_insert"(%s, %b, %n) : (!nn.sequence<tensor<*xf32>>, tensor<1xf32>, tensor<i64>) -> !nn.sequence<tensor<*xf32>>
  %ch0 = tfrt.new.chain
  %sl = "nn.sequence_length"(%y) : (!nn.sequence<tensor<*xf32>>) -> tensor<i64>
  %ch1 = tensor.print %sl, %ch0
  %p0 = arith.constant.tensor dense<0> : tensor<i64>
  %e0 = "nn.sequence_at"(%y, %p0) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch2 = tensor.print %e0, %ch1
  %p1 = arith.constant.tensor dense<1> : tensor<i64>
  %e1 = "nn.sequence_at"(%y, %p1) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch3 = tensor.print %e1, %ch2
  %p2 = arith.constant.tensor dense<2> : tensor<i64>
  %e2 = "nn.sequence_at"(%y, %p2) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch4 = tensor.print %e2, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @insert_into_none() -> !tfrt.chain {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"() : () -> !nn.sequence<tensor<*xf32>>
  %y = "nn.sequence_insert"(%s, %b) : (!nn.sequence<tensor<*xf32>>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %ch0 = tfrt.new.chain
  %sl = "nn.sequence_length"(%y) : (!nn.sequence<tensor<*xf32>>) -> tensor<i64>
  %ch1 = tensor.print %sl, %ch0
  %p0 = arith.constant.tensor dense<0> : tensor<i64>
  %e0 = "nn.sequence_at"(%y, %p0) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch2 = tensor.print %e0, %ch1
  tfrt.return %ch2 : !tfrt.chain
}

func.func @the_other_stays() -> !tfrt.chain {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %t = "nn.sequence_insert"(%s, %b) : (!nn.sequence<tensor<*xf32>>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %u = "nn.sequence_erase"(%s) : (!nn.sequence<tensor<*xf32>>) -> !nn.sequence<tensor<*xf32>>
  %z = arith.constant.tensor dense<0> : tensor<i64>
  %x = "nn.sequence_at"(%u, %z) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %y = "nn.sequence_insert"(%t, %x) : (!nn.sequence<tensor<*xf32>>, tensor<*xf32>) -> !nn.sequence<tensor<*xf32>>
  %ch0 = tfrt.new.chain
  %sl = "nn.sequence_length"(%y) : (!nn.sequence<tensor<*xf32>>) -> tensor<i64>
  %ch1 = tensor.print %sl, %ch0
  %p0 = arith.constant.tensor dense<0> : tensor<i64>
  %e0 = "nn.sequence_at"(%y, %p0) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch2 = tensor.print %e0, %ch1
  %p1 = arith.constant.tensor dense<1> : tensor<i64>
  %e1 = "nn.sequence_at"(%y, %p1) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch3 = tensor.print %e1, %ch2
  %p2 = arith.constant.tensor dense<2> : tensor<i64>
  %e2 = "nn.sequence_at"(%y, %p2) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch4 = tensor.print %e2, %ch3
  %p3 = arith.constant.tensor dense<3> : tensor<i64>
  %e3 = "nn.sequence_at"(%y, %p3) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch5 = tensor.print %e3, %ch4
  tfrt.return %ch5 : !tfrt.chain
}

func.func @erase_last() -> !tfrt.chain {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %y = "nn.sequence_erase"(%s) : (!nn.sequence<tensor<*xf32>>) -> !nn.sequence<tensor<*xf32>>
  %ch0 = tfrt.new.chain
  %sl = "nn.sequence_length"(%y) : (!nn.sequence<tensor<*xf32>>) -> tensor<i64>
  %ch1 = tensor.print %sl, %ch0
  %p0 = arith.constant.tensor dense<0> : tensor<i64>
  %e0 = "nn.sequence_at"(%y, %p0) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch2 = tensor.print %e0, %ch1
  tfrt.return %ch2 : !tfrt.chain
}

func.func @erase_first() -> !tfrt.chain {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %n = arith.constant.tensor dense<0> : tensor<i64>
  %y = "nn.sequence_erase"(%s, %n) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> !nn.sequence<tensor<*xf32>>
  %ch0 = tfrt.new.chain
  %sl = "nn.sequence_length"(%y) : (!nn.sequence<tensor<*xf32>>) -> tensor<i64>
  %ch1 = tensor.print %sl, %ch0
  %p0 = arith.constant.tensor dense<0> : tensor<i64>
  %e0 = "nn.sequence_at"(%y, %p0) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch2 = tensor.print %e0, %ch1
  tfrt.return %ch2 : !tfrt.chain
}

func.func @at() -> !tfrt.chain {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %n = arith.constant.tensor dense<-1> : tensor<i64>
  %y = "nn.sequence_at"(%s, %n) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch0 = tfrt.new.chain
  %ch1 = tensor.print %y, %ch0
  tfrt.return %ch1 : !tfrt.chain
}

func.func @length() -> !tfrt.chain {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %y = "nn.sequence_length"(%s) : (!nn.sequence<tensor<*xf32>>) -> tensor<i64>
  %ch0 = tfrt.new.chain
  %ch1 = tensor.print %y, %ch0
  tfrt.return %ch1 : !tfrt.chain
}

func.func @split() -> !tfrt.chain {
  %m = arith.constant.tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %y = "nn.sequence_split"(%m) {axis = 1 : i64, keepdims = true} : (tensor<2x3xf32>) -> !nn.sequence<tensor<*xf32>>
  %ch0 = tfrt.new.chain
  %sl = "nn.sequence_length"(%y) : (!nn.sequence<tensor<*xf32>>) -> tensor<i64>
  %ch1 = tensor.print %sl, %ch0
  %p0 = arith.constant.tensor dense<0> : tensor<i64>
  %e0 = "nn.sequence_at"(%y, %p0) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch2 = tensor.print %e0, %ch1
  %p1 = arith.constant.tensor dense<1> : tensor<i64>
  %e1 = "nn.sequence_at"(%y, %p1) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch3 = tensor.print %e1, %ch2
  %p2 = arith.constant.tensor dense<2> : tensor<i64>
  %e2 = "nn.sequence_at"(%y, %p2) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch4 = tensor.print %e2, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @split_without_dimension() -> !tfrt.chain {
  %m = arith.constant.tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %y = "nn.sequence_split"(%m) {axis = -2 : i64, keepdims = false} : (tensor<2x3xf32>) -> !nn.sequence<tensor<*xf32>>
  %ch0 = tfrt.new.chain
  %sl = "nn.sequence_length"(%y) : (!nn.sequence<tensor<*xf32>>) -> tensor<i64>
  %ch1 = tensor.print %sl, %ch0
  %p0 = arith.constant.tensor dense<0> : tensor<i64>
  %e0 = "nn.sequence_at"(%y, %p0) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch2 = tensor.print %e0, %ch1
  %p1 = arith.constant.tensor dense<1> : tensor<i64>
  %e1 = "nn.sequence_at"(%y, %p1) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch3 = tensor.print %e1, %ch2
  tfrt.return %ch3 : !tfrt.chain
}

func.func @split_by_size() -> !tfrt.chain {
  %m = arith.constant.tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %n = arith.constant.tensor dense<2> : tensor<i64>
  %y = "nn.sequence_split"(%m, %n) {axis = 1 : i64, keepdims = true} : (tensor<2x3xf32>, tensor<i64>) -> !nn.sequence<tensor<*xf32>>
  %ch0 = tfrt.new.chain
  %sl = "nn.sequence_length"(%y) : (!nn.sequence<tensor<*xf32>>) -> tensor<i64>
  %ch1 = tensor.print %sl, %ch0
  %p0 = arith.constant.tensor dense<0> : tensor<i64>
  %e0 = "nn.sequence_at"(%y, %p0) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch2 = tensor.print %e0, %ch1
  %p1 = arith.constant.tensor dense<1> : tensor<i64>
  %e1 = "nn.sequence_at"(%y, %p1) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch3 = tensor.print %e1, %ch2
  tfrt.return %ch3 : !tfrt.chain
}

func.func @split_by_sizes() -> !tfrt.chain {
  %m = arith.constant.tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %l = arith.constant.tensor dense<[1, 0, 2]> : tensor<3xi64>
  %y = "nn.sequence_split"(%m, %l) {axis = 1 : i64, keepdims = true} : (tensor<2x3xf32>, tensor<3xi64>) -> !nn.sequence<tensor<*xf32>>
  %ch0 = tfrt.new.chain
  %sl = "nn.sequence_length"(%y) : (!nn.sequence<tensor<*xf32>>) -> tensor<i64>
  %ch1 = tensor.print %sl, %ch0
  %p0 = arith.constant.tensor dense<0> : tensor<i64>
  %e0 = "nn.sequence_at"(%y, %p0) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch2 = tensor.print %e0, %ch1
  %p1 = arith.constant.tensor dense<1> : tensor<i64>
  %e1 = "nn.sequence_at"(%y, %p1) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch3 = tensor.print %e1, %ch2
  %p2 = arith.constant.tensor dense<2> : tensor<i64>
  %e2 = "nn.sequence_at"(%y, %p2) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch4 = tensor.print %e2, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @concatenate() -> !tfrt.chain {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %y = "nn.sequence_concatenate"(%s) {axis = 0 : i64, new_axis = false} : (!nn.sequence<tensor<*xf32>>) -> tensor<*xf32>
  %ch0 = tfrt.new.chain
  %ch1 = tensor.print %y, %ch0
  tfrt.return %ch1 : !tfrt.chain
}

func.func @stack() -> !tfrt.chain {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> !nn.sequence<tensor<*xf32>>
  %y = "nn.sequence_concatenate"(%s) {axis = -1 : i64, new_axis = true} : (!nn.sequence<tensor<*xf32>>) -> tensor<*xf32>
  %ch0 = tfrt.new.chain
  %ch1 = tensor.print %y, %ch0
  tfrt.return %ch1 : !tfrt.chain
}

func.func @none() -> !tfrt.chain {
  %y = "nn.optional_none"() : () -> !nn.optional<tensor<*xf32>>
  %ch0 = tfrt.new.chain
  %oh = "nn.optional_has_value"(%y) : (!nn.optional<tensor<*xf32>>) -> tensor<i1>
  %ch1 = tensor.print %oh, %ch0
  tfrt.return %ch1 : !tfrt.chain
}

func.func @some() -> !tfrt.chain {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %y = "nn.optional_of_tensor"(%a) : (tensor<2xf32>) -> !nn.optional<tensor<*xf32>>
  %ch0 = tfrt.new.chain
  %ot = "nn.optional_tensor"(%y) : (!nn.optional<tensor<*xf32>>) -> tensor<*xf32>
  %ch1 = tensor.print %ot, %ch0
  tfrt.return %ch1 : !tfrt.chain
}

func.func @some_sequence() -> !tfrt.chain {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %y = "nn.optional_of_sequence"(%s) : (!nn.sequence<tensor<*xf32>>) -> !nn.optional<!nn.sequence<tensor<*xf32>>>
  %ch0 = tfrt.new.chain
  %os = "nn.optional_sequence"(%y) : (!nn.optional<!nn.sequence<tensor<*xf32>>>) -> !nn.sequence<tensor<*xf32>>
  %sl = "nn.sequence_length"(%os) : (!nn.sequence<tensor<*xf32>>) -> tensor<i64>
  %ch1 = tensor.print %sl, %ch0
  %p0 = arith.constant.tensor dense<0> : tensor<i64>
  %e0 = "nn.sequence_at"(%os, %p0) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch2 = tensor.print %e0, %ch1
  %p1 = arith.constant.tensor dense<1> : tensor<i64>
  %e1 = "nn.sequence_at"(%os, %p1) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch3 = tensor.print %e1, %ch2
  tfrt.return %ch3 : !tfrt.chain
}

func.func @has() -> !tfrt.chain {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %o = "nn.optional_of_tensor"(%a) : (tensor<2xf32>) -> !nn.optional<tensor<*xf32>>
  %y = "nn.optional_has_value"(%o) : (!nn.optional<tensor<*xf32>>) -> tensor<i1>
  %ch0 = tfrt.new.chain
  %ch1 = tensor.print %y, %ch0
  tfrt.return %ch1 : !tfrt.chain
}

func.func @has_not() -> !tfrt.chain {
  %o = "nn.optional_none"() : () -> !nn.optional<tensor<*xf32>>
  %y = "nn.optional_has_value"(%o) : (!nn.optional<tensor<*xf32>>) -> tensor<i1>
  %ch0 = tfrt.new.chain
  %ch1 = tensor.print %y, %ch0
  tfrt.return %ch1 : !tfrt.chain
}

func.func @tensor() -> !tfrt.chain {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %o = "nn.optional_of_tensor"(%a) : (tensor<2xf32>) -> !nn.optional<tensor<*xf32>>
  %y = "nn.optional_tensor"(%o) : (!nn.optional<tensor<*xf32>>) -> tensor<*xf32>
  %ch0 = tfrt.new.chain
  %ch1 = tensor.print %y, %ch0
  tfrt.return %ch1 : !tfrt.chain
}

func.func @sequence_of_some() -> !tfrt.chain {
  %a = arith.constant.tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant.tensor dense<[3.0]> : tensor<1xf32>
  %s = "nn.sequence"(%a, %b) : (tensor<2xf32>, tensor<1xf32>) -> !nn.sequence<tensor<*xf32>>
  %o = "nn.optional_of_sequence"(%s) : (!nn.sequence<tensor<*xf32>>) -> !nn.optional<!nn.sequence<tensor<*xf32>>>
  %y = "nn.optional_sequence"(%o) : (!nn.optional<!nn.sequence<tensor<*xf32>>>) -> !nn.sequence<tensor<*xf32>>
  %ch0 = tfrt.new.chain
  %sl = "nn.sequence_length"(%y) : (!nn.sequence<tensor<*xf32>>) -> tensor<i64>
  %ch1 = tensor.print %sl, %ch0
  %p0 = arith.constant.tensor dense<0> : tensor<i64>
  %e0 = "nn.sequence_at"(%y, %p0) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch2 = tensor.print %e0, %ch1
  %p1 = arith.constant.tensor dense<1> : tensor<i64>
  %e1 = "nn.sequence_at"(%y, %p1) : (!nn.sequence<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %ch3 = tensor.print %e1, %ch2
  tfrt.return %ch3 : !tfrt.chain
}
