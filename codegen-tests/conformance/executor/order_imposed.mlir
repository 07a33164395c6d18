// rule: engines 2: what data or chains order runs in that order on every engine, wherever it stands in
//   the text, and whether or not it has to wait.
// run:
// out| --- Running 'by_chains':
// out| int32 = 3
// out| int32 = 2
// out| int32 = 1
// out| hello host executor!
// out| 'by_chains' returned !tfrt.chain value
// out| --- Not running 'noisy' because it has arguments.
// out| --- Running 'by_data':
// out| int32 = 5
// out| int32 = 10
// out| int32 = 20
// out| 'by_data' returned 20,!tfrt.chain value

// What is there at once waits for what is late.
func.func @by_chains() -> !tfrt.chain {
  %c = tfrt.new.chain
  %n = tfrt.constant.i32 3
  %one = tfrt.constant.i32 1
  %two = "tfrt_test.async_constant.i32"() {value = 2 : i32} : () -> i32
  %three = "tfrt_test.async_copy.with_delay.i32"(%n) : (i32) -> i32
  %d = tfrt.print.i32 %three, %c
  %e = tfrt.print.i32 %two, %d
  %f = tfrt.print.i32 %one, %e
  %g = "tfrt_test.print_hello"(%f) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %g : !tfrt.chain
}

func.func @noisy(%a: i32) -> (i32, !tfrt.chain) {
  %c = tfrt.new.chain
  %d = tfrt.print.i32 %a, %c
  %s = "tfrt_test.async_add.i32"(%a, %a) : (i32, i32) -> i32
  tfrt.return %s, %d : i32, !tfrt.chain
}

// Each call waits for the value, not for the chain, of the one before it.
func.func @by_data() -> (i32, !tfrt.chain) {
  %n = "tfrt_test.async_constant.i32"() {value = 5 : i32} : () -> i32
  %a, %c = tfrt.call @noisy(%n) : (i32) -> (i32, !tfrt.chain)
  %b, %d = tfrt.call @noisy(%a) : (i32) -> (i32, !tfrt.chain)
  %e = tfrt.print.i32 %b, %d
  tfrt.return %b, %e : i32, !tfrt.chain
}
