// rule: kernels §1, tfrt.while: the body maps the loop values to the next ones and the next
//   condition; a condition that does not hold at the start forwards the operands.
// rule: kernels §1, tfrt.while: the same with parallel iterations.
// rule: kernels §1, tfrt.while: a condition that is an error is every result; errors in other
//   values of the body are passed on.
// run:
// out| --- Not running 'body' because it has arguments.
// out| --- Running 'sum':
// out| 'sum' returned 0,5050
// out| --- Running 'not_at_all':
// out| 'not_at_all' returned 100,0
// out| --- Running 'parallel':
// out| 'parallel' returned 0,5050
// out| --- Not running 'late_body' because it has arguments.
// out| --- Running 'late':
// out| 'late' returned 1,1
// out| --- Not running 'bad_condition' because it has arguments.
// out| --- Running 'condition_fails':
// out| 'condition_fails' returned <<error: something bad happened>>,<<error: something bad happened>>
// out| --- Not running 'bad_value' because it has arguments.
// out| --- Running 'value_fails':
// out| 'value_fails' returned 7,<<error: something bad happened>>

// Sums the numbers from %i down to 1.
func.func @body(%i: i32, %sum: i32) -> (i32, i32, i1) {
  %m1 = tfrt.constant.i32 -1
  %two = tfrt.constant.i32 2
  %s = tfrt.add.i32 %sum, %i
  %j = tfrt.add.i32 %i, %m1
  %more = "tfrt.lessequal.i32"(%two, %i) : (i32, i32) -> i1
  tfrt.return %j, %s, %more : i32, i32, i1
}

func.func @sum() -> (i32, i32) {
  %i = tfrt.constant.i32 100
  %zero = tfrt.constant.i32 0
  %t = tfrt.constant.i1 true
  %r:2 = tfrt.while %t @body(%i, %zero) parallel_iterations(1) : (i32, i32) -> (i32, i32)
  tfrt.return %r#0, %r#1 : i32, i32
}

func.func @not_at_all() -> (i32, i32) {
  %i = tfrt.constant.i32 100
  %zero = tfrt.constant.i32 0
  %f = tfrt.constant.i1 false
  %r:2 = tfrt.while %f @body(%i, %zero) parallel_iterations(1) : (i32, i32) -> (i32, i32)
  tfrt.return %r#0, %r#1 : i32, i32
}

func.func @parallel() -> (i32, i32) {
  %i = tfrt.constant.i32 100
  %zero = tfrt.constant.i32 0
  %t = tfrt.constant.i1 true
  %r:2 = tfrt.while %t @body(%i, %zero) parallel_iterations(10) : (i32, i32) -> (i32, i32)
  tfrt.return %r#0, %r#1 : i32, i32
}

func.func @late_body(%i: i32) -> (i32, i1) {
  %m1 = tfrt.constant.i32 -1
  %two = tfrt.constant.i32 2
  %j = "tfrt_test.async_add.i32"(%i, %m1) : (i32, i32) -> i32
  %more = "tfrt.lessequal.i32"(%two, %j) : (i32, i32) -> i1
  tfrt.return %j, %more : i32, i1
}
func.func @late() -> (i32, i32) {
  %i = tfrt.constant.i32 20
  %t = tfrt.constant.i1 true
  %a = tfrt.while %t @late_body(%i) parallel_iterations(1) : (i32) -> (i32)
  %b = tfrt.while %t @late_body(%i) parallel_iterations(2) : (i32) -> (i32)
  tfrt.return %a, %b : i32, i32
}

func.func @bad_condition(%i: i32) -> (i32, i1) {
  %bad = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}} expected-error {{something bad happened}}
  %more = tfrt.equal.i32 %bad, %i
  tfrt.return %i, %more : i32, i1
}
func.func @condition_fails() -> (i32, i32) {
  %i = tfrt.constant.i32 1
  %t = tfrt.constant.i1 true
  %a = tfrt.while %t @bad_condition(%i) parallel_iterations(1) : (i32) -> (i32)
  %b = tfrt.while %t @bad_condition(%i) parallel_iterations(2) : (i32) -> (i32)
  tfrt.return %a, %b : i32, i32
}

func.func @bad_value(%i: i32, %j: i32) -> (i32, i32, i1) {
  %bad = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %f = tfrt.constant.i1 false
  tfrt.return %i, %bad, %f : i32, i32, i1
}
func.func @value_fails() -> (i32, i32) {
  %i = tfrt.constant.i32 7
  %t = tfrt.constant.i1 true
  %r:2 = tfrt.while %t @bad_value(%i, %i) parallel_iterations(1) : (i32, i32) -> (i32, i32)
  tfrt.return %r#0, %r#1 : i32, i32
}
