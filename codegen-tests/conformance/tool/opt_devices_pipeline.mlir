// rule: gpu-details §4: --gpu-to-tfrt-gpu runs all passes.
// tool: opt --gpu-to-tfrt-gpu FILE
// out| module {
// out|   func.func @done(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.buffer {
// out|     %0 = tfrt_gpu.allocator.create %arg0
// out|     %1 = tfrt_gpu.stream.create %arg0
// out|     %2 = tfrt.constant.i64 1
// out|     %3 = tfrt.new.chain
// out|     %4 = tfrt_gpu.mem.allocate %0, %1, %2, %3
// out|     %5 = tfrt_dht.create_uninitialized_tensor.bool.0 []
// out|     %6 = tfrt_dht.set_tensor_with_constant_values.bool %5, %3 [true]
// out|     %7:2 = tfrt_dht.get_buffer %5, %6
// out|     %8 = tfrt_gpu.mem.copy %4, %7#0, %1, %7#1 : !tfrt_gpu.buffer, !ht.host_buffer
// out|     %9 = tfrt_gpu.stream.synchronize %1, %8
// out|     %10 = tfrt_gpu.alias %4, %9 : !tfrt_gpu.buffer
// out|     tfrt.return %10 : !tfrt_gpu.buffer
// out|   }
// out|   func.func @code(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.module {
// out|     %0 = tfrt_gpu.module.load %arg0 {data = "ptx\00"}
// out|     tfrt.return %0 : !tfrt_gpu.module
// out|   }
// out|   func.func @main(%arg0: !tfrt.chain, %arg1: !tfrt_gpu.stream, %arg2: !tfrt_gpu.buffer, %arg3: !tfrt_gpu.buffer) -> (!tfrt.chain, i1) {
// out|     %0 = tfrt_gpu.stream.get_context %arg1
// out|     %1 = tfrt.once @done(%0) : (!tfrt_gpu.context) -> (!tfrt_gpu.buffer)
// out|     %2 = tfrt_gpu.mem.copy %arg2, %arg3, %arg1, %arg0 : !tfrt_gpu.buffer, !tfrt_gpu.buffer
// out|     %3 = tfrt_gpu.stream.get_context %arg1
// out|     %4 = tfrt_gpu.event.create %3
// out|     %5 = tfrt_gpu.event.record %4, %arg1, %2
// out|     %6:2 = tfrt_test.do.async %0, %4, %5, %arg2 : (!tfrt_gpu.context, !tfrt_gpu.event, !tfrt.chain, !tfrt_gpu.buffer) -> (!tfrt.chain, !tfrt_gpu.event)  {
// out|       %16 = tfrt_gpu.stream.create %0
// out|       %17 = tfrt_gpu.stream.wait %16, %4, %5
// out|       %18 = tfrt.once @code(%0) : (!tfrt_gpu.context) -> (!tfrt_gpu.module)
// out|       %19 = tfrt_gpu.module.get_function %18 {name = "k"}
// out|       %20 = tfrt.constant.ui64 1
// out|       %21 = tfrt.constant.ui32 0
// out|       %22 = tfrt_gpu.function.launch %16, %19, blocks in (%20, %20, %20), threads in (%20, %20, %20), %21, %17, args(%arg2) :(!tfrt_gpu.buffer)
// out|       %23 = tfrt_gpu.stream.get_context %16
// out|       %24 = tfrt_gpu.event.create %23
// out|       %25 = tfrt_gpu.event.record %24, %16, %22
// out|       tfrt.return %25, %24 : !tfrt.chain, !tfrt_gpu.event
// out|     }
// out|     %7 = tfrt_gpu.mem.copy %arg3, %arg2, %arg1, %2 : !tfrt_gpu.buffer, !tfrt_gpu.buffer
// out|     %8 = tfrt.merge.chains %7, %6#0 : !tfrt.chain, !tfrt.chain
// out|     %9 = tfrt_gpu.stream.wait %arg1, %6#1, %8
// out|     %10 = tfrt_gpu.stream.get_context %arg1
// out|     %11 = tfrt.constant.i64 1
// out|     %12 = tfrt_gpu.mem.allocate_host %10, %11, %9
// out|     %13 = tfrt_gpu.mem.copy %12, %1, %arg1, %9 : !tfrt_gpu.buffer, !tfrt_gpu.buffer
// out|     %14 = tfrt_gpu.stream.synchronize %arg1, %13
// out|     %15 = tfrt_gpu.mem.load %12, %14 : i1
// out|     tfrt.return %14, %15 : !tfrt.chain, i1
// out|   }
// out|   func.func @tfrt_gpu_preload_resources(%arg0: !tfrt_gpu.context) -> !tfrt.chain {
// out|     %0 = tfrt.once @done(%arg0) : (!tfrt_gpu.context) -> (!tfrt_gpu.buffer)
// out|     %1 = tfrt.once @code(%arg0) : (!tfrt_gpu.context) -> (!tfrt_gpu.module)
// out|     %2 = tfrt.merge.chains %0, %1 : !tfrt_gpu.buffer, !tfrt_gpu.module
// out|     tfrt.return %2 : !tfrt.chain
// out|   }
// out| }
// out|

memref.global @done : memref<i1> = dense<true>
gpu.module @code attributes {binary = "ptx"} {
}
func.func @main(%a: memref<4xf32>, %b: memref<4xf32>) -> i1 {
  %one = arith.constant 1 : index
  %g = memref.get_global @done : memref<i1>
  %t = gpu.wait async
  %t1 = gpu.memcpy async [%t] %a, %b : memref<4xf32>, memref<4xf32>
  %w = gpu.wait async [%t1]
  %tok, %r = async.execute -> !async.value<!gpu.async.token> {
    %u = gpu.wait async [%w]
    %u1 = gpu.launch_func async [%u] @code::@k blocks in (%one, %one, %one) threads in (%one, %one, %one) args(%a : memref<4xf32>)
    async.yield %u1 : !gpu.async.token
  }
  %t2 = gpu.memcpy async [%t1] %b, %a : memref<4xf32>, memref<4xf32>
  %x = async.await %r : !async.value<!gpu.async.token>
  %t3 = gpu.wait async [%t2, %x]
  %l, %t4 = tfrt_gpu.streamify async [%t3] {
  ^bb0(%ch: !tfrt.chain, %st: !tfrt_gpu.stream):
    %l = memref.load %g[] : memref<i1>
    tfrt.return %ch, %l : !tfrt.chain, i1
  } : i1
  gpu.wait [%t4]
  return %l : i1
}
