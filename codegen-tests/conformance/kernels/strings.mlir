// rule: kernels §2, tfrt_test.get_string: the attribute 'value'.
// rule: kernels §2, tfrt_test.print_string: a line 'string = X'; the chain may be left out.
// rule: kernels §2, tfrt_test.append_string: the first operand followed by the second.
// rule: kernels §2, tfrt_test.string_equal: whether the operands are equal.
// run:
// out| --- Running 'strings':
// out| string = é
// out| 'strings' returned 1,0,!tfrt.string value
// out| string = one "\ Atwoé
// out| string = éone "\ Atwo

func.func @strings() -> (i1, i1, !tfrt.string) {
  %ch0 = tfrt.new.chain
  %a = tfrt_test.get_string { value = "one \"\\ \41two" }
  %b = tfrt_test.get_string { value = "é" }
  %c = "tfrt_test.append_string"(%a, %b) : (!tfrt.string, !tfrt.string) -> !tfrt.string
  %d = "tfrt_test.append_string"(%b, %a) : (!tfrt.string, !tfrt.string) -> !tfrt.string
  %ch1 = "tfrt_test.print_string"(%c, %ch0) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %ch2 = "tfrt_test.print_string"(%d, %ch1) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %ch3 = "tfrt_test.print_string"(%b) : (!tfrt.string) -> !tfrt.chain
  %r0 = "tfrt_test.string_equal"(%a, %a) : (!tfrt.string, !tfrt.string) -> i1
  %r1 = "tfrt_test.string_equal"(%c, %d) : (!tfrt.string, !tfrt.string) -> i1
  tfrt.return %r0, %r1, %a : i1, i1, !tfrt.string
}
