// rule: gpu-details §4: a cast that --cast-tfrt-streamify leaves is an error.
// tool: opt --cast-tfrt-streamify --verify-diagnostics FILE

func.func @mixed(%c: !tfrt.chain, %s: !tfrt_gpu.stream) -> (!gpu.async.token, !tfrt.chain) {
  %t = builtin.unrealized_conversion_cast %c, %s : !tfrt.chain, !tfrt_gpu.stream to !gpu.async.token // expected-error {{failed to legalize operation 'builtin.unrealized_conversion_cast' that was explicitly marked illegal}}
  %c1, %e1 = builtin.unrealized_conversion_cast %t : !gpu.async.token to !tfrt.chain, !tfrt_gpu.event // expected-error {{failed to legalize operation 'builtin.unrealized_conversion_cast' that was explicitly marked illegal}}
  tfrt.return %t, %c1 : !gpu.async.token, !tfrt.chain
}
func.func @too_large() -> i32 {
  %i = arith.constant 4294967296 : index
  %a = builtin.unrealized_conversion_cast %i : index to i32 // expected-error {{failed to legalize operation 'builtin.unrealized_conversion_cast' that was explicitly marked illegal}}
  tfrt.return %a : i32
}
