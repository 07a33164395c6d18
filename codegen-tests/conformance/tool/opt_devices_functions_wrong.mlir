// rule: gpu-details §4: a call of a function that gets a chain and a stream must be in a streamify
//   region, which has them.
// tool: opt --func-tfrt-streamify --verify-diagnostics FILE

func.func @empty() {
  tfrt.return
}
func.func @calls() -> i32 {
  tfrt.call @empty() : () -> () // expected-error {{calls @empty, which takes a chain and a stream, outside of a tfrt_gpu.streamify region}}
  %x = tfrt.constant.i32 1
  tfrt.return %x : i32
}
