// rule: cli, bench: function, engine, work queue, kernels and times of a call, allocations, the
//   yardstick and calls; scalars only as arguments.
// tool: bench FILE --function=f --arg=2 --arg=3 --json
// out*| "function": "f"
// out*| "engine": "jit"
// out*| "work_queue": "s"
// out*| "kernels_per_call": 2
// out*| "ns_per_call_min":
// out*| "ns_per_call_median":
// out*| "allocations_per_call":
// out*| "malloc_free_ns":
// out*| "calls":
// out*| "optimized":
// tool: bench FILE --function f --arg 2 --arg 3 --engine=jit --work-queue=mstd:2 --json
// out*| "engine": "jit"
// out*| "work_queue": "mstd:2"
// tool: bench FILE --function=f --arg=2 --arg=3
// out*| f
// tool: bench FILE --function=f --arg=2
// exit: 2
// err| tfrt: function f takes 2 arguments (i32, i32), 1 given with --arg
// tool: bench --function=text --arg=x FILE
// exit: 2
// err| tfrt: 'x' is not a value of type !tfrt.device
// tool: bench --function=none FILE
// exit: 2
// err| tfrt: couldn't find function none
// tool: bench --function=f --arg=x --arg=1 FILE
// exit: 2
// err| tfrt: 'x' is not a value of type i32

func.func @f(%a: i32, %b: i32) -> i32 {
  %c = tfrt.add.i32 %a, %b
  %d = tfrt.add.i32 %c, %b
  tfrt.return %d : i32
}

func.func @text(%a: !tfrt.device) {
  tfrt.return
}
