// rule: models, clean: what does nothing is removed, what takes back another is too, two moves become one, equal
//   ops are computed once, unused ones are dropped. What may change a bit, a shape or an error stays.
// tool: opt --clean FILE
// out| module {
// out|   func.func @nothing(%arg0: tensor<2x3xf32>, %arg1: tensor<?x3xi64>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<2x3xf32>) {
// out|     tfrt.return %arg0, %arg0, %arg0, %arg1, %arg1, %arg0 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<2x3xf32>
// out|   }
// out|   func.func @something(%arg0: tensor<2x3xf32>, %arg1: tensor<?x1xi64>, %arg2: tensor<*xf32>) -> (tensor<2x3xf32>, tensor<?x3xi64>, tensor<?x1xi64>, tensor<2x3xf32>, tensor<?x1xi64>, tensor<2x3xf32>) {
// out|     %0 = arith.constant.tensor dense<0.000000e+00> : tensor<f32>
// out|     %1 = nn.add %arg0, %0 : tensor<2x3xf32>
// out|     %2 = arith.constant.tensor dense<0> : tensor<3xi64>
// out|     %3 = nn.add %arg1, %2 : tensor<?x3xi64>
// out|     %4 = arith.constant.tensor dense<0> : tensor<i64>
// out|     %5 = nn.sub %4, %arg1 : tensor<?x1xi64>
// out|     %6 = arith.constant.tensor dense<-1> : tensor<1xi64>
// out|     %7 = arith.constant.tensor dense<-9223372036854775808> : tensor<1xi64>
// out|     %8 = arith.constant.tensor dense<0> : tensor<1xi64>
// out|     %9 = nn.slice %arg0, %6, %7, %8, %6 : tensor<2x3xf32>
// out|     %10 = nn.squeeze %arg1, %8 : tensor<1xi64>
// out|     %11 = nn.unsqueeze %10, %8 : tensor<1x1xi64>
// out|     %12 = tensor.cast.i64 %11 : tensor<?x1xi64>
// out|     %13 = arith.constant.tensor dense<[2, 3]> : tensor<2xi64>
// out|     %14 = nn.reshape %arg2, %13 {allowzero = false} : tensor<2x3xf32>
// out|     tfrt.return %1, %3, %5, %9, %12, %14 : tensor<2x3xf32>, tensor<?x3xi64>, tensor<?x1xi64>, tensor<2x3xf32>, tensor<?x1xi64>, tensor<2x3xf32>
// out|   }
// out|   func.func @pairs(%arg0: tensor<?x3x4xf32>, %arg1: tensor<2x3x4xf32>) -> (tensor<?x3x4xf32>, tensor<4x?x3xf32>, tensor<?x3x4xf32>, tensor<4x6xf32>) {
// out|     %0 = nn.transpose %arg0 {perm = [2, 0, 1]} : tensor<4x?x3xf32>
// out|     %1 = arith.constant.tensor dense<[4, 6]> : tensor<2xi64>
// out|     %2 = nn.reshape %arg1, %1 {allowzero = true} : tensor<4x6xf32>
// out|     tfrt.return %arg0, %0, %arg0, %2 : tensor<?x3x4xf32>, tensor<4x?x3xf32>, tensor<?x3x4xf32>, tensor<4x6xf32>
// out|   }
// out|   func.func @equal(%arg0: tensor<?xf32>, %arg1: tensor<2xf32>, %arg2: i1) -> (tensor<?xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
// out|     %0 = nn.add %arg0, %arg1 : tensor<2xf32>
// out|     %1 = tensor.cast.f32 %0 : tensor<?xf32>
// out|     %2 = nn.mul %0, %0 : tensor<2xf32>
// out|     %3 = arith.constant.tensor dense<1.000000e+00> : tensor<2xf32>
// out|     %4 = nn.add %arg1, %3 : tensor<2xf32>
// out|     %5 = tfrt.if %arg2, %arg1 : (tensor<2xf32>) -> (tensor<2xf32>)  {
// out|       %6 = arith.constant.tensor dense<1.000000e+00> : tensor<2xf32>
// out|       %7 = nn.add %arg1, %6 : tensor<2xf32>
// out|       %8 = nn.mul %7, %7 : tensor<2xf32>
// out|       tfrt.return %8 : tensor<2xf32>
// out|     } else  {
// out|       tfrt.return %arg1 : tensor<2xf32>
// out|     }
// out|     tfrt.return %1, %2, %4, %5 : tensor<?xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
// out|   }
// out| }
// out|

func.func @nothing(%x: tensor<2x3xf32>, %i: tensor<?x3xi64>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<2x3xf32>) {
  %same = nn.cast %x {to = f32} : tensor<2x3xf32>
  %kept = nn.transpose %same {perm = [0, 1]} : tensor<2x3xf32>
  %shape = arith.constant.tensor dense<[2, 3]> : tensor<2xi64>
  %as = nn.reshape %kept, %shape {allowzero = false} : tensor<2x3xf32>
  %wide = nn.broadcast %as, %shape : tensor<2x3xf32>
  %ones = arith.constant.tensor dense<1> : tensor<2xi64>
  %once = nn.tile %wide, %ones : tensor<2x3xf32>
  %alone = nn.concatenate %once {axis = 0 : i64} : tensor<2x3xf32>
  %zeros = arith.constant.tensor dense<0> : tensor<2xi64>
  %axes = arith.constant.tensor dense<[0, 1]> : tensor<2xi64>
  %part = nn.slice %alone, %zeros, %shape, %axes, %ones : tensor<2x3xf32>
  %zero = arith.constant.tensor dense<0> : tensor<i64>
  %one = arith.constant.tensor dense<1> : tensor<1xi64>
  %sum = nn.add %i, %zero : tensor<?x3xi64>
  %difference = nn.sub %sum, %zero : tensor<?x3xi64>
  %product = nn.mul %difference, %one : tensor<?x3xi64>
  %quotient = nn.div %product, %one : tensor<?x3xi64>
  tfrt.return %as, %part, %kept, %sum, %quotient, %wide : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<?x3xi64>, tensor<?x3xi64>, tensor<2x3xf32>
}

func.func @something(%x: tensor<2x3xf32>, %i: tensor<?x1xi64>, %s: tensor<*xf32>) -> (tensor<2x3xf32>, tensor<?x3xi64>, tensor<?x1xi64>, tensor<2x3xf32>, tensor<?x1xi64>, tensor<2x3xf32>) {
  %zero = arith.constant.tensor dense<0.0> : tensor<f32>
  %sum = nn.add %x, %zero : tensor<2x3xf32>
  %zeros = arith.constant.tensor dense<0> : tensor<3xi64>
  %wider = nn.add %i, %zeros : tensor<?x3xi64>
  %none = arith.constant.tensor dense<0> : tensor<i64>
  %negative = nn.sub %none, %i : tensor<?x1xi64>
  %begin = arith.constant.tensor dense<-1> : tensor<1xi64>
  %end = arith.constant.tensor dense<-9223372036854775808> : tensor<1xi64>
  %axis = arith.constant.tensor dense<0> : tensor<1xi64>
  %reversed = nn.slice %x, %begin, %end, %axis, %begin : tensor<2x3xf32>
  %squeezed = nn.squeeze %i, %axis : tensor<1xi64>
  %back = nn.unsqueeze %squeezed, %axis : tensor<1x1xi64>
  %least = tensor.cast.i64 %back : tensor<?x1xi64>
  %shape = arith.constant.tensor dense<[2, 3]> : tensor<2xi64>
  %must = nn.reshape %s, %shape {allowzero = false} : tensor<2x3xf32>
  tfrt.return %sum, %wider, %negative, %reversed, %least, %must : tensor<2x3xf32>, tensor<?x3xi64>, tensor<?x1xi64>, tensor<2x3xf32>, tensor<?x1xi64>, tensor<2x3xf32>
}

func.func @pairs(%x: tensor<?x3x4xf32>, %y: tensor<2x3x4xf32>) -> (tensor<?x3x4xf32>, tensor<4x?x3xf32>, tensor<?x3x4xf32>, tensor<4x6xf32>) {
  %turned = nn.transpose %x {perm = [2, 0, 1]} : tensor<4x?x3xf32>
  %back = nn.transpose %turned {perm = [1, 2, 0]} : tensor<?x3x4xf32>
  %half = nn.transpose %x {perm = [1, 0, 2]} : tensor<3x?x4xf32>
  %whole = nn.transpose %half {perm = [2, 1, 0]} : tensor<4x?x3xf32>
  %axis = arith.constant.tensor dense<1> : tensor<1xi64>
  %more = nn.unsqueeze %x, %axis : tensor<?x1x3x4xf32>
  %less = nn.squeeze %more, %axis : tensor<?x3x4xf32>
  %flat = nn.flatten %y {axis = 2 : i64} : tensor<6x4xf32>
  %shape = arith.constant.tensor dense<[4, 6]> : tensor<2xi64>
  %last = nn.reshape %flat, %shape {allowzero = false} : tensor<4x6xf32>
  tfrt.return %back, %whole, %less, %last : tensor<?x3x4xf32>, tensor<4x?x3xf32>, tensor<?x3x4xf32>, tensor<4x6xf32>
}

func.func @equal(%x: tensor<?xf32>, %y: tensor<2xf32>, %c: i1) -> (tensor<?xf32>, tensor<?xf32>, tensor<2xf32>, tensor<2xf32>) {
  %a = nn.add %x, %y : tensor<2xf32>
  %b = nn.add %x, %y : tensor<2xf32>
  %unused = nn.relu %b : tensor<2xf32>
  %less = tensor.cast.f32 %a : tensor<?xf32>
  %twice = nn.mul %less, %b : tensor<?xf32>
  %one = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %again = arith.constant.tensor dense<1.0> : tensor<2xf32>
  %p = nn.add %y, %one : tensor<2xf32>
  %q = nn.add %y, %again : tensor<2xf32>
  %r = tfrt.if %c, %y : (tensor<2xf32>) -> (tensor<2xf32>) {
    %in = arith.constant.tensor dense<1.0> : tensor<2xf32>
    %d = nn.add %y, %in : tensor<2xf32>
    %e = nn.add %y, %in : tensor<2xf32>
    %f = nn.mul %d, %e : tensor<2xf32>
    tfrt.return %f : tensor<2xf32>
  } else {
    tfrt.return %y : tensor<2xf32>
  }
  tfrt.return %less, %twice, %q, %r : tensor<?xf32>, tensor<?xf32>, tensor<2xf32>, tensor<2xf32>
}
