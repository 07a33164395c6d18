// rule: cli, common: diagnostics are `FILE:LINE:COL: error: MESSAGE`, the source line and a caret.
// rule: cli, common: exit status 2 for what cannot be used.
// tool: opt FILE
// exit: 2
// err| diagnostics_format.mlir:45:25: error: use of undeclared SSA value name
// err|   %b = tfrt.add.i32 %a, %c
// err|                         ^
// err| diagnostics_format.mlir:46:3: error: 'tfrt.return' op has 1 operands, but enclosing function returns 0
// err|   tfrt.return %b : i32
// err|   ^
// tool: translate FILE
// exit: 2
// err| diagnostics_format.mlir:45:25: error: use of undeclared SSA value name
// err|   %b = tfrt.add.i32 %a, %c
// err|                         ^
// err| diagnostics_format.mlir:46:3: error: 'tfrt.return' op has 1 operands, but enclosing function returns 0
// err|   tfrt.return %b : i32
// err|   ^
// tool: run FILE
// exit: 2
// err| diagnostics_format.mlir:45:25: error: use of undeclared SSA value name
// err|   %b = tfrt.add.i32 %a, %c
// err|                         ^
// err| diagnostics_format.mlir:46:3: error: 'tfrt.return' op has 1 operands, but enclosing function returns 0
// err|   tfrt.return %b : i32
// err|   ^
// tool: diff FILE
// exit: 2
// err| diagnostics_format.mlir:45:25: error: use of undeclared SSA value name
// err|   %b = tfrt.add.i32 %a, %c
// err|                         ^
// err| diagnostics_format.mlir:46:3: error: 'tfrt.return' op has 1 operands, but enclosing function returns 0
// err|   tfrt.return %b : i32
// err|   ^
// tool: show --as=plan FILE
// exit: 2
// err| diagnostics_format.mlir:45:25: error: use of undeclared SSA value name
// err|   %b = tfrt.add.i32 %a, %c
// err|                         ^
// err| diagnostics_format.mlir:46:3: error: 'tfrt.return' op has 1 operands, but enclosing function returns 0
// err|   tfrt.return %b : i32
// err|   ^

func.func @f(%a: i32) {
  %b = tfrt.add.i32 %a, %c
  tfrt.return %b : i32
}
