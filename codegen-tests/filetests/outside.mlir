// Kernels that look outside the program, or run functions that an attribute names.
func.func @from_the_run() -> (i32, i64, i32, i32) {
  %a = "tfrt_test.sum_array_attr.i32"() {array = [1 : i32, 2 : i32], init = "-10"} : () -> i32
  %b = "tfrt_test.sum_array_attr.i64"() {array = [], init = "1099511627776"} : () -> i64
  %c = "tfrt_test.sum_array_attr.i32"() {array = [2147483647 : i32], init = "ten"} : () -> i32
  %d = "tfrt_test.get_request_context_data.i32"() : () -> i32
  tfrt.return %a, %b, %c, %d : i32, i64, i32, i32
}
func.func @values() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %get = "tfrt_test.async_value_get"() : () -> !tfrt.string
  %ch1 = "tfrt_test.print_string"(%get, %ch0) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %ref = "tfrt_test.async_value_ref"() : () -> !tfrt.string
  %ch2 = "tfrt_test.print_string"(%ref, %ch1) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch2 : !tfrt.chain
}
func.func @file() -> (!tfrt.string, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %path = tfrt_test.get_string {value = "there/is/no/such/file"}
  %text = "tfrt_test.read_string_from_file"(%path) : (!tfrt.string) -> !tfrt.string
  %ch1 = "tfrt_test.print_string"(%text, %ch0) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  tfrt.return %text, %ch1 : !tfrt.string, !tfrt.chain
}
func.func @one(%a: i32, %b: i32) -> i32 {
  %c = "tfrt_test.async_add.i32"(%a, %b) : (i32, i32) -> i32
  tfrt.return %c : i32
}
func.func @two(%a: i32, %b: i32) -> (i32, i32) {
  %q, %r = tfrt.div.i32 %a, %b
  tfrt.return %q, %r : i32, i32
}
func.func @runners() -> (i32, i32, i32, i32, i32, i32) {
  %a = tfrt.constant.i32 17
  %b = tfrt.constant.i32 5
  %zero = tfrt.constant.i32 0
  %c = "tfrt_test.sync_function_runner.i32_i32.i32"(%a, %b) {function = @one} : (i32, i32) -> i32
  %d = "tfrt_test.invoke_sync_function.i32_i32.i32"(%c, %b) {function = @one} : (i32, i32) -> i32
  %e, %f = "tfrt_test.sync_function_runner.i32_i32.i32_i32"(%a, %b) {function = @two} : (i32, i32) -> (i32, i32)
  %g, %h = "tfrt_test.invoke_sync_function.i32_i32.i32_i32"(%a, %zero) {function = @two} : (i32, i32) -> (i32, i32)
  tfrt.return %c, %d, %e, %f, %g, %h : i32, i32, i32, i32, i32, i32
}
// Functions and regions beyond what a kernel takes are there for nobody.
func.func @surplus_functions() -> (i32, i32, i32, i32) {
  %a = tfrt.constant.i32 1 {f = @one}
  %b = tfrt.add.i32 %a, %a {f = @one}
  %c = "tfrt.add.i32"(%a, %b) ({
    %x = "tfrt_test.fail"() : () -> i32
    tfrt.return %x : i32
  }) : (i32, i32) -> i32
  %d = tfrt.constant.i32 4 {f = [@one, @two]}
  tfrt.return %a, %b, %c, %d : i32, i32, i32, i32
}
func.func @tensor() -> !tfrt_tensor.tensor {
  %a = "tfrt_test.const_dense_attr"() {value = dense<[[1.5, -2.5], [0.0, 1.0e9]]> : tensor<2x2xf32>} : () -> !tfrt_tensor.tensor
  %b = "tfrt_test.const_dense_attr"() {value = dense<true> : tensor<3xi1>} : () -> !t.tensor
  %c, %d = "tfrt_test.share_to_two"(%a) : (!tfrt_tensor.tensor) -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor)
  tfrt.return %d : !tfrt_tensor.tensor
}
