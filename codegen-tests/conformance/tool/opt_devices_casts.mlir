// rule: gpu-details §4: --cast-tfrt-streamify records an event where the token of a stream is cast
//   to one, makes constants of casts of constants, and lets inverse casts vanish.
// tool: opt --cast-tfrt-streamify FILE
// out| module {
// out|   func.func @event(%arg0: !tfrt.chain, %arg1: !tfrt_gpu.stream) -> (!tfrt.chain, !tfrt_gpu.event, !tfrt.chain, !tfrt_gpu.event) {
// out|     %0 = tfrt_gpu.stream.get_context %arg1
// out|     %1 = tfrt_gpu.event.create %0
// out|     %2 = tfrt_gpu.event.record %1, %arg1, %arg0
// out|     tfrt.return %2, %1, %2, %1 : !tfrt.chain, !tfrt_gpu.event, !tfrt.chain, !tfrt_gpu.event
// out|   }
// out|   func.func @inverse(%arg0: !tfrt.chain, %arg1: !tfrt_gpu.stream, %arg2: !tfrt_gpu.buffer) -> (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.buffer) {
// out|     tfrt.return %arg0, %arg1, %arg2 : !tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.buffer
// out|   }
// out|   func.func @constants() -> (i32, i64, ui32, ui64) {
// out|     %0 = tfrt.constant.i32 5
// out|     %1 = tfrt.constant.i64 5
// out|     %2 = tfrt.constant.ui32 5
// out|     %3 = tfrt.constant.ui64 5
// out|     tfrt.return %0, %1, %2, %3 : i32, i64, ui32, ui64
// out|   }
// out| }
// out|

func.func @event(%c: !tfrt.chain, %s: !tfrt_gpu.stream) -> (!tfrt.chain, !tfrt_gpu.event, !tfrt.chain, !tfrt_gpu.event) {
  %t = builtin.unrealized_conversion_cast %c, %s : !tfrt.chain, !tfrt_gpu.stream to !gpu.async.token
  %c1, %e1 = builtin.unrealized_conversion_cast %t : !gpu.async.token to !tfrt.chain, !tfrt_gpu.event
  %c2, %e2 = builtin.unrealized_conversion_cast %t : !gpu.async.token to !tfrt.chain, !tfrt_gpu.event
  tfrt.return %c1, %e1, %c2, %e2 : !tfrt.chain, !tfrt_gpu.event, !tfrt.chain, !tfrt_gpu.event
}
func.func @inverse(%c: !tfrt.chain, %s: !tfrt_gpu.stream, %b: !tfrt_gpu.buffer) -> (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.buffer) {
  %t = builtin.unrealized_conversion_cast %c, %s : !tfrt.chain, !tfrt_gpu.stream to !gpu.async.token
  %c1, %s1 = builtin.unrealized_conversion_cast %t : !gpu.async.token to !tfrt.chain, !tfrt_gpu.stream
  %m = builtin.unrealized_conversion_cast %b : !tfrt_gpu.buffer to memref<2xf32>
  %b1 = builtin.unrealized_conversion_cast %m : memref<2xf32> to !tfrt_gpu.buffer
  %b2 = builtin.unrealized_conversion_cast %b1 : !tfrt_gpu.buffer to !tfrt_gpu.buffer
  tfrt.return %c1, %s1, %b2 : !tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.buffer
}
func.func @constants() -> (i32, i64, ui32, ui64) {
  %i = arith.constant 5 : index
  %a = builtin.unrealized_conversion_cast %i : index to i32
  %b = builtin.unrealized_conversion_cast %i : index to i64
  %c = builtin.unrealized_conversion_cast %i : index to ui32
  %d = builtin.unrealized_conversion_cast %i : index to ui64
  tfrt.return %a, %b, %c, %d : i32, i64, ui32, ui64
}
