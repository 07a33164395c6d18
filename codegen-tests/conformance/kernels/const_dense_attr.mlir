// rule: kernels §2, tfrt_test.const_dense_attr: a tensor of what the attribute says.
// rule: executor §8, test_fixed_size_1k: 1024 bytes, of which requests up to 32 bytes take none; a
//   buffer of 32 'f32' takes 192, 64 of them for its header; what is refused becomes an error.
// rule: executor §8, profiled_allocator: prints the profile always.
// tool: run --reference-output --host-allocator=test_fixed_size_1k --functions=small,big FILE
// exit: 1
// out| Choosing fixed size malloc.
// out| Choosing single-threaded work queue.
// out| --- Running 'small':
// out| Allocating 192 bytes. 832 remaining.
// out| 'small' returned !tfrt_tensor.tensor value
// out| Freeing 192 bytes. 1024 available.
// out| --- Running 'big':
// out| Attempted to allocate 1025 bytes. However current capacity is only 1024.
// out| 'big' returned <<error: Cannot allocate tensor>>
// err| const_dense_attr.mlir:36:8: error: runtime error: Cannot allocate tensor
// tool: run --reference-output --host-allocator=profiled_allocator FILE
// out| Choosing profiled allocator based on malloc.
// out| Choosing single-threaded work queue.
// out| --- Running 'small':
// out| 'small' returned !tfrt_tensor.tensor value
// out| --- Running 'big':
// out| 'big' returned !tfrt_tensor.tensor value
// out| HostAllocator profile:
// out| Current number of allocations = 0
// out| Max number of allocations = 1
// out| Total number of allocations = 2
// out| Current number of bytes allocated = 0
// out| Max number of bytes allocated = 1025

func.func @small() -> !tfrt_tensor.tensor {
  %a = "tfrt_test.const_dense_attr"() {value = dense<1.5> : tensor<4x8xf32>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
func.func @big() -> !tfrt_tensor.tensor {
  %a = "tfrt_test.const_dense_attr"() {value = dense<3> : tensor<961xi8>} : () -> !tfrt_tensor.tensor
  tfrt.return %a : !tfrt_tensor.tensor
}
