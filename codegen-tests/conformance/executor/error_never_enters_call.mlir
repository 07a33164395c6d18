// rule: executor §10.5: a call is strict in its operands: an error argument never enters the callee.
// run:
// out| --- Not running 'callee' because it has arguments.
// out| --- Running 'call':
// out| 'call' returned <<error: something bad happened>>
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Running 'branch':
// out| 'branch' returned <<error: something bad happened>>

func.func @callee(%a: i32) -> i32 {
  %c = tfrt.new.chain
  %d = "tfrt_test.print_hello"(%c) : (!tfrt.chain) -> !tfrt.chain
  %b = tfrt.constant.i32 1
  tfrt.return %b : i32
}

func.func @call() -> i32 {
  %f = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %r = tfrt.call @callee(%f) : (i32) -> i32
  tfrt.return %r : i32
}

func.func @branch() -> i32 {
  %f = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %t = tfrt.constant.i1 true
  %r = tfrt.if %t, %f : (i32) -> (i32) {
    %c = tfrt.new.chain
    %d = "tfrt_test.print_hello"(%c) : (!tfrt.chain) -> !tfrt.chain
    %b = tfrt.constant.i32 1
    tfrt.return %b : i32
  } else {
    tfrt.return %f : i32
  }
  tfrt.return %r : i32
}
