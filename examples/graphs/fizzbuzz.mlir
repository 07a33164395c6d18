// How many numbers from 1 to n are divisible by 3 only, by 5 only, and by both.
func.func @fizzbuzz(%n: i32) -> (i32, i32, i32) {
  %i = tfrt.constant.i32 1
  %fizz = tfrt.constant.i32 0
  %buzz = tfrt.constant.i32 0
  %both = tfrt.constant.i32 0
  %last, %fizzes, %buzzes, %boths = tfrt.repeat.i32 %n, %i, %fizz, %buzz, %both : i32, i32, i32, i32 {
    %zero = tfrt.constant.i32 0
    %one = tfrt.constant.i32 1
    %three = tfrt.constant.i32 3
    %five = tfrt.constant.i32 5
    %q3, %r3 = tfrt.div.i32 %i, %three
    %q5, %r5 = tfrt.div.i32 %i, %five
    %by3 = tfrt.equal.i32 %r3, %zero
    %by5 = tfrt.equal.i32 %r5, %zero
    %by15 = tfrt.and.i1 %by3, %by5
    %f, %b, %fb = tfrt.if %by15, %by3, %by5, %one, %fizz, %buzz, %both : (i1, i1, i32, i32, i32, i32) -> (i32, i32, i32) {
      %more = tfrt.add.i32 %both, %one
      tfrt.return %fizz, %buzz, %more : i32, i32, i32
    } else {
      %f1 = tfrt.if %by3, %one, %fizz : (i32, i32) -> (i32) {
        %more = tfrt.add.i32 %fizz, %one
        tfrt.return %more : i32
      } else {
        tfrt.return %fizz : i32
      }
      %b1 = tfrt.if %by5, %one, %buzz : (i32, i32) -> (i32) {
        %more = tfrt.add.i32 %buzz, %one
        tfrt.return %more : i32
      } else {
        tfrt.return %buzz : i32
      }
      tfrt.return %f1, %b1, %both : i32, i32, i32
    }
    %next = tfrt.add.i32 %i, %one
    tfrt.return %next, %f, %b, %fb : i32, i32, i32, i32
  }
  tfrt.return %fizzes, %buzzes, %boths : i32, i32, i32
}
