// rule: own, tfrt.string.constant: the attribute 'value', written after the name.
// rule: own, tfrt.string.append: the first operand followed by the second; a string that is too long is
//   an error.
// rule: own, tfrt.string.equal: whether the operands are equal.
// rule: own, tfrt.string.print: a line 'string = X', ordered by its chain.
// run:
// out| --- Running 'strings':
// out| 'strings' returned 1,0,!tfrt.string value
// out| string = one "\ Atwoé
// out| string = éone "\ Atwo
// out| --- Not running '' because it has arguments.
// out| --- Running 'too_long':
// out| 'too_long' returned 1,<<error: string of 67108865 bytes, at most 67108864 are possible>>

func.func @strings() -> (i1, i1, !tfrt.string) {
  %ch0 = tfrt.new.chain
  %a = tfrt.string.constant "one \"\\ \41two"
  %b = "tfrt.string.constant"() {value = "é"} : () -> !tfrt.string
  %c = tfrt.string.append %a, %b
  %d = tfrt.string.append %b, %a
  %ch1 = tfrt.string.print %c, %ch0
  %ch2 = tfrt.string.print %d, %ch1
  %r0 = tfrt.string.equal %a, %a
  %r1 = tfrt.string.equal %c, %d
  tfrt.return %r0, %r1, %a : i1, i1, !tfrt.string
}

func.func @too_long() -> (i1, !tfrt.string) {
  %p = tfrt.string.constant "________"
  %n = tfrt.constant.i32 23
  // 64 MiB in the end.
  %long = tfrt.repeat.i32 %n, %p : !tfrt.string {
    %twice = tfrt.string.append %p, %p
    tfrt.return %twice : !tfrt.string
  }
  %empty = tfrt.string.constant ""
  %same = tfrt.string.append %long, %empty
  %equal = tfrt.string.equal %long, %same
  %one = tfrt.string.constant "_"
  %over = tfrt.string.append %long, %one // expected-error {{string of 67108865 bytes, at most 67108864 are possible}}
  tfrt.return %equal, %over : i1, !tfrt.string
}
