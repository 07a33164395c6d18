// rule: executor §8, --functions: only these, in the given order, and nothing about others.
// rule: executor §8, --test_init_function: runs first and not again; cli, --init-function: the same,
//   if it exists.
// rule: cli, --functions: a missing one is `couldn't find function X`, exit 2.
// run: --functions=c,a
// out| --- Running 'c':
// out| 'c' returned 3
// out| --- Running 'a':
// out| 'a' returned 1
// run: --functions c --init-function=b
// out| --- Running 'b':
// out| 'b' returned 2
// out| --- Running 'c':
// out| 'c' returned 3
// run: --init-function=c
// out| --- Running 'c':
// out| 'c' returned 3
// out| --- Running 'a':
// out| 'a' returned 1
// out| --- Running 'b':
// out| 'b' returned 2
// run: --init-function=none --functions=a
// out| --- Running 'a':
// out| 'a' returned 1
// tool: run --functions=a,none FILE
// exit: 2
// err| tfrt: couldn't find function none

func.func @a() -> i32 {
  %x = tfrt.constant.i32 1
  tfrt.return %x : i32
}

func.func @b() -> i32 {
  %x = tfrt.constant.i32 2
  tfrt.return %x : i32
}

func.func @c() -> i32 {
  %x = tfrt.constant.i32 3
  tfrt.return %x : i32
}
