// lift: none, BEF keeps no costs
// engines: executor, a type of it is in no catalogue
// rule: kernels §1, textual forms: each declared op prints in the form of its table, values
//   numbered, attributes after the operands.
// rule: kernels §1, region ops: block arguments are not printed but take the operands' names, and
//   two blanks stand before '{' of tfrt.if, else and tfrt_test.do.async.
// rule: kernels §1, tfrt.if: the second region is always printed.
// tool: opt FILE
// out| module {
// out|   func.func @g(%arg0: i32) -> i32 {
// out|     tfrt.return %arg0 : i32
// out|   }
// out|   func.func @body(%arg0: i32) -> (i32, i1) {
// out|     %0 = tfrt.constant.i1 true
// out|     tfrt.return %arg0, %0 : i32, i1
// out|   }
// out|   func.func @block(%arg0: i32, %arg1: i32, %arg2: !test.n) {
// out|     tfrt.return
// out|   }
// out|   func.func @ops(%arg0: i1, %arg1: i32, %arg2: !test.n) {
// out|     %0 = tfrt.new.chain
// out|     %1 = tfrt.merge.chains %0, %arg1 {a = "x"} : !tfrt.chain, i32
// out|     %2:2 = tfrt.div.i32 %arg1, %arg1
// out|     %3 = tfrt.constant.f32 0x7F800000
// out|     %4 = tfrt.constant.f64 -1.500000e+03
// out|     %5 = tfrt.constant.complex64 1.000000e+00, -5.000000e-01
// out|     %6 = tfrt.call @g(%arg1) : (i32) -> i32
// out|     %7 = tfrt.cond %arg0 @g @g(%arg1) : (i32) -> (i32)
// out|     %8 = tfrt.case %arg1 [@g, @g](%arg1) : (i32) -> (i32)
// out|     %9 = tfrt.while %arg0 @body(%arg1) parallel_iterations(2) : (i32) -> (i32)
// out|     %10 = tfrt.once @g(%arg1) : (i32) -> (i32)
// out|     %11:2 = tfrt.if %arg0, %arg1, %arg2 {hint = 1 : i32} : (i32, !test.n) -> (i32, i32)  {
// out|       tfrt.return %arg1, %arg1 : i32, i32
// out|     } else  {
// out|       %21 = tfrt.add.i32 %arg1, %arg1
// out|       tfrt.return %21, %arg1 : i32, i32
// out|     }
// out|     tfrt.if %arg0 : () -> ()  {
// out|       tfrt.return
// out|     } else  {
// out|       tfrt.return
// out|     }
// out|     %12 = tfrt.repeat.i32 %arg1, %11#1 : i32 {
// out|       tfrt.return %11#1 : i32
// out|     }
// out|     tfrt.repeat.i32 %arg1 {
// out|       tfrt.return
// out|     }
// out|     %13 = tfrt.parallel_for.i32 %2#0 to %2#1 fixed %arg1, %arg2 : !test.n {
// out|       tfrt.return
// out|     }
// out|     %14 = tfrt.parallel_call.i32 %2#0 to %2#1 fixed %arg1 @block(%arg2) : !test.n
// out|     %15 = tfrt_test.do.async %arg1 : (i32) -> (i32)  {
// out|       tfrt.return %arg1 : i32
// out|     }
// out|     %16 = tfrt_test.benchmark "b"(%arg1 : i32) duration_secs = 1, max_count = 2, num_warmup_runs = 1 {
// out|       tfrt.return %arg1 : i32
// out|     }
// out|     %17 = tfrt_test.test_cost %arg1 {_tfrt_cost = 2 : i64, id = 1 : i64} : i32
// out|     %18 = tfrt_test.get_string {value = "s"}
// out|     %19 = tfrt.get_device %0 {device_name = "CPU:0"}
// out|     %20 = "tfrt.minus.i32"(%arg1, %arg1) : (i32, i32) -> i32
// out|     tfrt.return
// out|   }
// out| }
// out|

func.func @g(%x: i32) -> i32 { tfrt.return %x : i32 }
func.func @body(%x: i32) -> (i32, i1) {
  %t = tfrt.constant.i1 1
  tfrt.return %x, %t : i32, i1
}
func.func @block(%s: i32, %e: i32, %n: !test.n) { tfrt.return }
func.func @ops(%c: i1, %i: i32, %n: !test.n) {
  %ch = tfrt.new.chain
  %ch1 = tfrt.merge.chains %ch, %i {a = "x"} : !tfrt.chain, i32
  %q, %r = tfrt.div.i32 %i, %i
  %f = tfrt.constant.f32 0x7F800000
  %h = tfrt.constant.f64 -1.5e3
  %z = tfrt.constant.complex64 1.0, -0.5
  %a = tfrt.call @g(%i) : (i32) -> i32
  %b = tfrt.cond %c @g @g (%i) : (i32) -> (i32)
  %d = tfrt.case %i [@g, @g] (%i) : (i32) -> (i32)
  %e = tfrt.while %c @body(%i) parallel_iterations(2) : (i32) -> (i32)
  %k = tfrt.once @g(%i) : (i32) -> (i32)
  %l:2 = tfrt.if %c, %i, %n attributes {hint = 1 : i32} : (i32, !test.n) -> (i32, i32) {
    tfrt.return %i, %i : i32, i32
  } else {
    %m = tfrt.add.i32 %i, %i
    tfrt.return %m, %i : i32, i32
  }
  tfrt.if %c : () -> () { tfrt.return }
  %o = tfrt.repeat.i32 %i, %l#1 : i32 {
    tfrt.return %l#1 : i32
  }
  tfrt.repeat.i32 %i { tfrt.return }
  %p = tfrt.parallel_for.i32 %q to %r fixed %i, %n : !test.n { tfrt.return }
  %s = tfrt.parallel_call.i32 %q to %r fixed %i @block(%n) : !test.n
  %u = tfrt_test.do.async %i : (i32) -> (i32) {
    tfrt.return %i : i32
  }
  %v = tfrt_test.benchmark "b"(%i : i32) max_count = 2, duration_secs = 1 {
    tfrt.return %i : i32
  }
  %w = tfrt_test.test_cost %i {id = 1 : i64, _tfrt_cost = 2 : i64} : i32
  %x = tfrt_test.get_string { value = "s" }
  %y = tfrt.get_device %ch {device_name = "CPU:0"}
  %z1 = "tfrt.minus.i32"(%i, %i) : (i32, i32) -> i32
  tfrt.return
}
