// rule: models, bind: a symbol gets its number in every input that has it, also by INPUT.AXIS; all types are inferred anew.
// rule: models, bind: an unknown name, a number that contradicts a size or another number, one that is negative or too large are errors that name it.
// tool: opt --bind batch=2 FILE
// out| module {
// out|   func.func @main(%arg0: tensor<2x3xf32> {model.dimensions = ["batch", ""]}, %arg1: tensor<2x?xf32> {model.dimensions = ["batch", ""]}) -> tensor<2x?xf32> attributes {model.inputs = ["x", "y.z"]} {
// out|     %0 = nn.concatenate %arg0, %arg1 {axis = 1 : i64} : tensor<2x?xf32>
// out|     tfrt.return %0 : tensor<2x?xf32>
// out|   }
// out| }
// out|
// tool: opt --bind y.z.0=4 --bind y.z.1=5 FILE
// out*| %0 = nn.concatenate %arg0, %arg1 {axis = 1 : i64} : tensor<4x8xf32>
// tool: opt --bind batch=2 --bind batch=2 --bind x.1=3 FILE
// out*| %0 = nn.concatenate %arg0, %arg1 {axis = 1 : i64} : tensor<2x?xf32>
// tool: opt --bind other=2 --bind x=2 --bind x.2=2 --bind batch=-1 FILE
// exit: 2
// err| error: 'other' is neither a symbol of the model nor INPUT.AXIS; its symbols are batch
// err| error: 'x' is neither a symbol of the model nor INPUT.AXIS; its symbols are batch
// err| error: 'x.2': input 'x' has 2 dimensions
// err| error: 'batch' cannot be -1, which is negative
// tool: opt --bind x.1=4 --bind batch=2 --bind y.z.0=3 FILE
// exit: 2
// err| error: 'x.1' cannot be 4: dimension 1 of input 'x' is 3
// err| error: 'y.z.0' cannot be 3: it is bound to 2 by 'batch'
// tool: opt --bind batch=2 --infer --bind batch=3 FILE
// exit: 2
// err| error: 'batch' cannot be 3: dimension 0 of input 'x' is 2
// tool: opt --bind batch=9223372036854775807 FILE
// exit: 2
// err| error: input 'x' is too large where 'batch' is 9223372036854775807
// tool: opt --bind batch FILE
// exit: 2
// err| expected NAME=N or INPUT.AXIS=N
// tool: opt --bind batch=9223372036854775808 FILE
// exit: 2
// err| '9223372036854775808' is no size of 'batch'

func.func @main(%x: tensor<?x3xf32> {model.dimensions = ["batch", ""]}, %y: tensor<?x?xf32> {model.dimensions = ["batch", ""]}) -> tensor<?x?xf32> attributes {model.inputs = ["x", "y.z"]} {
  %both = nn.concatenate %x, %y {axis = 1 : i64} : tensor<?x?xf32>
  tfrt.return %both : tensor<?x?xf32>
}
