// rule: gpu-details §4: --func-tfrt-streamify gives functions with waits for tokens a chain and a
//   stream, and a chain as result; functions that only return get them too; calls and loops in
//   streamify regions hand them on.
// tool: opt --func-tfrt-streamify FILE
// out| module {
// out|   func.func @empty(%arg0: !tfrt.chain, %arg1: !tfrt_gpu.stream) -> !tfrt.chain {
// out|     tfrt.return %arg0 : !tfrt.chain
// out|   }
// out|   func.func @waits(%arg0: !tfrt.chain, %arg1: !tfrt_gpu.stream, %arg2: memref<4xf32> {tfrt.device = 1 : i32}, %arg3: memref<4xf32>) -> (!tfrt.chain, i32 {tfrt.device = 2 : i32}) attributes {keep} {
// out|     %0 = builtin.unrealized_conversion_cast %arg0, %arg1 : !tfrt.chain, !tfrt_gpu.stream to !gpu.async.token
// out|     %1 = gpu.wait async [%0]
// out|     %2 = tfrt.constant.i32 3
// out|     %3 = gpu.wait async [%1]
// out|     %4 = gpu.memcpy async [%3] %arg2, %arg3 : memref<4xf32>, memref<4xf32>
// out|     %5 = gpu.wait async [%1]
// out|     %6 = gpu.memcpy async [%5] %arg3, %arg2 : memref<4xf32>, memref<4xf32>
// out|     %7 = gpu.wait async [%4, %6]
// out|     %8:2 = builtin.unrealized_conversion_cast %7 : !gpu.async.token to !tfrt.chain, !tfrt_gpu.stream
// out|     tfrt.return %8#0, %2 : !tfrt.chain, i32
// out|   }
// out|   func.func @body(%arg0: !tfrt.chain, %arg1: !tfrt_gpu.stream, %arg2: i32) -> (!tfrt.chain, !tfrt_gpu.stream, i32, i1) {
// out|     %0 = builtin.unrealized_conversion_cast %arg0, %arg1 : !tfrt.chain, !tfrt_gpu.stream to !gpu.async.token
// out|     %1 = gpu.wait async [%0]
// out|     %2 = gpu.wait async [%1]
// out|     %3 = gpu.wait async [%2]
// out|     %4:2 = builtin.unrealized_conversion_cast %3 : !gpu.async.token to !tfrt.chain, !tfrt_gpu.stream
// out|     %5 = tfrt.constant.i1 false
// out|     tfrt.return %4#0, %4#1, %arg2, %5 : !tfrt.chain, !tfrt_gpu.stream, i32, i1
// out|   }
// out|   func.func @calls(%arg0: i1, %arg1: i32) -> i32 {
// out|     %0 = tfrt_gpu.streamify {
// out|     ^bb0(%arg2: !tfrt.chain, %arg3: !tfrt_gpu.stream):
// out|       %1 = tfrt.call @empty(%arg2, %arg3) : (!tfrt.chain, !tfrt_gpu.stream) -> !tfrt.chain
// out|       %2:3 = tfrt.while %arg0 @body(%1, %arg3, %arg1) parallel_iterations(1) : (!tfrt.chain, !tfrt_gpu.stream, i32) -> (!tfrt.chain, !tfrt_gpu.stream, i32)
// out|       %3:4 = tfrt.call @body(%2#0, %2#1, %2#2) : (!tfrt.chain, !tfrt_gpu.stream, i32) -> (!tfrt.chain, !tfrt_gpu.stream, i32, i1)
// out|       tfrt.return %3#0, %3#2 : !tfrt.chain, i32
// out|     } : i32
// out|     tfrt.return %0 : i32
// out|   }
// out|   func.func @one(%arg0: !gpu.async.token) {
// out|     %0 = gpu.wait async [%arg0]
// out|     gpu.wait [%0]
// out|     tfrt.return
// out|   }
// out|   func.func @order(%arg0: !gpu.async.token) {
// out|     gpu.wait [%arg0]
// out|     %0 = gpu.wait async
// out|     tfrt.return
// out|   }
// out| }
// out|

func.func @empty() {
  return
}
func.func @waits(%a: memref<4xf32> {tfrt.device = 1 : i32}, %b: memref<4xf32>) -> (i32 {tfrt.device = 2 : i32}) attributes {keep} {
  %r = tfrt.constant.i32 3
  %t = gpu.wait async
  %t1 = gpu.memcpy async [%t] %a, %b : memref<4xf32>, memref<4xf32>
  %u = gpu.wait async
  %t2 = gpu.memcpy async [%u] %b, %a : memref<4xf32>, memref<4xf32>
  gpu.wait [%t1, %t2]
  return %r : i32
}
func.func @body(%x: i32) -> (i32, i1) {
  %t = gpu.wait async
  gpu.wait [%t]
  %no = tfrt.constant.i1 false
  tfrt.return %x, %no : i32, i1
}
func.func @calls(%c: i1, %x: i32) -> i32 {
  %r = tfrt_gpu.streamify {
  ^bb0(%ch: !tfrt.chain, %s: !tfrt_gpu.stream):
    tfrt.call @empty() : () -> ()
    %l = tfrt.while %c @body(%x) parallel_iterations(1) : (i32) -> (i32)
    %m, %n = tfrt.call @body(%l) : (i32) -> (i32, i1)
    tfrt.return %ch, %m : !tfrt.chain, i32
  } : i32
  tfrt.return %r : i32
}
func.func @one(%t: !gpu.async.token) {
  %u = gpu.wait async [%t]
  gpu.wait [%u]
  tfrt.return
}
func.func @order(%t: !gpu.async.token) {
  gpu.wait [%t]
  %u = gpu.wait async
  tfrt.return
}
