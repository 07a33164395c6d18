// rule: kernels, tables: an op has the operands, results and attributes that its table says.
// rule: kernels, trailing-chain rule: only one more operand, and only a chain.
// tool: translate --split-input-file --verify-diagnostics FILE

func.func @f(%a: i32, %b: i64, %c: !tfrt.chain) {
  // expected-error@+1 {{'tfrt.add.i32' op expected 2 operands, but got 1}}
  %0 = "tfrt.add.i32"(%a) : (i32) -> i32
  // expected-error@+1 {{'tfrt.add.i32' op expected 2 operands, but got 3}}
  %1 = "tfrt.add.i32"(%a, %a, %a) : (i32, i32, i32) -> i32
  %2 = "tfrt.add.i32"(%a, %a, %c) : (i32, i32, !tfrt.chain) -> i32
  // expected-error@+1 {{'tfrt.add.i32' op expected 2 operands, but got 4}}
  %3 = "tfrt.add.i32"(%a, %a, %c, %c) : (i32, i32, !tfrt.chain, !tfrt.chain) -> i32
  // expected-error@+1 {{'tfrt.print.i32' op expected 2 operands, but got 3}}
  %4 = "tfrt.print.i32"(%a, %c, %c) : (i32, !tfrt.chain, !tfrt.chain) -> !tfrt.chain
  // expected-error@+1 {{'tfrt_test.identity' op expected 1 or more operands, but got 0}}
  "tfrt_test.identity"() : () -> ()
  // expected-error@+1 {{'tfrt.add.i32' op operand #1 must be i32, but got 'i64'}}
  %5 = "tfrt.add.i32"(%a, %b) : (i32, i64) -> i32
  // expected-error@+1 {{'tfrt.print.i32' op operand #1 must be !tfrt.chain type, but got 'i32'}}
  %6 = "tfrt.print.i32"(%a, %a) : (i32, i32) -> !tfrt.chain
  // expected-error@+1 {{'tfrt.add.i32' op expected 1 results, but got 2}}
  %7:2 = "tfrt.add.i32"(%a, %a) : (i32, i32) -> (i32, i32)
  // expected-error@+1 {{'tfrt.new.chain' op expected 1 results, but got 2}}
  %8:2 = "tfrt.new.chain"() : () -> (!tfrt.chain, !tfrt.chain)
  // expected-error@+1 {{'tfrt.add.i32' op result #0 must be i32, but got 'i64'}}
  %9 = "tfrt.add.i32"(%a, %a) : (i32, i32) -> i64
  // expected-error@+1 {{'tfrt_test.get_string' op requires attribute 'value'}}
  %10 = "tfrt_test.get_string"() : () -> !tfrt.string
  // expected-error@+1 {{'tfrt_test.get_string' op attribute 'value' is 'i32', expected 'string'}}
  %11 = "tfrt_test.get_string"() {value = 1 : i32} : () -> !tfrt.string
  // expected-error@+1 {{'vt.constant' op BEF files cannot encode the 'value' attribute}}
  %12 = "vt.constant"() {value = {a = 1 : i32}} : () -> !vt.value
  // expected-error@+1 {{function @nobody not defined}}
  %13 = "tfrt_test.invoke_sync_function.i32_i32.i32"(%a, %a) {f = @nobody} : (i32, i32) -> i32
  // expected-error@+1 {{'tfrt_test.invoke_sync_function.i32_i32.i32' op expected 1 functions, but got 0}}
  %14 = "tfrt_test.invoke_sync_function.i32_i32.i32"(%a, %a) : (i32, i32) -> i32
  tfrt.return
}
