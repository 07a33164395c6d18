// rule: executor §10.8: a kernel sees its attributes in the order of their names.
// rule: bef §4: the attributes of a kernel are stored in that order, whatever the text says.
// run:
// out| --- Running 'by_name':
// out| 'by_name' returned 6
// tool: show --as bef FILE
// out*|     attribute 0 a
// out*|     attribute 1 b
// out*|     attribute 2 c
// out*|   0: offset 0: 0x2 : i32
// out*|   1: offset 4: 0x1 : i32
// out*|   2: offset 8: 0x3 : i32

func.func @by_name() -> i32 {
  %a = "tfrt_test.sync_sum_attributes"() {b = 1 : i32, a = 2 : i32, c = 3 : i32} : () -> i32
  tfrt.return %a : i32
}
