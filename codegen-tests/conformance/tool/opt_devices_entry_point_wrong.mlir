// rule: gpu-details §3: --tfrt-set-entry-point needs a platform, and a function that there is, or
//   only one.
// tool: opt --tfrt-set-entry-point FILE
// exit: 2
// err| error: Unspecified 'platform' option
// tool: opt "--tfrt-set-entry-point=platform=CUDA" FILE
// exit: 2
// err| error: Expected exactly one function
// tool: opt "--tfrt-set-entry-point=platform=CUDA function_name=h" FILE
// exit: 2
// err| error: Function 'h' not found
// tool: opt "--tfrt-set-entry-point=platform=TPU" FILE
// exit: 2
// err| error: there is no platform 'TPU': it is CUDA or ROCm
// tool: opt "--tfrt-set-entry-point=platform=CUDA function_name=f buffer_sizes=1,-2" FILE
// exit: 2
// err| error: the size of a buffer is a number of bytes, not '-2'
// tool: opt "--tfrt-set-entry-point=platform=CUDA size=1" FILE
// exit: 2
// err| error: there is no option 'size'; the pass has 'platform', 'function_name', 'buffer_sizes'
// tool: opt "--tfrt-set-entry-point=platform=CUDA platform=ROCm" FILE
// exit: 2
// err| error: option 'platform' is given twice
// tool: opt "--tfrt-set-entry-point=platform=CUDA function_name=f" "--tfrt-set-entry-point=platform=CUDA function_name=f" FILE
// exit: 2
// err| error: there is a function 'get_tfrt_gpu_entry_point' already

func.func @f() {
  tfrt.return
}
func.func @g() {
  tfrt.return
}
