// rule: kernels §2, tfrt_test.memory_leak_one_int32: four bytes of the host's allocator are never
//   given back.
// rule: executor §8: the leak-check allocator tells of what is alive at the end, exit status 1.
// rule: executor §8: other allocators do not mind.
// tool: run --reference-output FILE
// exit: 1
// out| Choosing memory leak check allocator.
// out| Choosing single-threaded work queue.
// out| --- Running 'leak':
// out| HostAllocator profile:
// out| Current number of allocations = 1
// out| Max number of allocations = 1
// out| Total number of allocations = 1
// out| Current number of bytes allocated = 4
// out| Max number of bytes allocated = 4
// out| Memory leak detected: 1 alive allocations, 4 alive bytes
// tool: run --reference-output --host-allocator=profiled_allocator FILE
// out| Choosing profiled allocator based on malloc.
// out| Choosing single-threaded work queue.
// out| --- Running 'leak':
// out| HostAllocator profile:
// out| Current number of allocations = 1
// out| Max number of allocations = 1
// out| Total number of allocations = 1
// out| Current number of bytes allocated = 4
// out| Max number of bytes allocated = 4
// tool: run --reference-output --host-allocator=test_fixed_size_1k FILE
// out| Choosing fixed size malloc.
// out| Choosing single-threaded work queue.
// out| --- Running 'leak':
// tool: run --reference-output --host-allocator=malloc FILE
// out| Choosing malloc.
// out| Choosing single-threaded work queue.
// out| --- Running 'leak':

func.func @leak() {
  "tfrt_test.memory_leak_one_int32"() : () -> ()
  tfrt.return
}
