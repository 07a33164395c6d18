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
func.func @plans(%dnn: !tfrt_gpu.dnn.handle, %stream: !tfrt_gpu.stream, %x: !tfrt_gpu.buffer, %ch: !tfrt.chain) -> !tfrt.chain {
  %plan = tfrt_gpu.dnn.build_convolution %dnn, CUDNN_DATA_HALF, CUDNN_DATA_FLOAT, [1, 2], [2, 1], [1, 2], [2, 1], [3, 2], [2, 1], CUDNN_CROSS_CORRELATION, 2, [1, 1], [0, 0], [1, 1], 1, 7, [0], [3]
  %ch1 = tfrt_gpu.dnn.run_convolution %dnn, %stream, %plan, %x, %x, %x, %x, %ch
  %fused = tfrt_gpu.dnn.build_fused_convolution %dnn, CUDNN_DATA_HALF, CUDNN_DATA_HALF, CUDNN_DATA_FLOAT, [1, 2], [2, 1], [1, 2], [2, 1], [3, 2], [2, 1], [1], [1], CUDNN_CONVOLUTION, 2, [1, 1], [0, 0], [1, 1], 1.0, 0.5, CUDNN_ACTIVATION_RELU, 1, 7, [], []
  %ch2 = tfrt_gpu.dnn.run_fused_convolution %dnn, %stream, %fused, %x, %x, %x, %x, %x, %x, %ch1
  tfrt.return %ch2 : !tfrt.chain
}
