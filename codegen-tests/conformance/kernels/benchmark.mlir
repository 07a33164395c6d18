// rule: kernels §2, tfrt_test.benchmark: runs the region until max_count runs were measured, after
//   num_warmup_runs (1 if it is left out) that are not, and prints what they took.
// rule: kernels §2, tfrt_test.benchmark: an error in the body is the chain's.
// engines: executor, it prints times
// tool: run --reference-output --functions=measured FILE
// out*| BM:one:Duration(ns): 
// out*| BM:one:Count: 5
// out*| BM:one:Time Min(ns): 
// out*| BM:one:Time 50%(ns): 
// out*| BM:one:Time 95%(ns): 
// out*| BM:one:Time 99%(ns): 
// out*| BM:one:CPU Min(ns): 
// out*| BM:one:CPU 50%(ns): 
// out*| BM:one:CPU 95%(ns): 
// out*| BM:one:CPU 99%(ns): 
// out*| BM:one:CPU utilization(percent): 
// out*| 'measured' returned 8
// tool: run --reference-output --functions=warm_up FILE
// out*| 'warm_up' returned 6
// run: --functions=fails
// out| --- Running 'fails':
// out| 'fails' returned <<error: something bad happened>>

func.func @measured() -> i32 {
  %n = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %done = tfrt_test.benchmark "one"(%n : !test.atomic.i32) max_count = 5, num_warmup_runs = 3, duration_secs = 100 {
    %ch = tfrt.new.chain
    %ch1 = "tfrt_test.atomic.inc.i32"(%n, %ch) : (!test.atomic.i32, !tfrt.chain) -> !tfrt.chain
    tfrt.return %ch1 : !tfrt.chain
  }
  %r, %ch2 = "tfrt_test.atomic.get.i32"(%n, %done) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %r : i32
}

func.func @warm_up() -> i32 {
  %n = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %done = tfrt_test.benchmark "two"(%n : !test.atomic.i32) duration_secs = 100, max_count = 5 {
    %ch = tfrt.new.chain
    %ch1 = "tfrt_test.atomic.inc.i32"(%n, %ch) : (!test.atomic.i32, !tfrt.chain) -> !tfrt.chain
    tfrt.return %ch1 : !tfrt.chain
  }
  %r, %ch2 = "tfrt_test.atomic.get.i32"(%n, %done) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %r : i32
}

func.func @fails() -> !tfrt.chain {
  %x = tfrt.constant.i32 1
  %done = tfrt_test.benchmark "bad"(%x : i32) duration_secs = 100, max_count = 5 {
    %y = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
    tfrt.return %y : i32
  }
  tfrt.return %done : !tfrt.chain
}
