// rule: cli, run: without --reference-output the rest of the output is for people: which function,
//   its results, its errors with their source.
// rule: cli, common: diagnostics go to standard error with the source line and a caret.
// tool: run --print-error-code FILE
// exit: 1
// out| @outer:
// out|   error: Divide by zero (INTERNAL)
// out|     in tfrt.div.i32 at run_people.mlir:15:12
// out|     through @inner called at run_people.mlir:21:7
// err| run_people.mlir:15:12: error: runtime error: Divide by zero
// err|   %q, %r = tfrt.div.i32 %a, %a
// err|            ^

func.func @inner(%a: i32) -> i32 {
  %q, %r = tfrt.div.i32 %a, %a
  tfrt.return %q : i32
}

func.func @outer() -> i32 {
	%z = tfrt.constant.i32 0
	%a = tfrt.call @inner(%z) : (i32) -> i32
	tfrt.return %a : i32
}
