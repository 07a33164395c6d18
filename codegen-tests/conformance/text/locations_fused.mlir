// rule: MLIR's text: a fusion has each of its locations once, none that is unknown, and what is fused
//   under the same metadata among the others; without metadata one is itself, and none is unknown.
// rule: bef §5: the text forms of locations: `(unknown)`, `name;line;col`, `child(name)` or `name`,
//   `callee<-caller`, and the parts of a fusion with commas.
// tool: opt --mlir-print-debuginfo FILE
// out| module {
// out|   func.func @f(%arg0: i32 loc(unknown)) -> i32 {
// out|     %0 = tfrt.add.i32 %arg0, %arg0 loc("one")
// out|     %1 = tfrt.add.i32 %0, %0 loc(unknown)
// out|     %2 = tfrt.add.i32 %1, %1 loc(fused["a", "b", "f.py":1:2])
// out|     %3 = tfrt.add.i32 %2, %2 loc(fused["one"])
// out|     %4 = tfrt.add.i32 %3, %3 loc(fused[unknown])
// out|     %5 = tfrt.add.i32 %4, %4 loc(fused["a", fused["b", "c"]])
// out|     %6 = tfrt.add.i32 %5, %5 loc(fused["a", "b", "c"])
// out|     %7 = tfrt.add.i32 %6, %6 loc(fused["one"])
// out|     %8 = tfrt.add.i32 %7, %7 loc(callsite("one" at "n"(fused["a", "b"])))
// out|     tfrt.return %8 : i32 loc("one")
// out|   } loc("f.py":1:2)
// out| } loc("locations_fused.mlir":0:0)
// out|
// tool: show --as=bef FILE
// out*|   at f.py;1;2
// out*| tfrt.add.i32(r0, r0) at one
// out*| tfrt.add.i32(r1, r1) at (unknown)
// out*| tfrt.add.i32(r2, r2) at a,b,f.py;1;2
// out*| tfrt.add.i32(r5, r5) at a,b,c
// out*| tfrt.add.i32(r8, r8) at one<-a,b(n)

#two = loc(fused["a", "b"])

func.func @f(%a: i32 loc(fused[])) -> i32 {
  %b = tfrt.add.i32 %a, %a loc(fused["one"])
  %c = tfrt.add.i32 %b, %b loc(fused[unknown, fused[]])
  %d = tfrt.add.i32 %c, %c loc(fused["a", #two, unknown, fused["f.py":1:2, "a"]])
  %e = tfrt.add.i32 %d, %d loc(fused<"m">["one"])
  %g = tfrt.add.i32 %e, %e loc(fused<"m">[])
  %h = tfrt.add.i32 %g, %g loc(fused["a", fused<"m">["b", "c"]])
  %i = tfrt.add.i32 %h, %h loc(fused<"m">["a", fused<"m">["b", "c"], "b"])
  %j = tfrt.add.i32 %i, %i loc(fused[fused<"m">["one"]])
  %k = tfrt.add.i32 %j, %j loc(callsite(fused["one"] at "n"(#two)))
  tfrt.return %k : i32 loc(fused["one", "one"])
} loc(fused[fused["f.py":1:2]])
