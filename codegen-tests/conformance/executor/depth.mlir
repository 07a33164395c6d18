// rule: engines 9: calls nest to 10,000 and give `call depth exceeds N` beyond; recursion is legal;
//   loops of any length run in constant stack.
// run:
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Not running 'down' because it has arguments.
// out| --- Running 'legal':
// out| 'legal' returned 0
// out| --- Running 'too_deep':
// out| 'too_deep' returned <<error: call depth exceeds 10000>>
// out| --- Not running '' because it has arguments.
// out| --- Running 'long_loop':
// out| 'long_loop' returned 200000

func.func @down(%n: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %go = "tfrt.lessequal.i32"(%one, %n) : (i32, i32) -> i1
  %r = tfrt.if %go, %n : (i32) -> (i32) {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %q = tfrt.call @down(%m) : (i32) -> i32 // expected-error {{call depth exceeds 10000}}
    tfrt.return %q : i32
  } else {
    tfrt.return %n : i32
  }
  tfrt.return %r : i32
}

func.func @legal() -> i32 {
  %n = tfrt.constant.i32 9999
  %r = tfrt.call @down(%n) : (i32) -> i32
  tfrt.return %r : i32
}

func.func @too_deep() -> i32 {
  %n = tfrt.constant.i32 10000
  %r = tfrt.call @down(%n) : (i32) -> i32
  tfrt.return %r : i32
}

func.func @long_loop() -> i32 {
  %n = tfrt.constant.i32 200000
  %x = tfrt.constant.i32 0
  %r = tfrt.repeat.i32 %n, %x : i32 {
    %one = tfrt.constant.i32 1
    %y = tfrt.add.i32 %x, %one
    tfrt.return %y : i32
  }
  tfrt.return %r : i32
}
