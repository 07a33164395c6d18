// rule: MLIR's text: functions are public, which may be said, private or nested, and may be declared; arguments and
//   results may have attributes and locations; modules nest and have names and attributes.
// rule: MLIR's printer: `%argN` and `%N` are given out in each function; a result of a function type
//   stands in parentheses.
// tool: opt --allow-unregistered-dialect FILE
// out| module @outer attributes {demo.a = 1 : i64, demo.unit} {
// out|   func.func private @declared(i32, !demo.t {demo.x}) -> (f32 {demo.y = "z"})
// out|   func.func nested @"quoted name"(%arg0: i32 {demo.name = "first"}, %arg1: i1) -> (i32, i1) attributes {demo.b} {
// out|     return %arg0, %arg1 : i32, i1
// out|   }
// out|   func.func @function_type(%arg0: (i32) -> i32) -> ((i32) -> i32) {
// out|     return %arg0 : (i32) -> i32
// out|   }
// out|   module @inner {
// out|     func.func public @f() {
// out|       tfrt.return
// out|     }
// out|     module {
// out|     }
// out|   }
// out| }
// out|
// tool: opt --allow-unregistered-dialect --mlir-print-op-generic FILE
// out| "builtin.module"() <{sym_name = "outer"}> ({
// out|   "func.func"() <{arg_attrs = [{}, {demo.x}], function_type = (i32, !demo.t) -> f32, res_attrs = [{demo.y = "z"}], sym_name = "declared", sym_visibility = "private"}> ({
// out|   }) : () -> ()
// out|   "func.func"() <{arg_attrs = [{demo.name = "first"}, {}], function_type = (i32, i1) -> (i32, i1), sym_name = "quoted name", sym_visibility = "nested"}> ({
// out|   ^bb0(%arg1: i32, %arg2: i1):
// out|     "func.return"(%arg1, %arg2) : (i32, i1) -> ()
// out|   }) {demo.b} : () -> ()
// out|   "func.func"() <{function_type = ((i32) -> i32) -> ((i32) -> i32), sym_name = "function_type"}> ({
// out|   ^bb0(%arg0: (i32) -> i32):
// out|     "func.return"(%arg0) : ((i32) -> i32) -> ()
// out|   }) : () -> ()
// out|   "builtin.module"() <{sym_name = "inner"}> ({
// out|     "func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "public"}> ({
// out|       "tfrt.return"() : () -> ()
// out|     }) : () -> ()
// out|     "builtin.module"() ({
// out|     ^bb0:
// out|     }) : () -> ()
// out|   }) : () -> ()
// out| }) {demo.a = 1 : i64, demo.unit} : () -> ()
// out|
// lift: none, declarations and nested modules have no place in BEF
// engines: executor, no type of the catalogue is a function type

module @outer attributes {demo.a = 1 : i64, demo.unit} {
  func.func private @declared(i32, !demo.t {demo.x}) -> (f32 {demo.y = "z"})
  func.func nested @"quoted name"(%first: i32 {demo.name = "first"} loc("first"), %second: i1) -> (i32, i1) attributes {demo.b} {
    func.return %first, %second : i32, i1
  }
  func.func @function_type(%f: (i32) -> i32) -> ((i32) -> i32) {
    return %f : (i32) -> i32
  }
  module @inner {
    func.func public @f() {
      tfrt.return
    }
    module {
    }
  }
}
