// rule: gpu-details §4: what stands beside functions is for passes, and no file holds it.
// tool: translate --mlir-to-bef --verify-diagnostics FILE

gpu.module @m { // expected-error {{'gpu.module' op cannot be executed: only passes read it}}
}
func.func @f() {
  tfrt.return
}
