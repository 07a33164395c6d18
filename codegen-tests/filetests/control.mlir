// Control flow over ready and fallible values: errors in conditions, trip counts, arms, loops.
func.func @pick(%i: i32) -> i32 {
  %r = tfrt.case %i [@ten, @twenty, @thirty] (%i) : (i32) -> (i32)
  tfrt.return %r : i32
}
func.func @ten(%i: i32) -> i32 {
  %c = tfrt.constant.i32 10
  tfrt.return %c : i32
}
func.func @twenty(%i: i32) -> i32 {
  %c = tfrt.constant.i32 20
  %r = tfrt.add.i32 %c, %i
  tfrt.return %r : i32
}
func.func @thirty(%i: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %q, %r = tfrt.div.i32 %i, %zero
  tfrt.return %q : i32
}
func.func @cases() -> (i32, i32, i32, i32) {
  %m1 = tfrt.constant.i32 -1
  %zero = tfrt.constant.i32 0
  %one = tfrt.constant.i32 1
  %seven = tfrt.constant.i32 7
  %a = tfrt.call @pick(%m1) : (i32) -> i32
  %b = tfrt.call @pick(%zero) : (i32) -> i32
  %c = tfrt.call @pick(%one) : (i32) -> i32
  %d = tfrt.call @pick(%seven) : (i32) -> i32
  tfrt.return %a, %b, %c, %d : i32, i32, i32, i32
}
func.func @error_in_arm() -> (i32, i32) {
  %t = tfrt.constant.i1 true
  %f = tfrt.constant.i1 false
  %x = tfrt.constant.i32 5
  %a = tfrt.if %t, %x : (i32) -> (i32) {
    %bad = "tfrt_test.fail"() : () -> i32
    tfrt.return %bad : i32
  } else {
    tfrt.return %x : i32
  }
  %b = tfrt.if %f, %x : (i32) -> (i32) {
    %bad = "tfrt_test.fail"() : () -> i32
    tfrt.return %bad : i32
  } else {
    tfrt.return %x : i32
  }
  tfrt.return %a, %b : i32, i32
}
func.func @error_through_loop() -> (i32, i32, i32) {
  %n = tfrt.constant.i32 4
  %x = tfrt.constant.i32 2
  %y = tfrt.constant.i32 100
  %z = tfrt.constant.i32 0
  %a, %b, %c = tfrt.repeat.i32 %n, %x, %y, %z : i32, i32, i32 {
    %one = tfrt.constant.i32 1
    %m1 = tfrt.constant.i32 -1
    %x1 = tfrt.add.i32 %x, %m1
    %y1, %r = tfrt.div.i32 %y, %x1
    %z1 = tfrt.add.i32 %z, %one
    tfrt.return %x1, %y1, %z1 : i32, i32, i32
  }
  tfrt.return %a, %b, %c : i32, i32, i32
}
func.func @zero_trips() -> (i32, i32) {
  %n = tfrt.constant.i32 -3
  %zero = tfrt.constant.i32 0
  %x = tfrt.constant.i32 8
  %a = tfrt.repeat.i32 %n, %x : i32 {
    %y = tfrt.add.i32 %x, %x
    tfrt.return %y : i32
  }
  %b = tfrt.repeat.i32 %zero, %x : i32 {
    %y = "tfrt_test.fail"() : () -> i32
    tfrt.return %y : i32
  }
  tfrt.return %a, %b : i32, i32
}
func.func @countdown(%n: i32, %steps: i32) -> (i32, i32, i1) {
  %one = tfrt.constant.i32 1
  %m1 = tfrt.constant.i32 -1
  %next = tfrt.add.i32 %n, %m1
  %count = tfrt.add.i32 %steps, %one
  %go = "tfrt.lessequal.i32"(%one, %next) : (i32, i32) -> i1
  tfrt.return %next, %count, %go : i32, i32, i1
}
func.func @failing(%n: i32) -> (i32, i1) {
  %m1 = tfrt.constant.i32 -1
  %next = tfrt.add.i32 %n, %m1
  %ten = tfrt.constant.i32 10
  %q, %r = tfrt.div.i32 %ten, %next
  %zero = tfrt.constant.i32 0
  %go = "tfrt.lessequal.i32"(%zero, %q) : (i32, i32) -> i1
  tfrt.return %next, %go : i32, i1
}
func.func @whiles() -> (i32, i32, i32, i32) {
  %t = tfrt.constant.i1 true
  %f = tfrt.constant.i1 false
  %n = tfrt.constant.i32 1000
  %zero = tfrt.constant.i32 0
  %three = tfrt.constant.i32 3
  %a, %b = tfrt.while %t @countdown(%n, %zero) parallel_iterations(1) : (i32, i32) -> (i32, i32)
  %c, %d = tfrt.while %f @countdown(%n, %zero) parallel_iterations(1) : (i32, i32) -> (i32, i32)
  %e = tfrt.while %t @failing(%three) parallel_iterations(1) : (i32) -> (i32)
  tfrt.return %a, %b, %c, %e : i32, i32, i32, i32
}
func.func @nested() -> i32 {
  %n = tfrt.constant.i32 20
  %zero = tfrt.constant.i32 0
  %r:2 = tfrt.repeat.i32 %n, %n, %zero : i32, i32 {
    %inner = tfrt.repeat.i32 %n, %zero : i32 {
      %one = tfrt.constant.i32 1
      %more = tfrt.add.i32 %zero, %one
      tfrt.return %more : i32
    }
    tfrt.return %n, %inner : i32, i32
  }
  tfrt.return %r#1 : i32
}
func.func @last_error_wins() -> (i32, i32, i32) {
  %zero = tfrt.constant.i32 0
  %a = "tfrt_test.fail"() : () -> i32
  %q, %r = tfrt.div.i32 %zero, %zero
  %x = tfrt.add.i32 %a, %q
  %y = tfrt.add.i32 %q, %a
  %z = tfrt.add.i32 %x, %y
  tfrt.return %x, %y, %z : i32, i32, i32
}
func.func @even(%n: i32) -> i1 {
  %zero = tfrt.constant.i32 0
  %done = tfrt.equal.i32 %n, %zero
  %r = tfrt.if %done, %n : (i32) -> (i1) {
    %t = tfrt.constant.i1 true
    tfrt.return %t : i1
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %o = tfrt.call @odd(%m) : (i32) -> i1
    tfrt.return %o : i1
  }
  tfrt.return %r : i1
}
func.func @odd(%n: i32) -> i1 {
  %zero = tfrt.constant.i32 0
  %done = tfrt.equal.i32 %n, %zero
  %r = tfrt.cond %done @no @even_of (%n) : (i32) -> (i1)
  tfrt.return %r : i1
}
func.func @no(%n: i32) -> i1 {
  %f = tfrt.constant.i1 false
  tfrt.return %f : i1
}
func.func @even_of(%n: i32) -> i1 {
  %m1 = tfrt.constant.i32 -1
  %m = tfrt.add.i32 %n, %m1
  %e = tfrt.call @even(%m) : (i32) -> i1
  tfrt.return %e : i1
}
func.func @mutual() -> (i1, i1) {
  %a = tfrt.constant.i32 100
  %b = tfrt.constant.i32 101
  %x = tfrt.call @even(%a) : (i32) -> i1
  %y = tfrt.call @even(%b) : (i32) -> i1
  tfrt.return %x, %y : i1, i1
}
