// rule: kernels §1, region ops: an optional attribute dictionary is written with the keyword
//   'attributes', for tfrt.if and tfrt.repeat.i32 after the operands, and printed without it.
// rule: kernels §1, tfrt.if: types are read as MLIR's function type, so one result needs no
//   parentheses.
// rule: kernels §1, region ops: where a dictionary would be taken for the region, the op is printed
//   in the generic form.
// tool: opt FILE
// out| module {
// out|   func.func @f(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
// out|     %0 = tfrt.if %arg0, %arg1 {a = 1 : i32} : (i32) -> (i32)  {
// out|       tfrt.return %arg1 : i32
// out|     } else  {
// out|       tfrt.return %arg1 : i32
// out|     }
// out|     tfrt.if %arg0 {a = 2 : i8} : () -> ()  {
// out|       tfrt.return
// out|     } else  {
// out|       tfrt.return
// out|     }
// out|     %1 = tfrt.repeat.i32 %arg1, %arg2 {b = "x"} : i32 {
// out|       tfrt.return %arg2 : i32
// out|     }
// out|     "tfrt.repeat.i32"(%arg1) ({
// out|       tfrt.return
// out|     }) {b = 1 : i64} : (i32) -> ()
// out|     %2 = tfrt.parallel_for.i32 %arg1 to %arg2 fixed %arg1, %arg0 {c = 1.000000e+00 : f32} : i1 {
// out|       tfrt.return
// out|     }
// out|     %3 = "tfrt.parallel_for.i32"(%arg1, %arg2, %arg1) ({
// out|     ^bb0(%arg3: i32, %arg4: i32):
// out|       tfrt.return
// out|     }) {c = "y"} : (i32, i32, i32) -> !tfrt.chain
// out|     %4 = tfrt_test.do.async %arg1 {d = [1 : i32]} : (i32) -> (i32)  {
// out|       tfrt.return %arg1 : i32
// out|     }
// out|     %5 = "tfrt_test.benchmark"(%arg1) <{duration_secs = 1 : i32, max_count = 2 : i32, name = "n", num_warmup_runs = 3 : i32}> ({
// out|     ^bb0(%arg3: i32):
// out|       tfrt.return %arg3 : i32
// out|     }) {z = 4 : i32} : (i32) -> !tfrt.chain
// out|     tfrt.return %0 : i32
// out|   }
// out| }
// out|

func.func @f(%c: i1, %a: i32, %b: i32) -> i32 {
  %0 = tfrt.if %c, %a attributes {a = 1 : i32} : (i32) -> i32 {
    tfrt.return %a : i32
  } else {
    tfrt.return %a : i32
  }
  tfrt.if %c attributes {a = 2 : i8} : () -> () { tfrt.return }
  %1 = tfrt.repeat.i32 %a, %b attributes {b = "x"} : i32 { tfrt.return %b : i32 }
  tfrt.repeat.i32 %a attributes {b = 1} { tfrt.return }
  %2 = tfrt.parallel_for.i32 %a to %b fixed %a, %c attributes {c = 1.0 : f32} : i1 { tfrt.return }
  %3 = tfrt.parallel_for.i32 %a to %b fixed %a attributes {c = "y"} { tfrt.return }
  %4 = tfrt_test.do.async %a attributes {d = [1 : i32]} : (i32) -> i32 { tfrt.return %a : i32 }
  %5 = tfrt_test.benchmark "n"(%a : i32) num_warmup_runs = 3, max_count = 2, duration_secs = 1 attributes {z = 4 : i32} {
    tfrt.return %a : i32
  }
  tfrt.return %0 : i32
}
