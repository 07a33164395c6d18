// Synchronous scalar graphs that the benchmark measures.
func.func @chain(%x: i32) -> i32 {
  %a0 = tfrt.mul.i32 %x, %x
  %b0 = tfrt.add.i32 %a0, %x
  %c0 = tfrt.mul.i32 %b0, %x
  %d0 = tfrt.add.i32 %c0, %x
  %a1 = tfrt.mul.i32 %d0, %d0
  %b1 = tfrt.add.i32 %a1, %x
  %c1 = tfrt.mul.i32 %b1, %x
  %d1 = tfrt.add.i32 %c1, %d0
  %a2 = tfrt.mul.i32 %d1, %d1
  %b2 = tfrt.add.i32 %a2, %x
  %c2 = tfrt.mul.i32 %b2, %x
  %d2 = tfrt.add.i32 %c2, %d1
  %a3 = tfrt.mul.i32 %d2, %d2
  %b3 = tfrt.add.i32 %a3, %x
  %c3 = tfrt.mul.i32 %b3, %x
  %d3 = tfrt.add.i32 %c3, %d2
  %a4 = tfrt.mul.i32 %d3, %d3
  %b4 = tfrt.add.i32 %a4, %x
  %c4 = tfrt.mul.i32 %b4, %x
  %d4 = tfrt.add.i32 %c4, %d3
  tfrt.return %d4 : i32
}
func.func @call(%x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @chains(%n: i32) -> i32 {
  %y = tfrt.repeat.i32 %n, %n : i32 {
    %next = tfrt.call @chain(%n) : (i32) -> i32
    tfrt.return %next : i32
  }
  tfrt.return %y : i32
}
func.func @collatz_step(%n: i32, %steps: i32) -> (i32, i32, i1) {
  %one = tfrt.constant.i32 1
  %two = tfrt.constant.i32 2
  %zero = tfrt.constant.i32 0
  %q, %r = tfrt.div.i32 %n, %two
  %even = tfrt.equal.i32 %r, %zero
  %next = tfrt.if %even, %n, %q : (i32, i32) -> (i32) {
    tfrt.return %q : i32
  } else {
    %three = tfrt.constant.i32 3
    %one = tfrt.constant.i32 1
    %t = tfrt.mul.i32 %n, %three
    %u = tfrt.add.i32 %t, %one
    tfrt.return %u : i32
  }
  %count = tfrt.add.i32 %steps, %one
  %go = "tfrt.lessequal.i32"(%two, %next) : (i32, i32) -> i1
  tfrt.return %next, %count, %go : i32, i32, i1
}
func.func @collatz(%n: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %two = tfrt.constant.i32 2
  %go = "tfrt.lessequal.i32"(%two, %n) : (i32, i32) -> i1
  %last, %steps = tfrt.while %go @collatz_step(%n, %zero) parallel_iterations(1) : (i32, i32) -> (i32, i32)
  tfrt.return %steps : i32
}
func.func @collatzes(%n: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %last, %all = tfrt.repeat.i32 %n, %n, %zero : i32, i32 {
    %m1 = tfrt.constant.i32 -1
    %steps = tfrt.call @collatz(%n) : (i32) -> i32
    %sum = tfrt.add.i32 %zero, %steps
    %less = tfrt.add.i32 %n, %m1
    tfrt.return %less, %sum : i32, i32
  }
  tfrt.return %all : i32
}
func.func @fib(%n: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %cond = "tfrt.lessequal.i32"(%n, %one) : (i32, i32) -> i1
  %r = tfrt.if %cond, %n : (i32) -> (i32) {
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
func.func @fib_on(%n: i32, %a: i32, %b: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %cond = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %cond, %n, %a, %b : (i32, i32, i32) -> (i32) {
    tfrt.return %a : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %c = tfrt.add.i32 %a, %b
    %x = tfrt.call @fib_on(%m, %b, %c) : (i32, i32, i32) -> i32
    tfrt.return %x : i32
  }
  tfrt.return %r : i32
}
func.func @fib_tail(%n: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %one = tfrt.constant.i32 1
  %r = tfrt.call @fib_on(%n, %zero, %one) : (i32, i32, i32) -> i32
  tfrt.return %r : i32
}
