// rule: gpu-details §4: what the text of an op in groups lacks is said where it is missing.
// tool: opt --verify-diagnostics FILE

gpu.module @m attributes {binary = ""} {
  gpu.func @k(i32) { // expected-error {{the arguments of a function with a body need names}}
  }
}
func.func @words(%x: index, %b: memref<2xf32>) {
  %g = memref.get_global "g" : memref<2xf32> // expected-error {{expected a symbol, '@name'}}
  %r = memref.reinterpret_cast %b to offset: [-9223372036854775808], sizes: [2], strides: [1] : memref<2xf32> to memref<2xf32> // expected-error {{expected a number or an operand}}
  %s = memref.reinterpret_cast %b to offset: [%x], sizes: [f], strides: [1] : memref<2xf32> to memref<2xf32> // expected-error {{expected a constant of type i64}}
  tfrt.return
}
