// rule: tensors §11, tfrt_test.sync_benchmark: runs a function whose ops run in order until max_count
//   runs were measured, after num_warmup_runs (1 if it is left out) that are not, and prints what
//   they took under the function's name.
// engines: executor, it prints times
// tool: run --reference-output --functions=measured FILE
// out*| BM:count:Duration(ns): 
// out*| BM:count:Count: 5
// out*| BM:count:Time Min(ns): 
// out*| BM:count:Time 50%(ns): 
// out*| BM:count:Time 95%(ns): 
// out*| BM:count:Time 99%(ns): 
// out*| BM:count:CPU Min(ns): 
// out*| BM:count:CPU 50%(ns): 
// out*| BM:count:CPU 95%(ns): 
// out*| BM:count:CPU 99%(ns): 
// out*| BM:count:CPU utilization(percent): 
// out*| 'measured' returned 8
// tool: run --engine=jit --functions=warm_up FILE
// out*| BM:count:Count: 5

func.func @count(%n: !test.atomic.i32) attributes {tfrt.sync} {
  %ch = tfrt.new.chain
  %done = "tfrt_test.atomic.inc.i32"(%n, %ch) : (!test.atomic.i32, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}

func.func @measured() -> i32 attributes {tfrt.sync} {
  %n = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  tfrt_test.sync_benchmark @count(%n : !test.atomic.i32) max_count = 5, num_warmup_runs = 3, duration_secs = 100
  %ch = tfrt.new.chain
  %r, %ch1 = "tfrt_test.atomic.get.i32"(%n, %ch) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %r : i32
}

func.func @warm_up() -> i32 attributes {tfrt.sync} {
  %n = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  tfrt_test.sync_benchmark @count(%n : !test.atomic.i32) duration_secs = 100, max_count = 5
  %ch = tfrt.new.chain
  %r, %ch1 = "tfrt_test.atomic.get.i32"(%n, %ch) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %r : i32
}
