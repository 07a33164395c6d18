// rule: kernels §2, tfrt_test.atomic.{create,inc,add,get}.i32: a shared counter that starts at 0, is
//   incremented, added to and read, in the order of chains.
// run:
// out| --- Running 'counter':
// out| 'counter' returned 0,2,-8
// out| --- Running 'two_counters':
// out| 'two_counters' returned 0

func.func @counter() -> (i32, i32, i32) {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %r0, %ch1 = "tfrt_test.atomic.get.i32"(%a, %ch0) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  %ch2 = "tfrt_test.atomic.inc.i32"(%a, %ch1) : (!test.atomic.i32, !tfrt.chain) -> !tfrt.chain
  %ch3 = "tfrt_test.atomic.inc.i32"(%a, %ch2) : (!test.atomic.i32, !tfrt.chain) -> !tfrt.chain
  %r1, %ch4 = "tfrt_test.atomic.get.i32"(%a, %ch3) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  %n = tfrt.constant.i32 -10
  %ch5 = "tfrt_test.atomic.add.i32"(%a, %n, %ch4) : (!test.atomic.i32, i32, !tfrt.chain) -> !tfrt.chain
  %r2, %ch6 = "tfrt_test.atomic.get.i32"(%a, %ch5) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %r0, %r1, %r2 : i32, i32, i32
}

func.func @two_counters() -> i32 {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %b = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %ch1 = "tfrt_test.atomic.inc.i32"(%a, %ch0) : (!test.atomic.i32, !tfrt.chain) -> !tfrt.chain
  %r, %ch2 = "tfrt_test.atomic.get.i32"(%b, %ch1) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %r : i32
}
