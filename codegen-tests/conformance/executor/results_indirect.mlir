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
// out| --- Running 'through_links':
// out| constructed vt.value(3)
// out| move constructed vt.value(3)
// out| constructed vt.value(4)
// out| move constructed vt.value(4)
// out| destroyed vt.value(4)
// out| int1 = 0
// out| print vt_value(3)
// out| destroyed vt.value(3)
// out| 'through_links' returned 0,1,!tfrt.chain value
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

// An indirect value is as unique as what it stands for.
func.func @through_links() -> (i1, i1, !tfrt.chain) {
  %c = tfrt.new.chain
  %v = "vt.constant"() {value = 3 : i32} : () -> !vt.value
  %i = "tfrt_test.make_indirect"(%v) : (!vt.value) -> !vt.value
  %u = "tfrt_test.get_uniqueness"(%i) : (!vt.value) -> i1
  %d = tfrt.print.i1 %u, %c
  %e = "vt.print"(%v, %d) : (!vt.value, !tfrt.chain) -> !tfrt.chain
  %w = "vt.constant"() {value = 4 : i32} : () -> !vt.value
  %j = "tfrt_test.make_indirect"(%w) : (!vt.value) -> !vt.value
  %t = "tfrt_test.get_uniqueness"(%j) : (!vt.value) -> i1
  tfrt.return %u, %t, %e : i1, i1, !tfrt.chain
}
