// rule: kernels.md 9: a kernel of a module is launched on a stream, with buffers and numbers as its arguments
// run:
// out| --- Running 'saxpy':
// out| DenseHostTensor dtype = f32, shape = [4], values = [1.200000e+01, 1.400000e+01, 1.600000e+01, 1.800000e+01]
// out| 'saxpy' returned !tfrt.chain value

func.func @saxpy() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %allocator = tfrt_gpu.allocator.create %context
  %x = tfrt_dht.create_uninitialized_tensor.f32.1 [4 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %x, %ch0 [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32]
  %y = tfrt_dht.create_uninitialized_tensor.f32.1 [4 : i64]
  %ch2 = tfrt_dht.fill_tensor_with_constant.f32 %y, %ch1 10.0 : f32
  %x_bytes, %ch3 = tfrt_dht.get_buffer %x, %ch2
  %y_bytes, %ch4 = tfrt_dht.get_buffer %y, %ch3
  %size = tfrt.constant.i64 16
  %dx = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch4
  %dy = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch4
  %ch5 = tfrt_gpu.mem.copy %dx, %x_bytes, %stream, %ch4 : !tfrt_gpu.buffer, !ht.host_buffer
  %ch6 = tfrt_gpu.mem.copy %dy, %y_bytes, %stream, %ch5 : !tfrt_gpu.buffer, !ht.host_buffer
  %module = tfrt_gpu.module.load %context {data = ".version 8.0\0A.target sm_80\0A.address_size 64\0A.visible .entry saxpy(\0A\09.param .f32 saxpy_param_0,\0A\09.param .u64 .ptr .align 1 saxpy_param_1,\0A\09.param .u64 .ptr .align 1 saxpy_param_2,\0A\09.param .u32 saxpy_param_3\0A)\0A{\0A\09.reg .pred \09%p<2>;\0A\09.reg .b32 \09%r<10>;\0A\09.reg .b64 \09%rd<8>;\0A\09ld.param.b64 \09%rd3, [saxpy_param_2];\0A\09cvta.to.global.u64 \09%rd4, %rd3;\0A\09ld.param.b64 \09%rd5, [saxpy_param_1];\0A\09cvta.to.global.u64 \09%rd6, %rd5;\0A\09ld.param.b32 \09%r2, [saxpy_param_3];\0A\09mov.u32 \09%r3, %ctaid.x;\0A\09mov.u32 \09%r4, %ntid.x;\0A\09mov.u32 \09%r5, %tid.x;\0A\09mad.lo.s32 \09%r6, %r3, %r4, %r5;\0A\09setp.ge.s32 \09%p1, %r6, %r2;\0A\09@%p1 bra \09$L__BB0_2;\0A\09ld.param.b32 \09%r1, [saxpy_param_0];\0A\09mul.wide.u32 \09%rd7, %r6, 4;\0A\09add.s64 \09%rd1, %rd4, %rd7;\0A\09add.s64 \09%rd2, %rd6, %rd7;\0A\09ld.global.b32 \09%r7, [%rd2];\0A\09ld.global.b32 \09%r8, [%rd1];\0A\09fma.rn.f32 \09%r9, %r1, %r7, %r8;\0A\09st.global.b32 \09[%rd1], %r9;\0A$L__BB0_2:\0A\09ret;\0A}\0A\00"}
  %function = tfrt_gpu.module.get_function %module {name = "saxpy"}
  %one = tfrt.constant.ui64 1
  %threads = tfrt.constant.ui64 32
  %shared = tfrt.constant.ui32 0
  %a = tfrt.constant.f32 2.0
  %n = tfrt.constant.i32 4
  %ch7 = tfrt_gpu.function.launch %stream, %function, blocks in (%one, %one, %one), threads in (%threads, %one, %one), %shared, %ch6, args(%a, %dx, %dy, %n) : (f32, !tfrt_gpu.buffer, !tfrt_gpu.buffer, i32)
  %ch8 = tfrt_gpu.mem.copy %y_bytes, %dy, %stream, %ch7 : !ht.host_buffer, !tfrt_gpu.buffer
  %ch9 = tfrt_gpu.stream.synchronize %stream, %ch8
  %ch10 = tfrt_dht.print_tensor %y, %ch9
  tfrt.return %ch10 : !tfrt.chain
}
