// Ways to recursion that are not themselves recursive, and recursion through what waits: how deep
// calls are nested is the same on all of them, whatever stands between.
func.func @down(%n: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %done = "tfrt.lessequal.i32"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %done, %n : (i32) -> (i32) {
    tfrt.return %n : i32
  } else {
    %m1 = tfrt.constant.i32 -1
    %m = tfrt.add.i32 %n, %m1
    %x = tfrt.call @down(%m) : (i32) -> i32
    tfrt.return %x : i32
  }
  tfrt.return %r : i32
}

// Loops over a function: one that is ready, one that waits, one that waits and carries what is
// boxed.
func.func @body(%n: i32) -> (i32, i1) {
  %x = tfrt.call @down(%n) : (i32) -> i32
  %false = tfrt.constant.i1 false
  tfrt.return %x, %false : i32, i1
}
func.func @ready_loop() -> i32 {
  %go = tfrt.constant.i1 true
  %n = tfrt.constant.i32 8
  %r = tfrt.while %go @body(%n) parallel_iterations(1) : (i32) -> (i32)
  tfrt.return %r : i32
}
func.func @waiting_body(%n: i32) -> (i32, i1) {
  %late = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
  %x = tfrt.call @down(%late) : (i32) -> i32
  %false = tfrt.constant.i1 false
  tfrt.return %x, %false : i32, i1
}
func.func @waiting_loop() -> i32 {
  %go = tfrt.constant.i1 true
  %n = tfrt.constant.i32 8
  %r = tfrt.while %go @waiting_body(%n) parallel_iterations(1) : (i32) -> (i32)
  tfrt.return %r : i32
}
func.func @boxed_body(%n: i32, %s: !tfrt.string) -> (i32, !tfrt.string, i1) {
  %late = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
  %x = tfrt.call @down(%late) : (i32) -> i32
  %false = tfrt.constant.i1 false
  tfrt.return %x, %s, %false : i32, !tfrt.string, i1
}
func.func @boxed_loop() -> i32 {
  %go = tfrt.constant.i1 true
  %n = tfrt.constant.i32 8
  %s = "tfrt_test.get_string"() {value = "s"} : () -> !tfrt.string
  %r, %t = tfrt.while %go @boxed_body(%n, %s) parallel_iterations(1) : (i32, !tfrt.string) -> (i32, !tfrt.string)
  tfrt.return %r : i32
}

// A loop over a region adds nothing.
func.func @region_loop() -> i32 {
  %one = tfrt.constant.i32 1
  %n = tfrt.constant.i32 8
  %r = tfrt.repeat.i32 %one, %n : i32 {
    %late = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
    %x = tfrt.call @down(%late) : (i32) -> i32
    tfrt.return %x : i32
  }
  tfrt.return %r : i32
}

// Recursion through a loop, the last of which makes no trip: one that is ready, one that waits.
func.func @again_now(%n: i32) -> (i32, i1) {
  %m1 = tfrt.constant.i32 -1
  %zero = tfrt.constant.i32 0
  %m = tfrt.add.i32 %n, %m1
  %more = "tfrt.lessequal.i32"(%zero, %m) : (i32, i32) -> i1
  %x = tfrt.while %more @again_now(%m) parallel_iterations(1) : (i32) -> (i32)
  %false = tfrt.constant.i1 false
  tfrt.return %x, %false : i32, i1
}
func.func @recursive_ready_loop() -> i32 {
  %go = tfrt.constant.i1 true
  %n = tfrt.constant.i32 8
  %r = tfrt.while %go @again_now(%n) parallel_iterations(1) : (i32) -> (i32)
  tfrt.return %r : i32
}
func.func @again(%n: i32) -> (i32, i1) {
  %m1 = tfrt.constant.i32 -1
  %zero = tfrt.constant.i32 0
  %late = "tfrt_test.async_copy.i32"(%m1) : (i32) -> i32
  %m = tfrt.add.i32 %n, %late
  %more = "tfrt.lessequal.i32"(%zero, %m) : (i32, i32) -> i1
  %x = tfrt.while %more @again(%m) parallel_iterations(1) : (i32) -> (i32)
  %false = tfrt.constant.i1 false
  tfrt.return %x, %false : i32, i1
}
func.func @recursive_loop() -> i32 {
  %go = tfrt.constant.i1 true
  %n = tfrt.constant.i32 8
  %r = tfrt.while %go @again(%n) parallel_iterations(1) : (i32) -> (i32)
  tfrt.return %r : i32
}

// Functions that wait, one in the other, on the way.
func.func @late_down(%n: i32) -> i32 {
  %late = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
  %x = tfrt.call @down(%late) : (i32) -> i32
  tfrt.return %x : i32
}
func.func @late_through(%n: i32) -> i32 {
  %late = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
  %x = tfrt.call @late_down(%late) : (i32) -> i32
  tfrt.return %x : i32
}
func.func @late_calls() -> i32 {
  %n = tfrt.constant.i32 8
  %r = tfrt.call @late_through(%n) : (i32) -> i32
  tfrt.return %r : i32
}

// What chooses by a value that waits.
func.func @late_choice() -> (i32, i32) {
  %n = tfrt.constant.i32 8
  %one = tfrt.constant.i32 1
  %late = "tfrt_test.async_copy.i32"(%one) : (i32) -> i32
  %yes = "tfrt.equal.i32"(%late, %one) : (i32, i32) -> i1
  %r = tfrt.cond %yes @late_through @late_down (%n) : (i32) -> (i32)
  %s = tfrt.case %late [@down, @late_through] (%n) : (i32) -> (i32)
  tfrt.return %r, %s : i32, i32
}
