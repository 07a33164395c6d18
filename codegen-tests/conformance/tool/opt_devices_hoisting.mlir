// rule: gpu-details §4: --gpu-tfrt-hoisting makes a function of each handle of a library and
//   context, which is called once, and one that calls each function of a context.
// tool: opt --gpu-tfrt-hoisting FILE
// out| module {
// out|   func.func @own(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.blas.handle {
// out|     %0 = tfrt_gpu.blas.create %arg0
// out|     tfrt.return %0 : !tfrt_gpu.blas.handle
// out|   }
// out|   func.func @tfrt_gpu.blas.create(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.blas.handle {
// out|     %0 = tfrt_gpu.blas.create %arg0
// out|     tfrt.return %0 : !tfrt_gpu.blas.handle
// out|   }
// out|   func.func @tfrt_gpu.blas.create_0(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.blas.handle {
// out|     %0 = tfrt_gpu.blas.create %arg0
// out|     tfrt.return %0 : !tfrt_gpu.blas.handle
// out|   }
// out|   func.func @tfrt_gpu.solver.create(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.solver.handle {
// out|     %0 = tfrt_gpu.solver.create %arg0
// out|     tfrt.return %0 : !tfrt_gpu.solver.handle
// out|   }
// out|   func.func @two_contexts(%arg0: !tfrt_gpu.context, %arg1: !tfrt_gpu.context) {
// out|     %0 = tfrt.once @tfrt_gpu.blas.create(%arg0) : (!tfrt_gpu.context) -> (!tfrt_gpu.blas.handle)
// out|     %1 = tfrt.once @tfrt_gpu.blas.create(%arg0) : (!tfrt_gpu.context) -> (!tfrt_gpu.blas.handle)
// out|     %2 = tfrt.once @tfrt_gpu.blas.create_0(%arg1) : (!tfrt_gpu.context) -> (!tfrt_gpu.blas.handle)
// out|     %3 = tfrt.once @tfrt_gpu.solver.create(%arg1) : (!tfrt_gpu.context) -> (!tfrt_gpu.solver.handle)
// out|     tfrt.return
// out|   }
// out|   func.func @tfrt_gpu.blas.create_1(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.blas.handle {
// out|     %0 = tfrt_gpu.blas.create %arg0
// out|     tfrt.return %0 : !tfrt_gpu.blas.handle
// out|   }
// out|   func.func @tfrt_gpu.dnn.create(%arg0: !tfrt_gpu.context) -> !tfrt_gpu.dnn.handle {
// out|     %0 = tfrt_gpu.dnn.create %arg0
// out|     tfrt.return %0 : !tfrt_gpu.dnn.handle
// out|   }
// out|   func.func @another(%arg0: !tfrt_gpu.context, %arg1: i32) -> !tfrt_gpu.dnn.handle {
// out|     %0 = tfrt.once @tfrt_gpu.blas.create_1(%arg0) : (!tfrt_gpu.context) -> (!tfrt_gpu.blas.handle)
// out|     %1 = tfrt.once @tfrt_gpu.dnn.create(%arg0) : (!tfrt_gpu.context) -> (!tfrt_gpu.dnn.handle)
// out|     tfrt.return %1 : !tfrt_gpu.dnn.handle
// out|   }
// out|   func.func @tfrt_gpu_preload_resources(%arg0: !tfrt_gpu.context) -> !tfrt.chain {
// out|     %0 = tfrt.once @own(%arg0) : (!tfrt_gpu.context) -> (!tfrt_gpu.blas.handle)
// out|     %1 = tfrt.once @tfrt_gpu.blas.create(%arg0) : (!tfrt_gpu.context) -> (!tfrt_gpu.blas.handle)
// out|     %2 = tfrt.once @tfrt_gpu.blas.create_0(%arg0) : (!tfrt_gpu.context) -> (!tfrt_gpu.blas.handle)
// out|     %3 = tfrt.once @tfrt_gpu.solver.create(%arg0) : (!tfrt_gpu.context) -> (!tfrt_gpu.solver.handle)
// out|     %4 = tfrt.once @tfrt_gpu.blas.create_1(%arg0) : (!tfrt_gpu.context) -> (!tfrt_gpu.blas.handle)
// out|     %5 = tfrt.once @tfrt_gpu.dnn.create(%arg0) : (!tfrt_gpu.context) -> (!tfrt_gpu.dnn.handle)
// out|     %6 = tfrt.merge.chains %0, %1, %2, %3, %4, %5 : !tfrt_gpu.blas.handle, !tfrt_gpu.blas.handle, !tfrt_gpu.blas.handle, !tfrt_gpu.solver.handle, !tfrt_gpu.blas.handle, !tfrt_gpu.dnn.handle
// out|     tfrt.return %6 : !tfrt.chain
// out|   }
// out| }
// out|

func.func @own(%ctx: !tfrt_gpu.context) -> !tfrt_gpu.blas.handle {
  %h = tfrt_gpu.blas.create %ctx
  tfrt.return %h : !tfrt_gpu.blas.handle
}
func.func @two_contexts(%a: !tfrt_gpu.context, %b: !tfrt_gpu.context) {
  %h = tfrt_gpu.blas.create %a
  %h1 = tfrt_gpu.blas.create %a
  %h2 = tfrt_gpu.blas.create %b
  %s = tfrt_gpu.solver.create %b
  tfrt.return
}
func.func @another(%a: !tfrt_gpu.context, %x: i32) -> !tfrt_gpu.dnn.handle {
  %h = tfrt_gpu.blas.create %a
  %d = tfrt_gpu.dnn.create %a
  tfrt.return %d : !tfrt_gpu.dnn.handle
}
