// rule: executor §2.2: every result of a function is an indirect value, even of a synchronous
//   body; its uniqueness counts through the indirection.
// rule: executor §2.2: returning the same register twice gives the same object.
// rule: executor §10.1: uniqueness tests count references through indirect results.
// run:
// out| --- Running 'one':
// out| constructed vt.value(1)
// out| move constructed vt.value(1)
// out| 'one' returned !vt.value value
// out| destroyed vt.value(1)
// out| --- Running 'twice':
// out| constructed vt.value(2)
// out| move constructed vt.value(2)
// out| 'twice' returned !vt.value value,!vt.value value
// out| destroyed vt.value(2)
// out| --- Running 'through_a_call':
// out| constructed vt.value(1)
// out| move constructed vt.value(1)
// out| destroyed vt.value(1)
// out| 'through_a_call' returned 1
// out| --- Running 'shared_results':
// out| constructed vt.value(2)
// out| move constructed vt.value(2)
// out| destroyed vt.value(2)
// out| 'shared_results' returned 0,0
// out| --- Running 'two_users':
// out| constructed vt.value(1)
// out| move constructed vt.value(1)
// out| print vt_value(1)
// out| destroyed vt.value(1)
// out| 'two_users' returned 0,1
// engines: executor, how many references a value has is the executor's own

func.func @one() -> !vt.value {
  %v = "vt.constant"() {value = 1 : i32} : () -> !vt.value
  tfrt.return %v : !vt.value
}

func.func @twice() -> (!vt.value, !vt.value) {
  %v = "vt.constant"() {value = 2 : i32} : () -> !vt.value
  tfrt.return %v, %v : !vt.value, !vt.value
}

func.func @through_a_call() -> i1 {
  %v = tfrt.call @one() : () -> !vt.value
  %u = "tfrt_test.get_uniqueness"(%v) : (!vt.value) -> i1
  tfrt.return %u : i1
}

func.func @shared_results() -> (i1, i1) {
  %v, %w = tfrt.call @twice() : () -> (!vt.value, !vt.value)
  %u, %t = "tfrt_test.get_uniqueness"(%v, %w) : (!vt.value, !vt.value) -> (i1, i1)
  tfrt.return %u, %t : i1, i1
}

func.func @two_users() -> (i1, i1) {
  %c = tfrt.new.chain
  %v = tfrt.call @one() : () -> !vt.value
  %u = "tfrt_test.get_uniqueness"(%v) : (!vt.value) -> i1
  %d = "vt.print"(%v, %c) : (!vt.value, !tfrt.chain) -> !tfrt.chain
  %t = "tfrt_test.get_uniqueness"(%d) : (!tfrt.chain) -> i1
  tfrt.return %u, %t : i1, i1
}
