// rule: gpu-details.md 2, kernels.md 9: numbers in memory of the host that a device reaches are loaded; a value waits for a chain
// run:
// out| --- Running 'loaded':
// out| int32 = 7
// out| int1 = 1
// out| 'loaded' returned !tfrt.chain value
// out| --- Running 'long':
// out| 'long' returned <<error: unsupported type>>
// out| --- Running 'far':
// out| 'far' returned <<error: the buffer is in memory that the host does not reach>>
// out| --- Running 'version':
// out| 'version' returned <<error: Expected version 410724080, got 1>>
// out| --- Running 'negative':
// out| 'negative' returned <<error: a buffer of -1 bytes>>

func.func @loaded() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %size = tfrt.constant.i64 4
  %pinned = tfrt_gpu.mem.allocate_host %context, %size, %ch0
  %seven = tfrt.constant.i32 7
  %ch1 = tfrt_gpu.mem.set %pinned, %seven, %stream, %ch0 : i32
  %ch2 = tfrt_gpu.stream.synchronize %stream, %ch1
  %word = tfrt_gpu.mem.load %pinned, %ch2 : i32
  %ch3 = tfrt.print.i32 %word, %ch2
  %from = tfrt.constant.ui64 0
  %one = tfrt.constant.ui64 1
  %byte = tfrt_gpu.mem.view %pinned, %from, %one
  %later = tfrt_gpu.alias %byte, %ch3 : !tfrt_gpu.buffer
  %bit = tfrt_gpu.mem.load %later, %ch3 : i1
  %ch4 = tfrt.print.i1 %bit, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @long() -> i32 {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %size = tfrt.constant.i64 8
  %pinned = tfrt_gpu.mem.allocate_host %context, %size, %ch0
  %word = tfrt_gpu.mem.load %pinned, %ch0 : i32 // expected-error {{unsupported type}}
  tfrt.return %word : i32
}

func.func @far() -> i32 {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %allocator = tfrt_gpu.allocator.create %context
  %size = tfrt.constant.i64 4
  %buffer = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch0
  %word = tfrt_gpu.mem.load %buffer, %ch0 : i32 // expected-error {{the buffer is in memory that the host does not reach}}
  tfrt.return %word : i32
}

func.func @version() -> !tfrt_gpu.entry_point {
  %0 = "tfrt_gpu.get_entry_point"() {buffer_sizes = [16], function_name = "f", platform = 1 : si32, version = 1 : i64} : () -> !tfrt_gpu.entry_point // expected-error {{Expected version 410724080, got 1}}
  tfrt.return %0 : !tfrt_gpu.entry_point
}

func.func @negative() -> !tfrt_gpu.entry_point {
  %0 = "tfrt_gpu.get_entry_point"() {buffer_sizes = [-1], function_name = "f", platform = 1 : si32, version = 410724080 : i64} : () -> !tfrt_gpu.entry_point // expected-error {{a buffer of -1 bytes}}
  tfrt.return %0 : !tfrt_gpu.entry_point
}
