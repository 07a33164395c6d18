// rule: executor §2, "Setting a register": a continuation that a hundred others are around on its
//   thread, in each of which a value came that it waited for, is a task instead.
// run:
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Not running 'down' because it has arguments.
// out| --- Not running 'race' because it has arguments.
// out| --- Running 'hundred_at_once':
// out| int32 = 99
// out| int32 = 0
// out| 'hundred_at_once' returned !tfrt.chain value,!tfrt.chain value
// out| --- Running 'one_more':
// out| int32 = 0
// out| int32 = 100
// out| 'one_more' returned !tfrt.chain value,!tfrt.chain value
// engines: executor, the order of independent kernels is the executor's own

// The number, counted together from calls that wait for each other.
func.func @down(%n: i32, %ch: !tfrt.chain) -> (i32, !tfrt.chain) {
  %one = tfrt.constant.i32 1
  %go = "tfrt.lessequal.i32"(%one, %n) : (i32, i32) -> i1
  %r, %c = tfrt.if %go, %n, %ch : (i32, !tfrt.chain) -> (i32, !tfrt.chain) {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %q, %c = tfrt.call @down(%m, %ch) : (i32, !tfrt.chain) -> (i32, !tfrt.chain)
    %w = tfrt.constant.i32 1
    %s = tfrt.add.i32 %q, %w
    tfrt.return %s, %c : i32, !tfrt.chain
  } else {
    %q = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
    tfrt.return %q, %ch : i32, !tfrt.chain
  }
  tfrt.return %r, %c : i32, !tfrt.chain
}

// Prints the sum and, from a task behind the one that the sum waits for, zero.
func.func @race(%n: i32, %ch: !tfrt.chain) -> (!tfrt.chain, !tfrt.chain) {
  %r, %started = tfrt.call @down(%n, %ch) : (i32, !tfrt.chain) -> (i32, !tfrt.chain)
  %zero = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %z, %ch1 = "tfrt_test.atomic.get.i32"(%zero, %started) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  %a = "tfrt_test.async_copy.i32"(%z) : (i32) -> i32
  %p = tfrt.print.i32 %a, %ch
  %q = tfrt.print.i32 %r, %ch
  tfrt.return %p, %q : !tfrt.chain, !tfrt.chain
}

func.func @hundred_at_once() -> (!tfrt.chain, !tfrt.chain) {
  %n = tfrt.constant.i32 99
  %ch = tfrt.new.chain
  %p, %q = tfrt.call @race(%n, %ch) : (i32, !tfrt.chain) -> (!tfrt.chain, !tfrt.chain)
  tfrt.return %p, %q : !tfrt.chain, !tfrt.chain
}

func.func @one_more() -> (!tfrt.chain, !tfrt.chain) {
  %n = tfrt.constant.i32 100
  %ch = tfrt.new.chain
  %p, %q = tfrt.call @race(%n, %ch) : (i32, !tfrt.chain) -> (!tfrt.chain, !tfrt.chain)
  tfrt.return %p, %q : !tfrt.chain, !tfrt.chain
}
