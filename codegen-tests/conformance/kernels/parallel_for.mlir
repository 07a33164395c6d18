// rule: kernels §1, tfrt.parallel_for.i32: the region runs for each block of the range, with its
//   bounds and the operands; the chain comes after all of them; an empty range is a ready chain.
// rule: kernels §1, tfrt.parallel_for.i32: the fixed block size is used as it is, capped at the
//   range; one block runs on the caller.
// rule: kernels §1, tfrt.parallel_for.i32: the region returns nothing or one chain.
// run:
// out| --- Not running '' because it has arguments.
// out| --- Running 'bounds':
// out| 'bounds' returned 34
// out| --- Not running '' because it has arguments.
// out| --- Running 'late_blocks':
// out| 'late_blocks' returned 105
// out| --- Not running '' because it has arguments.
// out| --- Running 'without_results':
// out| int32 = 1
// out| int32 = 3
// out| 'without_results' returned !tfrt.chain value
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Running 'empty':
// out| 'empty' returned !tfrt.chain value,!tfrt.chain value
// out| --- Not running '' because it has arguments.
// out| --- Running 'error_in_a_block':
// out| 'error_in_a_block' returned <<error: error chain>>
// out| --- Not running '' because it has arguments.
// out| --- Running 'no_block_size':
// out| 'no_block_size' returned <<error: block size must be positive, got 0>>
// out| --- Not running '' because it has arguments.
// out| --- Running 'two_results':
// out| 'two_results' returned <<error: Invalid parallel body function result types>>

// Adds up the bounds of all blocks, so of [0, 10) in blocks of 4: 0+4 + 4+8 + 8+10.
func.func @bounds() -> i32 {
  %s = tfrt.constant.i32 0
  %e = tfrt.constant.i32 10
  %b = tfrt.constant.i32 4
  %ch0 = tfrt.new.chain
  %n = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %done = tfrt.parallel_for.i32 %s to %e fixed %b, %n : !test.atomic.i32 {
    %ch = tfrt.new.chain
    %ch1 = "tfrt_test.atomic.add.i32"(%n, %s, %ch) : (!test.atomic.i32, i32, !tfrt.chain) -> !tfrt.chain
    %ch2 = "tfrt_test.atomic.add.i32"(%n, %e, %ch1) : (!test.atomic.i32, i32, !tfrt.chain) -> !tfrt.chain
    tfrt.return %ch2 : !tfrt.chain
  }
  %r, %ch3 = "tfrt_test.atomic.get.i32"(%n, %done) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %r : i32
}

func.func @late_blocks() -> i32 {
  %s = tfrt.constant.i32 -5
  %e = tfrt.constant.i32 100
  %b = tfrt.constant.i32 1
  %n = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %done = tfrt.parallel_for.i32 %s to %e fixed %b, %n : !test.atomic.i32 {
    %late = "tfrt_test.async_copy.i32"(%s) : (i32) -> i32
    %ch = tfrt.merge.chains %late : i32
    %ch1 = "tfrt_test.atomic.inc.i32"(%n, %ch) : (!test.atomic.i32, !tfrt.chain) -> !tfrt.chain
    tfrt.return %ch1 : !tfrt.chain
  }
  %r, %ch3 = "tfrt_test.atomic.get.i32"(%n, %done) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %r : i32
}

func.func @without_results() -> !tfrt.chain {
  %s = tfrt.constant.i32 1
  %e = tfrt.constant.i32 3
  %b = tfrt.constant.i32 100
  %done = tfrt.parallel_for.i32 %s to %e fixed %b {
    %ch = tfrt.new.chain
    %ch1 = tfrt.print.i32 %s, %ch
    %ch2 = tfrt.print.i32 %e, %ch1
    tfrt.return
  }
  tfrt.return %done : !tfrt.chain
}

func.func @empty() -> (!tfrt.chain, !tfrt.chain) {
  %s = tfrt.constant.i32 3
  %e = tfrt.constant.i32 1
  %a = tfrt.parallel_for.i32 %s to %e fixed %e {
    %bad = "tfrt_test.fail"() : () -> i32
    tfrt.return
  }
  %s2 = tfrt.constant.i32 3
  %b = tfrt.parallel_for.i32 %s to %s2 fixed %e {
    %bad = "tfrt_test.fail"() : () -> i32
    tfrt.return
  }
  tfrt.return %a, %b : !tfrt.chain, !tfrt.chain
}

func.func @error_in_a_block() -> !tfrt.chain {
  %s = tfrt.constant.i32 0
  %e = tfrt.constant.i32 1
  %b = tfrt.constant.i32 1
  %done = tfrt.parallel_for.i32 %s to %e fixed %b {
    %ch = tfrt.new.chain
    %ch1 = "tfrt_test.error_chain"(%ch) : (!tfrt.chain) -> !tfrt.chain // expected-error {{error chain}}
    tfrt.return %ch1 : !tfrt.chain
  }
  tfrt.return %done : !tfrt.chain
}

func.func @no_block_size() -> !tfrt.chain {
  %s = tfrt.constant.i32 0
  %e = tfrt.constant.i32 1
  %done = tfrt.parallel_for.i32 %s to %e fixed %s { // expected-error {{block size must be positive, got 0}}
    tfrt.return
  }
  tfrt.return %done : !tfrt.chain
}

func.func @two_results() -> !tfrt.chain {
  %s = tfrt.constant.i32 0
  %e = tfrt.constant.i32 1
  %done = tfrt.parallel_for.i32 %s to %e fixed %e { // expected-error {{Invalid parallel body function result types}}
    %ch = tfrt.new.chain
    tfrt.return %ch, %ch : !tfrt.chain, !tfrt.chain
  }
  tfrt.return %done : !tfrt.chain
}
