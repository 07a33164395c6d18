// Everything is there at once: an ordinary function on machine words.
func.func @scale(%x: i32, %y: i32) -> i32 {
  %two = tfrt.constant.i32 2
  %sum = tfrt.add.i32 %x, %y
  %r = tfrt.mul.i32 %sum, %two
  tfrt.return %r : i32
}
