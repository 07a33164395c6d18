// How many steps a number takes to reach 1.
func.func @collatz(%n: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %two = tfrt.constant.i32 2
  %go = "tfrt.lessequal.i32"(%two, %n) : (i32, i32) -> i1
  %last, %steps = tfrt.while %go @step(%n, %zero) parallel_iterations(1) : (i32, i32) -> (i32, i32)
  tfrt.return %steps : i32
}
func.func @step(%n: i32, %steps: i32) -> (i32, i32, i1) {
  %zero = tfrt.constant.i32 0
  %one = tfrt.constant.i32 1
  %two = tfrt.constant.i32 2
  %half, %odd = tfrt.div.i32 %n, %two
  %even = tfrt.equal.i32 %odd, %zero
  %next = tfrt.if %even, %n, %half, %one : (i32, i32, i32) -> (i32) {
    tfrt.return %half : i32
  } else {
    %three = tfrt.constant.i32 3
    %tripled = tfrt.mul.i32 %n, %three
    %more = tfrt.add.i32 %tripled, %one
    tfrt.return %more : i32
  }
  %count = tfrt.add.i32 %steps, %one
  %go = "tfrt.lessequal.i32"(%two, %next) : (i32, i32) -> i1
  tfrt.return %next, %count, %go : i32, i32, i1
}
