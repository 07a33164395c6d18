// Every kind of location.
func.func @f() -> !tfrt.chain {
  %a = tfrt.new.chain loc("alone")
  %b = "tfrt_test.print_debug_info"(%a) : (!tfrt.chain) -> !tfrt.chain loc("named"("o.py":3:7))
  %c = "tfrt_test.print_debug_info"(%b) : (!tfrt.chain) -> !tfrt.chain loc(callsite("l"("l.py":1:2) at "m.py":300:20))
  %d = "tfrt_test.print_debug_info"(%c) : (!tfrt.chain) -> !tfrt.chain loc(fused["left"("a.py":1:1), fused<"more">["b.py":2:2, "inner"], callsite(unknown at "right")])
  tfrt.return %d : !tfrt.chain
}
