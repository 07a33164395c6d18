// rule: executor §8: functions run in the order of the function index: those of regions stand before
//   their owner; anonymous ones with arguments are named, those without are not.
// rule: executor §8: `returned` only with results; a comma without blank between them.
// run:
// out| --- Not running 'second' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Running 'regions':
// out| 'regions' returned 4
// out| --- Running 'no_results':
// out| --- Running 'two_results':
// out| 'two_results' returned 4,0

func.func @second(%a: i32) -> i32 {
  tfrt.return %a : i32
}

func.func @regions() -> i32 {
  %t = tfrt.constant.i1 true
  %a = tfrt.constant.i32 4
  tfrt.if %t : () -> () {
    tfrt.return
  } else {
    tfrt.return
  }
  %b = tfrt.if %t, %a : (i32) -> (i32) {
    tfrt.return %a : i32
  } else {
    tfrt.return %a : i32
  }
  tfrt.return %b : i32
}

func.func @no_results() {
  tfrt.return
}

func.func @two_results() -> (i32, i1) {
  %a = tfrt.constant.i32 4
  %t = tfrt.constant.i1 false
  tfrt.return %a, %t : i32, i1
}
