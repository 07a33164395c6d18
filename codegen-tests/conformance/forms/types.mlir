// engines: executor, a type of it is in no catalogue
// rule: kernels §1, types: the types of the tfrt dialect, MLIR's builtin ones, and any type of
//   another dialect print as they are read.
// tool: opt --allow-unregistered-dialect FILE
// out| module {
// out|   func.func @types(%arg0: !tfrt.chain, %arg1: !tfrt.string, %arg2: !tfrt.tensor_type, %arg3: !tfrt.device, %arg4: i1, %arg5: si8, %arg6: ui64, %arg7: index, %arg8: none, %arg9: bf16, %arg10: f16, %arg11: f80, %arg12: complex<f64>, %arg13: tuple<i32, f32>, %arg14: tensor<*xi8>, %arg15: vector<4x[2]xi32>, %arg16: memref<2xf32, 1>, %arg17: tensor<2x?xf32>, %arg18: (i32) -> (i32, i64), %arg19: !corert.tensorhandle, %arg20: !a.b<"x", [1, {y = <z>}]>) {
// out|     tfrt.return
// out|   }
// out| }
// out|

!alias = tensor<2x?xf32>
func.func @types(%a: !tfrt.chain, %b: !tfrt.string, %c: !tfrt.tensor_type, %d: !tfrt.device,
    %e: i1, %f: si8, %g: ui64, %h: index, %i: none, %j: bf16, %k: f16, %l: f80, %m: complex<f64>,
    %n: tuple<i32, f32>, %o: tensor<*xi8>, %p: vector<4x[2]xi32>, %q: memref<2xf32, 1>, %r: !alias,
    %s: (i32) -> (i32, i64), %t: !corert.tensorhandle, %u: !a.b<"x", [1, {y = <z>}]>) {
  tfrt.return
}
