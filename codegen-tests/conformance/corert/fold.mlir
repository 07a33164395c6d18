// rule: executor §9, folding: an executeop of `tf.Const` with a dense value becomes corert.const_dense_tensor; one with
//   another value stays.
// tool: opt --canonicalize FILE
// out*| corert.const_dense_tensor dense<[1, 2]> : tensor<2xi32>
// out*| corert.executeop(%arg0) "tf.Const"() {value = 1 : i32} : 1
// engines: executor, its function has arguments
func.func @fold(%h: !corert.ophandler) -> (!corert.tensorhandle, !corert.tensorhandle) {
  %a = corert.executeop(%h) "tf.Const"() {value = dense<[1, 2]> : tensor<2xi32>, dtype = i32} : 1
  %b = corert.executeop(%h) "tf.Const"() {value = 1 : i32} : 1
  tfrt.return %a, %b : !corert.tensorhandle, !corert.tensorhandle
}
