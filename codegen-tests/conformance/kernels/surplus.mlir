// rule: kernels, header: attributes are positional, in the order of their names; those beyond what a
//   kernel takes are ignored, and so are functions, where the op is of no control flow.
// rule: engines §7: BEF has no names: whatever names a text had, kernels get its attributes by position.
// rule: bef §7: a file may leave the types of attributes out; the kernels say what theirs are.
// tool: translate FILE | run --reference-output -
// out| Choosing memory leak check allocator.
// out| Choosing single-threaded work queue.
// out| --- Running 'constants':
// out| 'constants' returned 7,9,18,f16 value,bf16 value
// out| --- Not running 'same' because it has arguments.
// out| --- Running 'of_functions':
// out| 'of_functions' returned 2,9
// tool: translate --disable-optional-sections FILE | run --reference-output -
// out| Choosing memory leak check allocator.
// out| Choosing single-threaded work queue.
// out| --- Running 'constants':
// out| 'constants' returned 7,9,18,f16 value,bf16 value
// out| --- Not running 'same' because it has arguments.
// out| --- Running 'of_functions':
// out| 'of_functions' returned 2,9
// tool: translate FILE | run --engine=jit --functions=constants --reference-output -
// out| Choosing memory leak check allocator.
// out| Choosing single-threaded work queue.
// out| --- Running 'constants':
// out| 'constants' returned 7,9,18,f16 value,bf16 value
// tool: run FILE
// exit: 2
// err| surplus.mlir:35:29: error: 'tfrt.constant.i32' has no attribute 'a'; it takes 'value'
// err| surplus.mlir:36:29: error: 'tfrt.constant.i32' has no attribute 'z'; it takes 'value'
// err| surplus.mlir:37:29: error: 'tfrt.add.i32' has no attribute 'z'; it takes none
// err| surplus.mlir:38:31: error: 'tfrt.constant.f16' has no attribute 'z'; it takes 'value'

func.func @constants() -> (i32, i32, i32, f16, bf16) {
  // As BEF, 7 is the first attribute and so the one that is taken.
  %a = tfrt.constant.i32 9 {a = 7 : i32}
  %b = tfrt.constant.i32 9 {z = "nobody looks"}
  %c = tfrt.add.i32 %b, %b {z = [1 : i32, "mixed"]}
  %d = tfrt.constant.f16 1.5 {z = 1.0}
  %e = tfrt.constant.bf16 1.5
  tfrt.return %a, %b, %c, %d, %e : i32, i32, i32, f16, bf16
}
func.func @same(%a: i32) -> i32 {
  tfrt.return %a : i32
}
func.func @of_functions() -> (i32, i32) {
  %a = tfrt.constant.i32 1
  %b = tfrt.add.i32 %a, %a {f = @same}
  %c = tfrt.constant.i32 9 {f = @same}
  tfrt.return %b, %c : i32, i32
}
