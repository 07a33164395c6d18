// rule: gpu-details §4: what has no token of a stream, an unknown size or another type than kernels
//   have stays, and casts stand between both worlds.
// tool: opt --gpu-tfrt-streamify FILE
// out| module {
// out|   func.func @code(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.module {
// out|     %0 = tfrt_gpu.module.load %arg0 {data = "ptx\00"}
// out|     tfrt.return %0 : !tfrt_gpu.module
// out|   }
// out|   func.func @numbers(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.buffer {
// out|     %0 = tfrt_gpu.allocator.create %arg0
// out|     %1 = tfrt_gpu.stream.create %arg0
// out|     %2 = tfrt.constant.i64 4
// out|     %3 = tfrt.new.chain
// out|     %4 = tfrt_gpu.mem.allocate %0, %1, %2, %3
// out|     %5 = tfrt_dht.create_uninitialized_tensor.i32.0 []
// out|     %6 = tfrt_dht.set_tensor_with_constant_values.i32 %5, %3 [7 : i32]
// out|     %7:2 = tfrt_dht.get_buffer %5, %6
// out|     %8 = tfrt_gpu.mem.copy %4, %7#0, %1, %7#1 : !tfrt_gpu.buffer, !ht.host_buffer
// out|     %9 = tfrt_gpu.stream.synchronize %1, %8
// out|     %10 = tfrt_gpu.alias %4, %9 : !tfrt_gpu.buffer
// out|     tfrt.return %10 : !tfrt_gpu.buffer
// out|   }
// out|   func.func @left(%arg0: !tfrt.chain, %arg1: !tfrt_gpu.stream, %arg2: !tfrt_gpu.buffer, %arg3: !tfrt_gpu.buffer, %arg4: index, %arg5: f16, %arg6: !gpu.async.token) -> !tfrt_gpu.buffer {
// out|     %0 = tfrt_gpu.stream.get_context %arg1
// out|     %1 = builtin.unrealized_conversion_cast %arg0, %arg1 : !tfrt.chain, !tfrt_gpu.stream to !gpu.async.token
// out|     %2 = arith.constant 1 : index
// out|     %memref, %asyncToken = gpu.alloc async [%1] (%arg4) : memref<?xf32>
// out|     %3 = builtin.unrealized_conversion_cast %arg2 : !tfrt_gpu.buffer to memref<4xf32>
// out|     %4 = gpu.memset async [%1] %3, %arg5 : memref<4xf32>, f16
// out|     %5 = builtin.unrealized_conversion_cast %arg2 : !tfrt_gpu.buffer to memref<4xf32>
// out|     %6 = builtin.unrealized_conversion_cast %arg2 : !tfrt_gpu.buffer to memref<4xf32>
// out|     %7 = gpu.memcpy async [%arg6] %5, %6 : memref<4xf32>, memref<4xf32>
// out|     %8 = builtin.unrealized_conversion_cast %arg2 : !tfrt_gpu.buffer to memref<4xf32>
// out|     %9 = builtin.unrealized_conversion_cast %arg2 : !tfrt_gpu.buffer to memref<4xf32>
// out|     %10 = gpu.memcpy async [%1, %arg6] %8, %9 : memref<4xf32>, memref<4xf32>
// out|     %11 = builtin.unrealized_conversion_cast %arg2 : !tfrt_gpu.buffer to memref<4xf32>
// out|     %12 = builtin.unrealized_conversion_cast %arg2 : !tfrt_gpu.buffer to memref<4xf32>
// out|     gpu.memcpy [%1] %11, %12 : memref<4xf32>, memref<4xf32>
// out|     %13 = gpu.launch_func async [%1] @other::@k blocks in (%2, %2, %2) threads in (%2, %2, %2)
// out|     %14 = tfrt.once @code(%0) : (!tfrt_gpu.context) -> (!tfrt_gpu.module)
// out|     %15 = tfrt_gpu.module.get_function %14 {name = "k"}
// out|     %16 = builtin.unrealized_conversion_cast %arg4 : index to ui64
// out|     %17 = tfrt.constant.ui64 1
// out|     %18 = tfrt.constant.ui32 0
// out|     %19 = tfrt_gpu.function.launch %arg1, %15, blocks in (%16, %17, %17), threads in (%17, %17, %17), %18, %arg0, args(%arg5) :(f16)
// out|     %20 = gpu.wait async
// out|     gpu.wait [%1]
// out|     %21 = builtin.unrealized_conversion_cast %arg3 : !tfrt_gpu.buffer to memref<?xf32>
// out|     %22 = memref.reinterpret_cast %21 to offset: [1], sizes: [2], strides: [1] : memref<?xf32> to memref<2xf32, strided<[1], offset: 1>>
// out|     %23 = builtin.unrealized_conversion_cast %arg3 : !tfrt_gpu.buffer to memref<?xf32>
// out|     %24 = memref.load %23[%arg4] : memref<?xf32>
// out|     %25 = memref.alloc() : memref<4xf32>
// out|     %26 = builtin.unrealized_conversion_cast %memref : memref<?xf32> to !tfrt_gpu.buffer
// out|     tfrt.return %26 : !tfrt_gpu.buffer
// out|   }
// out|   func.func @no_stream(%arg0: i32) -> !tfrt_gpu.buffer {
// out|     %0 = memref.get_global @numbers : memref<i32>
// out|     %1 = builtin.unrealized_conversion_cast %0 : memref<i32> to !tfrt_gpu.buffer
// out|     tfrt.return %1 : !tfrt_gpu.buffer
// out|   }
// out| }
// out|

gpu.module @code attributes {binary = "ptx"} {
}
memref.global @numbers : memref<i32> = dense<7>

func.func @left(%c: !tfrt.chain, %s: !tfrt_gpu.stream, %a: memref<4xf32>, %d: memref<?xf32>, %n: index, %h: f16, %u: !gpu.async.token) -> memref<?xf32> {
  %t = builtin.unrealized_conversion_cast %c, %s : !tfrt.chain, !tfrt_gpu.stream to !gpu.async.token
  %one = arith.constant 1 : index
  %m, %t1 = gpu.alloc async [%t] (%n) : memref<?xf32>
  %t2 = gpu.memset async [%t] %a, %h : memref<4xf32>, f16
  %t3 = gpu.memcpy async [%u] %a, %a : memref<4xf32>, memref<4xf32>
  %t4 = gpu.memcpy async [%t, %u] %a, %a : memref<4xf32>, memref<4xf32>
  gpu.memcpy [%t] %a, %a : memref<4xf32>, memref<4xf32>
  %t5 = gpu.launch_func async [%t] @other::@k blocks in (%one, %one, %one) threads in (%one, %one, %one)
  %t6 = gpu.launch_func async [%t] @code::@k blocks in (%n, %one, %one) threads in (%one, %one, %one) args(%h : f16)
  %w = gpu.wait async
  gpu.wait [%t]
  %rc = memref.reinterpret_cast %d to offset: [1], sizes: [2], strides: [1] : memref<?xf32> to memref<2xf32, strided<[1], offset: 1>>
  %l = memref.load %d[%n] : memref<?xf32>
  %new = memref.alloc() : memref<4xf32>
  tfrt.return %m : memref<?xf32>
}
func.func @no_stream(%x: i32) -> memref<i32> {
  %g = memref.get_global @numbers : memref<i32>
  tfrt.return %g : memref<i32>
}
