// Ops that start on their first operand (`bef.nonstrict`): errors and values that are not there
// yet go in, and only what depends on them is held up.
func.func @both(%x: i32, %y: i32) -> (i32, i32, i32) {
  %a = tfrt.add.i32 %x, %x
  %b = tfrt.add.i32 %a, %y
  tfrt.return %a, %b, %y : i32, i32, i32
}
func.func @call_with_error() -> (i32, i32, i32) {
  %x = tfrt.constant.i32 4
  %bad = "tfrt_test.fail"() : () -> i32
  %a, %b, %c = "tfrt.call"(%x, %bad) {callee = @both, bef.nonstrict} : (i32, i32) -> (i32, i32, i32)
  tfrt.return %a, %b, %c : i32, i32, i32
}
func.func @call_with_two_errors() -> (i32, i32, i32) {
  %one = tfrt.constant.i32 1
  %zero = tfrt.constant.i32 0
  %q, %r = tfrt.div.i32 %one, %zero
  %bad = "tfrt_test.fail"() : () -> i32
  %a, %b, %c = "tfrt.call"(%bad, %q) {callee = @both, bef.nonstrict} : (i32, i32) -> (i32, i32, i32)
  tfrt.return %a, %b, %c : i32, i32, i32
}
func.func @call_with_later() -> (i32, i32, i32) {
  %x = tfrt.constant.i32 4
  %later = "tfrt_test.async_constant.i32"() {value = 5 : i32} : () -> i32
  %a, %b, %c = "tfrt.call"(%x, %later) {callee = @both, bef.nonstrict} : (i32, i32) -> (i32, i32, i32)
  tfrt.return %a, %b, %c : i32, i32, i32
}
// The callee's print gives out what the second argument waits for: a strict call would never end.
func.func @prints(%x: i32, %y: i32, %ch: !tfrt.chain) -> (!tfrt.chain, i32) {
  %c = tfrt.print.i32 %x, %ch
  %s = tfrt.add.i32 %x, %y
  tfrt.return %c, %s : !tfrt.chain, i32
}
func.func @operand_of_a_later_segment() -> (i32, i32, i32) {
  %ch = tfrt.new.chain
  %x = tfrt.constant.i32 4
  %later = "tfrt_test.async_constant.i32"() {value = 5 : i32} : () -> i32
  %more = tfrt.add.i32 %later, %x
  %c, %s = "tfrt.call"(%x, %more, %ch) {callee = @prints, bef.nonstrict} : (i32, i32, !tfrt.chain) -> (!tfrt.chain, i32)
  %d, %t = "tfrt.call"(%more, %more, %c) {callee = @prints, bef.nonstrict} : (i32, i32, !tfrt.chain) -> (!tfrt.chain, i32)
  %u = tfrt.add.i32 %s, %more
  tfrt.return %s, %t, %u : i32, i32, i32
}
func.func @operand_that_fails_later() -> (i32, i32) {
  %ch = tfrt.new.chain
  %x = tfrt.constant.i32 4
  %later = "tfrt_test.report_error_async"() : () -> i32
  %more = tfrt.add.i32 %later, %x
  %c, %s = "tfrt.call"(%x, %more, %ch) {callee = @prints, bef.nonstrict} : (i32, i32, !tfrt.chain) -> (!tfrt.chain, i32)
  tfrt.return %s, %more : i32, i32
}
// Of an if, the condition alone is waited for.
func.func @branch() -> (i32, i32, i32) {
  %t = tfrt.constant.i1 true
  %x = tfrt.constant.i32 4
  %bad = "tfrt_test.fail"() : () -> i32
  %later = "tfrt_test.async_constant.i32"() {value = 5 : i32} : () -> i32
  %a, %b, %c = tfrt.if %t, %x, %bad, %later attributes {bef.nonstrict} : (i32, i32, i32) -> (i32, i32, i32) {
    %y = tfrt.add.i32 %x, %x
    tfrt.return %y, %bad, %later : i32, i32, i32
  } else {
    tfrt.return %x, %x, %x : i32, i32, i32
  }
  tfrt.return %a, %b, %c : i32, i32, i32
}
func.func @bad_condition() -> (i32, i32) {
  %bad = "tfrt_test.async_constant.i1"() {value = false} : () -> i1
  %x = tfrt.constant.i32 4
  %q = "tfrt_test.fail"() : () -> i32
  %r = tfrt.constant.i32 0
  %s, %t = tfrt.div.i32 %x, %r
  %c = tfrt.equal.i32 %s, %x
  %a = tfrt.if %c, %x attributes {bef.nonstrict} : (i32) -> (i32) {
    tfrt.return %x : i32
  } else {
    tfrt.return %x : i32
  }
  %b = tfrt.if %bad, %q, %x attributes {bef.nonstrict} : (i32, i32) -> (i32) {
    tfrt.return %q : i32
  } else {
    tfrt.return %x : i32
  }
  tfrt.return %a, %b : i32, i32
}
func.func @loop() -> (i32, i32, i32) {
  %n = tfrt.constant.i32 4
  %x = tfrt.constant.i32 2
  %bad = "tfrt_test.fail"() : () -> i32
  %later = "tfrt_test.async_constant.i32"() {value = 5 : i32} : () -> i32
  %a, %b, %c = tfrt.repeat.i32 %n, %x, %bad, %later attributes {bef.nonstrict} : i32, i32, i32 {
    %y = tfrt.add.i32 %x, %x
    %z = tfrt.add.i32 %y, %later
    tfrt.return %y, %bad, %z : i32, i32, i32
  }
  tfrt.return %a, %b, %c : i32, i32, i32
}
func.func @bad_count() -> (i32, i32) {
  %x = tfrt.constant.i32 2
  %y = tfrt.constant.i32 3
  %bad = "tfrt_test.fail"() : () -> i32
  %a, %b = tfrt.repeat.i32 %bad, %x, %y attributes {bef.nonstrict} : i32, i32 {
    tfrt.return %x, %y : i32, i32
  }
  tfrt.return %a, %b : i32, i32
}
// A kernel that reads its operands is skipped for an error of one.
func.func @reads() -> (i32, i32) {
  %x = tfrt.constant.i32 2
  %later = "tfrt_test.async_constant.i32"() {value = 5 : i32} : () -> i32
  %bad = "tfrt_test.fail"() : () -> i32
  %a = "tfrt.add.i32"(%x, %later) {bef.nonstrict} : (i32, i32) -> i32
  %b = "tfrt.add.i32"(%bad, %later) {bef.nonstrict} : (i32, i32) -> i32
  tfrt.return %a, %b : i32, i32
}
func.func @nested(%x: i32, %y: i32) -> (i32, i32) {
  %a, %b, %c = "tfrt.call"(%y, %x) {callee = @both, bef.nonstrict} : (i32, i32) -> (i32, i32, i32)
  tfrt.return %b, %c : i32, i32
}
func.func @nested_calls() -> (i32, i32) {
  %x = tfrt.constant.i32 2
  %later = "tfrt_test.async_constant.i32"() {value = 5 : i32} : () -> i32
  %more = tfrt.add.i32 %later, %x
  %a, %b = "tfrt.call"(%x, %more) {callee = @nested, bef.nonstrict} : (i32, i32) -> (i32, i32)
  tfrt.return %a, %b : i32, i32
}
func.func @in_a_region() -> (i32, i32) {
  %x = tfrt.constant.i32 2
  %a, %b = tfrt_test.do.async %x : (i32) -> (i32, i32) {
    %bad = "tfrt_test.fail"() : () -> i32
    %l, %m, %n = "tfrt.call"(%x, %bad) {callee = @both, bef.nonstrict} : (i32, i32) -> (i32, i32, i32)
    tfrt.return %l, %m : i32, i32
  }
  tfrt.return %a, %b : i32, i32
}
func.func @skipped_when_cancelled() -> (i32, !tfrt.chain) {
  %ch = tfrt.new.chain
  %x, %c = "tfrt_test.cancel"(%ch) : (!tfrt.chain) -> (i32, !tfrt.chain)
  %d, %s = "tfrt.call"(%x, %x, %c) {callee = @prints, bef.nonstrict} : (i32, i32, !tfrt.chain) -> (!tfrt.chain, i32)
  tfrt.return %s, %d : i32, !tfrt.chain
}
func.func @values() -> (!vt.value, !vt.value) {
  %a = "vt.constant"() { value = 1 : i32 } : () -> !vt.value
  %b = "vt.constant"() { value = 2 : i32 } : () -> !vt.value
  %bad = "tfrt_test.fail"() : () -> i32
  %c, %d, %e = "tfrt.call"(%a, %b, %bad) {callee = @add_values, bef.nonstrict} : (!vt.value, !vt.value, i32) -> (!vt.value, !vt.value, i32)
  tfrt.return %c, %d : !vt.value, !vt.value
}
func.func @add_values(%a: !vt.value, %b: !vt.value, %x: i32) -> (!vt.value, !vt.value, i32) {
  %c = "vt.add"(%a, %b) : (!vt.value, !vt.value) -> !vt.value
  tfrt.return %c, %a, %x : !vt.value, !vt.value, i32
}
// What fails in there is reported, though nothing uses it and the argument is an error.
func.func @divides(%x: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %q, %r = tfrt.div.i32 %zero, %zero
  tfrt.return %x : i32
}
func.func @reports_inside() -> i32 {
  %bad = "tfrt_test.report_error_async"() : () -> i32
  %a = "tfrt.call"(%bad) {callee = @divides, bef.nonstrict} : (i32) -> i32
  tfrt.return %a : i32
}
// Both arguments are promises when the call is made, and come together: what the function reads
// first finds the run cancelled already, though nothing orders the two.
func.func @reads_the_second(%x: i32, %y: i32) -> (i32, i32) attributes {tfrt.sync} {
  %a = tfrt.add.i32 %y, %y
  %b = tfrt.add.i32 %y, %a
  tfrt.return %a, %b : i32, i32
}
func.func @promised_and_cancelled() -> (i32, i32, i32) {
  %ch = tfrt.new.chain
  %seven = tfrt.constant.i32 7
  %late = "tfrt_test.async_add.i32"(%seven, %seven) : (i32, i32) -> i32
  %n = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %ch1 = "tfrt_test.atomic.add.i32"(%n, %late, %ch) : (!test.atomic.i32, i32, !tfrt.chain) -> !tfrt.chain
  %y, %ch2 = "tfrt_test.atomic.get.i32"(%n, %ch1) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  %x, %ch3 = "tfrt_test.cancel"(%ch2) : (!tfrt.chain) -> (i32, !tfrt.chain)
  %z = tfrt.add.i32 %x, %x
  %a, %b = "tfrt.call"(%x, %y) {callee = @reads_the_second, bef.nonstrict} : (i32, i32) -> (i32, i32)
  tfrt.return %z, %b, %a : i32, i32, i32
}
// One argument comes when the run is cancelled and the functions were entered: what waited for it does
// not run, whatever it reads; what is only handed on is there all the same.
func.func @reads_one(%x: i32, %y: i32) -> i32 attributes {tfrt.sync} {
  %a = tfrt.add.i32 %y, %y
  tfrt.return %a : i32
}
func.func @reads_both(%x: i32, %y: i32) -> i32 {
  %a = tfrt.add.i32 %x, %y
  tfrt.return %a : i32
}
func.func @passes(%x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @hands_on(%x: i32, %y: i32) -> i32 {
  tfrt.return %y : i32
}
func.func @does_both(%y: i32, %x: i32) -> (i32, i32) {
  %a = tfrt.add.i32 %x, %x
  tfrt.return %a, %x : i32, i32
}
func.func @comes_cancelled() -> (i32, i32, i32, i32, i32) {
  %ch = tfrt.new.chain
  %seven = tfrt.constant.i32 7
  %late = "tfrt_test.async_add.i32"(%seven, %seven) : (i32, i32) -> i32
  %ch1 = tfrt.print.i32 %late, %ch
  %x, %ch2 = "tfrt_test.cancel"(%ch1) : (!tfrt.chain) -> (i32, !tfrt.chain)
  %a = "tfrt.call"(%seven, %x) {callee = @reads_one, bef.nonstrict} : (i32, i32) -> i32
  %b = "tfrt.call"(%x, %seven) {callee = @reads_both, bef.nonstrict} : (i32, i32) -> i32
  %c = "tfrt.call"(%seven, %x) {callee = @hands_on, bef.nonstrict} : (i32, i32) -> i32
  %d, %e = "tfrt.call"(%seven, %x) {callee = @does_both, bef.nonstrict} : (i32, i32) -> (i32, i32)
  tfrt.return %a, %b, %c, %d, %e : i32, i32, i32, i32, i32
}
