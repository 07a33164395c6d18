// rule: tensors §6.2, tfrt_sht.create_tensor: strings of the attribute 'values'; another number is
//   'Shape mismatch'.
// rule: tensors §2: at most 16 strings are printed, with a sign of more from 33 on.
// run:
// out| --- Running 'strings':
// out| StringHostTensor shape = [1, 2], values = ["a", "b\"]
// out| 'strings' returned !tfrt.chain value
// out| --- Running 'mismatch':
// out| 'mismatch' returned <<error: Shape mismatch>>,<<error: a tensor of kind StringHost, expected DenseHost>>

func.func @strings() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %t = "tfrt_sht.create_tensor"() {shape = [1 : i64, 2 : i64], values = ["a", "b\\"]} : () -> !tfrt_tensor.tensor
  %ch1 = tfrt_dht.print_tensor %t, %ch0
  tfrt.return %ch1 : !tfrt.chain
}
func.func @mismatch() -> (!tfrt_tensor.tensor, !ts.shape) {
  // expected-error @+1 {{Shape mismatch}}
  %t = "tfrt_sht.create_tensor"() {shape = [3], values = ["a", "b"]} : () -> !tfrt_tensor.tensor
  %empty = "tfrt_sht.create_tensor"() {shape = [0], values = []} : () -> !tfrt_tensor.tensor
  // expected-error @+1 {{a tensor of kind StringHost, expected DenseHost}}
  %s = tfrt_dht.get_tensor_shape %empty
  tfrt.return %t, %s : !tfrt_tensor.tensor, !ts.shape
}
