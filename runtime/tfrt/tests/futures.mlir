func.func @slept(%x: i32) -> i32 {
  %y = "t.sleep"(%x) : (i32) -> i32
  %z = tfrt.add.i32 %y, %x
  tfrt.return %z : i32
}

func.func @worked(%x: i32) -> i32 {
  %y = "t.work"(%x) : (i32) -> i32
  %z = tfrt.add.i32 %y, %x
  tfrt.return %z : i32
}

func.func @stuck(%x: i32) -> i32 {
  %y = "t.stuck"(%x) : (i32) -> i32
  %z = tfrt.add.i32 %y, %x
  tfrt.return %z : i32
}

func.func @gone(%x: i32) -> i32 {
  %y = "t.gone"(%x) : (i32) -> i32
  %z = tfrt.add.i32 %y, %x
  tfrt.return %z : i32
}

// Two conversations after each other, and one beside them.
func.func @echoed(%port: i32) -> i32 {
  %a = "t.echo"(%port) : (i32) -> i32
  %b = "t.echo"(%port) : (i32) -> i32
  %same = "tfrt.minus.i32"(%a, %b) : (i32, i32) -> i32
  %again = tfrt.add.i32 %port, %same
  %c = "t.echo"(%again) : (i32) -> i32
  tfrt.return %c : i32
}

func.func @silence(%port: i32) -> i32 {
  %a = "t.silence"(%port) : (i32) -> i32
  tfrt.return %a : i32
}

func.func @blob(%x: i32) -> !t.blob {
  %b = "t.blob"(%x) : (i32) -> !t.blob
  tfrt.return %b : !t.blob
}

func.func @lost(%x: i32) -> i32 {
  %y = "t.lost"(%x) : (i32) -> i32
  tfrt.return %y : i32
}

func.func @in_turn(%x: i32) -> i32 {
  %a = "t.sleep"(%x) : (i32) -> i32
  %b = "t.gone"(%a) : (i32) -> i32
  tfrt.return %b : i32
}
