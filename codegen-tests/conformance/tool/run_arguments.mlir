// rule: cli, arguments: in order, scalars as written, for functions that are named; a function that
//   was named and needs arguments that were not given: exit 2, or the original's line.
// tool: run --functions=halves --arg=-7 --arg 2 FILE
// out| @halves:
// out|   -3 : i32
// out|   -1 : i32
// tool: diff --functions=halves --arg=7 --arg=2 FILE
// out| halves: equal
// tool: run --functions=halves FILE
// exit: 2
// err| tfrt: function halves takes 2 arguments (i32, i32), 0 given with --arg
// tool: run --functions=one --arg=true --arg=1 FILE
// exit: 2
// err| tfrt: function one takes 1 argument (i1), 2 given with --arg
// tool: run --functions=none --arg=1 FILE
// exit: 2
// err| tfrt: function none takes no arguments, 1 given with --arg
// tool: run --functions=one --arg=2 FILE
// exit: 2
// err| tfrt: '2' is not a value of type i1
// tool: run --arg=1 FILE
// exit: 2
// err| tfrt: name the function that the arguments are for with --functions
// tool: run --functions=one --reference-output FILE
// out| Choosing memory leak check allocator.
// out| Choosing single-threaded work queue.
// out| --- Not running 'one' because it has arguments.

func.func @none() {
  tfrt.return
}

func.func @one(%a: i1) -> i1 {
  tfrt.return %a : i1
}

func.func @halves(%a: i32, %b: i32) -> (i32, i32) {
  %q, %r = tfrt.div.i32 %a, %b
  tfrt.return %q, %r : i32, i32
}
