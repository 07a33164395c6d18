// A quotient that may not be there, and which of two errors a sum of such has.
func.func @quotients(%a: i32, %b: i32, %c: i32) -> (i32, i32) {
  %q, %r = tfrt.div.i32 %a, %b
  %s, %t = tfrt.div.i32 %a, %c
  %sum = tfrt.add.i32 %q, %s
  %twice = tfrt.add.i32 %a, %a
  tfrt.return %sum, %twice : i32, i32
}
