// A kernel of a device, from the host's memory and back: y = 2 x + y.

func.func @saxpy(%ch0: !tfrt.chain, %x: !ht.host_buffer, %y: !ht.host_buffer, %n: i32)
    -> !tfrt.chain {
  %ordinal = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %ordinal
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %allocator = tfrt_gpu.allocator.create %context
  %size = tfrt.constant.i64 400
  %dx = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch0
  %dy = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch0
  %ch1 = tfrt_gpu.mem.copy %dx, %x, %stream, %ch0 : !tfrt_gpu.buffer, !ht.host_buffer
  %ch2 = tfrt_gpu.mem.copy %dy, %y, %stream, %ch1 : !tfrt_gpu.buffer, !ht.host_buffer
  %module = tfrt_gpu.module.load %context {data = ".version 8.0\0A.target sm_80\0A.address_size 64\0A.visible .entry saxpy(\0A\09.param .f32 saxpy_param_0,\0A\09.param .u64 .ptr .align 1 saxpy_param_1,\0A\09.param .u64 .ptr .align 1 saxpy_param_2,\0A\09.param .u32 saxpy_param_3\0A)\0A{\0A\09.reg .pred \09%p<2>;\0A\09.reg .b32 \09%r<10>;\0A\09.reg .b64 \09%rd<8>;\0A\09ld.param.b64 \09%rd3, [saxpy_param_2];\0A\09cvta.to.global.u64 \09%rd4, %rd3;\0A\09ld.param.b64 \09%rd5, [saxpy_param_1];\0A\09cvta.to.global.u64 \09%rd6, %rd5;\0A\09ld.param.b32 \09%r2, [saxpy_param_3];\0A\09mov.u32 \09%r3, %ctaid.x;\0A\09mov.u32 \09%r4, %ntid.x;\0A\09mov.u32 \09%r5, %tid.x;\0A\09mad.lo.s32 \09%r6, %r3, %r4, %r5;\0A\09setp.ge.s32 \09%p1, %r6, %r2;\0A\09@%p1 bra \09$L__BB0_2;\0A\09ld.param.b32 \09%r1, [saxpy_param_0];\0A\09mul.wide.u32 \09%rd7, %r6, 4;\0A\09add.s64 \09%rd1, %rd4, %rd7;\0A\09add.s64 \09%rd2, %rd6, %rd7;\0A\09ld.global.b32 \09%r7, [%rd2];\0A\09ld.global.b32 \09%r8, [%rd1];\0A\09fma.rn.f32 \09%r9, %r1, %r7, %r8;\0A\09st.global.b32 \09[%rd1], %r9;\0A$L__BB0_2:\0A\09ret;\0A}\0A\00"}
  %function = tfrt_gpu.module.get_function %module {name = "saxpy\00"}
  %one = tfrt.constant.ui64 1
  %blocks = tfrt.constant.ui64 4
  %threads = tfrt.constant.ui64 32
  %shared = tfrt.constant.ui32 0
  %a = tfrt.constant.f32 2.0
  %ch3 = tfrt_gpu.function.launch %stream, %function, blocks in (%blocks, %one, %one), threads in (%threads, %one, %one), %shared, %ch2, args(%a, %dx, %dy, %n) : (f32, !tfrt_gpu.buffer, !tfrt_gpu.buffer, i32)
  %ch4 = tfrt_gpu.mem.copy %y, %dy, %stream, %ch3 : !ht.host_buffer, !tfrt_gpu.buffer
  %ch5 = tfrt_gpu.stream.synchronize %stream, %ch4
  tfrt.return %ch5 : !tfrt.chain
}

// The same a number of times, by a graph: y = 2 x (1 + times) + y, since the function that is captured also works
// as it is.

func.func @give(%ch0: !tfrt.chain, %stream: !tfrt_gpu.stream, %function: !tfrt_gpu.function,
    %x: !tfrt_gpu.buffer, %y: !tfrt_gpu.buffer) -> !tfrt.chain {
  %one = tfrt.constant.ui64 1
  %blocks = tfrt.constant.ui64 4
  %threads = tfrt.constant.ui64 32
  %shared = tfrt.constant.ui32 0
  %a = tfrt.constant.f32 2.0
  %n = tfrt.constant.i32 100
  %ch1 = tfrt_gpu.function.launch %stream, %function, blocks in (%blocks, %one, %one), threads in (%threads, %one, %one), %shared, %ch0, args(%a, %x, %y, %n) : (f32, !tfrt_gpu.buffer, !tfrt_gpu.buffer, i32)
  tfrt.return %ch1 : !tfrt.chain
}

func.func @replay(%ch0: !tfrt.chain, %x: !ht.host_buffer, %y: !ht.host_buffer, %times: i32)
    -> !tfrt.chain {
  %ordinal = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %ordinal
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %allocator = tfrt_gpu.allocator.create %context
  %size = tfrt.constant.i64 400
  %dx = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch0
  %dy = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch0
  %ch1 = tfrt_gpu.mem.copy %dx, %x, %stream, %ch0 : !tfrt_gpu.buffer, !ht.host_buffer
  %ch2 = tfrt_gpu.mem.copy %dy, %y, %stream, %ch1 : !tfrt_gpu.buffer, !ht.host_buffer
  %module = tfrt_gpu.module.load %context {data = ".version 8.0\0A.target sm_80\0A.address_size 64\0A.visible .entry saxpy(\0A\09.param .f32 saxpy_param_0,\0A\09.param .u64 .ptr .align 1 saxpy_param_1,\0A\09.param .u64 .ptr .align 1 saxpy_param_2,\0A\09.param .u32 saxpy_param_3\0A)\0A{\0A\09.reg .pred \09%p<2>;\0A\09.reg .b32 \09%r<10>;\0A\09.reg .b64 \09%rd<8>;\0A\09ld.param.b64 \09%rd3, [saxpy_param_2];\0A\09cvta.to.global.u64 \09%rd4, %rd3;\0A\09ld.param.b64 \09%rd5, [saxpy_param_1];\0A\09cvta.to.global.u64 \09%rd6, %rd5;\0A\09ld.param.b32 \09%r2, [saxpy_param_3];\0A\09mov.u32 \09%r3, %ctaid.x;\0A\09mov.u32 \09%r4, %ntid.x;\0A\09mov.u32 \09%r5, %tid.x;\0A\09mad.lo.s32 \09%r6, %r3, %r4, %r5;\0A\09setp.ge.s32 \09%p1, %r6, %r2;\0A\09@%p1 bra \09$L__BB0_2;\0A\09ld.param.b32 \09%r1, [saxpy_param_0];\0A\09mul.wide.u32 \09%rd7, %r6, 4;\0A\09add.s64 \09%rd1, %rd4, %rd7;\0A\09add.s64 \09%rd2, %rd6, %rd7;\0A\09ld.global.b32 \09%r7, [%rd2];\0A\09ld.global.b32 \09%r8, [%rd1];\0A\09fma.rn.f32 \09%r9, %r1, %r7, %r8;\0A\09st.global.b32 \09[%rd1], %r9;\0A$L__BB0_2:\0A\09ret;\0A}\0A\00"}
  %function = tfrt_gpu.module.get_function %module {name = "saxpy\00"}
  %graph = tfrt_gpu.graph.create @give(%stream, %function, %dx, %dy), %ch2 : !tfrt_gpu.function, !tfrt_gpu.buffer, !tfrt_gpu.buffer
  %ch3, %stream1, %graph1 = tfrt.repeat.i32 %times, %ch2, %stream, %graph : !tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.graph {
    %ch4 = tfrt_gpu.graph.launch %stream, %graph, %ch2
    tfrt.return %ch4, %stream, %graph : !tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.graph
  }
  // The loop has ended, and so the graph was there before it.
  %ch5 = tfrt_gpu.mem.copy %y, %dy, %stream1, %ch3 : !ht.host_buffer, !tfrt_gpu.buffer
  %ch6 = tfrt_gpu.stream.synchronize %stream1, %ch5
  tfrt.return %ch6 : !tfrt.chain
}
