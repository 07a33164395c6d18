// Recursion that is pure and scalar, which engines try without errors first: what it gives, which
// error of which place it has, and what is reported how often when a try does not come through.
func.func @fib(%n: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %small = "tfrt.lessequal.i32"(%n, %one) : (i32, i32) -> i1
  %r = tfrt.if %small, %n : (i32) -> (i32) {
    tfrt.return %n : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m2 = tfrt.constant.i32 -2
    %a = tfrt.add.i32 %n, %m1
    %b = tfrt.add.i32 %n, %m2
    %x = tfrt.call @fib(%a) : (i32) -> i32
    %y = tfrt.call @fib(%b) : (i32) -> i32
    %z = tfrt.add.i32 %x, %y
    tfrt.return %z : i32
  }
  tfrt.return %r : i32
}
func.func @fibs() -> (i32, i32, i32, i32) {
  %zero = tfrt.constant.i32 0
  %one = tfrt.constant.i32 1
  %two = tfrt.constant.i32 2
  %nine = tfrt.constant.i32 9
  %a = tfrt.call @fib(%zero) : (i32) -> i32
  %b = tfrt.call @fib(%one) : (i32) -> i32
  %c = tfrt.call @fib(%two) : (i32) -> i32
  %d = tfrt.call @fib(%nine) : (i32) -> i32
  tfrt.return %a, %b, %c, %d : i32, i32, i32, i32
}

// Two functions that call each other, with a third that recursion reaches and that calls nobody.
func.func @less(%n: i32) -> (i32, i1) {
  %m1 = tfrt.constant.i32 -1
  %zero = tfrt.constant.i32 0
  %less = tfrt.add.i32 %n, %m1
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  tfrt.return %less, %done : i32, i1
}
func.func @even(%n: i32) -> i1 {
  %less, %done = tfrt.call @less(%n) : (i32) -> (i32, i1)
  %r = tfrt.cond %done @yes @odd (%less) : (i32) -> (i1)
  tfrt.return %r : i1
}
func.func @odd(%n: i32) -> i1 {
  %less, %done = tfrt.call @less(%n) : (i32) -> (i32, i1)
  %r = tfrt.cond %done @no @even (%less) : (i32) -> (i1)
  tfrt.return %r : i1
}
func.func @yes(%n: i32) -> i1 {
  %r = tfrt.constant.i1 true
  tfrt.return %r : i1
}
func.func @no(%n: i32) -> i1 {
  %r = tfrt.constant.i1 false
  tfrt.return %r : i1
}
func.func @parities() -> (i1, i1, i1, i1) {
  %seven = tfrt.constant.i32 7
  %many = tfrt.constant.i32 400
  %a = tfrt.call @even(%seven) : (i32) -> i1
  %b = tfrt.call @odd(%seven) : (i32) -> i1
  %c = tfrt.call @even(%many) : (i32) -> i1
  %d = tfrt.call @odd(%many) : (i32) -> i1
  tfrt.return %a, %b, %c, %d : i1, i1, i1, i1
}

// The depth is used up at different levels of what stands in one call of an attempt: what is just
// not too deep, and what is.
func.func @down(%n: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %done, %n : (i32) -> (i32) {
    tfrt.return %n : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %x = tfrt.call @down(%m) : (i32) -> i32
    tfrt.return %x : i32
  }
  tfrt.return %r : i32
}
func.func @just_not_too_deep() -> (i32, i32) {
  %a = tfrt.constant.i32 9998
  %b = tfrt.constant.i32 9999
  %x = tfrt.call @down(%a) : (i32) -> i32
  %y = tfrt.call @down(%b) : (i32) -> i32
  tfrt.return %x, %y : i32, i32
}
func.func @too_deep() -> (i32, i32, i32) {
  %a = tfrt.constant.i32 10000
  %b = tfrt.constant.i32 10001
  %c = tfrt.constant.i32 10007
  %x = tfrt.call @down(%a) : (i32) -> i32
  %y = tfrt.call @down(%b) : (i32) -> i32
  %z = tfrt.call @down(%c) : (i32) -> i32
  tfrt.return %x, %y, %z : i32, i32, i32
}

// A quotient that is not there: at the bottom, in one of two branches, and one whose error nobody
// uses, so that the function comes to a value all the same.
func.func @divided(%n: i32, %by: i32) -> (i32, i32) {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %q, %s = tfrt.if %done, %n, %by : (i32, i32) -> (i32, i32) {
    %q, %r = tfrt.div.i32 %n, %by
    tfrt.return %q, %n : i32, i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %less = tfrt.add.i32 %by, %m1
    %a, %b = tfrt.call @divided(%m, %by) : (i32, i32) -> (i32, i32)
    %c, %d = tfrt.call @divided(%m, %less) : (i32, i32) -> (i32, i32)
    %sum = tfrt.add.i32 %a, %c
    %other = tfrt.add.i32 %b, %d
    tfrt.return %sum, %other : i32, i32
  }
  tfrt.return %q, %s : i32, i32
}
func.func @quotients() -> (i32, i32, i32, i32) {
  %three = tfrt.constant.i32 3
  %two = tfrt.constant.i32 2
  %nine = tfrt.constant.i32 9
  %a, %b = tfrt.call @divided(%three, %nine) : (i32, i32) -> (i32, i32)
  %c, %d = tfrt.call @divided(%three, %two) : (i32, i32) -> (i32, i32)
  tfrt.return %a, %b, %c, %d : i32, i32, i32, i32
}

// Recursion out of a loop's body, of a case's arms and into arguments of other calls.
func.func @body(%n: i32, %sum: i32) -> (i32, i32, i1) {
  %m1 = tfrt.constant.i32 -1
  %one = tfrt.constant.i32 1
  %less = tfrt.add.i32 %n, %m1
  %more = tfrt.add.i32 %sum, %one
  %go = "tfrt.lessequal.i32"(%one, %less) : (i32, i32) -> i1
  tfrt.return %less, %more, %go : i32, i32, i1
}
func.func @counted(%n: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %zero = tfrt.constant.i32 0
  %go = "tfrt.lessequal.i32"(%one, %n) : (i32, i32) -> i1
  %last, %sum = tfrt.while %go @body(%n, %zero) parallel_iterations(1) : (i32, i32) -> (i32, i32)
  %m2 = tfrt.constant.i32 -2
  %less = tfrt.add.i32 %n, %m2
  %r = tfrt.if %go, %less, %sum : (i32, i32) -> (i32) {
    %inner = tfrt.call @counted(%less) : (i32) -> i32
    %all = tfrt.add.i32 %inner, %sum
    tfrt.return %all : i32
  } else {
    tfrt.return %sum : i32
  }
  tfrt.return %r : i32
}
func.func @plus(%m: i32, %n: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %r = tfrt.add.i32 %n, %one
  tfrt.return %r : i32
}
func.func @ackermann(%m: i32, %n: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %first = "tfrt.lessequal.i32"(%m, %zero) : (i32, i32) -> i1
  %r = tfrt.cond %first @plus @ackermann_other (%m, %n) : (i32, i32) -> (i32)
  tfrt.return %r : i32
}
func.func @ackermann_other(%m: i32, %n: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %one = tfrt.constant.i32 1
  %m1 = tfrt.constant.i32 -1
  %less = tfrt.add.i32 %m, %m1
  %last = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %inner = tfrt.if %last, %m, %n : (i32, i32) -> (i32) {
    %one = tfrt.constant.i32 1
    tfrt.return %one : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %less = tfrt.add.i32 %n, %m1
    %x = tfrt.call @ackermann(%m, %less) : (i32, i32) -> i32
    tfrt.return %x : i32
  }
  %r = tfrt.call @ackermann(%less, %inner) : (i32, i32) -> i32
  tfrt.return %r : i32
}
func.func @pick(%n: i32) -> i32 {
  %r = tfrt.case %n [@nothing, @counted, @pick_less] (%n) : (i32) -> (i32)
  tfrt.return %r : i32
}
func.func @nothing(%n: i32) -> i32 {
  tfrt.return %n : i32
}
func.func @pick_less(%n: i32) -> i32 {
  %m2 = tfrt.constant.i32 -2
  %less = tfrt.add.i32 %n, %m2
  %r = tfrt.call @pick(%less) : (i32) -> i32
  tfrt.return %r : i32
}
func.func @others() -> (i32, i32, i32, i32) {
  %two = tfrt.constant.i32 2
  %three = tfrt.constant.i32 3
  %ten = tfrt.constant.i32 10
  %eleven = tfrt.constant.i32 11
  %a = tfrt.call @counted(%ten) : (i32) -> i32
  %b = tfrt.call @ackermann(%two, %three) : (i32, i32) -> i32
  %c = tfrt.call @pick(%ten) : (i32) -> i32
  %d = tfrt.call @pick(%eleven) : (i32) -> i32
  tfrt.return %a, %b, %c, %d : i32, i32, i32, i32
}
