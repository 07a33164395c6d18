// rule: the catalogue, tfrt.assert: true if the condition holds, else the error of the message.
// run: --print-error-code
// out| --- Running 'assert':
// out| 'assert' returned 1,<<error: the fuse is out, code: INTERNAL>>

func.func @assert() -> (i1, i1) {
  %true = tfrt.constant.i1 true
  %false = tfrt.constant.i1 false
  %a = "tfrt.assert"(%true) {message = "all is well"} : (i1) -> i1
  %b = "tfrt.assert"(%false) {message = "the fuse is out"} : (i1) -> i1 // expected-error {{runtime error: the fuse is out}}
  tfrt.return %a, %b : i1, i1
}
