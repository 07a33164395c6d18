// rule: gpu-details §4: a wait merges chains, lets the stream wait for events, and passes events on
//   to other blocks.
// tool: opt --gpu-tfrt-streamify FILE
// out| module {
// out|   func.func @waits(%arg0: !tfrt.chain, %arg1: !tfrt_gpu.stream, %arg2: !tfrt.chain, %arg3: !tfrt_gpu.event, %arg4: !tfrt.chain, %arg5: !tfrt_gpu.event, %arg6: !tfrt_gpu.buffer) -> !gpu.async.token {
// out|     %0 = tfrt_gpu.stream.get_context %arg1
// out|     %1 = builtin.unrealized_conversion_cast %arg0, %arg1 : !tfrt.chain, !tfrt_gpu.stream to !gpu.async.token
// out|     %2 = tfrt_gpu.mem.copy %arg6, %arg6, %arg1, %arg0 : !tfrt_gpu.buffer, !tfrt_gpu.buffer
// out|     %3 = tfrt.merge.chains %2, %arg2, %arg4 : !tfrt.chain, !tfrt.chain, !tfrt.chain
// out|     %4 = tfrt_gpu.stream.wait %arg1, %arg3, %3
// out|     %5 = tfrt_gpu.stream.wait %arg1, %arg5, %4
// out|     %6 = builtin.unrealized_conversion_cast %5, %arg1 : !tfrt.chain, !tfrt_gpu.stream to !gpu.async.token
// out|     %7:2 = builtin.unrealized_conversion_cast %6 : !gpu.async.token to !tfrt.chain, !tfrt_gpu.event
// out|     %8 = builtin.unrealized_conversion_cast %7#0, %7#1 : !tfrt.chain, !tfrt_gpu.event to !gpu.async.token
// out|     %9 = tfrt_gpu.stream.wait %arg1, %arg3, %arg2
// out|     %10 = tfrt_gpu.mem.copy %arg6, %arg6, %arg1, %9 : !tfrt_gpu.buffer, !tfrt_gpu.buffer
// out|     %11 = builtin.unrealized_conversion_cast %10, %arg1 : !tfrt.chain, !tfrt_gpu.stream to !gpu.async.token
// out|     %12 = gpu.wait async [%1, %11]
// out|     %token, %bodyResults = async.execute -> !async.value<!gpu.async.token> {
// out|       %13 = tfrt_gpu.stream.create %0
// out|       %14 = tfrt_gpu.stream.wait %13, %7#1, %7#0
// out|       %15 = tfrt_gpu.mem.copy %arg6, %arg6, %13, %14 : !tfrt_gpu.buffer, !tfrt_gpu.buffer
// out|       %16 = tfrt.merge.chains %15, %arg4 : !tfrt.chain, !tfrt.chain
// out|       %17 = tfrt_gpu.stream.wait %13, %arg5, %16
// out|       %18 = builtin.unrealized_conversion_cast %17, %13 : !tfrt.chain, !tfrt_gpu.stream to !gpu.async.token
// out|       %19:2 = builtin.unrealized_conversion_cast %18 : !gpu.async.token to !tfrt.chain, !tfrt_gpu.event
// out|       %20 = builtin.unrealized_conversion_cast %19#0, %19#1 : !tfrt.chain, !tfrt_gpu.event to !gpu.async.token
// out|       async.yield %20 : !gpu.async.token
// out|     }
// out|     tfrt.return %8 : !gpu.async.token
// out|   }
// out| }
// out|

func.func @waits(%c: !tfrt.chain, %s: !tfrt_gpu.stream, %c1: !tfrt.chain, %e1: !tfrt_gpu.event, %c2: !tfrt.chain, %e2: !tfrt_gpu.event, %a: memref<4xf32>) -> !gpu.async.token {
  %t = builtin.unrealized_conversion_cast %c, %s : !tfrt.chain, !tfrt_gpu.stream to !gpu.async.token
  %t1 = builtin.unrealized_conversion_cast %c1, %e1 : !tfrt.chain, !tfrt_gpu.event to !gpu.async.token
  %t2 = builtin.unrealized_conversion_cast %c2, %e2 : !tfrt.chain, !tfrt_gpu.event to !gpu.async.token
  %only = gpu.wait async [%t]
  %u = gpu.memcpy async [%only] %a, %a : memref<4xf32>, memref<4xf32>
  %all = gpu.wait async [%t1, %u, %t2, %t1]
  %no_stream = gpu.wait async [%t1]
  %v = gpu.memcpy async [%no_stream] %a, %a : memref<4xf32>, memref<4xf32>
  %two = gpu.wait async [%t, %v]
  %tok, %r = async.execute -> !async.value<!gpu.async.token> {
    %w = gpu.wait async [%all]
    %x = gpu.memcpy async [%w] %a, %a : memref<4xf32>, memref<4xf32>
    %y = gpu.wait async [%x, %t2]
    async.yield %y : !gpu.async.token
  }
  tfrt.return %all : !gpu.async.token
}
