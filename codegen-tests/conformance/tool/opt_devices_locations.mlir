// rule: gpu-details §4: with --mlir-print-debuginfo, what a pass makes stands where that stood of
//   which it is made.
// tool: opt --mlir-print-debuginfo --gpu-to-tfrt-gpu FILE
// out| module {
// out|   func.func @code(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.module {
// out|     %0 = tfrt_gpu.module.load %arg0 {data = "ptx\00"} loc("module":1:1)
// out|     tfrt.return %0 : !tfrt_gpu.module loc("module":1:1)
// out|   } loc("module":1:1)
// out|   func.func @main(%arg0: !tfrt.chain, %arg1: !tfrt_gpu.stream, %arg2: !tfrt_gpu.buffer loc("a":1:1)) -> !tfrt.chain {
// out|     %0 = tfrt_gpu.mem.copy %arg2, %arg2, %arg1, %arg0 : !tfrt_gpu.buffer, !tfrt_gpu.buffer loc("copy":1:1)
// out|     tfrt_test.do.async  : () -> ()  {
// out|       tfrt.return loc("yield":1:1)
// out|     } loc("execute":1:1)
// out|     tfrt.return %0 : !tfrt.chain loc("return":1:1)
// out|   } loc("main":1:1)
// out|   func.func @tfrt_gpu_preload_resources(%arg0: !tfrt_gpu.context) -> !tfrt.chain {
// out|     %0 = tfrt.once @code(%arg0) : (!tfrt_gpu.context) -> (!tfrt_gpu.module) loc("module":1:1)
// out|     %1 = tfrt.merge.chains %0 : !tfrt_gpu.module loc("module":1:1)
// out|     tfrt.return %1 : !tfrt.chain loc("module":1:1)
// out|   } loc("module":1:1)
// out| } loc("top":1:1)
// out|

module {
  gpu.module @code attributes {binary = "ptx"} {
  } loc("module":1:1)
  func.func @main(%a: memref<4xf32> loc("a":1:1)) {
    %t = gpu.wait async loc("first":1:1)
    %t1 = gpu.memcpy async [%t] %a, %a : memref<4xf32>, memref<4xf32> loc("copy":1:1)
    %e = async.execute {
      async.yield loc("yield":1:1)
    } loc("execute":1:1)
    gpu.wait [%t1] loc("last":1:1)
    return loc("return":1:1)
  } loc("main":1:1)
} loc("top":1:1)
