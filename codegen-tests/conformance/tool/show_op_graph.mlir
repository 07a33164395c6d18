// rule: models, show --as ops: the op graph with names and locations, as it is imported, after one pass or after all; --as graph: the kernels that it becomes.
// tool: show --as ops --after import FILE
// out*| %size = nn.size %x : tensor<i64> loc("show_op_graph.mlir":
// out*| %twice = nn.add %y, %y : tensor<?x3xf32> loc("show_op_graph.mlir":
// tool: show --as ops --bind n=2 --after bind FILE
// out*| %size = nn.size %x : tensor<i64>
// out*| %twice = nn.add %y, %y : tensor<2x3xf32>
// tool: show --as ops --bind x.0=2 FILE
// out*| %size = arith.constant.tensor dense<6> : tensor<i64>
// out*| %twice = nn.add %x, %x : tensor<2x3xf32>
// out!| nn.transpose
// tool: show --as ops --bind n=2 --after lower --function main FILE
// out*| %twice = nn.add.f32 %x, %x : tensor<2x3xf32>
// tool: show --as ops --after clear FILE
// exit: 2
// err| invalid value 'clear' for '--after <PASS>'
// err| [possible values: import, bind, infer, fold, clean, fuse, winograd, lower, plan]
// tool: show --as ops --bind m=2 FILE
// exit: 2
// err| error: 'm' is neither a symbol of the model nor INPUT.AXIS; its symbols are n
// tool: show --as plan --bind n=2 FILE
// exit: 2
// err| `--bind`, `--math` and `--form` are for `--as ops`, `--as graph` and `--as memory` of a model

func.func @main(%x: tensor<?x3xf32> {model.dimensions = ["n", ""]}) -> (tensor<?x3xf32>, tensor<i64>) {
  %size = nn.size %x : tensor<i64>
  %y = nn.transpose %x {perm = [0, 1]} : tensor<?x3xf32>
  %twice = nn.add %y, %y : tensor<?x3xf32>
  tfrt.return %twice, %size : tensor<?x3xf32>, tensor<i64>
}
