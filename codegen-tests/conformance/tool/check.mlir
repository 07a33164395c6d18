// rule: cli, check: every folder below with a model and values; a line each and the number at the end.
// tool: check . --jobs=2
// out| 0 passed, 0 failed
// tool: check . --json
// out*| "passed": 0
// tool: check FILE
// exit: 2
// err| check.mlir is no folder

func.func @f() {
  tfrt.return
}
