// rule: gpu-details §4: device code must be there, constants must be known, and memory of known
//   size with elements that kernels set.
// tool: opt --gpu-tfrt-streamify --split-input-file --verify-diagnostics FILE

gpu.module @a { // expected-error {{'gpu.module' op needs a string attribute 'binary'}}
}
// -----
gpu.module @b attributes {binary = "x", constants = [@nothing]} { // expected-error {{'gpu.module' op has no constant @nothing}}
}
func.func @nothing() {
  tfrt.return
}
// -----
gpu.module @c attributes {binary = "x", constants = 1 : i32} { // expected-error {{'gpu.module' op needs an array of symbols as its attribute 'constants'}}
}
// -----
memref.global @d : memref<?xf32> // expected-error {{'memref.global' op needs a memref of known size as its type}}
// -----
memref.global @e : memref<1x1x1x1x1x1xf32> = dense<1.0> // expected-error {{'memref.global' op has elements of type 'f32' and rank 6, which no kernel sets}}
// -----
memref.global @f : memref<1xf32> {gpu_module = 1 : i32} // expected-error {{'memref.global' op is in 1 : i32, which has no code}}
// -----
gpu.module @empty attributes {binary = ""} {
}
memref.global @f1 : memref<1xf32> {gpu_module = @empty} // expected-error {{'memref.global' op is in @empty, which has no code}}
// -----
"gpu.module"() ({}) {binary = "x"} : () -> () // expected-error {{'gpu.module' op needs a string attribute 'sym_name'}}
// -----
"memref.global"() {sym_name = "g", type = memref<1xf32>, initial_value = 1 : i32} : () -> () // expected-error {{'memref.global' op has elements that are no numbers}}
