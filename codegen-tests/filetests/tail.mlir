// Functions whose last act is to call themselves, which compiled engines run as loops, and some that
// only look so: what they give, what is reported where and how often, and what is left alive.

// The counter and what is summed, through a region.
func.func @sum(%n: i32, %acc: i64) -> i64 {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %done, %n, %acc : (i32, i64) -> (i64) {
    tfrt.return %acc : i64
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %three = tfrt.constant.i64 3
    %more = tfrt.add.i64 %acc, %three
    %x = tfrt.call @sum(%m, %more) : (i32, i64) -> i64
    tfrt.return %x : i64
  }
  tfrt.return %r : i64
}
func.func @sums() -> (i64, i64, i64) {
  %none = tfrt.constant.i32 0
  %few = tfrt.constant.i32 5
  %many = tfrt.constant.i32 9998
  %zero = tfrt.constant.i64 0
  %a = tfrt.call @sum(%none, %zero) : (i32, i64) -> i64
  %b = tfrt.call @sum(%few, %zero) : (i32, i64) -> i64
  %c = tfrt.call @sum(%many, %zero) : (i32, i64) -> i64
  tfrt.return %a, %b, %c : i64, i64, i64
}
// The last trip that is not too deep, and the first that is.
func.func @depths() -> (i64, i64) {
  %just = tfrt.constant.i32 9999
  %over = tfrt.constant.i32 10000
  %zero = tfrt.constant.i64 0
  %a = tfrt.call @sum(%just, %zero) : (i32, i64) -> i64
  %b = tfrt.call @sum(%over, %zero) : (i32, i64) -> i64
  tfrt.return %a, %b : i64, i64
}

// The function itself is an arm: of a branch on either side, of a case, and of all arms.
func.func @end(%n: i32, %x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @by_cond(%n: i32, %x: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %m1 = tfrt.constant.i32 -1
  %m = tfrt.add.i32 %n, %m1
  %y = tfrt.add.i32 %x, %n
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.cond %done @end @by_cond (%m, %y) : (i32, i32) -> (i32)
  tfrt.return %r : i32
}
func.func @by_other_arm(%n: i32, %x: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %m1 = tfrt.constant.i32 -1
  %m = tfrt.add.i32 %n, %m1
  %y = tfrt.add.i32 %x, %n
  %more = "tfrt.lessequal.i32"(%one, %n) : (i32, i32) -> i1
  %r = tfrt.cond %more @by_other_arm @end (%m, %y) : (i32, i32) -> (i32)
  tfrt.return %r : i32
}
func.func @by_case(%n: i32, %x: i32) -> i32 {
  %m1 = tfrt.constant.i32 -1
  %m = tfrt.add.i32 %n, %m1
  %y = tfrt.mul.i32 %x, %n
  %r = tfrt.case %n [@end, @end, @by_case] (%m, %y) : (i32, i32) -> (i32)
  tfrt.return %r : i32
}
func.func @arms() -> (i32, i32, i32, i32, i32) {
  %one = tfrt.constant.i32 1
  %three = tfrt.constant.i32 3
  %ten = tfrt.constant.i32 10
  %many = tfrt.constant.i32 20000
  %a = tfrt.call @by_cond(%ten, %one) : (i32, i32) -> i32
  %b = tfrt.call @by_other_arm(%three, %one) : (i32, i32) -> i32
  %c = tfrt.call @by_case(%ten, %one) : (i32, i32) -> i32
  %d = tfrt.call @by_cond(%many, %one) : (i32, i32) -> i32
  %e = tfrt.call @by_case(%many, %one) : (i32, i32) -> i32
  tfrt.return %a, %b, %c, %d, %e : i32, i32, i32, i32, i32
}
func.func @forever(%n: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %m = tfrt.add.i32 %n, %one
  %x = tfrt.call @forever(%m) : (i32) -> i32
  tfrt.return %x : i32
}
func.func @both(%n: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %go = "tfrt.equal.i32"(%n, %one) : (i32, i32) -> i1
  %x = tfrt.cond %go @both @both (%n) : (i32) -> (i32)
  tfrt.return %x : i32
}
func.func @nothing() {
  tfrt.call @nothing() : () -> ()
  tfrt.return
}
func.func @no_end() -> (i32, i32) {
  %n = tfrt.constant.i32 3
  %a = tfrt.call @forever(%n) : (i32) -> i32
  %b = tfrt.call @both(%n) : (i32) -> i32
  tfrt.call @nothing() : () -> ()
  tfrt.return %a, %b : i32, i32
}

// What one trip hands to the next in another order, twice, and all of it in turn.
func.func @swapped(%n: i32, %a: i32, %b: i32, %c: i32) -> (i32, i32, i32) {
  %zero = tfrt.constant.i32 0
  %m1 = tfrt.constant.i32 -1
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %x, %y, %z = tfrt.if %done, %n, %a, %b, %c : (i32, i32, i32, i32) -> (i32, i32, i32) {
    tfrt.return %a, %b, %c : i32, i32, i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %x, %y, %z = tfrt.call @swapped(%m, %b, %c, %a) : (i32, i32, i32, i32) -> (i32, i32, i32)
    tfrt.return %x, %y, %z : i32, i32, i32
  }
  tfrt.return %x, %y, %z : i32, i32, i32
}
func.func @twice(%n: i32, %a: i32, %b: i32) -> (i32, i32) {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %x, %y = tfrt.if %done, %n, %a, %b : (i32, i32, i32) -> (i32, i32) {
    tfrt.return %a, %b : i32, i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %sum = tfrt.add.i32 %a, %b
    %x, %y = tfrt.call @twice(%m, %sum, %sum) : (i32, i32, i32) -> (i32, i32)
    tfrt.return %x, %y : i32, i32
  }
  tfrt.return %x, %y : i32, i32
}
// The results of the call in another order: no tail, and the same in a region's results.
func.func @turned(%n: i32, %a: i32, %b: i32) -> (i32, i32) {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %x, %y = tfrt.if %done, %n, %a, %b : (i32, i32, i32) -> (i32, i32) {
    tfrt.return %a, %b : i32, i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %sum = tfrt.add.i32 %a, %b
    %x, %y = tfrt.call @turned(%m, %a, %sum) : (i32, i32, i32) -> (i32, i32)
    tfrt.return %y, %x : i32, i32
  }
  tfrt.return %x, %y : i32, i32
}
func.func @turned_outside(%n: i32, %a: i32, %b: i32) -> (i32, i32) {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %x, %y = tfrt.if %done, %n, %a, %b : (i32, i32, i32) -> (i32, i32) {
    tfrt.return %a, %b : i32, i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %sum = tfrt.add.i32 %a, %b
    %x, %y = tfrt.call @turned_outside(%m, %a, %sum) : (i32, i32, i32) -> (i32, i32)
    tfrt.return %x, %y : i32, i32
  }
  tfrt.return %y, %x : i32, i32
}
// One result of the call twice, and something after the call.
func.func @same(%n: i32) -> (i32, i32) {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %x, %y = tfrt.if %done, %n : (i32) -> (i32, i32) {
    %one = tfrt.constant.i32 1
    tfrt.return %n, %one : i32, i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %x, %y = tfrt.call @same(%m) : (i32) -> (i32, i32)
    tfrt.return %x, %x : i32, i32
  }
  tfrt.return %x, %y : i32, i32
}
func.func @after(%n: i32, %by: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %done, %n, %by : (i32, i32) -> (i32) {
    tfrt.return %n : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %x = tfrt.call @after(%m, %by) : (i32, i32) -> i32
    %ch0 = tfrt.new.chain
    %ch1 = tfrt.print.i32 %n, %ch0
    tfrt.return %x : i32
  }
  tfrt.return %r : i32
}
func.func @orders() -> (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) {
  %one = tfrt.constant.i32 1
  %two = tfrt.constant.i32 2
  %three = tfrt.constant.i32 3
  %five = tfrt.constant.i32 5
  %a, %b, %c = tfrt.call @swapped(%five, %one, %two, %three) : (i32, i32, i32, i32) -> (i32, i32, i32)
  %d, %e = tfrt.call @twice(%five, %one, %two) : (i32, i32, i32) -> (i32, i32)
  %f, %g = tfrt.call @turned(%five, %one, %two) : (i32, i32, i32) -> (i32, i32)
  %h, %i = tfrt.call @turned_outside(%five, %one, %two) : (i32, i32, i32) -> (i32, i32)
  %j, %k = tfrt.call @same(%five) : (i32) -> (i32, i32)
  %l = tfrt.call @after(%three, %one) : (i32, i32) -> i32
  tfrt.return %a, %b, %c, %d, %e, %f, %g, %h, %i, %j, %k, %l : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
}

// Values that are counted: swapped, handed on twice, left behind, printed on the way; made anew and
// given up for others in each trip.
func.func @counted(%n: i32, %a: !vt.value, %b: !vt.value, %left: !vt.value) -> (!vt.value, !vt.value) {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %x, %y = tfrt.if %done, %n, %a, %b : (i32, !vt.value, !vt.value) -> (!vt.value, !vt.value) {
    tfrt.return %b, %a : !vt.value, !vt.value
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %new = "vt.constant"() { value = 7 : i32 } : () -> !vt.value
    %sum = "vt.add"(%a, %new) : (!vt.value, !vt.value) -> !vt.value
    %x, %y = tfrt.call @counted(%m, %b, %sum, %b) : (i32, !vt.value, !vt.value, !vt.value) -> (!vt.value, !vt.value)
    tfrt.return %x, %y : !vt.value, !vt.value
  }
  tfrt.return %x, %y : !vt.value, !vt.value
}
func.func @texts(%n: i32, %s: !tfrt.string, %t: !tfrt.string, %ch: !tfrt.chain) -> (!tfrt.string, !tfrt.chain) {
  %zero = tfrt.constant.i32 0
  %ch1 = "tfrt_test.print_string"(%s, %ch) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r, %ch2 = tfrt.if %done, %n, %s, %t, %ch1 : (i32, !tfrt.string, !tfrt.string, !tfrt.chain) -> (!tfrt.string, !tfrt.chain) {
    tfrt.return %t, %ch1 : !tfrt.string, !tfrt.chain
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %format = tfrt_test.get_string { value = "text %d" }
    %new = "tfrt_test.format_string"(%format, %n) : (!tfrt.string, i32) -> !tfrt.string
    %r, %ch2 = tfrt.call @texts(%m, %new, %s, %ch1) : (i32, !tfrt.string, !tfrt.string, !tfrt.chain) -> (!tfrt.string, !tfrt.chain)
    tfrt.return %r, %ch2 : !tfrt.string, !tfrt.chain
  }
  tfrt.return %r, %ch2 : !tfrt.string, !tfrt.chain
}
func.func @boxed() -> (!vt.value, !vt.value, !tfrt.string, !tfrt.chain) {
  %n = tfrt.constant.i32 5
  %a = "vt.constant"() { value = 10 : i32 } : () -> !vt.value
  %b = "vt.constant"() { value = 20 : i32 } : () -> !vt.value
  %x, %y = tfrt.call @counted(%n, %a, %b, %a) : (i32, !vt.value, !vt.value, !vt.value) -> (!vt.value, !vt.value)
  %s = tfrt_test.get_string { value = "first" }
  %ch0 = tfrt.new.chain
  %t, %ch1 = tfrt.call @texts(%n, %s, %s, %ch0) : (i32, !tfrt.string, !tfrt.string, !tfrt.chain) -> (!tfrt.string, !tfrt.chain)
  tfrt.return %x, %y, %t, %ch1 : !vt.value, !vt.value, !tfrt.string, !tfrt.chain
}

// Counted values that are alive where it gets too deep.
func.func @counted_forever(%a: !vt.value, %b: !vt.value) -> !vt.value {
  %x = tfrt.call @counted_forever(%b, %a) : (!vt.value, !vt.value) -> !vt.value
  tfrt.return %x : !vt.value
}
func.func @too_deep() -> !vt.value {
  %a = "vt.constant"() { value = 1 : i32 } : () -> !vt.value
  %b = "vt.constant"() { value = 2 : i32 } : () -> !vt.value
  %x = tfrt.call @counted_forever(%a, %b) : (!vt.value, !vt.value) -> !vt.value
  tfrt.return %x : !vt.value
}

// An error in an operand: the call is not made, and what the function gives is the error. The last
// of two wins.
func.func @divided(%n: i32, %by: i32, %s: !tfrt.string) -> (i32, !tfrt.string) {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %q, %t = tfrt.if %done, %n, %by, %s : (i32, i32, !tfrt.string) -> (i32, !tfrt.string) {
    tfrt.return %by, %s : i32, !tfrt.string
  } else {
    %m1 = tfrt.constant.i32 -1
    %hundred = tfrt.constant.i32 100
    %m = tfrt.add.i32 %n, %m1
    %less = tfrt.add.i32 %by, %m1
    %q, %rest = tfrt.div.i32 %hundred, %by
    %p, %other = tfrt.div.i32 %q, %less
    %zero = "tfrt.minus.i32"(%p, %p) : (i32, i32) -> i32
    %next = tfrt.add.i32 %less, %zero
    %r, %t = tfrt.call @divided(%m, %next, %s) : (i32, i32, !tfrt.string) -> (i32, !tfrt.string)
    tfrt.return %r, %t : i32, !tfrt.string
  }
  tfrt.return %q, %t : i32, !tfrt.string
}
func.func @two_errors(%n: i32, %x: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %q, %r = tfrt.div.i32 %x, %n
  %p, %s = tfrt.div.i32 %n, %zero
  %z = tfrt.call @two_errors(%q, %p) : (i32, i32) -> i32
  tfrt.return %z : i32
}
func.func @errors() -> (i32, !tfrt.string, i32, !tfrt.string, i32) {
  %zero = tfrt.constant.i32 0
  %three = tfrt.constant.i32 3
  %nine = tfrt.constant.i32 9
  %s = tfrt_test.get_string { value = "s" }
  %a, %b = tfrt.call @divided(%three, %nine, %s) : (i32, i32, !tfrt.string) -> (i32, !tfrt.string)
  %c, %d = tfrt.call @divided(%nine, %three, %s) : (i32, i32, !tfrt.string) -> (i32, !tfrt.string)
  %e = tfrt.call @two_errors(%zero, %three) : (i32, i32) -> i32
  tfrt.return %a, %b, %c, %d, %e : i32, !tfrt.string, i32, !tfrt.string, i32
}

// What arrives later as a result, and a function that waits before its call, which is no loop.
func.func @late_end(%n: i32, %x: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %done, %n, %x : (i32, i32) -> (i32) {
    %late = "tfrt_test.async_copy.i32"(%x) : (i32) -> i32
    tfrt.return %late : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %y = tfrt.add.i32 %x, %n
    %z = tfrt.call @late_end(%m, %y) : (i32, i32) -> i32
    tfrt.return %z : i32
  }
  tfrt.return %r : i32
}
func.func @waits(%n: i32, %x: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %done, %n, %x : (i32, i32) -> (i32) {
    tfrt.return %x : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %late = "tfrt_test.async_copy.i32"(%x) : (i32) -> i32
    %y = tfrt.add.i32 %late, %n
    %z = tfrt.call @waits(%m, %y) : (i32, i32) -> i32
    tfrt.return %z : i32
  }
  tfrt.return %r : i32
}
func.func @later() -> (i32, i32, i32) {
  %n = tfrt.constant.i32 9
  %late = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
  %a = tfrt.call @late_end(%n, %n) : (i32, i32) -> i32
  %b = tfrt.call @late_end(%late, %n) : (i32, i32) -> i32
  %c = tfrt.call @waits(%n, %late) : (i32, i32) -> i32
  tfrt.return %a, %b, %c : i32, i32, i32
}

// Loops in loops: a call that is none of the tails, at each trip one deeper; one that recurses and
// one that is a loop itself, and a tail in a branch in a branch.
func.func @nested(%n: i32, %x: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %done = "tfrt.lessequal.i32"(%n, %one) : (i32, i32) -> i1
  %r = tfrt.if %done, %n, %x : (i32, i32) -> (i32) {
    %y = tfrt.add.i32 %n, %x
    tfrt.return %y : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m2 = tfrt.constant.i32 -2
    %zero = tfrt.constant.i32 0
    %m = tfrt.add.i32 %n, %m1
    %k = tfrt.add.i32 %n, %m2
    %inner = tfrt.call @nested(%k, %zero) : (i32, i32) -> i32
    %y = tfrt.add.i32 %x, %inner
    %odd = "tfrt.equal.i32"(%y, %n) : (i32, i32) -> i1
    %z = tfrt.if %odd, %m, %y : (i32, i32) -> (i32) {
      %w = tfrt.call @end(%m, %y) : (i32, i32) -> i32
      tfrt.return %w : i32
    } else {
      %w = tfrt.call @nested(%m, %y) : (i32, i32) -> i32
      tfrt.return %w : i32
    }
    tfrt.return %z : i32
  }
  tfrt.return %r : i32
}
// Each of its calls of itself that is no tail comes after a trip.
func.func @zigzag(%n: i32, %x: i32) -> i32 {
  %r = tfrt.case %x [@zigzag_trip, @zigzag_end, @zigzag_down] (%n, %x) : (i32, i32) -> (i32)
  tfrt.return %r : i32
}
func.func @zigzag_trip(%n: i32, %x: i32) -> i32 {
  tfrt.return %n : i32
}
func.func @zigzag_end(%n: i32, %x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @zigzag_down(%n: i32, %x: i32) -> i32 {
  %r = tfrt.call @zigs(%n, %x) : (i32, i32) -> i32
  tfrt.return %r : i32
}
func.func @zigs(%n: i32, %x: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %one = tfrt.constant.i32 1
  %two = tfrt.constant.i32 2
  %m1 = tfrt.constant.i32 -1
  %m = tfrt.add.i32 %n, %m1
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %done, %n, %x, %m : (i32, i32, i32) -> (i32) {
    tfrt.return %x : i32
  } else {
    %one = tfrt.constant.i32 1
    %two = tfrt.constant.i32 2
    %again = "tfrt.equal.i32"(%x, %two) : (i32, i32) -> i1
    %s = tfrt.if %again, %m, %one, %two : (i32, i32, i32) -> (i32) {
      %t = tfrt.call @zigs(%m, %one) : (i32, i32) -> i32
      tfrt.return %t : i32
    } else {
      %u = tfrt.call @zigs(%m, %two) : (i32, i32) -> i32
      %t = tfrt.add.i32 %u, %one
      tfrt.return %t : i32
    }
    tfrt.return %s : i32
  }
  tfrt.return %r : i32
}
func.func @loops() -> (i32, i32, i32) {
  %zero = tfrt.constant.i32 0
  %two = tfrt.constant.i32 2
  %twelve = tfrt.constant.i32 12
  %many = tfrt.constant.i32 9990
  %a = tfrt.call @nested(%twelve, %zero) : (i32, i32) -> i32
  %b = tfrt.call @zigzag(%many, %two) : (i32, i32) -> i32
  %c = tfrt.call @zigzag(%twelve, %two) : (i32, i32) -> i32
  tfrt.return %a, %b, %c : i32, i32, i32
}
