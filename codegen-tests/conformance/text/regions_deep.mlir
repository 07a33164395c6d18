// rule: bef §4: regions nest as deep in BEF as in a text.
// run:
// out| --- Running 'deep':
// out| 'deep' returned 7

func.func @deep() -> i32 {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt_test.do.async : () -> (i32) { %a = tfrt_test.do.async : () -> (i32) {
  %a = tfrt.constant.i32 7
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32 } tfrt.return %a : i32 } tfrt.return %a : i32 }
  tfrt.return %a : i32
}
