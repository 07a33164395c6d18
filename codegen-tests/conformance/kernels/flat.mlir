// rule: kernels §2, tfrt_test.flat: the string, the two integers and the float of its nested array.
// run:
// out| --- Running 'flat':
// out| 'flat' returned 1,-3,4,2.500000e+00
// out| --- Running 'otherwise':
// out| 'otherwise' returned <<error: attribute 'value' of tfrt_test.flat is nested differently>>,<<error: tfrt_test.flat takes two integers and a float>>,<<error: is 'i32', expected 'string'>>

func.func @flat() -> (i1, i32, i32, f32) {
  %s, %a, %b, %c = "tfrt_test.flat"() { value = [["text", [-3 : i32, 4 : i32]], [2.5 : f32]] } : () -> (!tfrt.string, i32, i32, f32)
  %t = tfrt_test.get_string { value = "text" }
  %e = "tfrt_test.string_equal"(%s, %t) : (!tfrt.string, !tfrt.string) -> i1
  tfrt.return %e, %a, %b, %c : i1, i32, i32, f32
}

func.func @otherwise() -> (i32, i32, i32) {
  %s0, %a, %b, %c = "tfrt_test.flat"() { value = ["text"] } : () -> (!tfrt.string, i32, i32, f32) // expected-error {{attribute 'value' of tfrt_test.flat is nested differently}}
  %s1, %d, %e, %f = "tfrt_test.flat"() { value = [["text", [1 : i32]], [2.5 : f32]] } : () -> (!tfrt.string, i32, i32, f32) // expected-error {{tfrt_test.flat takes two integers and a float}}
  %s2, %g, %h, %i = "tfrt_test.flat"() { value = [[1 : i32, [1 : i32, 2 : i32]], [2.5 : f32]] } : () -> (!tfrt.string, i32, i32, f32) // expected-error {{is 'i32', expected 'string'}}
  tfrt.return %a, %d, %g : i32, i32, i32
}
