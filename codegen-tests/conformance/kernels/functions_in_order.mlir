// rule: kernels, attribute order rule: functions that attributes name come in the order of these
//   names, whatever the text says, and before the op's regions.
// run:
// out| --- Not running 'product' because it has arguments.
// out| --- Not running '' because it has arguments.
// out| --- Running 'a_name_before_a_region':
// out| 'a_name_before_a_region' returned 25
// out| --- Not running '' because it has arguments.
// out| --- Running 'a_region':
// out| 'a_region' returned 10
// out| --- Not running 'same' because it has arguments.
// out| --- Not running 'double' because it has arguments.
// out| --- Running 'names':
// out| 'names' returned 5,10

func.func @product(%a: i32, %b: i32) -> i32 {
  %m = tfrt.mul.i32 %a, %b
  tfrt.return %m : i32
}
func.func @a_name_before_a_region() -> i32 {
  %a = tfrt.constant.i32 5
  %r = "tfrt_test.invoke_sync_function.i32_i32.i32"(%a, %a) ({
  ^bb0(%x: i32, %y: i32):
    %s = tfrt.add.i32 %x, %y
    tfrt.return %s : i32
  }) {z = @product} : (i32, i32) -> i32
  tfrt.return %r : i32
}
func.func @a_region() -> i32 {
  %a = tfrt.constant.i32 5
  %r = "tfrt_test.invoke_sync_function.i32_i32.i32"(%a, %a) ({
  ^bb0(%x: i32, %y: i32):
    %s = tfrt.add.i32 %x, %y
    tfrt.return %s : i32
  }) : (i32, i32) -> i32
  tfrt.return %r : i32
}

func.func @same(%x: i32) -> i32 {
  tfrt.return %x : i32
}
func.func @double(%x: i32) -> i32 {
  %y = tfrt.add.i32 %x, %x
  tfrt.return %y : i32
}
func.func @names() -> (i32, i32) {
  %a = tfrt.constant.i32 5
  %t = tfrt.constant.i1 true
  %f = tfrt.constant.i1 false
  %r = "tfrt.cond"(%t, %a) {b_false_fn = @double, a_true_fn = @same} : (i1, i32) -> i32
  %s = "tfrt.cond"(%f, %a) {b_false_fn = @double, a_true_fn = @same} : (i1, i32) -> i32
  tfrt.return %r, %s : i32, i32
}
