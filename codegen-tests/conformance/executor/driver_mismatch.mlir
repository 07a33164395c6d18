// rule: executor §8: an unexpected or a missing diagnostic gives exit 1.
// rule: executor §8: the expectations are looked at in the file that was given, or that a diagnostic
//   names.
// run:
// exit: 1
// out| --- Running 'several':
// out| 'several' returned <<error: something bad happened>>
// out| --- Running 'missing':
// out| 'missing' returned 1
// err| driver_mismatch.mlir:24:8: error: unexpected error: runtime error: something bad happened
// err| driver_mismatch.mlir:24:42: error: expected error "another" was not produced
// err| driver_mismatch.mlir:29:31: error: expected error "never" was not produced
// tool: run --verify-diagnostics --functions=missing FILE
// exit: 1
// out| @missing:
// out|   1 : i32
// err| driver_mismatch.mlir:24:42: error: expected error "another" was not produced
// err| driver_mismatch.mlir:29:31: error: expected error "never" was not produced
// tool: translate FILE | run --verify-diagnostics --functions=missing
// out| @missing:
// out|   1 : i32

func.func @several() -> i32 {
  %z = "tfrt_test.fail"() : () -> i32 // expected-error {{another}}
  tfrt.return %z : i32
}

func.func @missing() -> i32 {
  %a = tfrt.constant.i32 1 // expected-error {{never}}
  tfrt.return %a : i32
}
