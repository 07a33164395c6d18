// Functions that are pinned to more than their bodies need, and a call of one in the program.
func.func @fallible(%x: i32) -> i32 attributes {tfrt.signature = "fallible"} {
  %y = tfrt.add.i32 %x, %x
  tfrt.return %y : i32
}
func.func @later(%x: i32) -> (i32, !tfrt.string) attributes {tfrt.signature = "later"} {
  %q, %r = tfrt.div.i32 %x, %x
  %s = tfrt.string.constant "text"
  tfrt.return %q, %s : i32, !tfrt.string
}
func.func @caller(%x: i32) -> i32 {
  %y = tfrt.call @fallible(%x) : (i32) -> i32
  tfrt.return %y : i32
}
