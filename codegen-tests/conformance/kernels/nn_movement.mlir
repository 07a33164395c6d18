// rule: nn.broadcast, nn.transpose, nn.reshape, nn.slice, nn.concatenate and nn.select, as ONNX's Expand, Transpose, Reshape,
//   Slice, Concat and Where: elements of any type are moved and nothing is computed.
// run:
// out| --- Running 'broadcast':
// out| Tensor dtype = i32, shape = [2, 2, 3], values = [1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2]
// out| Tensor dtype = f16, shape = [2, 1], values = [fp16(15360), fp16(16384)]
// out| Tensor dtype = f64, shape = [2, 0], values = []
// out| 'broadcast' returned !tfrt.chain value
// out| --- Running 'transpose':
// out| Tensor dtype = i8, shape = [3, 2], values = [1, 4, 2, 5, 3, 6]
// out| Tensor dtype = bf16, shape = [2, 2, 2], values = [bf16(0), bf16(16384), bf16(16512), bf16(16576), bf16(16256), bf16(16448), bf16(16544), bf16(16608)]
// out| Tensor dtype = f32, shape = [], values = [7.000000e+00]
// out| 'transpose' returned !tfrt.chain value
// out| --- Running 'reshape':
// out| Tensor dtype = i64, shape = [3, 2], values = [1, 2, 3, 4, 5, 6]
// out| Tensor dtype = i64, shape = [2, 1, 3], values = [1, 2, 3, 4, 5, 6]
// out| Tensor dtype = i64, shape = [0, 5], values = []
// out| 'reshape' returned !tfrt.chain value
// out| --- Running 'slice':
// out| Tensor dtype = i16, shape = [3, 2], values = [1, 3, 5, 7, 9, 11]
// out| Tensor dtype = f32, shape = [3, 2], values = [1.100000e+01, 9.000000e+00, 7.000000e+00, 5.000000e+00, 3.000000e+00, 1.000000e+00]
// out| Tensor dtype = f32, shape = [0, 4], values = []
// out| 'slice' returned !tfrt.chain value
// out| --- Running 'concatenate':
// out| Tensor dtype = i32, shape = [2, 3], values = [1, 3, 4, 2, 5, 6]
// out| Tensor dtype = f64, shape = [2, 2], values = [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]
// out| 'concatenate' returned !tfrt.chain value
// out| --- Running 'select':
// out| Tensor dtype = i32, shape = [2, 3], values = [1, 2, 3, 7, 7, 7]
// out| 'select' returned !tfrt.chain value
// out| --- Running 'any_elements':
// out| Tensor dtype = u8, shape = [2, 1], values = [1, 255]
// out| Tensor dtype = complex64, shape = [2], values = [(3.000000e+00,4.000000e+00), (1.000000e+00,2.000000e+00)]
// out| Tensor dtype = complex128, shape = [4], values = [(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00), (1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00)]
// out| 'any_elements' returned !tfrt.chain value

func.func @broadcast() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[1], [2]]> : tensor<2x1xi32>
  %shape1 = arith.constant.tensor dense<[2, 1, 3]> : tensor<3xi64>
  %y2 = nn.broadcast %x1, %shape1 : tensor<2x2x3xi32>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[1.0], [2.0]]> : tensor<2x1xf16>
  %shape2 = arith.constant.tensor dense<[1, 1]> : tensor<2xi64>
  %y4 = nn.broadcast %x3, %shape2 : tensor<2x1xf16>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<7.0> : tensor<f64>
  %shape3 = arith.constant.tensor dense<[2, 0]> : tensor<2xi64>
  %y6 = nn.broadcast %x5, %shape3 : tensor<2x0xf64>
  %ch3 = tensor.print %y6, %ch2
  tfrt.return %ch3 : !tfrt.chain
}

func.func @transpose() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi8>
  %y2 = nn.transpose %x1 {perm = [1, 0]} : tensor<3x2xi8>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]]]> : tensor<2x2x2xbf16>
  %y4 = nn.transpose %x3 {perm = [2, 0, 1]} : tensor<2x2x2xbf16>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<7.0> : tensor<f32>
  %y6 = nn.transpose %x5 {perm = []} : tensor<f32>
  %ch3 = tensor.print %y6, %ch2
  tfrt.return %ch3 : !tfrt.chain
}

func.func @reshape() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %shape4 = arith.constant.tensor dense<[3, -1]> : tensor<2xi64>
  %y2 = nn.reshape %x1, %shape4 {allowzero = false} : tensor<3x2xi64>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %shape5 = arith.constant.tensor dense<[0, 1, 3]> : tensor<3xi64>
  %y4 = nn.reshape %x3, %shape5 {allowzero = false} : tensor<2x1x3xi64>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<> : tensor<2x0xi64>
  %shape6 = arith.constant.tensor dense<[0, 5]> : tensor<2xi64>
  %y6 = nn.reshape %x5, %shape6 {allowzero = true} : tensor<0x5xi64>
  %ch3 = tensor.print %y6, %ch2
  tfrt.return %ch3 : !tfrt.chain
}

func.func @slice() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi16>
  %starts7 = arith.constant.tensor dense<[-3]> : tensor<1xi64>
  %ends8 = arith.constant.tensor dense<[9]> : tensor<1xi64>
  %axes9 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %steps10 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %y2 = nn.slice %x1, %starts7, %ends8, %axes9, %steps10 : tensor<3x2xi16>
  %ch1 = tensor.print %y2, %ch0
  %x3 = arith.constant.tensor dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %starts11 = arith.constant.tensor dense<[-1, 9]> : tensor<2xi64>
  %ends12 = arith.constant.tensor dense<[-9, 0]> : tensor<2xi64>
  %axes13 = arith.constant.tensor dense<[0, -1]> : tensor<2xi64>
  %steps14 = arith.constant.tensor dense<[-1, -2]> : tensor<2xi64>
  %y4 = nn.slice %x3, %starts11, %ends12, %axes13, %steps14 : tensor<3x2xf32>
  %ch2 = tensor.print %y4, %ch1
  %x5 = arith.constant.tensor dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>
  %starts15 = arith.constant.tensor dense<[2]> : tensor<1xi64>
  %ends16 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %axes17 = arith.constant.tensor dense<[0]> : tensor<1xi64>
  %steps18 = arith.constant.tensor dense<[1]> : tensor<1xi64>
  %y6 = nn.slice %x5, %starts15, %ends16, %axes17, %steps18 : tensor<0x4xf32>
  %ch3 = tensor.print %y6, %ch2
  tfrt.return %ch3 : !tfrt.chain
}

func.func @concatenate() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %x1 = arith.constant.tensor dense<[[1], [2]]> : tensor<2x1xi32>
  %x2 = arith.constant.tensor dense<> : tensor<2x0xi32>
  %x3 = arith.constant.tensor dense<[[3, 4], [5, 6]]> : tensor<2x2xi32>
  %y4 = nn.concatenate %x1, %x2, %x3 {axis = 1 : i64} : tensor<2x3xi32>
  %ch1 = tensor.print %y4, %ch0
  %x5 = arith.constant.tensor dense<[[1.0, 2.0]]> : tensor<1x2xf64>
  %x6 = arith.constant.tensor dense<[[3.0, 4.0]]> : tensor<1x2xf64>
  %y7 = nn.concatenate %x5, %x6 {axis = -2 : i64} : tensor<2x2xf64>
  %ch2 = tensor.print %y7, %ch1
  tfrt.return %ch2 : !tfrt.chain
}

func.func @select() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %which = arith.constant.tensor dense<[[true], [false]]> : tensor<2x1xi1>
  %a = arith.constant.tensor dense<[1, 2, 3]> : tensor<3xi32>
  %b = arith.constant.tensor dense<7> : tensor<i32>
  %chosen = nn.select %which, %a, %b : tensor<2x3xi32>
  %ch1 = tensor.print %chosen, %ch0
  tfrt.return %ch1 : !tfrt.chain
}

func.func @any_elements() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  // Numbers without sign and complex ones are in files and attributes; elements are bytes here.
  %u = arith.constant.tensor dense<[[1, 255]]> : tensor<1x2xui8>
  %ut = nn.transpose %u {perm = [1, 0]} : tensor<2x1xui8>
  %z = arith.constant.tensor dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %starts19 = arith.constant.tensor dense<[-1]> : tensor<1xi64>
  %ends20 = arith.constant.tensor dense<[-9]> : tensor<1xi64>
  %axes21 = arith.constant.tensor dense<[0]> : tensor<1xi64>
  %steps22 = arith.constant.tensor dense<[-1]> : tensor<1xi64>
  %zs = nn.slice %z, %starts19, %ends20, %axes21, %steps22 : tensor<2xcomplex<f32>>
  %w = arith.constant.tensor dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f64>>
  %ws = nn.concatenate %w, %w {axis = 0 : i64} : tensor<4xcomplex<f64>>
  %ch1 = tensor.print %ut, %ch0
  %ch2 = tensor.print %zs, %ch1
  %ch3 = tensor.print %ws, %ch2
  tfrt.return %ch3 : !tfrt.chain
}
