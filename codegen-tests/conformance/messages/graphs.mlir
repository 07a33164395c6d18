// rule: gpu.md 8: each op of a function that is captured as a graph, and of those that it calls, can be captured.
// tool: translate --split-input-file FILE
// exit: 2
// err| error: 'tfrt_gpu.event.create' op cannot be captured
// err| note: @give is captured as a graph here
// err| error: 'tfrt_gpu.mem.copy' op cannot be captured
// err| error: 'tfrt.print.i32' op cannot be captured
// err| error: 'tfrt_gpu.stream.synchronize' op cannot be captured
// err| note: @inner is captured as a graph here
// err| error: 'tfrt.call' op calls @native, which cannot be captured: it has no ops
// err| error: 'tfrt_gpu.graph.create' op incorrect number of operands for callee
// err| error: 'tfrt_gpu.graph.create' op operand type mismatch
// err| error: 'tfrt_gpu.graph.create' op incorrect number of results for callee

func.func @give(%ch0: !tfrt.chain, %stream: !tfrt_gpu.stream, %buffer: !tfrt_gpu.buffer, %bytes: !ht.host_buffer) -> !tfrt.chain {
  %context = tfrt_gpu.stream.get_context %stream
  %event = tfrt_gpu.event.create %context
  %ch1 = tfrt_gpu.mem.copy %buffer, %bytes, %stream, %ch0 : !tfrt_gpu.buffer, !ht.host_buffer
  %one = tfrt.constant.i32 1
  %two = tfrt.add.i32 %one, %one
  %ch2 = tfrt_gpu.mem.set %buffer, %two, %stream, %ch1 : i32
  %holds = tfrt.constant.i1 true
  %ch3 = tfrt.if %holds, %one, %ch2 : (i32, !tfrt.chain) -> (!tfrt.chain) {
    %ch4 = tfrt.print.i32 %one, %ch2
    tfrt.return %ch4 : !tfrt.chain
  } else {
    tfrt.return %ch2 : !tfrt.chain
  }
  %ch5 = tfrt.call @inner(%ch3, %stream) : (!tfrt.chain, !tfrt_gpu.stream) -> (!tfrt.chain)
  tfrt.return %ch5 : !tfrt.chain
}

func.func @inner(%ch0: !tfrt.chain, %stream: !tfrt_gpu.stream) -> !tfrt.chain {
  %ch1 = tfrt_gpu.stream.synchronize %stream, %ch0
  %one = tfrt.constant.i32 1
  %sum = tfrt.call @native(%one, %one) : (i32, i32) -> (i32)
  %ch2 = tfrt.call @inner(%ch1, %stream) : (!tfrt.chain, !tfrt_gpu.stream) -> (!tfrt.chain)
  tfrt.return %ch2 : !tfrt.chain
}

func.func private @native(i32, i32) -> i32 attributes {tfrt.native}

func.func @main(%stream: !tfrt_gpu.stream, %buffer: !tfrt_gpu.buffer, %bytes: !ht.host_buffer, %ch0: !tfrt.chain) {
  %graph = tfrt_gpu.graph.create @give(%stream, %buffer, %bytes), %ch0 : !tfrt_gpu.buffer, !ht.host_buffer
  %again = tfrt_gpu.graph.create @give(%stream, %buffer, %bytes), %ch0 : !tfrt_gpu.buffer, !ht.host_buffer
  tfrt.return
}

// -----

func.func @f(%ch0: !tfrt.chain, %stream: !tfrt_gpu.stream, %n: i32) -> !tfrt.chain {
  tfrt.return %ch0 : !tfrt.chain
}

func.func @none(%ch0: !tfrt.chain, %stream: !tfrt_gpu.stream) {
  tfrt.return
}

func.func @main(%stream: !tfrt_gpu.stream, %ch0: !tfrt.chain) {
  %few = tfrt_gpu.graph.create @f(%stream), %ch0
  %other = tfrt_gpu.graph.create @f(%stream, %ch0), %ch0 : !tfrt.chain
  %nothing = tfrt_gpu.graph.create @none(%stream), %ch0
  tfrt.return
}
