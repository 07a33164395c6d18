// How many steps 27 takes to reach 1, counted by a loop and printed through a chain.
func.func @step(%n: i32, %steps: i32) -> (i32, i32, i1) {
  %one = tfrt.constant.i32 1
  %two = tfrt.constant.i32 2
  %zero = tfrt.constant.i32 0
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

func.func @main() -> i32 {
  %start = tfrt.constant.i32 27
  %zero = tfrt.constant.i32 0
  %true = tfrt.constant.i1 true
  %last, %steps = tfrt.while %true @step(%start, %zero) parallel_iterations(1) : (i32, i32) -> (i32, i32)
  %ch0 = tfrt.new.chain
  %ch1 = tfrt.print.i32 %steps, %ch0
  tfrt.return %steps : i32
}
