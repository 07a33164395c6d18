// Values that arrive later, in every place where a value can stand.
func.func @arms(%c: i1, %x: i32) -> (i32, i32) {
  %a, %b = tfrt.if %c, %x : (i32) -> (i32, i32) {
    %late = "tfrt_test.async_copy.i32"(%x) : (i32) -> i32
    %y = tfrt.add.i32 %late, %x
    tfrt.return %y, %x : i32, i32
  } else {
    %late = "tfrt_test.async_copy.i32"(%x) : (i32) -> i32
    tfrt.return %x, %late : i32, i32
  }
  tfrt.return %a, %b : i32, i32
}
func.func @both_arms() -> (i32, i32, i32, i32) {
  %t = "tfrt_test.async_constant.i1"() {value = true} : () -> i1
  %f = tfrt.constant.i1 false
  %x = tfrt.constant.i32 21
  %a, %b = tfrt.call @arms(%t, %x) : (i1, i32) -> (i32, i32)
  %c, %d = tfrt.call @arms(%f, %x) : (i1, i32) -> (i32, i32)
  tfrt.return %a, %b, %c, %d : i32, i32, i32, i32
}
func.func @joins() -> (i32, i32, i32) {
  %a = "tfrt_test.async_constant.i32"() {value = 1 : i32} : () -> i32
  %b = "tfrt_test.async_constant.i32"() {value = 2 : i32} : () -> i32
  %c = "tfrt_test.async_constant.i32"() {value = 4 : i32} : () -> i32
  %ab = tfrt.add.i32 %a, %b
  %bc = tfrt.add.i32 %b, %c
  %abc = tfrt.add.i32 %ab, %bc
  %late = "tfrt_test.async_add.i32"(%abc, %a) : (i32, i32) -> i32
  %all = tfrt.add.i32 %late, %ab
  tfrt.return %abc, %late, %all : i32, i32, i32
}
func.func @errors_arrive() -> (i32, i32, i32) {
  %bad = "tfrt_test.report_error_async"() : () -> i32
  %ok = "tfrt_test.async_constant.i32"() {value = 7 : i32} : () -> i32
  %x = tfrt.add.i32 %bad, %ok
  %sync = "tfrt_test.fail"() : () -> i32
  %y = tfrt.add.i32 %bad, %sync
  %z = tfrt.add.i32 %sync, %bad
  tfrt.return %x, %y, %z : i32, i32, i32
}
func.func @error_condition() -> (i32, i32) {
  %bad = "tfrt_test.report_error_async"() : () -> i32
  %one = tfrt.constant.i32 1
  %c = "tfrt.lessequal.i32"(%bad, %one) : (i32, i32) -> i1
  %r = tfrt.if %c, %one : (i32) -> (i32) {
    tfrt.return %one : i32
  } else {
    tfrt.return %one : i32
  }
  %s = tfrt.repeat.i32 %bad, %one : i32 {
    tfrt.return %one : i32
  }
  tfrt.return %r, %s : i32, i32
}
func.func @async_body(%n: i32, %sum: i32) -> (i32, i32, i1) {
  %one = tfrt.constant.i32 1
  %m1 = tfrt.constant.i32 -1
  %late = "tfrt_test.async_add.i32"(%sum, %n) : (i32, i32) -> i32
  %next = tfrt.add.i32 %n, %m1
  %go = "tfrt.lessequal.i32"(%one, %next) : (i32, i32) -> i1
  tfrt.return %next, %late, %go : i32, i32, i1
}
func.func @late_condition(%n: i32, %sum: i32) -> (i32, i32, i1) {
  %one = tfrt.constant.i32 1
  %m1 = tfrt.constant.i32 -1
  %next = "tfrt_test.async_add.i32"(%n, %m1) : (i32, i32) -> i32
  %more = tfrt.add.i32 %sum, %n
  %go = "tfrt.lessequal.i32"(%one, %next) : (i32, i32) -> i1
  tfrt.return %next, %more, %go : i32, i32, i1
}
func.func @loops() -> (i32, i32, i32, i32, i32) {
  %t = tfrt.constant.i1 true
  %n = tfrt.constant.i32 100
  %zero = tfrt.constant.i32 0
  %a, %b = tfrt.while %t @async_body(%n, %zero) parallel_iterations(1) : (i32, i32) -> (i32, i32)
  %c, %d = tfrt.while %t @late_condition(%n, %zero) parallel_iterations(1) : (i32, i32) -> (i32, i32)
  %e = tfrt.repeat.i32 %n, %zero : i32 {
    %one = tfrt.constant.i32 1
    %x = "tfrt_test.async_copy.i32"(%zero) : (i32) -> i32
    %y = tfrt.add.i32 %x, %one
    tfrt.return %y : i32
  }
  tfrt.return %a, %b, %c, %d, %e : i32, i32, i32, i32, i32
}
func.func @trips() -> (i32, i32, i1, !tfrt.string, !tfrt.string, i32, i32, i32) {
  %n = tfrt.constant.i32 9
  %one = tfrt.constant.i32 1
  %ten = tfrt.constant.i32 10
  %t = tfrt.constant.i1 true
  %s = tfrt_test.get_string { value = "s" }
  %u = tfrt_test.get_string { value = "u" }
  %a, %b, %c, %d, %e = tfrt.repeat.i32 %n, %one, %ten, %t, %s, %u : i32, i32, i1, !tfrt.string, !tfrt.string {
    %late = "tfrt_test.async_copy.i32"(%ten) : (i32) -> i32
    %x = tfrt.add.i32 %late, %one
    %y = tfrt.add.i32 %x, %late
    %less = "tfrt.lessequal.i32"(%x, %y) : (i32, i32) -> i1
    %p, %q = tfrt.if %less, %s, %u : (!tfrt.string, !tfrt.string) -> (!tfrt.string, !tfrt.string) {
      tfrt.return %u, %s : !tfrt.string, !tfrt.string
    } else {
      tfrt.return %s, %s : !tfrt.string, !tfrt.string
    }
    tfrt.return %y, %x, %less, %p, %q : i32, i32, i1, !tfrt.string, !tfrt.string
  }
  %f, %g = tfrt.repeat.i32 %n, %ten, %one : i32, i32 {
    %m2 = tfrt.constant.i32 -2
    %p1 = tfrt.constant.i32 1
    %late = "tfrt_test.async_add.i32"(%ten, %m2) : (i32, i32) -> i32
    %less = tfrt.add.i32 %late, %p1
    %q, %r = tfrt.div.i32 %one, %less
    tfrt.return %less, %q : i32, i32
  }
  %h, %i = tfrt.repeat.i32 %ten, %n, %one : i32, i32 {
    %m2 = tfrt.constant.i32 -2
    %p1 = tfrt.constant.i32 1
    %late = "tfrt_test.async_add.i32"(%n, %m2) : (i32, i32) -> i32
    %less = tfrt.add.i32 %late, %p1
    %q, %r = tfrt.div.i32 %one, %less
    tfrt.return %less, %q : i32, i32
  }
  tfrt.return %a, %b, %c, %d, %e, %f, %g, %i : i32, i32, i1, !tfrt.string, !tfrt.string, i32, i32, i32
}
func.func @failing_body(%n: i32) -> (i32, i1) {
  %m1 = tfrt.constant.i32 -1
  %next = "tfrt_test.async_add.i32"(%n, %m1) : (i32, i32) -> i32
  %ten = tfrt.constant.i32 10
  %q, %r = tfrt.div.i32 %ten, %next
  %zero = tfrt.constant.i32 0
  %go = "tfrt.lessequal.i32"(%zero, %q) : (i32, i32) -> i1
  tfrt.return %next, %go : i32, i1
}
func.func @late_failure() -> i32 {
  %t = tfrt.constant.i1 true
  %n = tfrt.constant.i32 5
  %r = tfrt.while %t @failing_body(%n) parallel_iterations(1) : (i32) -> (i32)
  tfrt.return %r : i32
}
func.func @late_count() -> i32 {
  %n = "tfrt_test.async_constant.i32"() {value = 10 : i32} : () -> i32
  %x = tfrt.constant.i32 1
  %r = tfrt.repeat.i32 %n, %x : i32 {
    %y = tfrt.add.i32 %x, %x
    tfrt.return %y : i32
  }
  tfrt.return %r : i32
}
func.func @spawned() -> (i32, i32) {
  %x = tfrt.constant.i32 3
  %a = tfrt_test.do.async %x : (i32) -> (i32) {
    %b = tfrt_test.do.async %x : (i32) -> (i32) {
      %late = "tfrt_test.async_add.i32"(%x, %x) : (i32, i32) -> i32
      tfrt.return %late : i32
    }
    %c = tfrt.mul.i32 %b, %x
    tfrt.return %c : i32
  }
  %d = tfrt_test.do.async %x : (i32) -> (i32) {
    %zero = tfrt.constant.i32 0
    %q, %r = tfrt.div.i32 %x, %zero
    tfrt.return %q : i32
  }
  tfrt.return %a, %d : i32, i32
}
func.func @late_fib(%n: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %c = "tfrt.lessequal.i32"(%n, %one) : (i32, i32) -> i1
  %r = tfrt.if %c, %n : (i32) -> (i32) {
    %late = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
    tfrt.return %late : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m2 = tfrt.constant.i32 -2
    %a = tfrt.add.i32 %n, %m1
    %b = tfrt.add.i32 %n, %m2
    %x = tfrt.call @late_fib(%a) : (i32) -> i32
    %y = tfrt.call @late_fib(%b) : (i32) -> i32
    %z = tfrt.add.i32 %x, %y
    tfrt.return %z : i32
  }
  tfrt.return %r : i32
}
func.func @late_recursion() -> i32 {
  %n = tfrt.constant.i32 8
  %r = tfrt.call @late_fib(%n) : (i32) -> i32
  tfrt.return %r : i32
}
func.func @strings() -> (i1, !tfrt.string) {
  %a = "tfrt_test.get_string"() { value = "data" } : () -> !tfrt.string
  %b = "tfrt_test.get_string"() { value = "flow\0A\22" } : () -> !tfrt.string
  %ab = "tfrt_test.append_string"(%a, %b) : (!tfrt.string, !tfrt.string) -> !tfrt.string
  %aa = "tfrt_test.append_string"(%a, %a) : (!tfrt.string, !tfrt.string) -> !tfrt.string
  %ch0 = tfrt.new.chain
  %late = tfrt_test.do.async %ab, %ch0 : (!tfrt.string, !tfrt.chain) -> (!tfrt.string) {
    %ch1 = "tfrt_test.print_string"(%ab, %ch0) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
    tfrt.return %ab : !tfrt.string
  }
  %all = "tfrt_test.append_string"(%late, %aa) : (!tfrt.string, !tfrt.string) -> !tfrt.string
  %eq = "tfrt_test.string_equal"(%ab, %aa) : (!tfrt.string, !tfrt.string) -> i1
  tfrt.return %eq, %all : i1, !tfrt.string
}
func.func @counted() -> i32 {
  %c = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %n = tfrt.constant.i32 50
  %ch0 = tfrt.new.chain
  %last, %ch1 = tfrt.repeat.i32 %n, %c, %ch0 : !test.atomic.i32, !tfrt.chain {
    %done = tfrt_test.do.async %c, %ch0 : (!test.atomic.i32, !tfrt.chain) -> (!tfrt.chain) {
      %d = "tfrt_test.atomic.inc.i32"(%c, %ch0) : (!test.atomic.i32, !tfrt.chain) -> !tfrt.chain
      tfrt.return %d : !tfrt.chain
    }
    tfrt.return %c, %done : !test.atomic.i32, !tfrt.chain
  }
  %v, %ch2 = "tfrt_test.atomic.get.i32"(%c, %ch1) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %v : i32
}
func.func @returned_twice() -> (i32, i32, i32) {
  %a = "tfrt_test.async_constant.i32"() {value = 6 : i32} : () -> i32
  %b = tfrt.add.i32 %a, %a
  tfrt.return %a, %b, %a : i32, i32, i32
}
