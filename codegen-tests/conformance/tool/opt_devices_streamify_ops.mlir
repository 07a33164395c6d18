// rule: gpu-details §4: --tfrt-streamify-ops wraps rows of the named ops of each block; the results
//   that are used later become results of the streamify op; ops in one are left.
// tool: opt "--tfrt-streamify-ops=ops=tfrt.add.i32,tfrt.minus.i32" FILE
// out| module {
// out|   func.func @rows(%arg0: i32, %arg1: !tfrt.chain) -> i32 {
// out|     %0 = tfrt_gpu.streamify {
// out|     ^bb0(%arg2: !tfrt.chain, %arg3: !tfrt_gpu.stream):
// out|       %2 = tfrt.add.i32 %arg0, %arg0
// out|       %3 = "tfrt.minus.i32"(%2, %arg0) : (i32, i32) -> i32
// out|       tfrt.return %arg2, %3 : !tfrt.chain, i32
// out|     } : i32
// out|     %1 = tfrt.print.i32 %0, %arg1
// out|     tfrt_gpu.streamify {
// out|     ^bb0(%arg2: !tfrt.chain, %arg3: !tfrt_gpu.stream):
// out|       %2 = tfrt.add.i32 %0, %0
// out|       tfrt.return %arg2 : !tfrt.chain
// out|     }
// out|     tfrt.return %arg0 : i32
// out|   }
// out|   func.func @nested(%arg0: i32) {
// out|     tfrt_gpu.streamify {
// out|     ^bb0(%arg1: !tfrt.chain, %arg2: !tfrt_gpu.stream):
// out|       %0 = tfrt.add.i32 %arg0, %arg0
// out|       tfrt.return %arg1 : !tfrt.chain
// out|     }
// out|     %token = async.execute {
// out|       tfrt_gpu.streamify {
// out|       ^bb0(%arg1: !tfrt.chain, %arg2: !tfrt_gpu.stream):
// out|         %0 = tfrt.add.i32 %arg0, %arg0
// out|         tfrt.return %arg1 : !tfrt.chain
// out|       }
// out|       async.yield
// out|     }
// out|     tfrt.return
// out|   }
// out| }
// out|
// tool: opt --tfrt-streamify-ops FILE
// out| module {
// out|   func.func @rows(%arg0: i32, %arg1: !tfrt.chain) -> i32 {
// out|     %0 = tfrt.add.i32 %arg0, %arg0
// out|     %1 = "tfrt.minus.i32"(%0, %arg0) : (i32, i32) -> i32
// out|     %2 = tfrt.print.i32 %1, %arg1
// out|     %3 = tfrt.add.i32 %1, %1
// out|     tfrt.return %arg0 : i32
// out|   }
// out|   func.func @nested(%arg0: i32) {
// out|     tfrt_gpu.streamify {
// out|     ^bb0(%arg1: !tfrt.chain, %arg2: !tfrt_gpu.stream):
// out|       %0 = tfrt.add.i32 %arg0, %arg0
// out|       tfrt.return %arg1 : !tfrt.chain
// out|     }
// out|     %token = async.execute {
// out|       %0 = tfrt.add.i32 %arg0, %arg0
// out|       async.yield
// out|     }
// out|     tfrt.return
// out|   }
// out| }
// out|

func.func @rows(%x: i32, %ch: !tfrt.chain) -> i32 {
  %a = tfrt.add.i32 %x, %x
  %b = "tfrt.minus.i32"(%a, %x) : (i32, i32) -> i32
  %c = tfrt.print.i32 %b, %ch
  %d = tfrt.add.i32 %b, %b
  tfrt.return %x : i32
}
func.func @nested(%x: i32) {
  tfrt_gpu.streamify {
  ^bb0(%ch: !tfrt.chain, %s: !tfrt_gpu.stream):
    %a = tfrt.add.i32 %x, %x
  }
  %t = async.execute {
    %a = tfrt.add.i32 %x, %x
    async.yield
  }
  tfrt.return
}
