// rule: kernels §2, tfrt_test.sync_benchmark: the target function takes the operands.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @g(%a: i32) -> i32 attributes {tfrt.sync} {
  %b = "tfrt_test.sync_sum_attributes"() {a = 1 : i32} : () -> i32
  tfrt.return %b : i32
}
func.func @f(%a: i32, %b: i64) {
  // expected-error@+1 {{'tfrt_test.sync_benchmark' op incorrect number of operands for target function}}
  tfrt_test.sync_benchmark @g(%a : i32, %a : i32) duration_secs = 1, max_count = 100
  // expected-error@+1 {{'tfrt_test.sync_benchmark' op operand type mismatch for target function}}
  tfrt_test.sync_benchmark @g(%b : i64) duration_secs = 1, max_count = 100
  // expected-error@+1 {{'tfrt_test.sync_benchmark' op requires a 'target_fn' symbol reference attribute}}
  "tfrt_test.sync_benchmark"() {duration_secs = 1 : i32, max_count = 1 : i32, num_warmup_runs = 1 : i32} : () -> ()
  tfrt.return
}
