// rule: executor §5: return values of a sync function may not be arguments or duplicates.
// rule: bef §11: the converter's words for that.
// tool: translate --split-input-file --verify-diagnostics FILE
// lift: none, the converter refuses both
// engines: executor, no engine can load it

func.func @argument(%a: i32) -> i32 attributes {tfrt.sync} {
  tfrt.return %a : i32 // expected-error {{return value 0 is an argument in a sync function}}
}
// -----
func.func @twice() -> (i32, i32) attributes {tfrt.sync} {
  %a = tfrt.constant.i32 1
  tfrt.return %a, %a : i32, i32 // expected-error {{return value 1 is duplicated in a sync function}}
}
