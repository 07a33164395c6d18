// Functions that run once in a run, and what all callers get of them.
func.func @count(%c: !test.atomic.i32) -> (i32, i32) {
  %ch0 = tfrt.new.chain
  %ch1 = "tfrt_test.atomic.inc.i32"(%c, %ch0) : (!test.atomic.i32, !tfrt.chain) -> !tfrt.chain
  %v, %ch2 = "tfrt_test.atomic.get.i32"(%c, %ch1) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  %late = "tfrt_test.async_copy.i32"(%v) : (i32) -> i32
  tfrt.return %v, %late : i32, i32
}
func.func @fails() -> i32 {
  %x = "tfrt_test.fail"() : () -> i32
  tfrt.return %x : i32
}
func.func @itself() -> i32 {
  %x = tfrt.once @itself() : () -> (i32)
  %one = tfrt.constant.i32 1
  tfrt.return %one : i32
}
func.func @twice() -> (i32, i32, i32, i32) {
  %c = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %a, %b = tfrt.once @count(%c) : (!test.atomic.i32) -> (i32, i32)
  %d, %e = tfrt.once @count(%c) : (!test.atomic.i32) -> (i32, i32)
  tfrt.return %a, %b, %d, %e : i32, i32, i32, i32
}
func.func @in_a_loop() -> (i32, i32) {
  %c = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %n = tfrt.constant.i32 5
  %zero = tfrt.constant.i32 0
  %x, %y = tfrt.repeat.i32 %n, %zero, %c : i32, !test.atomic.i32 {
    %a, %b = tfrt.once @count(%c) : (!test.atomic.i32) -> (i32, i32)
    %sum = tfrt.add.i32 %zero, %b
    tfrt.return %sum, %c : i32, !test.atomic.i32
  }
  %ch0 = tfrt.new.chain
  %last = tfrt.merge.chains %x, %ch0 : i32, !tfrt.chain
  %v, %ch1 = "tfrt_test.atomic.get.i32"(%y, %last) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %x, %v : i32, i32
}
func.func @errors_are_shared() -> (i32, i32) {
  %a = tfrt.once @fails() : () -> (i32)
  %b = tfrt.once @fails() : () -> (i32)
  tfrt.return %a, %b : i32, i32
}
func.func @once_inside_itself() -> i32 {
  %a = tfrt.once @itself() : () -> (i32)
  tfrt.return %a : i32
}
func.func @traced() -> !vt.value {
  %a = "vt.constant"() { value = 10 : i32 } : () -> !vt.value
  tfrt.return %a : !vt.value
}
func.func @values_end_with_the_run() -> !vt.value {
  %a = tfrt.once @traced() : () -> (!vt.value)
  %b = tfrt.once @traced() : () -> (!vt.value)
  %c = "vt.add"(%a, %b) : (!vt.value, !vt.value) -> !vt.value
  tfrt.return %c : !vt.value
}
