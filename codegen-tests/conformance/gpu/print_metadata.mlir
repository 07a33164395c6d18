// rule: gpu-details.md 2: mem.print_metadata prints without a newline
// engines: executor, it prints an address
// run:
// out*| GpuBuffer<pointer=0x
// out*| (CUDA), size=64>

func.func @printed() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %allocator = tfrt_gpu.allocator.create %context
  %size = tfrt.constant.i64 64
  %buffer = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch0
  %ch1 = tfrt_gpu.mem.print_metadata %buffer, %ch0
  tfrt.return %ch1 : !tfrt.chain
}
