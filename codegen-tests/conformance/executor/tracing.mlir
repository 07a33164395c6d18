// rule: executor §8, tracing: scopes are `Function: NAME` at the default level and kernels' names at
//   the debug level; cli, --trace=text | chrome:FILE and --trace-level.
// tool: run --trace=text FILE
// out| Scope:Bef Executor
// out| Scope:Function: f
// out| @f:
// out|   2 : i32
// out| End Scope
// out| End Scope
// tool: run --trace=text --trace-level=debug FILE
// out| Scope:Bef Executor
// out| Scope:Function: f
// out| Scope:Call: f
// out| Scope:tfrt.constant.i32
// out| End Scope
// out| Scope:tfrt.add.i32
// out| End Scope
// out| End Scope
// out| @f:
// out|   2 : i32
// out| End Scope
// out| End Scope
// tool: run --trace=chrome:TMP/trace.json --trace-level verbose FILE
// out| @f:
// out|   2 : i32

func.func @f() -> i32 {
  %a = tfrt.constant.i32 1
  %b = tfrt.add.i32 %a, %a
  tfrt.return %b : i32
}
