// rule: gpu-details §4: --gpu-tfrt-streamify makes functions of device code and of memory with a
//   name, with what is in it.
// tool: opt --gpu-tfrt-streamify FILE
// out| module {
// out|   func.func @splat(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.buffer {
// out|     %0 = tfrt_gpu.allocator.create %arg0
// out|     %1 = tfrt_gpu.stream.create %arg0
// out|     %2 = tfrt.constant.i64 16
// out|     %3 = tfrt.new.chain
// out|     %4 = tfrt_gpu.mem.allocate %0, %1, %2, %3
// out|     %5 = tfrt_dht.create_uninitialized_tensor.f32.2 [2, 2]
// out|     %6 = tfrt_dht.set_tensor_with_constant_values.f32 %5, %3 [1.500000e+00 : f32, 1.500000e+00 : f32, 1.500000e+00 : f32, 1.500000e+00 : f32]
// out|     %7:2 = tfrt_dht.get_buffer %5, %6
// out|     %8 = tfrt_gpu.mem.copy %4, %7#0, %1, %7#1 : !tfrt_gpu.buffer, !ht.host_buffer
// out|     %9 = tfrt_gpu.stream.synchronize %1, %8
// out|     %10 = tfrt_gpu.alias %4, %9 : !tfrt_gpu.buffer
// out|     tfrt.return %10 : !tfrt_gpu.buffer
// out|   }
// out|   func.func @pair(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.buffer {
// out|     %0 = tfrt_gpu.allocator.create %arg0
// out|     %1 = tfrt_gpu.stream.create %arg0
// out|     %2 = tfrt.constant.i64 16
// out|     %3 = tfrt.new.chain
// out|     %4 = tfrt_gpu.mem.allocate %0, %1, %2, %3
// out|     %5 = tfrt_dht.create_uninitialized_tensor.complex64.1 [2]
// out|     %6 = tfrt_dht.set_tensor_with_constant_values.complex64 %5, %3 [1.000000e+00 : f32, 2.000000e+00 : f32, 3.000000e+00 : f32, 4.000000e+00 : f32]
// out|     %7:2 = tfrt_dht.get_buffer %5, %6
// out|     %8 = tfrt_gpu.mem.copy %4, %7#0, %1, %7#1 : !tfrt_gpu.buffer, !ht.host_buffer
// out|     %9 = tfrt_gpu.stream.synchronize %1, %8
// out|     %10 = tfrt_gpu.alias %4, %9 : !tfrt_gpu.buffer
// out|     tfrt.return %10 : !tfrt_gpu.buffer
// out|   }
// out|   func.func @truth(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.buffer {
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
// out|   func.func @bytes(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.buffer {
// out|     %0 = tfrt_gpu.allocator.create %arg0
// out|     %1 = tfrt_gpu.stream.create %arg0
// out|     %2 = tfrt.constant.i64 2
// out|     %3 = tfrt.new.chain
// out|     %4 = tfrt_gpu.mem.allocate %0, %1, %2, %3
// out|     %5 = tfrt_dht.create_uninitialized_tensor.ui8.1 [2]
// out|     %6 = tfrt_dht.set_tensor_with_constant_values.ui8 %5, %3 [1 : ui8, 255 : ui8]
// out|     %7:2 = tfrt_dht.get_buffer %5, %6
// out|     %8 = tfrt_gpu.mem.copy %4, %7#0, %1, %7#1 : !tfrt_gpu.buffer, !ht.host_buffer
// out|     %9 = tfrt_gpu.stream.synchronize %1, %8
// out|     %10 = tfrt_gpu.alias %4, %9 : !tfrt_gpu.buffer
// out|     tfrt.return %10 : !tfrt_gpu.buffer
// out|   }
// out|   func.func @signed(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.buffer {
// out|     %0 = tfrt_gpu.allocator.create %arg0
// out|     %1 = tfrt_gpu.stream.create %arg0
// out|     %2 = tfrt.constant.i64 2
// out|     %3 = tfrt.new.chain
// out|     %4 = tfrt_gpu.mem.allocate %0, %1, %2, %3
// out|     %5 = "tfrt_dht.create_uninitialized_tensor.i8.1"() {shape = [2]} : () -> !tfrt_tensor.tensor
// out|     %6 = "tfrt_dht.set_tensor_with_constant_values.i8"(%5, %3) {values = [1 : i8, -1 : i8]} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
// out|     %7:2 = tfrt_dht.get_buffer %5, %6
// out|     %8 = tfrt_gpu.mem.copy %4, %7#0, %1, %7#1 : !tfrt_gpu.buffer, !ht.host_buffer
// out|     %9 = tfrt_gpu.stream.synchronize %1, %8
// out|     %10 = tfrt_gpu.alias %4, %9 : !tfrt_gpu.buffer
// out|     tfrt.return %10 : !tfrt_gpu.buffer
// out|   }
// out|   func.func @fresh(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.buffer {
// out|     %0 = tfrt_gpu.allocator.create %arg0
// out|     %1 = tfrt_gpu.stream.create %arg0
// out|     %2 = tfrt.constant.i64 32
// out|     %3 = tfrt.new.chain
// out|     %4 = tfrt_gpu.mem.allocate %0, %1, %2, %3
// out|     %5 = tfrt_gpu.stream.synchronize %1, %3
// out|     %6 = tfrt_gpu.alias %4, %5 : !tfrt_gpu.buffer
// out|     tfrt.return %6 : !tfrt_gpu.buffer
// out|   }
// out|   func.func @outside(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.buffer {
// out|     %0 = tfrt_gpu.allocator.create %arg0
// out|     %1 = tfrt_gpu.stream.create %arg0
// out|     %2 = tfrt.constant.i64 24
// out|     %3 = tfrt.new.chain
// out|     %4 = tfrt_gpu.mem.allocate %0, %1, %2, %3
// out|     %5 = tfrt_gpu.stream.synchronize %1, %3
// out|     %6 = tfrt_gpu.alias %4, %5 : !tfrt_gpu.buffer
// out|     tfrt.return %6 : !tfrt_gpu.buffer
// out|   }
// out|   func.func @inside(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.buffer {
// out|     %0 = tfrt.once @code(%arg0) : (!tfrt_gpu.context) -> (!tfrt_gpu.module)
// out|     %1 = tfrt_gpu.module.get_global %0 {name = "inside"}
// out|     tfrt.return %1 : !tfrt_gpu.buffer
// out|   }
// out|   func.func @plain(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.module {
// out|     %0 = tfrt_gpu.module.load %arg0 {data = "ptx\00"}
// out|     tfrt.return %0 : !tfrt_gpu.module
// out|   }
// out|   func.func @code(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.module {
// out|     %0 = tfrt_gpu.module.load %arg0 {data = "ptx\00"}
// out|     %1 = tfrt.new.chain
// out|     %2 = tfrt_gpu.stream.create %arg0
// out|     %3 = tfrt_gpu.module.get_global %0 {name = "inside"}
// out|     %4 = "tfrt_dht.create_uninitialized_tensor.bf16.1"() {shape = [2]} : () -> !tfrt_tensor.tensor
// out|     %5 = "tfrt_dht.set_tensor_with_constant_values.bf16"(%4, %1) {values = [1.000000e+00 : bf16, 2.000000e+00 : bf16]} : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
// out|     %6:2 = tfrt_dht.get_buffer %4, %5
// out|     %7 = tfrt_gpu.mem.copy %3, %6#0, %2, %6#1 : !tfrt_gpu.buffer, !ht.host_buffer
// out|     %8 = tfrt_gpu.stream.synchronize %2, %7
// out|     %9 = tfrt_gpu.alias %0, %8 : !tfrt_gpu.module
// out|     tfrt.return %9 : !tfrt_gpu.module
// out|   }
// out| }
// out|

memref.global @splat : memref<2x2xf32> = dense<1.5>
memref.global "private" constant @pair : memref<2xcomplex<f32>> = dense<[(1.0, 2.0), (3.0, 4.0)]>
memref.global @truth : memref<i1> = dense<true>
memref.global @bytes : memref<2xui8> = dense<[1, 255]>
memref.global @signed : memref<2xi8> = dense<[1, -1]>
memref.global @fresh : memref<4xi64> = uninitialized
memref.global @outside : memref<3xf64>
memref.global @inside : memref<2xbf16> = dense<[1.0, 2.0]> {gpu_module = @code}
gpu.module @plain attributes {binary = "ptx"} {
  gpu.func @k(%a: memref<4xf32>) kernel {
    gpu.return
  }
}
gpu.module @code attributes {binary = "ptx", constants = [@inside]} {
}
gpu.module @none attributes {binary = ""} {
}
