// rule: MLIR's text: every op may be written in the generic form, whose attributes of its definition
//   stand in `<{…}>`; an op that its pretty form cannot say is printed in the generic form.
// tool: translate FILE | run --reference-output -
// out| Choosing memory leak check allocator.
// out| Choosing single-threaded work queue.
// out| --- Not running 'callee' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Running 'f':
// out| 'f' returned 7
// tool: opt FILE
// out| module {
// out|   func.func @callee(%arg0: i32, %arg1: i32) -> i32 {
// out|     %0 = tfrt.add.i32 %arg0, %arg1 {note = "kept"}
// out|     tfrt.return %0 : i32
// out|   }
// out|   func.func @f() -> i32 {
// out|     %0 = tfrt.constant.i32 3
// out|     %1 = tfrt.constant.i32 4
// out|     %2 = tfrt.call @callee(%0, %1) : (i32, i32) -> i32
// out|     %3 = tfrt.constant.i1 true
// out|     %4 = "tfrt.if"(%3, %2, %2) ({
// out|     ^bb0(%arg0: i32, %arg1: i32):
// out|       tfrt.return %arg0 : i32
// out|     }, {
// out|     ^bb0(%arg0: i32, %arg1: i32):
// out|       tfrt.return %arg1 : i32
// out|     }) : (i1, i32, i32) -> i32
// out|     tfrt.return %4 : i32
// out|   }
// out| }
// out|
// tool: opt --mlir-print-op-generic FILE | opt
// out| module {
// out|   func.func @callee(%arg0: i32, %arg1: i32) -> i32 {
// out|     %0 = tfrt.add.i32 %arg0, %arg1 {note = "kept"}
// out|     tfrt.return %0 : i32
// out|   }
// out|   func.func @f() -> i32 {
// out|     %0 = tfrt.constant.i32 3
// out|     %1 = tfrt.constant.i32 4
// out|     %2 = tfrt.call @callee(%0, %1) : (i32, i32) -> i32
// out|     %3 = tfrt.constant.i1 true
// out|     %4 = "tfrt.if"(%3, %2, %2) ({
// out|     ^bb0(%arg0: i32, %arg1: i32):
// out|       tfrt.return %arg0 : i32
// out|     }, {
// out|     ^bb0(%arg0: i32, %arg1: i32):
// out|       tfrt.return %arg1 : i32
// out|     }) : (i1, i32, i32) -> i32
// out|     tfrt.return %4 : i32
// out|   }
// out| }
// out|

"func.func"() <{function_type = (i32, i32) -> i32, sym_name = "callee"}> ({
^bb0(%a: i32, %b: i32):
  %c = "tfrt.add.i32"(%a, %b) {note = "kept"} : (i32, i32) -> i32
  "tfrt.return"(%c) : (i32) -> ()
}) : () -> ()

func.func @f() -> i32 {
  %a = "tfrt.constant.i32"() <{value = 3 : i32}> : () -> i32
  %b = "tfrt.constant.i32"() {value = 4 : i32} : () -> i32
  %c = "tfrt.call"(%a, %b) {callee = @callee} : (i32, i32) -> i32
  %t = tfrt.constant.i1 true
  %d = "tfrt.if"(%t, %c, %c) ({
  ^bb0(%x: i32, %y: i32):
    tfrt.return %x : i32
  }, {
  ^bb0(%x: i32, %y: i32):
    tfrt.return %y : i32
  }) : (i1, i32, i32) -> i32
  tfrt.return %d : i32
}
