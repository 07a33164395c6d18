// rule: executor §5: kernels of a sync function run in block order; after an error later kernels are
//   not run.
// rule: executor §8: for sync functions an error prints a single result.
// rule: engines 10: sync functions run with the same kernels as everywhere, and may be called.
// run:
// out| --- Running 'in_order':
// out| int32 = 1
// out| int32 = 2
// out| 'in_order' returned 3
// out| --- Running 'stops':
// out| 'stops' returned <<error: Divide by zero>>
// out| --- Running 'called':
// out| int32 = 1
// out| int32 = 2
// out| 'called' returned 3

func.func @in_order() -> i32 attributes {tfrt.sync} {
  %c = tfrt.new.chain
  %a = tfrt.constant.i32 1
  %d = tfrt.print.i32 %a, %c
  %b = tfrt.constant.i32 2
  %e = tfrt.print.i32 %b, %c
  %s = tfrt.add.i32 %a, %b
  tfrt.return %s : i32
}

func.func @stops() -> (i32, i32) attributes {tfrt.sync} {
  %c = tfrt.new.chain
  %z = tfrt.constant.i32 0
  %q, %r = tfrt.div.i32 %z, %z // expected-error {{Divide by zero}}
  %d = tfrt.print.i32 %z, %c
  %s = tfrt.add.i32 %z, %z
  tfrt.return %q, %s : i32, i32
}

func.func @called() -> i32 {
  %s = tfrt.call @in_order() : () -> i32
  tfrt.return %s : i32
}
