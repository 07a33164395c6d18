// rule: import: an error names the place that the text gives for its op: the file of a fusion or of a call's
//   callee, or of what a name is given to.
// tool: run --print-error-code FILE
// exit: 1
// err| model.py:12:5: error: runtime error: Divide by zero
// out*| Divide by zero

#callee = loc("layer"("model.py":12:5))
#caller = loc("main.py":3:1)
func.func @main() -> i32 {
  %c0 = "arith.constant"() <{value = 0 : i32}> : () -> i32
  %r = "arith.remui"(%c0, %c0) : (i32, i32) -> i32 loc(callsite(#callee at #caller))
  "func.return"(%r) : (i32) -> ()
}
