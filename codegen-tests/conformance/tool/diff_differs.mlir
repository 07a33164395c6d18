// rule: cli, diff: a line a function: equal, or what differed; exit 0 only if all are equal.
// tool: diff FILE
// exit: 1
// out*| fine: equal
// out*| measured: only
// out*| also_fine: equal
// out!| measured: equal
// tool: diff --functions=fine,also_fine FILE
// out| fine: equal
// out| also_fine: equal
// engines: executor, it prints times

func.func @fine() -> i32 {
  %a = tfrt.constant.i32 1
  tfrt.return %a : i32
}

// What it prints is never the same twice.
func.func @measured() -> !tfrt.chain {
  %done = tfrt_test.benchmark "times"() duration_secs = 100, max_count = 50, num_warmup_runs = 1 {
    %c = tfrt.new.chain
    tfrt.return %c : !tfrt.chain
  }
  tfrt.return %done : !tfrt.chain
}

func.func @also_fine() {
  tfrt.return
}
