// rule: gpu-details §4: ops of gpu, async and memref read as they print, in both forms; a streamify
//   region without a return returns its chain.
// tool: opt  FILE
// out| module {
// out|   memref.global "private" constant @numbers : memref<2x2xi32, 1> = dense<[[1, 2], [3, 4]]> {gpu_module = @device}
// out|   memref.global @fresh : memref<8xf32> = uninitialized
// out|   memref.global @outside : memref<f64>
// out|   gpu.module @device attributes {binary = "code"} {
// out|     gpu.func @fill(%arg0: memref<?xf32>, %arg1: f32) kernel {
// out|       gpu.return
// out|     }
// out|     gpu.func @both(%arg0: i32) -> i32 {
// out|       gpu.return %arg0 : i32
// out|     }
// out|   }
// out|   func.func @gpu(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: index, %arg3: f32, %arg4: memref<64xi8>, %arg5: i32) -> f32 {
// out|     %0 = arith.constant 1 : index
// out|     %1 = gpu.wait async
// out|     %memref, %asyncToken = gpu.alloc async [%1] (%arg2) : memref<?xf32>
// out|     %memref_0 = gpu.alloc host_shared () : memref<4xf32>
// out|     %memref_1 = gpu.alloc (%arg2) [%arg2, %0] {align = 4 : i64} : memref<?xf32>
// out|     %2 = gpu.memset async [%asyncToken] %memref, %arg3 : memref<?xf32>, f32
// out|     %3 = gpu.memcpy async [%asyncToken, %2] %arg0, %arg1 : memref<?xf32>, memref<?xf32>
// out|     %4 = gpu.launch_func async [%3] @device::@fill blocks in (%0, %arg2, %0) threads in (%arg2, %0, %0) dynamic_shared_memory_size %arg5 args(%memref : memref<?xf32>, %arg3 : f32)
// out|     gpu.launch_func @device::@fill blocks in (%0, %arg2, %0) threads in (%arg2, %0, %0)
// out|     %5 = gpu.dealloc async [%4] %memref : memref<?xf32>
// out|     gpu.wait [%5]
// out|     %6 = memref.get_global @numbers : memref<2x2xi32, 1>
// out|     %7 = memref.load %6[%0, %0] : memref<2x2xi32, 1>
// out|     %8 = memref.alloc(%arg2) [%0] {alignment = 64 : i64} : memref<?xf32>
// out|     %9 = memref.alloca() : memref<8xf32>
// out|     memref.dealloc %8 : memref<?xf32>
// out|     %10 = memref.view %arg4[%0][%arg2] : memref<64xi8> to memref<?xf32>
// out|     %11 = memref.reinterpret_cast %arg0 to offset: [0], sizes: [%arg2, 2], strides: [%0, 1] : memref<?xf32> to memref<?x2xf32, strided<[?, 1]>>
// out|     %12 = memref.load %arg0[%arg2] : memref<?xf32>
// out|     return %12 : f32
// out|   }
// out|   func.func @async(%arg0: !async.value<f32>, %arg1: !async.token, %arg2: !tfrt_gpu.buffer) -> f32 {
// out|     %token, %bodyResults:2 = async.execute [%arg1] (%arg0 as %arg3: !async.value<f32>) -> (!async.value<f32>, !async.value<!tfrt_gpu.buffer>) {
// out|       async.yield %arg3, %arg2 : f32, !tfrt_gpu.buffer
// out|     }
// out|     %token_0 = async.execute {
// out|       async.yield
// out|     }
// out|     async.await %token : !async.token
// out|     %0 = async.await %bodyResults#0 : !async.value<f32>
// out|     %1:2 = builtin.unrealized_conversion_cast %arg2 : !tfrt_gpu.buffer to !tfrt.chain, !tfrt_gpu.stream
// out|     %2 = builtin.unrealized_conversion_cast %1#0, %1#1 : !tfrt.chain, !tfrt_gpu.stream to !gpu.async.token
// out|     %3:2 = tfrt_gpu.streamify async [%2] attributes {label = "x"} {
// out|     ^bb0(%arg3: !tfrt.chain, %arg4: !tfrt_gpu.stream):
// out|       %12 = tfrt.constant.i32 1
// out|       tfrt.return %arg3, %12 : !tfrt.chain, i32
// out|     } : i32
// out|     tfrt_gpu.streamify {
// out|     ^bb0(%arg3: !tfrt.chain, %arg4: !tfrt_gpu.stream):
// out|       tfrt.return %arg3 : !tfrt.chain
// out|     }
// out|     %4 = tfrt_gpu.stream.get_context %1#1
// out|     %5 = tfrt.constant.i64 4
// out|     %6 = tfrt_gpu.mem.allocate_host %4, %5, %1#0
// out|     %7 = tfrt_gpu.mem.load %6, %1#0 : i32
// out|     %8 = tfrt_gpu.blas.create %4
// out|     %9 = tfrt_gpu.dnn.create %4
// out|     %10 = tfrt_gpu.solver.create %4
// out|     %11 = tfrt_gpu.alias %arg2, %1#0 : !tfrt_gpu.buffer
// out|     return %0 : f32
// out|   }
// out| }
// out|
// tool: opt --mlir-print-op-generic FILE
// out| "builtin.module"() ({
// out|   "memref.global"() <{constant, initial_value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>, sym_name = "numbers", sym_visibility = "private", type = memref<2x2xi32, 1>}> {gpu_module = @device} : () -> ()
// out|   "memref.global"() <{initial_value, sym_name = "fresh", type = memref<8xf32>}> : () -> ()
// out|   "memref.global"() <{sym_name = "outside", type = memref<f64>}> : () -> ()
// out|   "gpu.module"() <{sym_name = "device"}> ({
// out|     "gpu.func"() <{function_type = (memref<?xf32>, f32) -> (), gpu.kernel, sym_name = "fill"}> ({
// out|     ^bb0(%arg15: memref<?xf32>, %arg16: f32):
// out|       "gpu.return"() : () -> ()
// out|     }) : () -> ()
// out|     "gpu.func"() <{function_type = (i32) -> i32, sym_name = "both"}> ({
// out|     ^bb0(%arg14: i32):
// out|       "gpu.return"(%arg14) : (i32) -> ()
// out|     }) : () -> ()
// out|   }) {binary = "code"} : () -> ()
// out|   "func.func"() <{function_type = (memref<?xf32>, memref<?xf32>, index, f32, memref<64xi8>, i32) -> f32, sym_name = "gpu"}> ({
// out|   ^bb0(%arg8: memref<?xf32>, %arg9: memref<?xf32>, %arg10: index, %arg11: f32, %arg12: memref<64xi8>, %arg13: i32):
// out|     %15 = "arith.constant"() <{value = 1 : index}> : () -> index
// out|     %16 = "gpu.wait"() : () -> !gpu.async.token
// out|     %17:2 = "gpu.alloc"(%16, %arg10) {operandSegmentSizes = array<i32: 1, 1, 0>} : (!gpu.async.token, index) -> (memref<?xf32>, !gpu.async.token)
// out|     %18 = "gpu.alloc"() <{hostShared}> {operandSegmentSizes = array<i32: 0, 0, 0>} : () -> memref<4xf32>
// out|     %19 = "gpu.alloc"(%arg10, %arg10, %15) {align = 4 : i64, operandSegmentSizes = array<i32: 0, 1, 2>} : (index, index, index) -> memref<?xf32>
// out|     %20 = "gpu.memset"(%17#1, %17#0, %arg11) : (!gpu.async.token, memref<?xf32>, f32) -> !gpu.async.token
// out|     %21 = "gpu.memcpy"(%17#1, %20, %arg8, %arg9) : (!gpu.async.token, !gpu.async.token, memref<?xf32>, memref<?xf32>) -> !gpu.async.token
// out|     %22 = "gpu.launch_func"(%21, %15, %arg10, %15, %arg10, %15, %15, %arg13, %17#0, %arg11) <{kernel = @device::@fill}> {operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 2>} : (!gpu.async.token, index, index, index, index, index, index, i32, memref<?xf32>, f32) -> !gpu.async.token
// out|     "gpu.launch_func"(%15, %arg10, %15, %arg10, %15, %15) <{kernel = @device::@fill}> {operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0>} : (index, index, index, index, index, index) -> ()
// out|     %23 = "gpu.dealloc"(%22, %17#0) : (!gpu.async.token, memref<?xf32>) -> !gpu.async.token
// out|     "gpu.wait"(%23) : (!gpu.async.token) -> ()
// out|     %24 = "memref.get_global"() <{name = @numbers}> : () -> memref<2x2xi32, 1>
// out|     %25 = "memref.load"(%24, %15, %15) : (memref<2x2xi32, 1>, index, index) -> i32
// out|     %26 = "memref.alloc"(%arg10, %15) {alignment = 64 : i64, operandSegmentSizes = array<i32: 1, 1>} : (index, index) -> memref<?xf32>
// out|     %27 = "memref.alloca"() {operandSegmentSizes = array<i32: 0, 0>} : () -> memref<8xf32>
// out|     "memref.dealloc"(%26) : (memref<?xf32>) -> ()
// out|     %28 = "memref.view"(%arg12, %15, %arg10) : (memref<64xi8>, index, index) -> memref<?xf32>
// out|     %29 = "memref.reinterpret_cast"(%arg8, %arg10, %15) <{static_offsets = array<i64: 0>, static_sizes = array<i64: -9223372036854775808, 2>, static_strides = array<i64: -9223372036854775808, 1>}> {operandSegmentSizes = array<i32: 1, 0, 1, 1>} : (memref<?xf32>, index, index) -> memref<?x2xf32, strided<[?, 1]>>
// out|     %30 = "memref.load"(%arg8, %arg10) : (memref<?xf32>, index) -> f32
// out|     "func.return"(%30) : (f32) -> ()
// out|   }) : () -> ()
// out|   "func.func"() <{function_type = (!async.value<f32>, !async.token, !tfrt_gpu.buffer) -> f32, sym_name = "async"}> ({
// out|   ^bb0(%arg0: !async.value<f32>, %arg1: !async.token, %arg2: !tfrt_gpu.buffer):
// out|     %0:3 = "async.execute"(%arg1, %arg0) ({
// out|     ^bb0(%arg7: f32):
// out|       "async.yield"(%arg7, %arg2) : (f32, !tfrt_gpu.buffer) -> ()
// out|     }) {operandSegmentSizes = array<i32: 1, 1>} : (!async.token, !async.value<f32>) -> (!async.token, !async.value<f32>, !async.value<!tfrt_gpu.buffer>)
// out|     %1 = "async.execute"() ({
// out|       "async.yield"() : () -> ()
// out|     }) {operandSegmentSizes = array<i32: 0, 0>} : () -> !async.token
// out|     "async.await"(%0#0) : (!async.token) -> ()
// out|     %2 = "async.await"(%0#1) : (!async.value<f32>) -> f32
// out|     %3:2 = "builtin.unrealized_conversion_cast"(%arg2) : (!tfrt_gpu.buffer) -> (!tfrt.chain, !tfrt_gpu.stream)
// out|     %4 = "builtin.unrealized_conversion_cast"(%3#0, %3#1) : (!tfrt.chain, !tfrt_gpu.stream) -> !gpu.async.token
// out|     %5:2 = "tfrt_gpu.streamify"(%4) ({
// out|     ^bb0(%arg5: !tfrt.chain, %arg6: !tfrt_gpu.stream):
// out|       %14 = "tfrt.constant.i32"() <{value = 1 : i32}> : () -> i32
// out|       "tfrt.return"(%arg5, %14) : (!tfrt.chain, i32) -> ()
// out|     }) {label = "x"} : (!gpu.async.token) -> (i32, !gpu.async.token)
// out|     "tfrt_gpu.streamify"() ({
// out|     ^bb0(%arg3: !tfrt.chain, %arg4: !tfrt_gpu.stream):
// out|       "tfrt.return"(%arg3) : (!tfrt.chain) -> ()
// out|     }) : () -> ()
// out|     %6 = "tfrt_gpu.stream.get_context"(%3#1) : (!tfrt_gpu.stream) -> !tfrt_gpu.context
// out|     %7 = "tfrt.constant.i64"() <{value = 4 : i64}> : () -> i64
// out|     %8 = "tfrt_gpu.mem.allocate_host"(%6, %7, %3#0) : (!tfrt_gpu.context, i64, !tfrt.chain) -> !tfrt_gpu.buffer
// out|     %9 = "tfrt_gpu.mem.load"(%8, %3#0) : (!tfrt_gpu.buffer, !tfrt.chain) -> i32
// out|     %10 = "tfrt_gpu.blas.create"(%6) : (!tfrt_gpu.context) -> !tfrt_gpu.blas.handle
// out|     %11 = "tfrt_gpu.dnn.create"(%6) : (!tfrt_gpu.context) -> !tfrt_gpu.dnn.handle
// out|     %12 = "tfrt_gpu.solver.create"(%6) : (!tfrt_gpu.context) -> !tfrt_gpu.solver.handle
// out|     %13 = "tfrt_gpu.alias"(%arg2, %3#0) : (!tfrt_gpu.buffer, !tfrt.chain) -> !tfrt_gpu.buffer
// out|     "func.return"(%2) : (f32) -> ()
// out|   }) : () -> ()
// out| }) : () -> ()
// out|

memref.global "private" constant @numbers : memref<2x2xi32, 1> = dense<[[1, 2], [3, 4]]> {gpu_module = @device}
memref.global @fresh : memref<8xf32> = uninitialized
memref.global @outside : memref<f64>
gpu.module @device attributes {binary = "code"} {
  gpu.func @fill(%buffer: memref<?xf32>, %value: f32) kernel {
    gpu.return
  }
  gpu.func @both(%a: i32) -> i32 {
    gpu.return %a : i32
  }
}
func.func @gpu(%a: memref<?xf32>, %b: memref<?xf32>, %n: index, %x: f32, %bytes: memref<64xi8>, %shared: i32) -> f32 {
  %one = arith.constant 1 : index
  %t = gpu.wait async
  %m, %t1 = gpu.alloc async [%t] (%n) : memref<?xf32>
  %host = gpu.alloc host_shared () : memref<4xf32>
  %sym = gpu.alloc (%n)[%n, %one] {align = 4 : i64} : memref<?xf32>
  %t2 = gpu.memset async [%t1] %m, %x : memref<?xf32>, f32
  %t3 = gpu.memcpy async [%t1, %t2] %a, %b : memref<?xf32>, memref<?xf32>
  %t4 = gpu.launch_func async [%t3] @device::@fill blocks in (%one, %n, %one) threads in (%n, %one, %one) dynamic_shared_memory_size %shared args(%m : memref<?xf32>, %x : f32)
  gpu.launch_func @device::@fill blocks in (%one, %n, %one) threads in (%n, %one, %one)
  %t5 = gpu.dealloc async [%t4] %m : memref<?xf32>
  gpu.wait [%t5]
  %g = memref.get_global @numbers : memref<2x2xi32, 1>
  %i = memref.load %g[%one, %one] : memref<2x2xi32, 1>
  %new = memref.alloc(%n)[%one] {alignment = 64 : i64} : memref<?xf32>
  %stack = memref.alloca() : memref<8xf32>
  memref.dealloc %new : memref<?xf32>
  %view = memref.view %bytes[%one][%n] : memref<64xi8> to memref<?xf32>
  %cast = memref.reinterpret_cast %a to offset: [0], sizes: [%n, 2], strides: [%one, 1] : memref<?xf32> to memref<?x2xf32, strided<[?, 1]>>
  %y = memref.load %a[%n] : memref<?xf32>
  return %y : f32
}
func.func @async(%v: !async.value<f32>, %dep: !async.token, %a: !tfrt_gpu.buffer) -> f32 {
  %token, %results:2 = async.execute [%dep] (%v as %inner: !async.value<f32>) -> (!async.value<f32>, !async.value<!tfrt_gpu.buffer>) {
    async.yield %inner, %a : f32, !tfrt_gpu.buffer
  }
  %only = async.execute {
    async.yield
  }
  async.await %token : !async.token
  %f = async.await %results#0 : !async.value<f32>
  %c, %s = builtin.unrealized_conversion_cast %a : !tfrt_gpu.buffer to !tfrt.chain, !tfrt_gpu.stream
  %t = builtin.unrealized_conversion_cast %c, %s : !tfrt.chain, !tfrt_gpu.stream to !gpu.async.token
  %u, %t1 = tfrt_gpu.streamify async [%t] attributes {label = "x"} {
  ^bb0(%ch: !tfrt.chain, %st: !tfrt_gpu.stream):
    %k = tfrt.constant.i32 1
    tfrt.return %ch, %k : !tfrt.chain, i32
  } : i32
  tfrt_gpu.streamify {
  ^bb0(%ch: !tfrt.chain, %st: !tfrt_gpu.stream):
  }
  %ctx = tfrt_gpu.stream.get_context %s
  %size = tfrt.constant.i64 4
  %host = tfrt_gpu.mem.allocate_host %ctx, %size, %c
  %l = tfrt_gpu.mem.load %host, %c : i32
  %blas = tfrt_gpu.blas.create %ctx
  %dnn = tfrt_gpu.dnn.create %ctx
  %solver = tfrt_gpu.solver.create %ctx
  %al = tfrt_gpu.alias %a, %c : !tfrt_gpu.buffer
  return %f : f32
}
