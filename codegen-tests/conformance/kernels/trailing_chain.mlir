// rule: kernels, trailing-chain rule: an op of a kernel without a chain may have one after its other
//   operands, which it waits for, and one after its other results.
// rule: kernels, error rule: a kernel that fails puts its error into every result, the chain too.
// run:
// out| --- Running 'ordered':
// out| int32 = 1
// out| int32 = 2
// out| 'ordered' returned 2,3,4,!tfrt.chain value
// out| Slept for 3 microseconds
// out| --- Running 'waits':
// out| int32 = 1
// out| int32 = 2
// out| --- Running 'error_chain':
// out| 'error_chain' returned <<error: error chain>>,<<error: error chain>>
// out| --- Running 'fails':
// out| 'fails' returned <<error: something bad happened>>,<<error: something bad happened>>
// out| --- Not running 'divide' because it has arguments.
// out| --- Running 'divides':
// out| 'divides' returned <<error: Divide by zero>>,<<error: Divide by zero>>,<<error: Divide by zero>>
// out| --- Not running 'divide_float' because it has arguments.
// out| --- Running 'divides_floats':
// out| 'divides_floats' returned <<error: Divide by zero>>,<<error: Divide by zero>>
// out| --- Running 'parts':
// out| 'parts' returned 1,<<error: something bad happened>>,!tfrt.chain value

func.func @ordered() -> (i32, i32, i32, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %one = tfrt.constant.i32 1
  %ch1 = tfrt.print.i32 %one, %ch0
  %two, %ch2 = "tfrt.add.i32"(%one, %one, %ch1) : (i32, i32, !tfrt.chain) -> (i32, !tfrt.chain)
  %ch3 = tfrt.print.i32 %two, %ch2
  %a, %b, %c, %ch4 = "tfrt_test.count3.i32"(%one, %ch3) : (i32, !tfrt.chain) -> (i32, i32, i32, !tfrt.chain)
  %ch5 = "tfrt_test.usleep"(%b, %ch4) : (i32, !tfrt.chain) -> !tfrt.chain
  tfrt.return %a, %b, %c, %ch5 : i32, i32, i32, !tfrt.chain
}

func.func @waits() {
  %ch0 = tfrt.new.chain
  %one = tfrt.constant.i32 1
  %late = "tfrt_test.async_copy.i32"(%one) : (i32) -> i32
  %ch1 = tfrt.print.i32 %late, %ch0
  %two = "tfrt.add.i32"(%one, %one, %ch1) : (i32, i32, !tfrt.chain) -> i32
  %ch2 = tfrt.print.i32 %two, %ch0
  tfrt.return
}

func.func @error_chain() -> (i32, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %one = tfrt.constant.i32 1
  %bad = "tfrt_test.error_chain"(%ch0) : (!tfrt.chain) -> !tfrt.chain // expected-error {{error chain}}
  %two, %ch1 = "tfrt.add.i32"(%one, %one, %bad) : (i32, i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %two, %ch1 : i32, !tfrt.chain
}

func.func @fails() -> (i32, !tfrt.chain) {
  %a, %ch0 = "tfrt_test.fail"() : () -> (i32, !tfrt.chain) // expected-error {{something bad happened}}
  %ch1 = "tfrt_test.print_hello"(%ch0) : (!tfrt.chain) -> !tfrt.chain
  tfrt.return %a, %ch1 : i32, !tfrt.chain
}

func.func @divide(%a: i32, %b: i32) -> (i32, i32, !tfrt.chain) {
  %q, %r, %ch = "tfrt.div.i32"(%a, %b) : (i32, i32) -> (i32, i32, !tfrt.chain) // expected-error {{Divide by zero}}
  tfrt.return %q, %r, %ch : i32, i32, !tfrt.chain
}
func.func @divides() -> (i32, i32, !tfrt.chain) {
  %a = tfrt.constant.i32 1
  %z = tfrt.constant.i32 0
  %q, %r, %ch = tfrt.call @divide(%a, %z) : (i32, i32) -> (i32, i32, !tfrt.chain)
  tfrt.return %q, %r, %ch : i32, i32, !tfrt.chain
}
func.func @divide_float(%a: f32, %b: f32) -> (f32, !tfrt.chain) {
  %q, %ch = "tfrt.div.f32"(%a, %b) : (f32, f32) -> (f32, !tfrt.chain) // expected-error {{Divide by zero}}
  tfrt.return %q, %ch : f32, !tfrt.chain
}
func.func @divides_floats() -> (f32, !tfrt.chain) {
  %a = tfrt.constant.f32 1.0
  %z = tfrt.constant.f32 0.0
  %q, %ch = tfrt.call @divide_float(%a, %z) : (f32, f32) -> (f32, !tfrt.chain)
  tfrt.return %q, %ch : f32, !tfrt.chain
}

// This kernel does not fail: it gives an error in one of its results.
func.func @parts() -> (i32, i32, !tfrt.chain) {
  %a, %b, %ch = "tfrt_test.partial_fail"() : () -> (i32, i32, !tfrt.chain) // expected-error {{something bad happened}}
  tfrt.return %a, %b, %ch : i32, i32, !tfrt.chain
}
