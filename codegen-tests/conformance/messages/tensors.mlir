// rule: engines §11: a resource that names a tensor of a file in the format safetensors is compared with what
//   the file says of its type and shape. An error is at the attribute.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{resource 'w': 'tensors.safetensors#layer1.weight' is F32 [3, 2] in the file, but tensor<2x3xf32> here}}
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<2x3xf32>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { w: "tensors.safetensors#layer1.weight" } } #-}

// -----

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{resource 'w': 'tensors.safetensors#layer1.weight' is F32 [3, 2] in the file, but tensor<3x2xi32> here}}
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<3x2xi32>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { w: "tensors.safetensors#layer1.weight" } } #-}

// -----

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{resource 'w': 'tensors.safetensors#layer1.weight' is F32 [3, 2] in the file, but tensor<f32> here}}
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<f32>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { w: "tensors.safetensors#layer1.weight" } } #-}

// -----

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{resource 'w': 'tensors.safetensors#layer1.weight' is F32 [3, 2] in the file, but tensor<4xf16> here}}
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<4xf16>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { w: "tensors.safetensors#layer1.weight 0..8" } } #-}

// -----

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{resource 'w': tensor 'tensors.safetensors#layer1.weight' has 24 bytes, not bytes 0 to 28}}
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<7xf32>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { w: "tensors.safetensors#layer1.weight 0..28" } } #-}

// -----

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{resource 'w': there is no tensor 'layer2.weight' in file 'tensors.safetensors'}}
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<3x2xf32>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { w: "tensors.safetensors#layer2.weight" } } #-}

// -----

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{resource 'w': file 'resources.bin': not a file of tensors: the header exceeds the file}}
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<3x2xf32>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { w: "resources.bin#w" } } #-}

// -----

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{resource 'w': file 'missing.safetensors': No such file or directory}}
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<3x2xf32>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { w: "missing.safetensors#w" } } #-}

// -----

// The same bytes, by name and by place.
func.func @f() -> !tfrt_tensor.tensor {
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<a> : tensor<3x2xf32>} : () -> !tfrt_tensor.tensor
  // expected-error@+1 {{resource 'b': bytes 150 to 160 of 'tensors.safetensors' overlap with another resource}}
  %b = "tfrt_test.const_dense_attr"() {value = dense_resource<b> : tensor<10xi8>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { a: "tensors.safetensors#layer1.weight", b: "tensors.safetensors 150..160" } } #-}
