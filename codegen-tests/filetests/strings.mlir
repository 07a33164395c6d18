// The core's kernels on strings: constants, appending across a function, equality, order of prints.

func.func @join(%a: !tfrt.string, %b: !tfrt.string) -> !tfrt.string {
  %blank = tfrt.string.constant " "
  %first = tfrt.string.append %a, %blank
  %both = tfrt.string.append %first, %b
  tfrt.return %both : !tfrt.string
}

func.func @strings() -> (!tfrt.string, i1, i1, !tfrt.chain) {
  %start = tfrt.new.chain
  %a = tfrt.string.constant "data"
  %b = tfrt.string.constant "flow"
  %joined = tfrt.call @join(%a, %b) : (!tfrt.string, !tfrt.string) -> !tfrt.string
  %expected = tfrt.string.constant "data flow"
  %same = tfrt.string.equal %joined, %expected
  %other = tfrt.string.equal %a, %b
  %ch0 = tfrt.string.print %joined, %start
  %ch1 = tfrt.string.print %a, %ch0
  tfrt.return %joined, %same, %other, %ch1 : !tfrt.string, i1, i1, !tfrt.chain
}

func.func @grown() -> !tfrt.string {
  %x = tfrt.string.constant "ab"
  %n = tfrt.constant.i32 4
  %long = tfrt.repeat.i32 %n, %x : !tfrt.string {
    %twice = tfrt.string.append %x, %x
    tfrt.return %twice : !tfrt.string
  }
  tfrt.return %long : !tfrt.string
}
