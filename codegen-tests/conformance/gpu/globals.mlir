// rule: kernels.md 9: a global of a module is a buffer
// run:
// out| --- Running 'numbers':
// out| DenseHostTensor dtype = i32, shape = [3], values = [3, 5, 8]
// out| 'numbers' returned !tfrt.chain value

func.func @numbers() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %module = tfrt_gpu.module.load %context {data = ".version 8.0\0A.target sm_80\0A.address_size 64\0A.visible .global .align 4 .b32 numbers[3] = {3, 5, 8};\0A\00"}
  %numbers = tfrt_gpu.module.get_global %module {name = "numbers\00"}
  %t = tfrt_dht.create_uninitialized_tensor.i32.1 [3 : i64]
  %bytes, %ch1 = tfrt_dht.get_buffer %t, %ch0
  %ch2 = tfrt_gpu.mem.copy %bytes, %numbers, %stream, %ch1 : !ht.host_buffer, !tfrt_gpu.buffer
  %ch3 = tfrt_gpu.stream.synchronize %stream, %ch2
  %ch4 = tfrt_dht.print_tensor %t, %ch3
  tfrt.return %ch4 : !tfrt.chain
}
