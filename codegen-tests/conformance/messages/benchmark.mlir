// rule: kernels §2, messages of tfrt_test.benchmark: 'missing return statement', 'incorrect number of
//   return values. One return value is expected'; the keywords come in any order, once each.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f(%a: i32) {
  // expected-error@+1 {{'tfrt_test.benchmark' op missing return statement}}
  %0 = tfrt_test.benchmark "a"(%a : i32) duration_secs = 1, max_count = 1 {
    %b = tfrt.add.i32 %a, %a
  }
  // expected-error@+1 {{'tfrt_test.benchmark' op incorrect number of return values. One return value is expected}}
  %1 = tfrt_test.benchmark "a"(%a : i32) duration_secs = 1, max_count = 1 {
    tfrt.return
  }
  // expected-error@+1 {{'tfrt_test.benchmark' op incorrect number of return values. One return value is expected}}
  %2 = tfrt_test.benchmark "a"(%a : i32) duration_secs = 1, max_count = 1 {
    tfrt.return %a, %a : i32, i32
  }
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{'max_count' is given twice}}
  %0 = tfrt_test.benchmark "a"(%a : i32) max_count = 1, max_count = 1 {
    tfrt.return %a : i32
  }
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{expected one of 'duration_secs', 'max_count', 'num_warmup_runs'}}
  %0 = tfrt_test.benchmark "a"(%a : i32) count = 1 {
    tfrt.return %a : i32
  }
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{expected a constant of type i32}}
  %0 = tfrt_test.benchmark "a"(%a : i32) max_count = "many" {
    tfrt.return %a : i32
  }
  tfrt.return
}

// -----

func.func @f(%a: i32) {
  // expected-error@+1 {{'tfrt_test.benchmark' op requires attribute 'max_count'}}
  %0 = tfrt_test.benchmark "a"(%a : i32) duration_secs = 1 {
    tfrt.return %a : i32
  }
  tfrt.return
}
