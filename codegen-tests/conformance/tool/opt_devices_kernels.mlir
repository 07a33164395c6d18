// rule: gpu-details §4: --gpu-tfrt-streamify makes kernels of tfrt_gpu of ops whose token is a cast
//   of a chain and a stream.
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
// out|   func.func @all(%arg0: !tfrt.chain, %arg1: !tfrt_gpu.stream, %arg2: !tfrt_gpu.buffer, %arg3: !tfrt_gpu.buffer, %arg4: !tfrt_gpu.buffer, %arg5: f32, %arg6: !tfrt_gpu.buffer) -> (!tfrt.chain, !tfrt_gpu.buffer) {
// out|     %0 = tfrt_gpu.stream.get_context %arg1
// out|     %1 = arith.constant 256 : i32
// out|     %2 = tfrt_gpu.stream.get_context %arg1
// out|     %3 = tfrt_gpu.allocator.create %2
// out|     %4 = tfrt.constant.i64 16
// out|     %5 = tfrt_gpu.mem.allocate %3, %arg1, %4, %arg0
// out|     %6 = tfrt_gpu.mem.copy %5, %arg2, %arg1, %arg0 : !tfrt_gpu.buffer, !tfrt_gpu.buffer
// out|     %7 = tfrt_gpu.mem.set %arg3, %arg5, %arg1, %6 : f32
// out|     %8 = tfrt.once @numbers(%0) : (!tfrt_gpu.context) -> (!tfrt_gpu.buffer)
// out|     %9 = tfrt.constant.ui64 4
// out|     %10 = tfrt.constant.ui64 16
// out|     %11 = tfrt_gpu.mem.view %arg6, %9, %10
// out|     %12 = tfrt.once @code(%0) : (!tfrt_gpu.context) -> (!tfrt_gpu.module)
// out|     %13 = tfrt_gpu.module.get_function %12 {name = "k"}
// out|     %14 = tfrt.constant.ui64 1
// out|     %15 = tfrt.constant.ui64 4
// out|     %16 = tfrt.constant.ui32 0
// out|     %17 = tfrt_gpu.function.launch %arg1, %13, blocks in (%14, %15, %14), threads in (%15, %14, %14), %16, %7, args(%5, %arg5, %8, %11) :(!tfrt_gpu.buffer, f32, !tfrt_gpu.buffer, !tfrt_gpu.buffer)
// out|     %18 = tfrt.once @code(%0) : (!tfrt_gpu.context) -> (!tfrt_gpu.module)
// out|     %19 = tfrt_gpu.module.get_function %18 {name = "k"}
// out|     %20 = tfrt.constant.ui64 1
// out|     %21 = builtin.unrealized_conversion_cast %1 : i32 to ui32
// out|     %22 = tfrt_gpu.function.launch %arg1, %19, blocks in (%20, %20, %20), threads in (%20, %20, %20), %21, %17, args(%arg5) :(f32)
// out|     %23 = tfrt_gpu.stream.get_context %arg1
// out|     %24 = tfrt.constant.i64 4
// out|     %25 = tfrt_gpu.mem.allocate_host %23, %24, %22
// out|     %26 = tfrt_gpu.mem.copy %25, %8, %arg1, %22 : !tfrt_gpu.buffer, !tfrt_gpu.buffer
// out|     %27 = tfrt_gpu.stream.synchronize %arg1, %26
// out|     %28 = tfrt_gpu.mem.load %25, %27 : i32
// out|     %29 = tfrt_gpu.stream.synchronize %arg1, %27
// out|     %30 = tfrt_gpu.stream.get_context %arg1
// out|     %31 = tfrt.constant.i64 4
// out|     %32 = tfrt_gpu.mem.allocate_host %30, %31, %29
// out|     %33 = tfrt_gpu.mem.copy %32, %8, %arg1, %29 : !tfrt_gpu.buffer, !tfrt_gpu.buffer
// out|     %34 = tfrt_gpu.stream.synchronize %arg1, %33
// out|     %35 = tfrt_gpu.mem.load %32, %34 : i32
// out|     %36 = tfrt_gpu.mem.deallocate %5, %arg1, %34
// out|     %37 = builtin.unrealized_conversion_cast %36, %arg1 : !tfrt.chain, !tfrt_gpu.stream to !gpu.async.token
// out|     %38:2 = builtin.unrealized_conversion_cast %37 : !gpu.async.token to !tfrt.chain, !tfrt_gpu.stream
// out|     tfrt.return %38#0, %arg3 : !tfrt.chain, !tfrt_gpu.buffer
// out|   }
// out| }
// out|
// tool: opt "--gpu-tfrt-streamify" --cast-tfrt-streamify FILE
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
// out|   func.func @all(%arg0: !tfrt.chain, %arg1: !tfrt_gpu.stream, %arg2: !tfrt_gpu.buffer, %arg3: !tfrt_gpu.buffer, %arg4: !tfrt_gpu.buffer, %arg5: f32, %arg6: !tfrt_gpu.buffer) -> (!tfrt.chain, !tfrt_gpu.buffer) {
// out|     %0 = tfrt_gpu.stream.get_context %arg1
// out|     %1 = tfrt_gpu.stream.get_context %arg1
// out|     %2 = tfrt_gpu.allocator.create %1
// out|     %3 = tfrt.constant.i64 16
// out|     %4 = tfrt_gpu.mem.allocate %2, %arg1, %3, %arg0
// out|     %5 = tfrt_gpu.mem.copy %4, %arg2, %arg1, %arg0 : !tfrt_gpu.buffer, !tfrt_gpu.buffer
// out|     %6 = tfrt_gpu.mem.set %arg3, %arg5, %arg1, %5 : f32
// out|     %7 = tfrt.once @numbers(%0) : (!tfrt_gpu.context) -> (!tfrt_gpu.buffer)
// out|     %8 = tfrt.constant.ui64 4
// out|     %9 = tfrt.constant.ui64 16
// out|     %10 = tfrt_gpu.mem.view %arg6, %8, %9
// out|     %11 = tfrt.once @code(%0) : (!tfrt_gpu.context) -> (!tfrt_gpu.module)
// out|     %12 = tfrt_gpu.module.get_function %11 {name = "k"}
// out|     %13 = tfrt.constant.ui64 1
// out|     %14 = tfrt.constant.ui64 4
// out|     %15 = tfrt.constant.ui32 0
// out|     %16 = tfrt_gpu.function.launch %arg1, %12, blocks in (%13, %14, %13), threads in (%14, %13, %13), %15, %6, args(%4, %arg5, %7, %10) :(!tfrt_gpu.buffer, f32, !tfrt_gpu.buffer, !tfrt_gpu.buffer)
// out|     %17 = tfrt.once @code(%0) : (!tfrt_gpu.context) -> (!tfrt_gpu.module)
// out|     %18 = tfrt_gpu.module.get_function %17 {name = "k"}
// out|     %19 = tfrt.constant.ui64 1
// out|     %20 = tfrt.constant.ui32 256
// out|     %21 = tfrt_gpu.function.launch %arg1, %18, blocks in (%19, %19, %19), threads in (%19, %19, %19), %20, %16, args(%arg5) :(f32)
// out|     %22 = tfrt_gpu.stream.get_context %arg1
// out|     %23 = tfrt.constant.i64 4
// out|     %24 = tfrt_gpu.mem.allocate_host %22, %23, %21
// out|     %25 = tfrt_gpu.mem.copy %24, %7, %arg1, %21 : !tfrt_gpu.buffer, !tfrt_gpu.buffer
// out|     %26 = tfrt_gpu.stream.synchronize %arg1, %25
// out|     %27 = tfrt_gpu.mem.load %24, %26 : i32
// out|     %28 = tfrt_gpu.stream.synchronize %arg1, %26
// out|     %29 = tfrt_gpu.stream.get_context %arg1
// out|     %30 = tfrt.constant.i64 4
// out|     %31 = tfrt_gpu.mem.allocate_host %29, %30, %28
// out|     %32 = tfrt_gpu.mem.copy %31, %7, %arg1, %28 : !tfrt_gpu.buffer, !tfrt_gpu.buffer
// out|     %33 = tfrt_gpu.stream.synchronize %arg1, %32
// out|     %34 = tfrt_gpu.mem.load %31, %33 : i32
// out|     %35 = tfrt_gpu.mem.deallocate %4, %arg1, %33
// out|     tfrt.return %35, %arg3 : !tfrt.chain, !tfrt_gpu.buffer
// out|   }
// out| }
// out|

gpu.module @code attributes {binary = "ptx"} {
}
memref.global @numbers : memref<i32> = dense<7>

func.func @all(%c: !tfrt.chain, %s: !tfrt_gpu.stream, %a: memref<4xf32>, %b: memref<4xf32>, %z: memref<0xf32>, %x: f32, %bytes: memref<64xi8>) -> (!tfrt.chain, memref<4xf32>) {
  %t = builtin.unrealized_conversion_cast %c, %s : !tfrt.chain, !tfrt_gpu.stream to !gpu.async.token
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %shared = arith.constant 256 : i32
  %m, %t1 = gpu.alloc async [%t] () : memref<4xf32>
  %t2 = gpu.memcpy async [%t1] %m, %a : memref<4xf32>, memref<4xf32>
  %t3 = gpu.memset async [%t2] %b, %x : memref<4xf32>, f32
  %t4 = gpu.memcpy async [%t3] %z, %z : memref<0xf32>, memref<0xf32>
  %g = memref.get_global @numbers : memref<i32>
  %v = memref.view %bytes[%four][] : memref<64xi8> to memref<4xf32>
  %rc = memref.reinterpret_cast %v to offset: [0], sizes: [2, 2], strides: [2, 1] : memref<4xf32> to memref<2x2xf32>
  %t5 = gpu.launch_func async [%t4] @code::@k blocks in (%one, %four, %one) threads in (%four, %one, %one) args(%m : memref<4xf32>, %x : f32, %g : memref<i32>, %rc : memref<2x2xf32>)
  %t6 = gpu.launch_func async [%t5] @code::@k blocks in (%one, %one, %one) threads in (%one, %one, %one) dynamic_shared_memory_size %shared args(%x : f32)
  %i, %t7 = tfrt_gpu.streamify async [%t6] {
  ^bb0(%ch: !tfrt.chain, %st: !tfrt_gpu.stream):
    %l = memref.load %g[] : memref<i32>
    %ch1 = tfrt_gpu.stream.synchronize %st, %ch
    %l1 = memref.load %g[] : memref<i32>
    tfrt.return %ch1, %l1 : !tfrt.chain, i32
  } : i32
  %t8 = gpu.dealloc async [%t7] %m : memref<4xf32>
  %c9, %s9 = builtin.unrealized_conversion_cast %t8 : !gpu.async.token to !tfrt.chain, !tfrt_gpu.stream
  tfrt.return %c9, %b : !tfrt.chain, memref<4xf32>
}
