// rule: gpu-details.md 3: a program is run by its entry point: what makes resources first, then the function that is named, with a
//   stream and buffers
// engines: executor, its functions take contexts and streams
// tool: run --entry-point FILE
// out| string = preloaded
// out| DenseHostTensor dtype = i32, shape = [4], values = [7, 7, 7, 7]
// tool: run --entry-point --engine=jit FILE
// out| string = preloaded
// out| DenseHostTensor dtype = i32, shape = [4], values = [7, 7, 7, 7]

func.func @get_tfrt_gpu_entry_point() -> !tfrt_gpu.entry_point {
  %0 = "tfrt_gpu.get_entry_point"() {buffer_sizes = [16, 16], function_name = "f", platform = 1 : si32, version = 410724080 : i64} : () -> !tfrt_gpu.entry_point
  tfrt.return %0 : !tfrt_gpu.entry_point
}

func.func @tfrt_gpu_preload_resources(%context: !tfrt_gpu.context) -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %text = tfrt_test.get_string { value = "preloaded" }
  %ch1 = "tfrt_test.print_string"(%text, %ch0) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}

func.func @f(%ch0: !tfrt.chain, %stream: !tfrt_gpu.stream, %a: !tfrt_gpu.buffer, %b: !tfrt_gpu.buffer) -> !tfrt.chain {
  %seven = tfrt.constant.i32 7
  %ch1 = tfrt_gpu.mem.set %a, %seven, %stream, %ch0 : i32
  %ch2 = tfrt_gpu.mem.copy %b, %a, %stream, %ch1 : !tfrt_gpu.buffer, !tfrt_gpu.buffer
  %same = tfrt_gpu.alias %b, %ch2 : !tfrt_gpu.buffer
  %t = tfrt_dht.create_uninitialized_tensor.i32.1 [4 : i64]
  %bytes, %ch3 = tfrt_dht.get_buffer %t, %ch2
  %ch4 = tfrt_gpu.mem.copy %bytes, %same, %stream, %ch3 : !ht.host_buffer, !tfrt_gpu.buffer
  %ch5 = tfrt_gpu.stream.synchronize %stream, %ch4
  %ch6 = tfrt_dht.print_tensor %t, %ch5
  tfrt.return %ch6 : !tfrt.chain
}
