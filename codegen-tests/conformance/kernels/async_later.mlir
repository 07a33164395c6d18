// rule: kernels §2, tfrt_test.async_*: the result comes from a task of the queue, so on one thread
//   after all that the caller can do at once; tfrt_test.copy.with_delay.*: on the caller's thread.
// engines: executor, the order of what no chain orders
// run:
// out| --- Running 'async_copy':
// out| hello host executor!
// out| int32 = 1
// out| --- Running 'async_copy_2':
// out| hello host executor!
// out| int32 = 1
// out| --- Running 'async_copy_with_delay':
// out| hello host executor!
// out| int32 = 1
// out| --- Running 'async_add':
// out| hello host executor!
// out| int32 = 2
// out| --- Running 'copy_with_delay':
// out| int32 = 2
// out| int32 = 1

// Two tasks in the order in which they were queued. A result that is there at once would be
// printed first.
func.func @async_copy() {
  %ch = tfrt.new.chain
  %one = tfrt.constant.i32 1
  %first = "tfrt_test.async_copy.i32"(%one) : (i32) -> i32
  %ch1 = tfrt.merge.chains %first : i32
  %ch2 = "tfrt_test.print_hello"(%ch1) : (!tfrt.chain) -> !tfrt.chain
  %second = "tfrt_test.async_copy.i32"(%one) : (i32) -> i32
  %ch3 = tfrt.print.i32 %second, %ch
  tfrt.return
}
func.func @async_copy_2() {
  %ch = tfrt.new.chain
  %one = tfrt.constant.i32 1
  %first = "tfrt_test.async_copy.i32"(%one) : (i32) -> i32
  %ch1 = tfrt.merge.chains %first : i32
  %ch2 = "tfrt_test.print_hello"(%ch1) : (!tfrt.chain) -> !tfrt.chain
  %second = "tfrt_test.async_copy_2.i32"(%one) : (i32) -> i32
  %ch3 = tfrt.print.i32 %second, %ch
  tfrt.return
}
func.func @async_copy_with_delay() {
  %ch = tfrt.new.chain
  %one = tfrt.constant.i32 1
  %first = "tfrt_test.async_copy.i32"(%one) : (i32) -> i32
  %ch1 = tfrt.merge.chains %first : i32
  %ch2 = "tfrt_test.print_hello"(%ch1) : (!tfrt.chain) -> !tfrt.chain
  %second = "tfrt_test.async_copy.with_delay.i32"(%one) : (i32) -> i32
  %ch3 = tfrt.print.i32 %second, %ch
  tfrt.return
}
func.func @async_add() {
  %ch = tfrt.new.chain
  %one = tfrt.constant.i32 1
  %first = "tfrt_test.async_copy.i32"(%one) : (i32) -> i32
  %ch1 = tfrt.merge.chains %first : i32
  %ch2 = "tfrt_test.print_hello"(%ch1) : (!tfrt.chain) -> !tfrt.chain
  %second = "tfrt_test.async_add.i32"(%one, %one) : (i32, i32) -> i32
  %ch3 = tfrt.print.i32 %second, %ch
  tfrt.return
}
func.func @copy_with_delay() {
  %ch = tfrt.new.chain
  %one = tfrt.constant.i32 1
  %two = tfrt.constant.i32 2
  %late = "tfrt_test.async_copy.i32"(%one) : (i32) -> i32
  %ch1 = tfrt.print.i32 %late, %ch
  %soon = "tfrt_test.copy.with_delay.i32"(%two) : (i32) -> i32
  %ch2 = tfrt.print.i32 %soon, %ch
  tfrt.return
}
