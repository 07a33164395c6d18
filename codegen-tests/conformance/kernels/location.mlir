// rule: kernels §2, tfrt_test.unique_loc: an error if two calls of different names share a location
//   handle.
// rule: kernels §2, tfrt_test.print_debug_info: the debug info of the op's location, or 'Kernel has
//   no debug info'.
// run:
// out| --- Running 'unique':
// out| 'unique' returned !tfrt.chain value,!tfrt.chain value
// out| --- Running 'debug_info':
// out| Kernel has no debug info
// out| one
// out| two
// out| threefour
// out| fivesix
// out| callee
// out| Kernel has no debug info
// out| Kernel has no debug info
// out| Kernel has no debug info
// out| 'debug_info' returned !tfrt.chain value

func.func @unique() -> (!tfrt.chain, !tfrt.chain) {
  %a = "tfrt_test.unique_loc"() { name = "a" } : () -> !tfrt.chain
  %b = "tfrt_test.unique_loc"() { name = "b" } : () -> !tfrt.chain
  tfrt.return %a, %b : !tfrt.chain, !tfrt.chain
}

func.func @debug_info() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %ch1 = "tfrt_test.print_debug_info"(%ch0) : (!tfrt.chain) -> !tfrt.chain
  %ch2 = "tfrt_test.print_debug_info"(%ch1) : (!tfrt.chain) -> !tfrt.chain loc("one")
  %ch3 = "tfrt_test.print_debug_info"(%ch2) : (!tfrt.chain) -> !tfrt.chain loc("two"("f.py":1:2))
  %ch4 = "tfrt_test.print_debug_info"(%ch3) : (!tfrt.chain) -> !tfrt.chain loc(fused["three", "four"])
  %ch5 = "tfrt_test.print_debug_info"(%ch4) : (!tfrt.chain) -> !tfrt.chain loc(fused["five"("f.py":1:2), "f.py":3:4, callsite("not" at "this"), "six"])
  %ch6 = "tfrt_test.print_debug_info"(%ch5) : (!tfrt.chain) -> !tfrt.chain loc(callsite("callee"("f.py":1:2) at "caller"))
  %ch7 = "tfrt_test.print_debug_info"(%ch6) : (!tfrt.chain) -> !tfrt.chain loc(callsite("f.py":1:2 at "caller"))
  %ch8 = "tfrt_test.print_debug_info"(%ch7) : (!tfrt.chain) -> !tfrt.chain loc(fused["f.py":1:2, "f.py":3:4])
  %ch9 = "tfrt_test.print_debug_info"(%ch8) : (!tfrt.chain) -> !tfrt.chain loc("f.py":1:2)
  tfrt.return %ch9 : !tfrt.chain
}
