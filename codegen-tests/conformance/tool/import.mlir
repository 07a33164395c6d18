// rule: cli, import: a program of upstream dialects in the generic form becomes a program of ours, as
//   text or, by the suffix, as BEF; its ops keep their places.
// rule: cli, import --ops: the ops that can be imported, with the types of their kernels.
// rule: cli, import --mlir-passes: passes are for programs of upstream dialects; others stay as they are.
// rule: cli: run, show and diff take such a program as it is.
// tool: import FILE --output=TMP/import.mlir
// tool: run --reference-output TMP/import.mlir
// out*| 'main' returned 3
// tool: import --mlir-passes=cse TMP/import.mlir
// out*| tfrt.return
// tool: import FILE -o TMP/import.bef
// tool: run --reference-output --engine=jit TMP/import.bef
// out*| 'main' returned 3
// tool: run FILE
// out*| 3
// tool: diff FILE
// out| main: equal
// tool: show --as graph --function=pick FILE
// out*| tfrt.if %c, %a, %b : (i32, i32) -> (i32)
// tool: import --ops=scf.if
// out| scf.if -> tfrt.if
// tool: import --ops=nothing
// exit: 2
// err| no op that can be imported has a name that begins with nothing

"builtin.module"() ({
  "func.func"() <{function_type = (i1, i32, i32) -> i32, sym_name = "pick"}> ({
  ^bb0(%c: i1, %a: i32, %b: i32):
    %r = "scf.if"(%c) ({
      "scf.yield"(%a) : (i32) -> ()
    }, {
      "scf.yield"(%b) : (i32) -> ()
    }) : (i1) -> i32 loc("pick.py":3:7)
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> i32, sym_name = "main"}> ({
    %c = "arith.constant"() <{value = false}> : () -> i1
    %a = "arith.constant"() <{value = 2 : i32}> : () -> i32
    %b = "arith.constant"() <{value = 3 : i32}> : () -> i32
    %r = "func.call"(%c, %a, %b) <{callee = @pick}> : (i1, i32, i32) -> i32
    "func.return"(%r) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
