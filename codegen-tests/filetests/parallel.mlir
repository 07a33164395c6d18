// Ranges in blocks, over regions and functions, ready and late, with errors.
func.func @add_range(%s: i32, %e: i32, %c: !test.atomic.i32) -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %n = "tfrt.minus.i32"(%e, %s) : (i32, i32) -> i32
  %late = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
  %ch1 = "tfrt_test.atomic.add.i32"(%c, %late, %ch0) : (!test.atomic.i32, i32, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @sum_of_bounds() -> i32 {
  %c = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %start = tfrt.constant.i32 -7
  %end = tfrt.constant.i32 20
  %block = tfrt.constant.i32 4
  %done = tfrt.parallel_for.i32 %start to %end fixed %block, %c : !test.atomic.i32 {
    %ch0 = tfrt.new.chain
    %n = tfrt.mul.i32 %start, %end
    %ch1 = "tfrt_test.atomic.add.i32"(%c, %n, %ch0) : (!test.atomic.i32, i32, !tfrt.chain) -> !tfrt.chain
    tfrt.return %ch1 : !tfrt.chain
  }
  %v, %ch = "tfrt_test.atomic.get.i32"(%c, %done) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %v : i32
}
func.func @late_blocks() -> i32 {
  %c = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %start = tfrt.constant.i32 3
  %end = "tfrt_test.async_constant.i32"() {value = 103 : i32} : () -> i32
  %block = tfrt.constant.i32 7
  %done = tfrt.parallel_call.i32 %start to %end fixed %block @add_range(%c) : !test.atomic.i32
  %v, %ch = "tfrt_test.atomic.get.i32"(%c, %done) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %v : i32
}
func.func @empty_range() -> !tfrt.chain {
  %zero = tfrt.constant.i32 0
  %minus = tfrt.constant.i32 -1
  %one = tfrt.constant.i32 1
  %done = tfrt.parallel_for.i32 %zero to %minus fixed %one {
    %ch = tfrt.new.chain
    %a = "tfrt_test.print_hello"(%ch) : (!tfrt.chain) -> !tfrt.chain
    tfrt.return
  }
  tfrt.return %done : !tfrt.chain
}
func.func @the_last_error_wins() -> (!tfrt.chain, !tfrt.chain) {
  %zero = tfrt.constant.i32 0
  %ten = tfrt.constant.i32 10
  %one = tfrt.constant.i32 1
  %limit = tfrt.constant.i32 10
  %done = tfrt.parallel_for.i32 %zero to %ten fixed %one, %limit : i32 {
    %left = "tfrt.minus.i32"(%limit, %zero) : (i32, i32) -> i32
    %low = tfrt.constant.i32 2
    %few = "tfrt.lessequal.i32"(%left, %low) : (i32, i32) -> i1
    %ch = tfrt.if %few, %ten : (i32) -> (!tfrt.chain) {
      %q, %r = tfrt.div.i32 %ten, %ten
      %bad = "tfrt_test.report_error_async"() : () -> i32
      %c = tfrt.merge.chains %bad : i32
      tfrt.return %c : !tfrt.chain
    } else {
      %c = tfrt.new.chain
      %e = "tfrt_test.error_chain"(%c) : (!tfrt.chain) -> !tfrt.chain
      tfrt.return %e : !tfrt.chain
    }
    tfrt.return %ch : !tfrt.chain
  }
  %none = tfrt.parallel_for.i32 %zero to %ten fixed %zero {
    tfrt.return
  }
  tfrt.return %done, %none : !tfrt.chain, !tfrt.chain
}
