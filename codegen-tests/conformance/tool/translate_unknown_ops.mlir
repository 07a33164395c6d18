// rule: bef §7: what an unknown op's attributes and registers were is lost without the optional
//   sections; the original's words stand for it.
// rule: cli, translate --allow-unregistered-dialect is always on.
// tool: translate --allow-unregistered-dialect FILE | translate
// out| module {
// out|   func.func @f(%arg0: i32) -> !demo.value {
// out|     %0 = "demo.op"(%arg0) {first = "x", second = [1 : i32, 2 : i32]} : (i32) -> !demo.value
// out|     tfrt.return %0 : !demo.value
// out|   }
// out| }
// tool: translate --disable-optional-sections FILE | translate
// out| module {
// out|   func.func @f(%arg0: i32) -> !demo.value {
// out|     %0 = "demo.op"(%arg0) {attr0 = 0xdeadbeef : i32, attr1 = 0xdeadbeef : i32} : (i32) -> !demo.value
// out|     tfrt.return %0 : !demo.value
// out|   }
// out| }
// err| -: warning: Missing AttributeTypes, AttributeNames or RegisterTypes sections.
// engines: executor, its ops have no kernel

func.func @f(%a: i32) -> !demo.value {
  %b = "demo.op"(%a) {first = "x", second = [1 : i32, 2 : i32]} : (i32) -> !demo.value
  tfrt.return %b : !demo.value
}
