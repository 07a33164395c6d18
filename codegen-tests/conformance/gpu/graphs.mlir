// rule: gpu.md 8: a graph is what a function gives to streams, once it has run; a launch gives it again by one call
// run:
// out| --- Not running 'fill' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Not running 'work' because it has arguments.
// out| --- Not running 'print' because it has arguments.
// out| --- Not running 'again' because it has arguments.
// out| --- Running 'graphs':
// out| DenseHostTensor dtype = i32, shape = [4], values = [7, 7, 9, 9]
// out| DenseHostTensor dtype = i32, shape = [4], values = [7, 7, 7, 7]
// out| DenseHostTensor dtype = i32, shape = [4], values = [7, 7, 9, 9]
// out| DenseHostTensor dtype = i32, shape = [4], values = [7, 7, 7, 7]
// out| 'graphs' returned !tfrt.chain value

func.func @fill(%ch0: !tfrt.chain, %stream: !tfrt_gpu.stream, %buffer: !tfrt_gpu.buffer, %value: i32) -> !tfrt.chain {
  %one = tfrt.constant.i32 1
  %next = tfrt.add.i32 %value, %one
  %ch1 = tfrt_gpu.mem.set %buffer, %next, %stream, %ch0 : i32
  tfrt.return %ch1 : !tfrt.chain
}

// The copy is given to another stream, which waits for the first one, and for which that waits.
func.func @work(%ch0: !tfrt.chain, %stream: !tfrt_gpu.stream, %other: !tfrt_gpu.stream, %fork: !tfrt_gpu.event, %join: !tfrt_gpu.event, %a: !tfrt_gpu.buffer, %b: !tfrt_gpu.buffer, %value: i32) -> !tfrt.chain {
  %ch1 = tfrt.call @fill(%ch0, %stream, %a, %value) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.buffer, i32) -> (!tfrt.chain)
  %ch2 = tfrt_gpu.event.record %fork, %stream, %ch1
  %ch3 = tfrt_gpu.stream.wait %other, %fork, %ch2
  %ch4 = tfrt_gpu.mem.copy %b, %a, %other, %ch3 : !tfrt_gpu.buffer, !tfrt_gpu.buffer
  %ch5 = tfrt_gpu.event.record %join, %other, %ch4
  %ch6 = tfrt_gpu.stream.wait %stream, %join, %ch5
  %eight = tfrt.constant.ui64 8
  %half = tfrt_gpu.mem.view %a, %eight, %eight
  %times = tfrt.constant.i32 3
  %ch7, %stream1, %half1, %value1 = tfrt.repeat.i32 %times, %ch6, %stream, %half, %value : !tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.buffer, i32 {
    %one = tfrt.constant.i32 1
    %next = tfrt.add.i32 %value, %one
    %ch8 = tfrt_gpu.mem.set %half, %next, %stream, %ch6 : i32
    tfrt.return %ch8, %stream, %half, %next : !tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.buffer, i32
  }
  tfrt.return %ch7 : !tfrt.chain
}

func.func @print(%ch0: !tfrt.chain, %stream: !tfrt_gpu.stream, %buffer: !tfrt_gpu.buffer) -> !tfrt.chain {
  %t = tfrt_dht.create_uninitialized_tensor.i32.1 [4 : i64]
  %bytes, %ch1 = tfrt_dht.get_buffer %t, %ch0
  %ch2 = tfrt_gpu.mem.copy %bytes, %buffer, %stream, %ch1 : !ht.host_buffer, !tfrt_gpu.buffer
  %ch3 = tfrt_gpu.stream.synchronize %stream, %ch2
  %ch4 = tfrt_dht.print_tensor %t, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

// A graph may be a part of another.
func.func @again(%ch0: !tfrt.chain, %stream: !tfrt_gpu.stream, %graph: !tfrt_gpu.graph) -> !tfrt.chain {
  %ch1 = tfrt_gpu.graph.launch %stream, %graph, %ch0
  tfrt.return %ch1 : !tfrt.chain
}

func.func @graphs() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %device = tfrt_gpu.device.get CUDA, %zero
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %other = tfrt_gpu.stream.create %context
  %fork = tfrt_gpu.event.create %context
  %join = tfrt_gpu.event.create %context
  %allocator = tfrt_gpu.allocator.create %context
  %size = tfrt.constant.i64 16
  %a = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch0
  %b = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch0
  %value = tfrt.constant.i32 6
  %graph = tfrt_gpu.graph.create @work(%stream, %other, %fork, %join, %a, %b, %value), %ch0 : !tfrt_gpu.stream, !tfrt_gpu.event, !tfrt_gpu.event, !tfrt_gpu.buffer, !tfrt_gpu.buffer, i32
  // What follows waits for the graph by its first launch: its function has worked on the stream by then.
  %ch1 = tfrt_gpu.graph.launch %stream, %graph, %ch0
  %ch2 = tfrt_gpu.mem.set %a, %zero, %stream, %ch1 : i32
  %ch3 = tfrt_gpu.mem.set %b, %zero, %stream, %ch2 : i32
  %ch4 = tfrt_gpu.graph.launch %stream, %graph, %ch3
  %ch5 = tfrt.call @print(%ch4, %stream, %a) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %ch6 = tfrt.call @print(%ch5, %stream, %b) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %outer = tfrt_gpu.graph.create @again(%stream, %graph), %ch6 : !tfrt_gpu.graph
  %ch7 = tfrt_gpu.graph.launch %stream, %outer, %ch6
  %ch8 = tfrt_gpu.mem.set %b, %zero, %stream, %ch7 : i32
  %ch9 = tfrt_gpu.graph.launch %stream, %outer, %ch8
  %ch10 = tfrt.call @print(%ch9, %stream, %a) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %ch11 = tfrt.call @print(%ch10, %stream, %b) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.buffer) -> (!tfrt.chain)
  tfrt.return %ch11 : !tfrt.chain
}
