// rule: kernels, error rule: what only the kernel can see is an error of the kernel at the op.
// run:
// out| --- Not running 'g' because it has arguments.
// out| --- Running 'too_few_arguments':
// out| 'too_few_arguments' returned <<error: function 'g' takes 1 argument, given 2>>
// out| --- Running 'alias_of_two':
// out| 'alias_of_two' returned <<error: tfrt.alias.value takes a chain and one value, given 2>>,<<error: tfrt.alias.value takes a chain and one value, given 2>>
// out| --- Not running 'two' because it has arguments.
// out| --- Running 'too_many_results':
// out| 'too_many_results' returned <<error: kernel gave 2 results, the op has 1>>

func.func @g(%a: i32) -> i32 {
  tfrt.return %a : i32
}
func.func @too_few_arguments() -> i32 {
  %a = tfrt.constant.i32 1
  %b = "tfrt_test.invoke_sync_function.i32_i32.i32"(%a, %a) {f = @g} : (i32, i32) -> i32 // expected-error {{function 'g' takes 1 argument, given 2}}
  tfrt.return %b : i32
}
func.func @alias_of_two() -> (i32, i32) {
  %ch = tfrt.new.chain
  %a = tfrt.constant.i32 1
  %b:2 = "tfrt.alias.value"(%ch, %a, %a) : (!tfrt.chain, i32, i32) -> (i32, i32) // expected-error {{tfrt.alias.value takes a chain and one value, given 2}}
  tfrt.return %b#0, %b#1 : i32, i32
}
func.func @two(%a: i32, %b: i32) -> (i32, i32) {
  tfrt.return %a, %b : i32, i32
}
func.func @too_many_results() -> i32 {
  %a = tfrt.constant.i32 1
  %b = "tfrt_test.invoke_sync_function.i32_i32.i32"(%a, %a) {f = @two} : (i32, i32) -> i32 // expected-error {{kernel gave 2 results, the op has 1}}
  tfrt.return %b : i32
}
