// Functions that run op after op (`tfrt.sync`): the first error is every result, what follows it
// does not run, and what is not there yet is waited for.
func.func @sum(%a: i32, %b: i32) -> i32 attributes {tfrt.sync} {
  %c = tfrt.add.i32 %a, %b
  %d = tfrt.add.i32 %c, %b
  tfrt.return %d : i32
}
func.func @halves(%a: i32, %b: i32) -> (i32, i32) attributes {tfrt.sync} {
  %sum = tfrt.add.i32 %a, %b
  %q, %r = tfrt.div.i32 %sum, %b
  tfrt.return %sum, %q : i32, i32
}
func.func @calls() -> (i32, i32, i32, i32, i32) {
  %a = tfrt.constant.i32 40
  %b = tfrt.constant.i32 2
  %zero = tfrt.constant.i32 0
  %r = tfrt.call @sum(%a, %b) : (i32, i32) -> (i32)
  %s, %q = tfrt.call @halves(%a, %b) : (i32, i32) -> (i32, i32)
  %t, %u = tfrt.call @halves(%a, %zero) : (i32, i32) -> (i32, i32)
  tfrt.return %r, %s, %q, %t, %u : i32, i32, i32, i32, i32
}
func.func @invoked() -> (i32, i32, i32) {
  %a = tfrt.constant.i32 40
  %b = tfrt.constant.i32 4
  %r = "tfrt_test.invoke_sync_function.i32_i32.i32"(%a, %b) {f = @sum} : (i32, i32) -> i32
  %s, %t = "tfrt_test.invoke_sync_function.i32_i32.i32_i32"(%a, %b) {f = @halves} : (i32, i32) -> (i32, i32)
  tfrt.return %r, %s, %t : i32, i32, i32
}
func.func @no_operands() -> (i32, i32) attributes {tfrt.sync} {
  %x = "tfrt_test.sync_sum_attributes"() {a = 1 : i32, b = 2 : i32} : () -> i32
  %y = tfrt.constant.i32 39
  %z = tfrt.add.i32 %x, %y
  tfrt.return %x, %z : i32, i32
}
// The print after the failure does not run, though nothing but its place orders it.
func.func @stops() -> (i32, !tfrt.chain) attributes {tfrt.sync} {
  %ch = tfrt.new.chain
  %x = tfrt.constant.i32 1
  %c0 = tfrt.print.i32 %x, %ch
  %bad = "tfrt_test.fail"() : () -> i32
  %c1 = tfrt.print.i32 %x, %ch
  tfrt.return %x, %c1 : i32, !tfrt.chain
}
func.func @half_fails() -> (i32, i32) attributes {tfrt.sync} {
  %one = tfrt.constant.i32 1
  %good, %bad = "tfrt_test.partial_fail"() : () -> (i32, i32)
  %two = tfrt.add.i32 %one, %good
  tfrt.return %good, %two : i32, i32
}
func.func @waits() -> (i32, i32) attributes {tfrt.sync} {
  %ch = tfrt.new.chain
  %x = "tfrt_test.async_constant.i32"() {value = 5 : i32} : () -> i32
  %y = tfrt.constant.i32 7
  %c = tfrt.print.i32 %y, %ch
  %z = "tfrt_test.async_add.i32"(%x, %y) : (i32, i32) -> i32
  %d = tfrt.print.i32 %x, %ch
  tfrt.return %y, %z : i32, i32
}
func.func @fails_late() -> (i32, i32) attributes {tfrt.sync} {
  %ch = tfrt.new.chain
  %y = tfrt.constant.i32 7
  %c = tfrt.print.i32 %y, %ch
  %x = "tfrt_test.report_error_async"() : () -> i32
  %d = tfrt.print.i32 %y, %ch
  tfrt.return %y, %x : i32, i32
}
func.func @without_results() attributes {tfrt.sync} {
  %ch = tfrt.new.chain
  %y = tfrt.constant.i32 7
  %c = tfrt.print.i32 %y, %ch
  %bad = "tfrt_test.fail"() : () -> i32
  %d = tfrt.print.i32 %y, %ch
  tfrt.return
}
func.func @control(%n: i32, %x: i32) -> (i32, i32) attributes {tfrt.sync} {
  %one = tfrt.constant.i32 1
  %le = "tfrt.lessequal.i32"(%n, %one) : (i32, i32) -> i1
  %r = tfrt.if %le, %x : (i32) -> (i32) {
    tfrt.return %x : i32
  } else {
    %y = tfrt.add.i32 %x, %x
    tfrt.return %y : i32
  }
  %s = tfrt.repeat.i32 %n, %r : i32 {
    %y = "tfrt_test.async_copy.i32"(%r) : (i32) -> i32
    %z = tfrt.add.i32 %y, %y
    tfrt.return %z : i32
  }
  %t = tfrt.call @sum(%s, %one) : (i32, i32) -> (i32)
  tfrt.return %s, %t : i32, i32
}
func.func @controls() -> (i32, i32, i32, i32) {
  %one = tfrt.constant.i32 1
  %three = tfrt.constant.i32 3
  %a, %b = tfrt.call @control(%one, %three) : (i32, i32) -> (i32, i32)
  %c, %d = tfrt.call @control(%three, %one) : (i32, i32) -> (i32, i32)
  tfrt.return %a, %b, %c, %d : i32, i32, i32, i32
}
func.func @recurses(%n: i32) -> i32 attributes {tfrt.sync} {
  %one = tfrt.constant.i32 1
  %m1 = tfrt.constant.i32 -1
  %le = "tfrt.lessequal.i32"(%n, %one) : (i32, i32) -> i1
  %r = tfrt.if %le, %n : (i32) -> (i32) {
    tfrt.return %n : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %y = tfrt.call @recurses(%m) : (i32) -> (i32)
    %z = tfrt.add.i32 %y, %n
    tfrt.return %z : i32
  }
  tfrt.return %r : i32
}
func.func @recursion() -> i32 {
  %n = tfrt.constant.i32 100
  %r = tfrt.call @recurses(%n) : (i32) -> (i32)
  tfrt.return %r : i32
}
// An argument that fails, or comes late, of a call that does not wait for it.
func.func @arguments() -> (i32, i32, i32) {
  %x = tfrt.constant.i32 6
  %bad = "tfrt_test.fail"() : () -> i32
  %later = "tfrt_test.async_constant.i32"() {value = 5 : i32} : () -> i32
  %r, %s = "tfrt.call"(%x, %bad) {callee = @halves, bef.nonstrict} : (i32, i32) -> (i32, i32)
  %t, %u = "tfrt.call"(%x, %later) {callee = @halves, bef.nonstrict} : (i32, i32) -> (i32, i32)
  tfrt.return %r, %s, %t : i32, i32, i32
}
func.func @values() -> (!vt.value, !vt.value) attributes {tfrt.sync} {
  %ch = tfrt.new.chain
  %a = "vt.constant"() { value = 1 : i32 } : () -> !vt.value
  %b = "vt.constant"() { value = 2 : i32 } : () -> !vt.value
  %c = "vt.add"(%a, %b) : (!vt.value, !vt.value) -> !vt.value
  %d = "vt.print"(%c, %ch) : (!vt.value, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c, %b : !vt.value, !vt.value
}
