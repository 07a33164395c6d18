// rule: cli, diff: every function without arguments on each engine, a line each; exit 0 only if all
//   are equal; with --functions, --init-function and --work-queue.
// tool: diff FILE
// out| init: equal
// out| a: equal
// out| b: equal
// tool: diff --functions=b,a --init-function=init --work-queue=mstd:2 FILE
// out| init: equal
// out| b: equal
// out| a: equal
// tool: translate FILE | diff --functions a
// out| a: equal
// tool: diff --functions=none FILE
// exit: 2
// err| tfrt: couldn't find function none

func.func @init() -> i32 {
  %x = tfrt.constant.i32 0
  tfrt.return %x : i32
}

func.func @a() -> (i32, i32) {
  %x = "tfrt_test.async_constant.i32"() {value = 1 : i32} : () -> i32
  %f = "tfrt_test.fail"() : () -> i32
  tfrt.return %x, %f : i32, i32
}

func.func @b() -> f32 {
  %x = tfrt.constant.f32 1.5
  %y = tfrt.add.f32 %x, %x
  tfrt.return %y : f32
}
