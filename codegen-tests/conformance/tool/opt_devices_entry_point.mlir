// rule: gpu-details §3: --tfrt-set-entry-point puts a function first that says which function runs,
//   with buffers of which sizes; without a name, that is the only one.
// tool: opt "--tfrt-set-entry-point=platform=CUDA buffer_sizes=1,2,3" FILE
// out| module {
// out|   func.func @get_tfrt_gpu_entry_point() -> !tfrt_gpu.entry_point {
// out|     %0 = "tfrt_gpu.get_entry_point"() {buffer_sizes = [1, 2, 3], function_name = "main", platform = 1 : si32, version = 410724080 : i64} : () -> !tfrt_gpu.entry_point
// out|     tfrt.return %0 : !tfrt_gpu.entry_point
// out|   }
// out|   func.func @main(%arg0: !tfrt.chain, %arg1: !tfrt_gpu.stream) -> !tfrt.chain {
// out|     tfrt.return %arg0 : !tfrt.chain
// out|   }
// out| }
// out|
// tool: opt "--tfrt-set-entry-point=platform=ROCm function_name=main" FILE
// out| module {
// out|   func.func @get_tfrt_gpu_entry_point() -> !tfrt_gpu.entry_point {
// out|     %0 = "tfrt_gpu.get_entry_point"() {buffer_sizes = [], function_name = "main", platform = 2 : si32, version = 410724080 : i64} : () -> !tfrt_gpu.entry_point
// out|     tfrt.return %0 : !tfrt_gpu.entry_point
// out|   }
// out|   func.func @main(%arg0: !tfrt.chain, %arg1: !tfrt_gpu.stream) -> !tfrt.chain {
// out|     tfrt.return %arg0 : !tfrt.chain
// out|   }
// out| }
// out|

func.func @main(%ch: !tfrt.chain, %s: !tfrt_gpu.stream) -> !tfrt.chain {
  tfrt.return %ch : !tfrt.chain
}
