// rule: cli, run: a leak after a function is a line on standard error and exit 1.
// rule: engines 3: nothing is alive at the end.
// run:
// out| --- Running 'clean':
// out| constructed vt.value(1)
// out| move constructed vt.value(1)
// out| constructed vt.value(2)
// out| move constructed vt.value(2)
// out| destroyed vt.value(1)
// out| 'clean' returned !vt.value value,1
// out| destroyed vt.value(2)
// tool: run --host-allocator=malloc FILE
// out| constructed vt.value(1)
// out| move constructed vt.value(1)
// out| constructed vt.value(2)
// out| move constructed vt.value(2)
// out| destroyed vt.value(1)
// out| @clean:
// out|   (value) : !vt.value
// out|   1 : i32
// out| destroyed vt.value(2)

func.func @clean() -> (!vt.value, i32) {
  %v = "vt.constant"() {value = 1 : i32} : () -> !vt.value
  %w, %u = "tfrt_test.share_to_two"(%v) : (!vt.value) -> (!vt.value, !vt.value)
  %x = "vt.add"(%w, %u) : (!vt.value, !vt.value) -> !vt.value
  %a = "tfrt_test.async_constant.i32"() {value = 1 : i32} : () -> i32
  tfrt.return %x, %a : !vt.value, i32
}
