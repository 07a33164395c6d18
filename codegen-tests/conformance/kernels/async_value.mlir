// rule: kernels §2, tfrt_test.async_value_get: gives 'base1:base2:final_class:3'.
// rule: kernels §2, tfrt_test.async_value_ref: gives
//   'available:2;unavailable;(3);available:3;unavailable;available:4'.
// run:
// out| --- Running 'values':
// out| string = base1:base2:final_class:3
// out| string = available:2;unavailable;(3);available:3;unavailable;available:4

func.func @values() {
  %ch0 = tfrt.new.chain
  %a = "tfrt_test.async_value_get"() : () -> !tfrt.string
  %ch1 = "tfrt_test.print_string"(%a, %ch0) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %b = "tfrt_test.async_value_ref"() : () -> !tfrt.string
  %ch2 = "tfrt_test.print_string"(%b, %ch1) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
