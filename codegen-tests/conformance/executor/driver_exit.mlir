// rule: cli, run: exit 1 when a function returned an error; an error that nobody returns is none;
//   exit 2 when the input cannot be used.
// tool: run --functions=returned FILE
// exit: 1
// out| @returned:
// out|   error: something bad happened
// out|     in tfrt_test.fail at driver_exit.mlir:24:8
// err| driver_exit.mlir:24:8: error: runtime error: something bad happened
// tool: run --functions=unreturned FILE
// out| @unreturned:
// out|   1 : i32
// err| driver_exit.mlir:29:8: error: runtime error: something bad happened
// tool: run --functions=fine FILE
// out| @fine:
// out|   1 : i32
// tool: run /no/such/file.mlir
// exit: 2
// err| tfrt: cannot read /no/such/file.mlir: No such file or directory (os error 2)
// tool: run --no-such-flag FILE
// exit: 2
// err| error: unexpected argument '--no-such-flag' found

func.func @returned() -> i32 {
  %a = "tfrt_test.fail"() : () -> i32
  tfrt.return %a : i32
}

func.func @unreturned() -> i32 {
  %a = "tfrt_test.fail"() : () -> i32
  %b = tfrt.constant.i32 1
  tfrt.return %b : i32
}

func.func @fine() -> i32 {
  %b = tfrt.constant.i32 1
  tfrt.return %b : i32
}
