// rule: kernels §1, tfrt.if: runs the first region if the condition holds, else the second, with
//   the operands after the condition.
// rule: kernels §1, tfrt.if: a condition that is an error is every result.
// rule: kernels §1, tfrt.if: the second region may be left out where there are no results.
// run:
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Running 'both_ways':
// out| 'both_ways' returned 10,5,6,12
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Running 'error_condition':
// out| 'error_condition' returned <<error: something bad happened>>,<<error: something bad happened>>
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Running 'without_else':
// out| hello host executor!
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Running 'late_condition':
// out| 'late_condition' returned 2

func.func @both_ways() -> (i32, i32, i64, i64) {
  %t = tfrt.constant.i1 true
  %f = tfrt.constant.i1 false
  %x = tfrt.constant.i32 5
  %y = tfrt.constant.i64 6
  %a:2 = tfrt.if %t, %x, %y : (i32, i64) -> (i32, i64) {
    %n = tfrt.add.i32 %x, %x
    tfrt.return %n, %y : i32, i64
  } else {
    tfrt.return %x, %y : i32, i64
  }
  %b:2 = tfrt.if %f, %x, %y : (i32, i64) -> (i32, i64) {
    tfrt.return %x, %y : i32, i64
  } else {
    %n = tfrt.add.i64 %y, %y
    tfrt.return %x, %n : i32, i64
  }
  tfrt.return %a#0, %b#0, %a#1, %b#1 : i32, i32, i64, i64
}

func.func @error_condition() -> (i32, i32) {
  %bad = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %one = tfrt.constant.i32 1
  %c = tfrt.equal.i32 %bad, %one
  %r:2 = tfrt.if %c, %one : (i32) -> (i32, i32) {
    tfrt.return %one, %one : i32, i32
  } else {
    tfrt.return %one, %one : i32, i32
  }
  tfrt.return %r#0, %r#1 : i32, i32
}

func.func @without_else() {
  %t = tfrt.constant.i1 true
  %f = tfrt.constant.i1 false
  %ch = tfrt.new.chain
  tfrt.if %t, %ch : (!tfrt.chain) -> () {
    %ch1 = "tfrt_test.print_hello"(%ch) : (!tfrt.chain) -> !tfrt.chain
    tfrt.return
  }
  tfrt.if %f, %ch : (!tfrt.chain) -> () {
    %x = tfrt.constant.i32 0
    %ch1 = tfrt.print.i32 %x, %ch
    tfrt.return
  }
  tfrt.return
}

func.func @late_condition() -> i32 {
  %c = "tfrt_test.async_constant.i1"() { value = false } : () -> i1
  %x = tfrt.constant.i32 1
  %r = tfrt.if %c, %x : (i32) -> (i32) {
    tfrt.return %x : i32
  } else {
    %y = tfrt.constant.i32 2
    tfrt.return %y : i32
  }
  tfrt.return %r : i32
}
