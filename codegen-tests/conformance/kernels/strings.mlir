// rule: kernels §2, tfrt_test.get_string: the attribute 'value'.
// rule: kernels §2, tfrt_test.print_string: a line 'string = X'; the chain may be left out.
// rule: kernels §2, tfrt_test.append_string: the first operand followed by the second.
// rule: kernels §2, tfrt_test.string_equal: whether the operands are equal.
// rule: kernels §2, tfrt_test.append_string, tfrt_test.format_string: a string that a program makes
//   too long is an error.
// run:
// out| --- Running 'strings':
// out| string = é
// out| 'strings' returned 1,0,!tfrt.string value
// out| string = one "\ Atwoé
// out| string = éone "\ Atwo
// out| --- Not running '' because it has arguments.
// out| --- Running 'too_long':
// out| 'too_long' returned 1,<<error: string of 134217728 bytes, at most 67108864 are possible>>,<<error: string of 67108865 bytes, at most 67108864 are possible>>

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

func.func @too_long() -> (i1, !tfrt.string, !tfrt.string) {
  %f = tfrt_test.get_string { value = "%d______" }
  %p = tfrt_test.get_string { value = "________" }
  %n = tfrt.constant.i32 23
  // Both have 64 MiB in the end.
  %format, %plain = tfrt.repeat.i32 %n, %f, %p : !tfrt.string, !tfrt.string {
    %longer = "tfrt_test.append_string"(%f, %p) : (!tfrt.string, !tfrt.string) -> !tfrt.string
    %twice = "tfrt_test.append_string"(%p, %p) : (!tfrt.string, !tfrt.string) -> !tfrt.string
    tfrt.return %longer, %twice : !tfrt.string, !tfrt.string
  }
  %two = tfrt.constant.i32 42
  %fits = "tfrt_test.format_string"(%format, %two) : (!tfrt.string, i32) -> !tfrt.string
  %empty = tfrt_test.get_string { value = "" }
  %same = "tfrt_test.append_string"(%fits, %empty) : (!tfrt.string, !tfrt.string) -> !tfrt.string
  %equal = "tfrt_test.string_equal"(%fits, %same) : (!tfrt.string, !tfrt.string) -> i1
  %twice = "tfrt_test.append_string"(%plain, %plain) : (!tfrt.string, !tfrt.string) -> !tfrt.string // expected-error {{string of 134217728 bytes, at most 67108864 are possible}}
  %three = tfrt.constant.i32 -42
  %over = "tfrt_test.format_string"(%format, %three) : (!tfrt.string, i32) -> !tfrt.string // expected-error {{string of 67108865 bytes, at most 67108864 are possible}}
  tfrt.return %equal, %twice, %over : i1, !tfrt.string, !tfrt.string
}
