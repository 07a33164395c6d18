// rule: kernels §2, messages of tfrt_test.test_cost: 'cost attribute not found', 'cost value must be
//   larger than 0'.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f(%a: i32) {
  // expected-error@+1 {{'tfrt_test.test_cost' op cost attribute not found}}
  %0 = tfrt_test.test_cost %a {id = 1 : i64} : i32
  // expected-error@+1 {{'tfrt_test.test_cost' op cost value must be larger than 0}}
  %1 = tfrt_test.test_cost %a {id = 1 : i64, _tfrt_cost = 0 : i64} : i32
  // expected-error@+1 {{'tfrt_test.test_cost' op cost value must be larger than 0}}
  %2 = tfrt_test.test_cost %a {id = 1 : i64, _tfrt_cost = -4 : i64} : i32
  // expected-error@+1 {{'tfrt_test.test_cost' op cost attribute not found}}
  %3 = tfrt_test.test_cost %a {id = 1 : i64, _tfrt_cost = "1"} : i32
  tfrt.return
}
