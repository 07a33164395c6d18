// rule: executor §8: an expectation speaks of its own line, and one of the line before or after is
//   not met.
// run:
// exit: 1
// out| --- Running 'late':
// out| 'late' returned <<error: something bad happened>>
// out| --- Running 'early':
// out| 'early' returned <<error: something bad happened>>
// err| driver_lines.mlir:15:8: error: unexpected error: runtime error: something bad happened
// err| driver_lines.mlir:21:8: error: unexpected error: runtime error: something bad happened
// err| driver_lines.mlir:16:27: error: expected error "bad" was not produced
// err| driver_lines.mlir:20:6: error: expected error "bad" was not produced

func.func @late() -> i32 {
  %a = "tfrt_test.fail"() : () -> i32
  tfrt.return %a : i32 // expected-error {{bad}}
}

func.func @early() -> i32 {
  // expected-error {{bad}}
  %a = "tfrt_test.fail"() : () -> i32
  tfrt.return %a : i32
}
