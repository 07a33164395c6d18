// rule: cli, show: graph, the default, is MLIR with the value names of the text, plan says for each value ready, fallible or later, bef is an
//   annotated dump, rust is formatted, clif and dot are of one function with --function.
// tool: show --as graph --function=f FILE
// out| module {
// out|   func.func @f(%a: i32) -> i32 {
// out|     %b = tfrt.add.i32 %a, %a
// out|     tfrt.return %b : i32
// out|   }
// out| }
// tool: show --function=f FILE
// out| module {
// out|   func.func @f(%a: i32) -> i32 {
// out|     %b = tfrt.add.i32 %a, %a
// out|     tfrt.return %b : i32
// out|   }
// out| }
// tool: show --as plan FILE
// out*| tfrt.add.i32(
// out*| fallible i32
// tool: show --as plan --function=f FILE
// out*| ready i32
// out!| fallible
// tool: show --as bef --function=f FILE
// out| function 0 f: (i32) -> (i32)
// out|   at show_forms.mlir;56;1
// out|   r0: i32
// out|   r1: i32
// out|   kernel 0 stream 0 entry
// out|     starts nobody
// out|     r0 used by 1 1
// out|   kernel 1 stream 0 tfrt.add.i32(r0, r0) at show_forms.mlir;57;8
// out|     r1 used by nobody
// out|   returns r1
// tool: show --as rust --function=f FILE
// out*| pub fn f(
// out!| pub fn g(
// tool: show --as rust FILE
// out*| pub fn g(
// tool: show --as clif --function=f FILE
// out*| iadd
// tool: show --as dot --function=f FILE
// out*| tfrt.add.i32
// out!| tfrt_test.fail
// tool: show --as=graph --json FILE
// out| {
// out|   "file": "show_forms.mlir",
// out|   "text": "module {\n  func.func @f(%a: i32) -> i32 {\n    %b = tfrt.add.i32 %a, %a\n    tfrt.return %b : i32\n  }\n  func.func @g() -> i32 {\n    %b = \"tfrt_test.fail\"() : () -> i32\n    tfrt.return %b : i32\n  }\n}\n"
// out| }
// tool: show --as=none FILE
// exit: 2
// err| error: invalid value 'none' for '--as <FORM>'
// tool: show --as=graph --function=none FILE
// exit: 2
// err| tfrt: couldn't find function none

func.func @f(%a: i32) -> i32 {
  %b = tfrt.add.i32 %a, %a
  tfrt.return %b : i32
}

func.func @g() -> i32 {
  %b = "tfrt_test.fail"() : () -> i32
  tfrt.return %b : i32
}
