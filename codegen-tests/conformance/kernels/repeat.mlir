// rule: kernels §1, tfrt.repeat.i32: runs the region that many times over the loop values; a count
//   of zero or less forwards the operands.
// rule: kernels §1, tfrt.repeat.i32: a count that is an error is every result.
// rule: kernels §1, tfrt.repeat.i32: cancellation is looked for at each iteration.
// run:
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Running 'counts':
// out| 'counts' returned 1,1,2,100
// out| --- Not running '' because it has arguments.
// out| --- Running 'swaps':
// out| 'swaps' returned 2,1
// out| --- Running 'no_values':
// out| hello host executor!
// out| hello host executor!
// out| hello host executor!
// out| --- Not running '' because it has arguments.
// out| --- Running 'late':
// out| 'late' returned 70
// out| --- Not running '' because it has arguments.
// out| --- Running 'error_count':
// out| 'error_count' returned <<error: something bad happened>>,<<error: something bad happened>>
// out| --- Not running '' because it has arguments.
// out| --- Running 'cancelled':
// out| 'cancelled' returned <<error: Cancelled>>

func.func @counts() -> (i32, i32, i32, i32) {
  %zero = tfrt.constant.i32 0
  %one = tfrt.constant.i32 1
  %minus = tfrt.constant.i32 -1
  %many = tfrt.constant.i32 100
  %a = tfrt.repeat.i32 %zero, %one : i32 {
    %x = tfrt.add.i32 %one, %one
    tfrt.return %x : i32
  }
  %b = tfrt.repeat.i32 %minus, %one : i32 {
    %x = tfrt.add.i32 %one, %one
    tfrt.return %x : i32
  }
  %c = tfrt.repeat.i32 %one, %one : i32 {
    %x = tfrt.add.i32 %one, %one
    tfrt.return %x : i32
  }
  %d = tfrt.repeat.i32 %many, %zero : i32 {
    %u = tfrt.constant.i32 1
    %x = tfrt.add.i32 %zero, %u
    tfrt.return %x : i32
  }
  tfrt.return %a, %b, %c, %d : i32, i32, i32, i32
}

func.func @swaps() -> (i32, i32) {
  %n = tfrt.constant.i32 33
  %a = tfrt.constant.i32 1
  %b = tfrt.constant.i32 2
  %r:2 = tfrt.repeat.i32 %n, %a, %b : i32, i32 {
    tfrt.return %b, %a : i32, i32
  }
  tfrt.return %r#0, %r#1 : i32, i32
}

func.func @no_values() {
  %n = tfrt.constant.i32 3
  tfrt.repeat.i32 %n {
    %ch = tfrt.new.chain
    %ch1 = "tfrt_test.print_hello"(%ch) : (!tfrt.chain) -> !tfrt.chain
    tfrt.return
  }
  tfrt.return
}

func.func @late() -> i32 {
  %n = tfrt.constant.i32 70
  %x = tfrt.constant.i32 0
  %r = tfrt.repeat.i32 %n, %x : i32 {
    %one = tfrt.constant.i32 1
    %y = "tfrt_test.async_add.i32"(%x, %one) : (i32, i32) -> i32
    tfrt.return %y : i32
  }
  tfrt.return %r : i32
}

func.func @error_count() -> (i32, i32) {
  %bad = "tfrt_test.fail"() : () -> i32 // expected-error {{something bad happened}}
  %x = tfrt.constant.i32 0
  %y = tfrt.constant.i32 1
  %r:2 = tfrt.repeat.i32 %bad, %x, %y : i32, i32 {
    tfrt.return %x, %y : i32, i32
  }
  tfrt.return %r#0, %r#1 : i32, i32
}

func.func @cancelled() -> i32 {
  %n = tfrt.constant.i32 10
  %x = tfrt.constant.i32 0
  %ch = tfrt.new.chain
  %r:2 = tfrt.repeat.i32 %n, %x, %ch : i32, !tfrt.chain {
    %y, %ch1 = "tfrt_test.cancel"(%ch) : (!tfrt.chain) -> (i32, !tfrt.chain)
    tfrt.return %y, %ch1 : i32, !tfrt.chain
  }
  tfrt.return %r#0 : i32
}
