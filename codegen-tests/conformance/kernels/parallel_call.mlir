// rule: kernels §1, tfrt.parallel_call.i32: as tfrt.parallel_for.i32, with a function for the body,
//   which gives nothing or a chain.
// run:
// out| --- Not running 'add' because it has arguments.
// out| --- Not running 'print' because it has arguments.
// out| --- Running 'chains':
// out| 'chains' returned 22
// out| --- Running 'nothing':
// out| int32 = 1
// out| int32 = 3
// out| 'nothing' returned !tfrt.chain value
// out| --- Running 'empty':
// out| 'empty' returned !tfrt.chain value
// out| --- Running 'no_block_size':
// out| 'no_block_size' returned <<error: block size must be positive, got -1>>

func.func @add(%s: i32, %e: i32, %n: !test.atomic.i32) -> !tfrt.chain {
  %ch = tfrt.new.chain
  %ch1 = "tfrt_test.atomic.add.i32"(%n, %e, %ch) : (!test.atomic.i32, i32, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}
func.func @print(%s: i32, %e: i32) {
  %ch = tfrt.new.chain
  %ch1 = tfrt.print.i32 %s, %ch
  %ch2 = tfrt.print.i32 %e, %ch1
  tfrt.return
}

func.func @chains() -> i32 {
  %s = tfrt.constant.i32 0
  %e = tfrt.constant.i32 10
  %b = tfrt.constant.i32 4
  %n = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %done = tfrt.parallel_call.i32 %s to %e fixed %b @add(%n) : !test.atomic.i32
  %r, %ch = "tfrt_test.atomic.get.i32"(%n, %done) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %r : i32
}

func.func @nothing() -> !tfrt.chain {
  %s = tfrt.constant.i32 1
  %e = tfrt.constant.i32 3
  %b = tfrt.constant.i32 100
  %done = tfrt.parallel_call.i32 %s to %e fixed %b @print()
  tfrt.return %done : !tfrt.chain
}

func.func @empty() -> !tfrt.chain {
  %s = tfrt.constant.i32 3
  %e = tfrt.constant.i32 1
  %done = tfrt.parallel_call.i32 %s to %e fixed %e @print()
  tfrt.return %done : !tfrt.chain
}

func.func @no_block_size() -> !tfrt.chain {
  %s = tfrt.constant.i32 0
  %e = tfrt.constant.i32 1
  %b = tfrt.constant.i32 -1
  %done = tfrt.parallel_call.i32 %s to %e fixed %b @print() // expected-error {{block size must be positive, got -1}}
  tfrt.return %done : !tfrt.chain
}
