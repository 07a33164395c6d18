// One suspension: what waits for the value, and what does not.
func.func @wait(%x: i32) -> (i32, i32) {
  %late = "tfrt_test.async_copy.i32"(%x) : (i32) -> i32
  %next = tfrt.add.i32 %late, %x
  %now = tfrt.mul.i32 %x, %x
  tfrt.return %next, %now : i32, i32
}
