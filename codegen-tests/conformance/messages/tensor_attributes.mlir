// rule: tensors §6.2, set_tensor_with_constant_values.T: 'values' is an array of numbers of the type.
// tool: run FILE
// exit: 2
// err| tensor_attributes.mlir:19:3: error: 'tfrt_dht.set_tensor_with_constant_values.bf16' op attribute 'values' is 'string', expected 'array of bf16'
// err| tensor_attributes.mlir:20:3: error: 'tfrt_dht.set_tensor_with_constant_values.f16' op attribute 'values' is 'string', expected 'array of f16'
// err| tensor_attributes.mlir:21:3: error: 'tfrt_dht.set_tensor_with_constant_values.f64' op attribute 'values' is 'string', expected 'array of f64'
// err| tensor_attributes.mlir:22:3: error: 'tfrt_dht.set_tensor_with_constant_values.i8' op attribute 'values' is 'string', expected 'array of i8'
// err| tensor_attributes.mlir:23:3: error: 'tfrt_dht.set_tensor_with_constant_values.bool' op attribute 'values' is 'string', expected 'array of i1'
// err| tensor_attributes.mlir:24:3: error: 'tfrt_dht.set_tensor_with_constant_values.f32' op attribute 'values' is 'string', expected 'array of f32'
// err| tensor_attributes.mlir:25:3: error: 'tfrt_dht.set_tensor_with_constant_values.i32' op attribute 'values' is 'string', expected 'array of i32'
// err| tensor_attributes.mlir:26:3: error: 'tfrt_dht.set_tensor_with_constant_values.i64' op attribute 'values' is 'string', expected 'array of i64'
// err| tensor_attributes.mlir:27:3: error: 'tfrt_dht.set_tensor_with_constant_values.ui32' op attribute 'values' is 'string', expected 'array of ui32'
// err| tensor_attributes.mlir:28:3: error: 'tfrt_dht.set_tensor_with_constant_values.ui64' op attribute 'values' is 'string', expected 'array of ui64'
// err| tensor_attributes.mlir:29:3: error: 'tfrt_dht.set_tensor_with_constant_values.ui8' op attribute 'values' is 'string', expected 'array of ui8'
// err| tensor_attributes.mlir:30:3: error: 'tfrt_dht.set_tensor_with_constant_values.ui16' op attribute 'values' is 'string', expected 'array of ui16'
// err| tensor_attributes.mlir:31:3: error: 'tfrt_sht.create_tensor' op attribute 'values' is 'array of i64', expected 'array of string'

func.func @f(%t: !tfrt_tensor.tensor, %ch: !tfrt.chain) {
  "tfrt_dht.set_tensor_with_constant_values.bf16"(%t, %ch) {values = "x"} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  "tfrt_dht.set_tensor_with_constant_values.f16"(%t, %ch) {values = "x"} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  "tfrt_dht.set_tensor_with_constant_values.f64"(%t, %ch) {values = "x"} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  "tfrt_dht.set_tensor_with_constant_values.i8"(%t, %ch) {values = "x"} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  "tfrt_dht.set_tensor_with_constant_values.bool"(%t, %ch) {values = "x"} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  "tfrt_dht.set_tensor_with_constant_values.f32"(%t, %ch) {values = "x"} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  "tfrt_dht.set_tensor_with_constant_values.i32"(%t, %ch) {values = "x"} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  "tfrt_dht.set_tensor_with_constant_values.i64"(%t, %ch) {values = "x"} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  "tfrt_dht.set_tensor_with_constant_values.ui32"(%t, %ch) {values = "x"} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  "tfrt_dht.set_tensor_with_constant_values.ui64"(%t, %ch) {values = "x"} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  "tfrt_dht.set_tensor_with_constant_values.ui8"(%t, %ch) {values = "x"} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  "tfrt_dht.set_tensor_with_constant_values.ui16"(%t, %ch) {values = "x"} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  "tfrt_sht.create_tensor"() {shape = [2], values = [1, 2]} : () -> !tfrt_tensor.tensor
  tfrt.return
}
