// rule: gpu-details §4: --async-tfrt-streamify makes a chain and an event of each token that an
//   asynchronous region takes or yields, with casts around.
// tool: opt --async-tfrt-streamify FILE
// out| module {
// out|   func.func @tokens(%arg0: !async.value<!gpu.async.token>, %arg1: !async.value<i32>, %arg2: !async.token) -> (!gpu.async.token, !async.value<i32>) {
// out|     %0:2 = builtin.unrealized_conversion_cast %arg0 : !async.value<!gpu.async.token> to !async.value<!tfrt.chain>, !async.value<!tfrt_gpu.event>
// out|     %token, %bodyResults:3 = async.execute [%arg2] (%arg1 as %arg3: !async.value<i32>, %0#0 as %arg4: !async.value<!tfrt.chain>, %0#1 as %arg5: !async.value<!tfrt_gpu.event>) -> (!async.value<i32>, !async.value<!tfrt.chain>, !async.value<!tfrt_gpu.event>) {
// out|       %5 = builtin.unrealized_conversion_cast %arg4, %arg5 : !tfrt.chain, !tfrt_gpu.event to !gpu.async.token
// out|       %6 = gpu.wait async [%5]
// out|       %7:2 = builtin.unrealized_conversion_cast %6 : !gpu.async.token to !tfrt.chain, !tfrt_gpu.event
// out|       async.yield %arg3, %7#0, %7#1 : i32, !tfrt.chain, !tfrt_gpu.event
// out|     }
// out|     %1 = builtin.unrealized_conversion_cast %bodyResults#1, %bodyResults#2 : !async.value<!tfrt.chain>, !async.value<!tfrt_gpu.event> to !async.value<!gpu.async.token>
// out|     %2 = async.await %bodyResults#1 : !async.value<!tfrt.chain>
// out|     %3 = async.await %bodyResults#2 : !async.value<!tfrt_gpu.event>
// out|     %4 = builtin.unrealized_conversion_cast %2, %3 : !tfrt.chain, !tfrt_gpu.event to !gpu.async.token
// out|     return %4, %bodyResults#0 : !gpu.async.token, !async.value<i32>
// out|   }
// out|   func.func @others(%arg0: !async.value<i32>, %arg1: !async.value<!gpu.async.token>) -> !gpu.async.token {
// out|     %token, %bodyResults = async.execute (%arg0 as %arg2: !async.value<i32>) -> !async.value<i32> {
// out|       async.yield %arg2 : i32
// out|     }
// out|     %0 = async.await %arg1 : !async.value<!gpu.async.token>
// out|     return %0 : !gpu.async.token
// out|   }
// out| }
// out|

func.func @tokens(%v: !async.value<!gpu.async.token>, %i: !async.value<i32>, %d: !async.token) -> (!gpu.async.token, !async.value<i32>) {
  %t, %r:2 = async.execute [%d] (%i as %j: !async.value<i32>, %v as %x: !async.value<!gpu.async.token>) -> (!async.value<i32>, !async.value<!gpu.async.token>) {
    %y = gpu.wait async [%x]
    async.yield %j, %y : i32, !gpu.async.token
  }
  %w = async.await %r#1 : !async.value<!gpu.async.token>
  return %w, %r#0 : !gpu.async.token, !async.value<i32>
}
func.func @others(%v: !async.value<i32>, %t: !async.value<!gpu.async.token>) -> !gpu.async.token {
  %u, %r = async.execute (%v as %x: !async.value<i32>) -> !async.value<i32> {
    async.yield %x : i32
  }
  %w = async.await %t : !async.value<!gpu.async.token>
  return %w : !gpu.async.token
}
