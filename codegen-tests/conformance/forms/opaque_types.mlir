// rule: kernels §1, types: a well-formed `!tfrt.x.y` is an opaque type of the dialect, which is printed
//   as it is written.
// rule: bef §6: signed and unsigned integers of 8, 16, 32 and 64 bits are types that attributes can be.
// tool: translate FILE | translate
// out| module {
// out|   func.func @f(%arg0: !tfrt.test.resource) -> !tfrt.test.resource {
// out|     %0 = "demo.use"(%arg0) {all = [ui8, ui16, ui32, ui64], one = ui8, signed = i16} : (!tfrt.test.resource) -> !tfrt.a.b_2<1>
// out|     tfrt.return %arg0 : !tfrt.test.resource
// out|   }
// out| }
// engines: executor, its op has no kernel

func.func @f(%a: !tfrt.test.resource) -> !tfrt.test.resource {
  %b = "demo.use"(%a) {one = ui8, all = [ui8, ui16, ui32, ui64], signed = si16} : (!tfrt.test.resource) -> !tfrt.a.b_2<1>
  tfrt.return %a : !tfrt.test.resource
}
