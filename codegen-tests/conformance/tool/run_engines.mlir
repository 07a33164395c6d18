// rule: cli, run --engine=executor (default) or jit: the same values, errors and output.
// rule: cli, run --reference-output changes nothing but standard output.
// tool: run FILE
// out| int32 = 1
// out| @f:
// out|   1 : i32
// out|   2.5 : f64
// out|   chain : !tfrt.chain
// out|   true : i1
// out| @nothing: done
// tool: run --engine=executor FILE
// out| int32 = 1
// out| @f:
// out|   1 : i32
// out|   2.5 : f64
// out|   chain : !tfrt.chain
// out|   true : i1
// out| @nothing: done
// tool: run --engine jit FILE
// out| int32 = 1
// out| @f:
// out|   1 : i32
// out|   2.5 : f64
// out|   chain : !tfrt.chain
// out|   true : i1
// out| @nothing: done
// tool: run --engine=jit --reference-output --host-allocator=malloc FILE
// out| Choosing malloc.
// out| Choosing single-threaded work queue.
// out| --- Running 'f':
// out| int32 = 1
// out| 'f' returned 1,2.500000e+00,!tfrt.chain value,1
// out| --- Running 'nothing':
// tool: run --engine=none FILE
// exit: 2
// err| error: invalid value 'none' for '--engine <ENGINE>'

func.func @f() -> (i32, f64, !tfrt.chain, i1) {
  %a = tfrt.constant.i32 1
  %b = tfrt.constant.f64 2.5
  %t = tfrt.constant.i1 true
  %c = tfrt.new.chain
  %d = tfrt.print.i32 %a, %c
  tfrt.return %a, %b, %d, %t : i32, f64, !tfrt.chain, i1
}

func.func @nothing() {
  tfrt.return
}
