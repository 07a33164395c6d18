// rule: executor, calls: a recursion that does not end is an error, not a crash.
// run:
// out| --- Not running 'forever' because it has arguments.
// out| --- Running 'start':
// out| 'start' returned <<error: call depth exceeds 10000>>

func.func @forever(%x: i32) -> i32 {
  %y = tfrt.call @forever(%x) : (i32) -> i32 // expected-error {{call depth exceeds}}
  tfrt.return %y : i32
}
func.func @start() -> i32 {
  %x = tfrt.constant.i32 1
  %y = tfrt.call @forever(%x) : (i32) -> i32
  tfrt.return %y : i32
}
