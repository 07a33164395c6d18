// Cancellation: what data or chains order after it gives Cancelled, an operand's error beats it.
func.func @after() -> (i32, i32, i32) {
  %ch0 = tfrt.new.chain
  %x, %ch1 = "tfrt_test.cancel"(%ch0) : (!tfrt.chain) -> (i32, !tfrt.chain)
  %one = tfrt.constant.i32 1
  %y = tfrt.add.i32 %x, %one
  %z = tfrt.add.i32 %y, %y
  tfrt.return %x, %y, %z : i32, i32, i32
}
func.func @chained() -> (i32, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %x, %ch1 = "tfrt_test.cancel"(%ch0) : (!tfrt.chain) -> (i32, !tfrt.chain)
  %ch2 = tfrt.print.i32 %x, %ch1
  %ch3 = "tfrt_test.print_hello"(%ch2) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %x, %ch3 : i32, !tfrt.chain
}
func.func @stop(%ch: !tfrt.chain) -> i32 {
  %x, %ch1 = "tfrt_test.cancel"(%ch) : (!tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %x : i32
}
func.func @through_call() -> (i32, i32) {
  %ch0 = tfrt.new.chain
  %x = tfrt.call @stop(%ch0) : (!tfrt.chain) -> i32
  %y = tfrt.add.i32 %x, %x
  tfrt.return %x, %y : i32, i32
}
func.func @in_loop() -> i32 {
  %ch0 = tfrt.new.chain
  %n = tfrt.constant.i32 5
  %zero = tfrt.constant.i32 0
  %a, %ch = tfrt.repeat.i32 %n, %zero, %ch0 : i32, !tfrt.chain {
    %x, %ch1 = "tfrt_test.cancel"(%ch0) : (!tfrt.chain) -> (i32, !tfrt.chain)
    tfrt.return %x, %ch1 : i32, !tfrt.chain
  }
  tfrt.return %a : i32
}
func.func @error_beats_it() -> (i32, i32) {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %q, %r = tfrt.div.i32 %zero, %zero
  %ch1 = tfrt.merge.chains %ch0, %zero : !tfrt.chain, i32
  %bad = "tfrt_test.fail"() : () -> i32
  %x, %ch2 = "tfrt_test.cancel"(%ch1) : (!tfrt.chain) -> (i32, !tfrt.chain)
  %y = tfrt.add.i32 %x, %x
  tfrt.return %x, %y : i32, i32
}
func.func @late_after() -> i32 {
  %ch0 = tfrt.new.chain
  %x, %ch1 = "tfrt_test.cancel"(%ch0) : (!tfrt.chain) -> (i32, !tfrt.chain)
  %y = "tfrt_test.async_copy.i32"(%x) : (i32) -> i32
  %z = tfrt.add.i32 %y, %y
  tfrt.return %z : i32
}
