// rule: cli: `--json` anywhere gives one JSON document on standard output.
// tool: run --json FILE
// out| {
// out|   "complaints": [],
// out|   "engine": "executor",
// out|   "file": "run_json.mlir",
// out|   "functions": [
// out|     {
// out|       "diagnostics": [],
// out|       "leaked": 0,
// out|       "name": "f",
// out|       "output": "",
// out|       "ran": true,
// out|       "results": [
// out|         {
// out|           "type": "i32",
// out|           "value": "1"
// out|         }
// out|       ]
// out|     }
// out|   ],
// out|   "functions_in_file": 1,
// out|   "ok": true,
// out|   "trace": null,
// out|   "work_queue": "s"
// out| }
// tool: run FILE --json --engine=jit
// out| {
// out|   "complaints": [],
// out|   "engine": "jit",
// out|   "file": "run_json.mlir",
// out|   "functions": [
// out|     {
// out|       "diagnostics": [],
// out|       "leaked": 0,
// out|       "name": "f",
// out|       "output": "",
// out|       "ran": true,
// out|       "results": [
// out|         {
// out|           "type": "i32",
// out|           "value": "1"
// out|         }
// out|       ]
// out|     }
// out|   ],
// out|   "functions_in_file": 1,
// out|   "ok": true,
// out|   "trace": null,
// out|   "work_queue": "s"
// out| }
// tool: --json diff FILE
// out| {
// out|   "file": "run_json.mlir",
// out|   "functions": [
// out|     {
// out|       "differences": [],
// out|       "equal": true,
// out|       "name": "f"
// out|     }
// out|   ],
// out|   "ok": true
// out| }
// tool: translate --json FILE -o TMP/json.bef
// out*| "bytes": 189
// out*| "ok": true
// out*| "output":
// tool: translate FILE | translate --json
// out| {
// out|   "file": "-",
// out|   "ok": true,
// out|   "text": "module {\n  func.func @f() -> i32 {\n    %0 = tfrt.constant.i32 1\n    tfrt.return %0 : i32\n  }\n}\n"
// out| }
// tool: opt --json --tfrt-print-stream FILE
// out| {
// out|   "file": "run_json.mlir",
// out|   "ok": true,
// out|   "remarks": [
// out|     {
// out|       "column": 1,
// out|       "file": "run_json.mlir",
// out|       "line": 104,
// out|       "message": "stream id: 0, stream cost: 3, parent stream: -1"
// out|     },
// out|     {
// out|       "column": 8,
// out|       "file": "run_json.mlir",
// out|       "line": 105,
// out|       "message": "stream id: 0, stream cost: 3, parent stream: -1"
// out|     },
// out|     {
// out|       "column": 3,
// out|       "file": "run_json.mlir",
// out|       "line": 106,
// out|       "message": "stream id: 0, stream cost: 3, parent stream: -1"
// out|     }
// out|   ],
// out|   "text": "module {\n  func.func @f() -> i32 {\n    %0 = tfrt.constant.i32 1\n    tfrt.return %0 : i32\n  }\n}\n\n"
// out| }
// err| run_json.mlir:104:1: remark: stream id: 0, stream cost: 3, parent stream: -1
// err| run_json.mlir:105:8: remark: stream id: 0, stream cost: 3, parent stream: -1
// err| run_json.mlir:106:3: remark: stream id: 0, stream cost: 3, parent stream: -1

func.func @f() -> i32 {
  %a = tfrt.constant.i32 1
  tfrt.return %a : i32
}
