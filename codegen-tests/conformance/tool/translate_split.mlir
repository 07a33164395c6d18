// rule: cli, translate --split-input-file: each piece between `// -----` lines by itself, with the
//   lines of the whole file.
// rule: cli, translate --verify-diagnostics: parse, verification and encoding errors are matched,
//   nothing is written, and the exit status is 0 if all match.
// rule: bef §11: the converter's diagnostics.
// tool: translate --split-input-file --verify-diagnostics FILE
// tool: translate --split-input-file -o TMP/split.bef FILE
// exit: 2
// err| translate_split.mlir:25:3: error: multi-block regions cannot be emitted to BEF files
// err| translate_split.mlir:31:3: error: return op must be at the end of its block
// err| translate_split.mlir:37:5: error: BEF executor only supports references to kernels within the current region
// err| translate_split.mlir:44:19: error: external functions are not allowed
// err| translate_split.mlir:48:8: error: all functions need to have a tfrt.return
// err| translate_split.mlir:52:3: error: BEF files cannot encode the 'u' attribute
// err| translate_split.mlir:53:3: error: BEF files cannot encode the 'd' attribute
// err| translate_split.mlir:54:3: error: BEF files cannot encode the 'i' attribute
// err| translate_split.mlir:55:3: error: BEF files cannot encode the 'm' attribute
// err| translate_split.mlir:60:3: error: function @nowhere not defined
// err| translate_split.mlir:65:26: error: expected a constant of type i32
// tool: translate TMP/split.bef
// exit: 2
// err| split.bef: No such file or directory (os error 2)

func.func @f() {
  "cf.br"()[^b] : () -> () // expected-error {{multi-block regions cannot be emitted to BEF files}}
^b:
  tfrt.return
}
// -----
func.func @f() {
  tfrt.return // expected-error {{return op must be at the end of its block}}
  tfrt.return
}
// -----
func.func @f(%a: i32) {
  "demo.op"() ({
    "demo.inner"(%a) : (i32) -> () // expected-error {{BEF executor only supports references to kernels within the current region}}
    tfrt.return
  }) : () -> ()
  tfrt.return
}
// -----
// expected-error@+1 {{external functions are not allowed}}
func.func private @f(i32)
// -----
func.func @f() {
  // expected-error@+1 {{all functions need to have a tfrt.return}}
  %a = tfrt.new.chain
}
// -----
func.func @f() {
  "demo.op"() {u} : () -> () // expected-error {{BEF files cannot encode the 'u' attribute}}
  "demo.op"() {d = {a = 1 : i32}} : () -> () // expected-error {{BEF files cannot encode the 'd' attribute}}
  "demo.op"() {i = 1 : index} : () -> () // expected-error {{BEF files cannot encode the 'i' attribute}}
  "demo.op"() {m = affine_map<(d0) -> (d0)>} : () -> () // expected-error {{BEF files cannot encode the 'm' attribute}}
  tfrt.return
}
// -----
func.func @f(%a: i32) {
  "demo.op"() {f = @nowhere} : () -> () // expected-error {{function @nowhere not defined}}
  tfrt.return
}
// -----
func.func @f() {
  %a = tfrt.constant.i32 x // expected-error {{expected a constant of type i32}}
  tfrt.return
}
