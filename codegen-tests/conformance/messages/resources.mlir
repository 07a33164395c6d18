// rule: engines §11: a resource that is not there, leaves the folder of the program, or does not fit its type
//   is an error at the attribute.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{resource 'w': no kernel takes a 'tensor<?xi8>'}}
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<?xi8>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { w: "resources.bin" } } #-}

// -----

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{resource 'w': no kernel takes a 'tensor<1xi7>'}}
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<1xi7>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { w: "resources.bin" } } #-}

// -----

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{resource 'w': its type has too many elements}}
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<9223372036854775807x3xi8>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { w: "resources.bin" } } #-}

// -----

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{resource 'w': it is not in the metadata of the file}}
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<8xi8>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { v: "resources.bin" } } #-}

// -----

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{resource 'w': it has 8 bytes, but 'tensor<8xi16>' has 16}}
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<8xi16>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { w: "resources.bin" } } #-}

// -----

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{resource 'w': it has 2 bytes, but 'tensor<8xi8>' has 8}}
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<8xi8>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { w: "resources.bin 2..4" } } #-}

// -----

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{resource 'w': an element is neither 0 nor 1}}
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<8xi1>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { w: "resources.bin" } } #-}

// -----

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{resource 'w': the bytes in 'resources.bin' have another hash}}
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<8xi8>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { w: "resources.bin sha256:0000000000000000000000000000000000000000000000000000000000000000" } } #-}

// -----

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{resource 'w': file 'resources.bin' has 8 bytes, not bytes 4 to 12}}
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<8xi8>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { w: "resources.bin 4..12" } } #-}

// -----

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{resource 'w': file 'missing.bin': No such file or directory}}
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<8xi8>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { w: "missing.bin" } } #-}

// -----

func.func @f() -> !tfrt_tensor.tensor {
  // expected-error@+1 {{resource 'w': file '../messages/resources.bin': it is not the name of a file beside the program}}
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<w> : tensor<8xi8>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { w: "../messages/resources.bin" } } #-}

// -----

// expected-error@+1 {{expected a string, "FILE BEGIN..END sha256:HASH"}}
{-# external_resources: { tfrt: { w: true } } #-}

// -----

// expected-error@+1 {{expected the name of a file}}
{-# external_resources: { tfrt: { w: " 0..4" } } #-}

// -----

// expected-error@+1 {{the range of a resource ends before it begins}}
{-# external_resources: { tfrt: { w: "resources.bin 4..2" } } #-}

// -----

// expected-error@+1 {{expected a hash of 64 hexadecimal digits}}
{-# external_resources: { tfrt: { w: "resources.bin sha256:00" } } #-}

// -----

// expected-error@+1 {{redefinition of resource 'w'}}
{-# external_resources: { tfrt: { w: "a", w: "b" } } #-}

// -----

func.func @f() -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor) {
  %a = "tfrt_test.const_dense_attr"() {value = dense_resource<a> : tensor<8xi8>} : () -> !tfrt_tensor.tensor
  // expected-error@+1 {{resource 'b': bytes 4 to 8 of 'resources.bin' overlap with another resource}}
  %b = "tfrt_test.const_dense_attr"() {value = dense_resource<b> : tensor<4xi8>} : () -> !tfrt_tensor.tensor
  tfrt.return %a, %b : !tfrt_tensor.tensor, !tfrt_tensor.tensor
}
{-# external_resources: { tfrt: { a: "resources.bin", b: "resources.bin 4..8" } } #-}
