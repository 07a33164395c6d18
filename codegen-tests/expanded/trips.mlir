// Loops of which each trip waits: the frame of one is the next one's.
func.func @times(%count: i32, %x: i32, %y: i32) -> (i32, i32) {
  %a, %b = tfrt.repeat.i32 %count, %x, %y : i32, i32 {
    %late = "tfrt_test.async_copy.i32"(%x) : (i32) -> i32
    %next = tfrt.add.i32 %late, %y
    %same = "tfrt.minus.i32"(%late, %y) : (i32, i32) -> i32
    tfrt.return %next, %same : i32, i32
  }
  tfrt.return %a, %b : i32, i32
}

func.func @below(%x: i32) -> (i32, i1) {
  %one = tfrt.constant.i32 1
  %ten = tfrt.constant.i32 10
  %next = tfrt.add.i32 %x, %one
  %late = "tfrt_test.async_copy.i32"(%next) : (i32) -> i32
  %again = "tfrt.lessequal.i32"(%late, %ten) : (i32, i32) -> i1
  tfrt.return %late, %again : i32, i1
}

func.func @to_ten(%go: i1, %x: i32) -> i32 {
  %a = tfrt.while %go @below(%x) parallel_iterations(1) : (i32) -> (i32)
  tfrt.return %a : i32
}
