// rule: kernels §2, tfrt_test.format_string: the format with the integer in the place of its
//   conversion, as C's printf has it: flags, width, precision; without a conversion, the format.
// rule: kernels §2, tfrt_test.format_string: what is not one conversion of an integer is an error,
//   and reads no memory.
// run:
// out| --- Running 'formats':
// out| string = a-42b
// out| string = <   -42|%>
// out| string = <-42   >
// out| string = <-00042>
// out| string = ffffffd6 %
// out| string = FFFFFFD6
// out| string = 37777777726
// out| string = 4294967254
// out| string = < 042|>
// out| string = <+0042>
// out| string = <   042>
// out| string = <0x2a  >
// out| string = <052>
// out| string = none %
// out| --- Running 'mistakes':
// out| 'mistakes' returned <<error: format has 2 conversions, expected 1>>,<<error: conversion '%s' is not supported>>,<<error: conversion '%' is not supported>>,<<error: conversion '%99999d' is not supported>>,<<error: conversion '%ld' is not supported>>

func.func @formats() {
  %n = tfrt.constant.i32 -42
  %ch0 = tfrt.new.chain
  %f0 = tfrt_test.get_string { value = "a%db" }
  %f1 = tfrt_test.get_string { value = "<%6d|%%>" }
  %f2 = tfrt_test.get_string { value = "<%-6i>" }
  %f3 = tfrt_test.get_string { value = "<%06d>" }
  %f4 = tfrt_test.get_string { value = "%x %%" }
  %f5 = tfrt_test.get_string { value = "%X" }
  %f6 = tfrt_test.get_string { value = "%o" }
  %f7 = tfrt_test.get_string { value = "%u" }
  %s0 = "tfrt_test.format_string"(%f0, %n) : (!tfrt.string, i32) -> !tfrt.string
  %s1 = "tfrt_test.format_string"(%f1, %n) : (!tfrt.string, i32) -> !tfrt.string
  %s2 = "tfrt_test.format_string"(%f2, %n) : (!tfrt.string, i32) -> !tfrt.string
  %s3 = "tfrt_test.format_string"(%f3, %n) : (!tfrt.string, i32) -> !tfrt.string
  %s4 = "tfrt_test.format_string"(%f4, %n) : (!tfrt.string, i32) -> !tfrt.string
  %s5 = "tfrt_test.format_string"(%f5, %n) : (!tfrt.string, i32) -> !tfrt.string
  %s6 = "tfrt_test.format_string"(%f6, %n) : (!tfrt.string, i32) -> !tfrt.string
  %s7 = "tfrt_test.format_string"(%f7, %n) : (!tfrt.string, i32) -> !tfrt.string
  %ch1 = "tfrt_test.print_string"(%s0, %ch0) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %ch2 = "tfrt_test.print_string"(%s1, %ch1) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %ch3 = "tfrt_test.print_string"(%s2, %ch2) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %ch4 = "tfrt_test.print_string"(%s3, %ch3) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %ch5 = "tfrt_test.print_string"(%s4, %ch4) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %ch6 = "tfrt_test.print_string"(%s5, %ch5) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %ch7 = "tfrt_test.print_string"(%s6, %ch6) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %ch8 = "tfrt_test.print_string"(%s7, %ch7) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain

  %p = tfrt.constant.i32 42
  %g0 = tfrt_test.get_string { value = "<% .3d|>" }
  %g1 = tfrt_test.get_string { value = "<%+05d>" }
  %g2 = tfrt_test.get_string { value = "<%06.3d>" }
  %g3 = tfrt_test.get_string { value = "<%-#6x>" }
  %g4 = tfrt_test.get_string { value = "<%#o>" }
  %g5 = tfrt_test.get_string { value = "none %%" }
  %t0 = "tfrt_test.format_string"(%g0, %p) : (!tfrt.string, i32) -> !tfrt.string
  %t1 = "tfrt_test.format_string"(%g1, %p) : (!tfrt.string, i32) -> !tfrt.string
  %t2 = "tfrt_test.format_string"(%g2, %p) : (!tfrt.string, i32) -> !tfrt.string
  %t3 = "tfrt_test.format_string"(%g3, %p) : (!tfrt.string, i32) -> !tfrt.string
  %t4 = "tfrt_test.format_string"(%g4, %p) : (!tfrt.string, i32) -> !tfrt.string
  %t5 = "tfrt_test.format_string"(%g5, %p) : (!tfrt.string, i32) -> !tfrt.string
  %ch9 = "tfrt_test.print_string"(%t0, %ch8) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %ch10 = "tfrt_test.print_string"(%t1, %ch9) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %ch11 = "tfrt_test.print_string"(%t2, %ch10) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %ch12 = "tfrt_test.print_string"(%t3, %ch11) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %ch13 = "tfrt_test.print_string"(%t4, %ch12) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %ch14 = "tfrt_test.print_string"(%t5, %ch13) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}

func.func @mistakes() -> (!tfrt.string, !tfrt.string, !tfrt.string, !tfrt.string, !tfrt.string) {
  %n = tfrt.constant.i32 1
  %f0 = tfrt_test.get_string { value = "%ld" }
  %f1 = tfrt_test.get_string { value = "%d and %d" }
  %f2 = tfrt_test.get_string { value = "%s" }
  %f3 = tfrt_test.get_string { value = "%" }
  %f4 = tfrt_test.get_string { value = "%99999d" }
  %s0 = "tfrt_test.format_string"(%f0, %n) : (!tfrt.string, i32) -> !tfrt.string // expected-error {{conversion '%ld' is not supported}}
  %s1 = "tfrt_test.format_string"(%f1, %n) : (!tfrt.string, i32) -> !tfrt.string // expected-error {{format has 2 conversions, expected 1}}
  %s2 = "tfrt_test.format_string"(%f2, %n) : (!tfrt.string, i32) -> !tfrt.string // expected-error {{conversion '%s' is not supported}}
  %s3 = "tfrt_test.format_string"(%f3, %n) : (!tfrt.string, i32) -> !tfrt.string // expected-error {{conversion '%' is not supported}}
  %s4 = "tfrt_test.format_string"(%f4, %n) : (!tfrt.string, i32) -> !tfrt.string // expected-error {{conversion '%99999d' is not supported}}
  tfrt.return %s1, %s2, %s3, %s4, %s0 : !tfrt.string, !tfrt.string, !tfrt.string, !tfrt.string, !tfrt.string
}
