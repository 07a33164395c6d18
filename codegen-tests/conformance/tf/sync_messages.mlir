// rule: tensors §11, tf_sync: what the kernels refuse: other kinds of tensors, other element types, nothing to write.
// run:
// out| --- Running 'strings':
// out| --- Running 'nothing':
// out| --- Running 'operands':
func.func @strings() attributes {tfrt.sync} {
  %x = "tfrt_test.sync.const_dense_attr"() {value = dense<1> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{tensors of kinds DenseHost and DenseHost, expected StringHost}}
  "tf_sync.Tile.string"(%x, %x) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt.return
}
func.func @nothing() attributes {tfrt.sync} {
  %axis = "tfrt.constant_s.i32"() {value = 0 : i32} : () -> i32
  // expected-error @+1 {{there are no tensors to concatenate}}
  "tf_sync.ConcatV2.f32"(%axis) : (i32) -> ()
  tfrt.return
}
func.func @operands() attributes {tfrt.sync} {
  %x = "tfrt_test.sync.const_dense_attr"() {value = dense<1> : tensor<2xi32>} : () -> !tfrt_tensor.tensor
  %text = "tfrt_sht_sync.create_tensor"() {shape = [2], values = ["a", "b"]} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{Unsupported operand types}}
  "tf_sync.AddV2.i32"(%x, %text, %x) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor) -> ()
  tfrt.return
}
