// Cancellation in functions that end in calls of themselves: the trip after it is not made. Without it
// both would go on until they are too deep.
func.func @until(%n: i32, %ch: !tfrt.chain) -> (i32, !tfrt.chain) {
  %three = tfrt.constant.i32 3
  %m1 = tfrt.constant.i32 -1
  %stop = "tfrt.equal.i32"(%n, %three) : (i32, i32) -> i1
  %x, %out = tfrt.if %stop, %n, %ch : (i32, !tfrt.chain) -> (i32, !tfrt.chain) {
    %x, %end = "tfrt_test.cancel"(%ch) : (!tfrt.chain) -> (i32, !tfrt.chain)
    tfrt.return %x, %end : i32, !tfrt.chain
  } else {
    tfrt.return %n, %ch : i32, !tfrt.chain
  }
  %m = tfrt.add.i32 %x, %m1
  %r, %last = tfrt.call @until(%m, %out) : (i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %r, %last : i32, !tfrt.chain
}
func.func @now(%n: i32, %ch: !tfrt.chain) -> (i32, !tfrt.chain) {
  tfrt.return %n, %ch : i32, !tfrt.chain
}
func.func @stop(%n: i32, %ch: !tfrt.chain) -> (i32, !tfrt.chain) {
  %x, %end = "tfrt_test.cancel"(%ch) : (!tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %n, %end : i32, !tfrt.chain
}
func.func @by_case(%n: i32, %s: !tfrt.string, %ch: !tfrt.chain) -> (!tfrt.string, !tfrt.chain) {
  %m1 = tfrt.constant.i32 -1
  %m, %next = tfrt.case %n [@now, @stop, @now] (%n, %ch) : (i32, !tfrt.chain) -> (i32, !tfrt.chain)
  %k = tfrt.add.i32 %m, %m1
  %t, %last = tfrt.call @by_case(%k, %s, %next) : (i32, !tfrt.string, !tfrt.chain) -> (!tfrt.string, !tfrt.chain)
  tfrt.return %t, %last : !tfrt.string, !tfrt.chain
}
func.func @cancelled() -> (i32, !tfrt.chain, !tfrt.string) {
  %ten = tfrt.constant.i32 10
  %ch0 = tfrt.new.chain
  %a, %ch1 = tfrt.call @until(%ten, %ch0) : (i32, !tfrt.chain) -> (i32, !tfrt.chain)
  %s = tfrt_test.get_string { value = "s" }
  %b, %ch2 = tfrt.call @by_case(%ten, %s, %ch1) : (i32, !tfrt.string, !tfrt.chain) -> (!tfrt.string, !tfrt.chain)
  tfrt.return %a, %ch1, %b : i32, !tfrt.chain, !tfrt.string
}
func.func @cancelled_by_case() -> !tfrt.string {
  %ten = tfrt.constant.i32 10
  %ch0 = tfrt.new.chain
  %s = tfrt_test.get_string { value = "s" }
  %b, %ch1 = tfrt.call @by_case(%ten, %s, %ch0) : (i32, !tfrt.string, !tfrt.chain) -> (!tfrt.string, !tfrt.chain)
  tfrt.return %b : !tfrt.string
}
