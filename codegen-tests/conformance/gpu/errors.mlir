// rule: gpu-details.md 2: what the driver must not see is an error at the op
// run:
// out*| --- Running 'platform':

func.func @platform() -> !tfrt_gpu.device {
  %zero = tfrt.constant.i32 0
  // expected-error @+1 {{Unsupported platform}}
  %device = tfrt_gpu.device.get ROCm, %zero
  tfrt.return %device : !tfrt_gpu.device
}

func.func @ordinal() -> !tfrt_gpu.device {
  %number = tfrt.constant.i32 2
  // expected-error @+1 {{CUDA_ERROR_INVALID_DEVICE}}
  %device = tfrt_gpu.device.get CUDA, %number
  tfrt.return %device : !tfrt_gpu.device
}

func.func @negative() -> !tfrt_gpu.device {
  %number = tfrt.constant.i32 -1
  // expected-error @+1 {{there is no device -1}}
  %device = tfrt_gpu.device.get CUDA, %number
  tfrt.return %device : !tfrt_gpu.device
}

func.func @size() -> !tfrt_gpu.buffer {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %allocator = tfrt_gpu.allocator.create %context
  %size = tfrt.constant.i64 -8
  // expected-error @+1 {{a buffer of -8 bytes}}
  %buffer = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch0
  tfrt.return %buffer : !tfrt_gpu.buffer
}

func.func @value() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %allocator = tfrt_gpu.allocator.create %context
  %size = tfrt.constant.i64 8
  %buffer = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch0
  // expected-error @+1 {{Expected 32 bit value.}}
  %ch1 = tfrt_gpu.mem.set %buffer, %size, %stream, %ch0 : i64
  tfrt.return %ch1 : !tfrt.chain
}

func.func @part() -> !tfrt_gpu.buffer {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %allocator = tfrt_gpu.allocator.create %context
  %size = tfrt.constant.i64 8
  %buffer = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch0
  %four = tfrt.constant.ui64 4
  %five = tfrt.constant.ui64 5
  // expected-error @+1 {{buffer size (8) is smaller than offset (4) plus size (5)}}
  %part = tfrt_gpu.mem.view %buffer, %four, %five
  tfrt.return %part : !tfrt_gpu.buffer
}

func.func @twice() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %allocator = tfrt_gpu.allocator.create %context
  %size = tfrt.constant.i64 8
  %buffer = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch0
  %ch1 = tfrt_gpu.mem.deallocate %buffer, %stream, %ch0
  // expected-error @+1 {{the buffer was deallocated}}
  %ch2 = tfrt_gpu.mem.deallocate %buffer, %stream, %ch1
  tfrt.return %ch2 : !tfrt.chain
}

func.func @sizes() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %allocator = tfrt_gpu.allocator.create %context
  %size = tfrt.constant.i64 8
  %buffer = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch0
  %four = tfrt.constant.ui64 4
  %part = tfrt_gpu.mem.view %buffer, %four, %four
  // expected-error @+1 {{Buffer sizes don't match: 8 (dst size) vs 4 (src size)}}
  %ch1 = tfrt_gpu.mem.copy %buffer, %part, %stream, %ch0 : !tfrt_gpu.buffer, !tfrt_gpu.buffer
  tfrt.return %ch1 : !tfrt.chain
}

func.func @host_to_host() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %t = tfrt_dht.create_uninitialized_tensor.i32.1 [3 : i64]
  %bytes, %ch1 = tfrt_dht.get_buffer %t, %ch0
  // expected-error @+1 {{one buffer of a copy is on the device, and the other there or on the host}}
  %ch2 = tfrt_gpu.mem.copy %bytes, %bytes, %stream, %ch1 : !ht.host_buffer, !ht.host_buffer
  tfrt.return %ch2 : !tfrt.chain
}

func.func @zero() -> !tfrt_gpu.module {
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  // expected-error @+1 {{data attribute must be null-terminated}}
  %module = tfrt_gpu.module.load %context {data = ".version 8.0"}
  tfrt.return %module : !tfrt_gpu.module
}

func.func @missing() -> !tfrt_gpu.function {
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %module = tfrt_gpu.module.load %context {data = ".version 8.0\0A.target sm_80\0A.address_size 64\0A.visible .global .align 4 .b32 numbers[3] = {3, 5, 8};\0A\00"}
  // expected-error @+1 {{CUDA_ERROR_NOT_FOUND}}
  %function = tfrt_gpu.module.get_function %module {name = "saxpy"}
  tfrt.return %function : !tfrt_gpu.function
}

func.func @extent() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %module = tfrt_gpu.module.load %context {data = ".version 8.0\0A.target sm_80\0A.address_size 64\0A.visible .entry saxpy(\0A\09.param .f32 saxpy_param_0,\0A\09.param .u64 .ptr .align 1 saxpy_param_1,\0A\09.param .u64 .ptr .align 1 saxpy_param_2,\0A\09.param .u32 saxpy_param_3\0A)\0A{\0A\09.reg .pred \09%p<2>;\0A\09.reg .b32 \09%r<10>;\0A\09.reg .b64 \09%rd<8>;\0A\09ld.param.b64 \09%rd3, [saxpy_param_2];\0A\09cvta.to.global.u64 \09%rd4, %rd3;\0A\09ld.param.b64 \09%rd5, [saxpy_param_1];\0A\09cvta.to.global.u64 \09%rd6, %rd5;\0A\09ld.param.b32 \09%r2, [saxpy_param_3];\0A\09mov.u32 \09%r3, %ctaid.x;\0A\09mov.u32 \09%r4, %ntid.x;\0A\09mov.u32 \09%r5, %tid.x;\0A\09mad.lo.s32 \09%r6, %r3, %r4, %r5;\0A\09setp.ge.s32 \09%p1, %r6, %r2;\0A\09@%p1 bra \09$L__BB0_2;\0A\09ld.param.b32 \09%r1, [saxpy_param_0];\0A\09mul.wide.u32 \09%rd7, %r6, 4;\0A\09add.s64 \09%rd1, %rd4, %rd7;\0A\09add.s64 \09%rd2, %rd6, %rd7;\0A\09ld.global.b32 \09%r7, [%rd2];\0A\09ld.global.b32 \09%r8, [%rd1];\0A\09fma.rn.f32 \09%r9, %r1, %r7, %r8;\0A\09st.global.b32 \09[%rd1], %r9;\0A$L__BB0_2:\0A\09ret;\0A}\0A\00"}
  %function = tfrt_gpu.module.get_function %module {name = "saxpy"}
  %one = tfrt.constant.ui64 1
  %many = tfrt.constant.ui64 4294967296
  %shared = tfrt.constant.ui32 0
  // expected-error @+1 {{4294967296 blocks or threads are more than a grid has}}
  %ch1 = tfrt_gpu.function.launch %stream, %function, blocks in (%many, %one, %one), threads in (%one, %one, %one), %shared, %ch0, args(%zero) : (i32)
  tfrt.return %ch1 : !tfrt.chain
}

func.func @count() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %module = tfrt_gpu.module.load %context {data = ".version 8.0\0A.target sm_80\0A.address_size 64\0A.visible .entry saxpy(\0A\09.param .f32 saxpy_param_0,\0A\09.param .u64 .ptr .align 1 saxpy_param_1,\0A\09.param .u64 .ptr .align 1 saxpy_param_2,\0A\09.param .u32 saxpy_param_3\0A)\0A{\0A\09.reg .pred \09%p<2>;\0A\09.reg .b32 \09%r<10>;\0A\09.reg .b64 \09%rd<8>;\0A\09ld.param.b64 \09%rd3, [saxpy_param_2];\0A\09cvta.to.global.u64 \09%rd4, %rd3;\0A\09ld.param.b64 \09%rd5, [saxpy_param_1];\0A\09cvta.to.global.u64 \09%rd6, %rd5;\0A\09ld.param.b32 \09%r2, [saxpy_param_3];\0A\09mov.u32 \09%r3, %ctaid.x;\0A\09mov.u32 \09%r4, %ntid.x;\0A\09mov.u32 \09%r5, %tid.x;\0A\09mad.lo.s32 \09%r6, %r3, %r4, %r5;\0A\09setp.ge.s32 \09%p1, %r6, %r2;\0A\09@%p1 bra \09$L__BB0_2;\0A\09ld.param.b32 \09%r1, [saxpy_param_0];\0A\09mul.wide.u32 \09%rd7, %r6, 4;\0A\09add.s64 \09%rd1, %rd4, %rd7;\0A\09add.s64 \09%rd2, %rd6, %rd7;\0A\09ld.global.b32 \09%r7, [%rd2];\0A\09ld.global.b32 \09%r8, [%rd1];\0A\09fma.rn.f32 \09%r9, %r1, %r7, %r8;\0A\09st.global.b32 \09[%rd1], %r9;\0A$L__BB0_2:\0A\09ret;\0A}\0A\00"}
  %function = tfrt_gpu.module.get_function %module {name = "saxpy"}
  %one = tfrt.constant.ui64 1
  %shared = tfrt.constant.ui32 0
  // expected-error @+1 {{kernel 'saxpy' has 4 parameters, got 1}}
  %ch1 = tfrt_gpu.function.launch %stream, %function, blocks in (%one, %one, %one), threads in (%one, %one, %one), %shared, %ch0, args(%zero) : (i32)
  tfrt.return %ch1 : !tfrt.chain
}

func.func @argument() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %module = tfrt_gpu.module.load %context {data = ".version 8.0\0A.target sm_80\0A.address_size 64\0A.visible .entry saxpy(\0A\09.param .f32 saxpy_param_0,\0A\09.param .u64 .ptr .align 1 saxpy_param_1,\0A\09.param .u64 .ptr .align 1 saxpy_param_2,\0A\09.param .u32 saxpy_param_3\0A)\0A{\0A\09.reg .pred \09%p<2>;\0A\09.reg .b32 \09%r<10>;\0A\09.reg .b64 \09%rd<8>;\0A\09ld.param.b64 \09%rd3, [saxpy_param_2];\0A\09cvta.to.global.u64 \09%rd4, %rd3;\0A\09ld.param.b64 \09%rd5, [saxpy_param_1];\0A\09cvta.to.global.u64 \09%rd6, %rd5;\0A\09ld.param.b32 \09%r2, [saxpy_param_3];\0A\09mov.u32 \09%r3, %ctaid.x;\0A\09mov.u32 \09%r4, %ntid.x;\0A\09mov.u32 \09%r5, %tid.x;\0A\09mad.lo.s32 \09%r6, %r3, %r4, %r5;\0A\09setp.ge.s32 \09%p1, %r6, %r2;\0A\09@%p1 bra \09$L__BB0_2;\0A\09ld.param.b32 \09%r1, [saxpy_param_0];\0A\09mul.wide.u32 \09%rd7, %r6, 4;\0A\09add.s64 \09%rd1, %rd4, %rd7;\0A\09add.s64 \09%rd2, %rd6, %rd7;\0A\09ld.global.b32 \09%r7, [%rd2];\0A\09ld.global.b32 \09%r8, [%rd1];\0A\09fma.rn.f32 \09%r9, %r1, %r7, %r8;\0A\09st.global.b32 \09[%rd1], %r9;\0A$L__BB0_2:\0A\09ret;\0A}\0A\00"}
  %function = tfrt_gpu.module.get_function %module {name = "saxpy"}
  %one = tfrt.constant.ui64 1
  %shared = tfrt.constant.ui32 0
  // expected-error @+1 {{Unsupported argument type}}
  %ch1 = tfrt_gpu.function.launch %stream, %function, blocks in (%one, %one, %one), threads in (%one, %one, %one), %shared, %ch0, args(%stream) : (!tfrt_gpu.stream)
  tfrt.return %ch1 : !tfrt.chain
}
