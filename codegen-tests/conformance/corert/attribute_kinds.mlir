// rule: kernels §8: op_attrs_set: an attribute of another kind is refused.
// tool: run FILE
// exit: 2
// err| attribute_kinds.mlir:13:3: error: 'corert.op_attrs_set.dense' op attribute 'value' is 'array of i64', expected 'dense'
// err| attribute_kinds.mlir:14:3: error: 'corert.op_attrs_set.aggregate' op attribute 'value' is 'i32', expected 'aggregate'
// err| attribute_kinds.mlir:15:3: error: 'corert.op_attrs_set.aggregate' op attribute 'value' is 'array of i32', expected 'aggregate'
// err| attribute_kinds.mlir:16:3: error: 'corert.op_attrs_set.shape' op attribute 'value' is 'array of i64', expected 'shape'
// err| attribute_kinds.mlir:17:3: error: 'corert.op_attrs_set.shape' op attribute 'value' is 'dense', expected 'shape'
// err| attribute_kinds.mlir:18:3: error: 'corert.op_attrs_set.str' op attribute 'value' is 'type', expected 'string'
// err| attribute_kinds.mlir:19:3: error: 'corert.op_attrs_set.dtype' op attribute 'value' is 'string', expected 'type'

func.func @f(%a: !corert.opattrs, %ch: !tfrt.chain) {
  "corert.op_attrs_set.dense"(%a, %ch) {key = "k", value = [1, 2]} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  "corert.op_attrs_set.aggregate"(%a, %ch) {key = "k", value = 1 : i32} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  "corert.op_attrs_set.aggregate"(%a, %ch) {key = "k", value = [1 : i32, 2 : i32]} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  "corert.op_attrs_set.shape"(%a, %ch) {key = "k", value = [2, 3]} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  "corert.op_attrs_set.shape"(%a, %ch) {key = "k", value = dense<1> : tensor<1xi32>} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  "corert.op_attrs_set.str"(%a, %ch) {key = "k", value = f32} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  "corert.op_attrs_set.dtype"(%a, %ch) {key = "k", value = "f32"} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
