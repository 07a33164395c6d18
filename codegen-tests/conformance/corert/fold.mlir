// rule: executor §9, folding: an executeop of `tf.Const` with a dense value becomes corert.const_dense_tensor; one with
//   another value stays. What has no effect and no uses is removed, with what it alone uses.
// tool: opt --canonicalize FILE
// out*| corert.const_dense_tensor dense<[1, 2]> : tensor<2xi32>
// out*| corert.executeop(%arg0) "tf.Const"() {value = 1 : i32} : 1
// out!| unused
// out!| dense<3>
// engines: executor, its function has arguments
func.func @fold(%h: !corert.ophandler) -> (!corert.tensorhandle, !corert.tensorhandle) {
  %a = corert.executeop(%h) "tf.Const"() {value = dense<[1, 2]> : tensor<2xi32>, dtype = i32} : 1
  %b = corert.executeop(%h) "tf.Const"() {value = 1 : i32} : 1
  %c = corert.const_dense_tensor dense<3> : tensor<i32>
  %d = corert.executeop(%h) "unused.b"(%c) : 1
  %e = corert.executeop(%h) "unused.c"(%d, %a) : 1
  tfrt.return %a, %b : !corert.tensorhandle, !corert.tensorhandle
}
