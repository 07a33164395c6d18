// rule: core-runtime A3: a handler asks its fallback for ops that it does not know; the null handler knows none;
//   a place of the program keeps the op of one handler only;
//   kernels §8, register_op_handler: the first of a name stays; get_op_handler: `op_handler not found: X`.
// run:
// out| --- Running 'fallback':
// out| DenseHostTensor dtype = i32, shape = [1], values = [4]
// out| --- Running 'unknown':
// out| --- Running 'names':
// out| DenseHostTensor dtype = i32, shape = [1], values = [3]
// out| --- Running 'no_name':
// out| --- Running 'no_device':
// out| --- Running 'ordinal':
// out| DenseHostTensor dtype = i32, shape = [1], values = [5]
// out| --- Not running 'create' because it has arguments.
// out| --- Running 'place':
// out| DenseHostTensor dtype = i32, shape = [1], values = [6]
func.func @fallback() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %outer = "corert.create_logging_op_handler"(%cpu) {sync_log_results = 0} : (!corert.ophandler) -> !corert.ophandler
  %again = "corert.create_cpu_op_handler"(%cpu) : (!corert.ophandler) -> !corert.ophandler
  %a = corert.executeop(%again) "tfrt_test.create_dense_tensor"() {shape = [1], values = [4 : i32]} : 1
  %c0 = "corert.print_tensorhandle"(%a, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @unknown() {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  // expected-error @+1 {{tf.nonsense was not supported by NullOpHandler.}}
  %a = corert.executeop(%cpu) "tf.nonsense"() : 1
  // expected-error @+1 {{tfrt_test.add was not supported by NullOpHandler.}}
  %b = corert.executeop(%null) "tfrt_test.add"() : 1
  tfrt.return
}
func.func @names() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %c0 = corert.register_op_handler %cpu "names"
  %ch1 = tfrt.merge.chains %ch, %c0 : !tfrt.chain, !tfrt.chain
  %found = corert.get_op_handler %ch1 "names"
  %a = corert.executeop(%found) "tfrt_test.create_dense_tensor"() {shape = [1], values = [3 : i32]} : 1
  %c1 = "corert.print_tensorhandle"(%a, %ch1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // The first one stays: the other, which is made of it and so comes later, would log its calls.
  %other = "corert.create_logging_op_handler"(%found) {sync_log_results = 1} : (!corert.ophandler) -> !corert.ophandler
  %c2 = corert.register_op_handler %other "names"
  %ch2 = tfrt.merge.chains %c1, %c2 : !tfrt.chain, !tfrt.chain
  %same = corert.get_op_handler %ch2 "names"
  %b = corert.executeop(%same) "tfrt_test.create_dense_tensor"() {shape = [1], values = [3 : i32]} : 1
  tfrt.return
}
func.func @no_name() {
  %ch = tfrt.new.chain
  // expected-error @+1 {{op_handler not found: nobody}}
  %a = corert.get_op_handler %ch "nobody"
  tfrt.return
}
func.func @no_device() {
  %one = tfrt.constant.i32 1
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  // expected-error @+1 {{cannot find device CPU:1}}
  %cpu = "corert.create_cpu_op_handler_with_ordinal"(%null, %one) : (!corert.ophandler, i32) -> !corert.ophandler
  tfrt.return
}
func.func @ordinal() {
  %ch = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler_with_ordinal"(%null, %zero) : (!corert.ophandler, i32) -> !corert.ophandler
  %a = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [1], values = [5 : i32]} : 1
  %c0 = "corert.print_tensorhandle"(%a, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
// One place of the program with two handlers, one after the other: each is asked for the op.
func.func @create(%handler: !corert.ophandler) -> !corert.tensorhandle {
  // expected-error @+1 {{tfrt_test.create_dense_tensor was not supported by NullOpHandler.}}
  %a = corert.executeop(%handler) "tfrt_test.create_dense_tensor"() {shape = [1], values = [6 : i32]} : 1
  tfrt.return %a : !corert.tensorhandle
}
func.func @place() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %a = tfrt.call @create(%cpu) : (!corert.ophandler) -> !corert.tensorhandle
  %c0 = "corert.print_tensorhandle"(%a, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %c1 = corert.register_op_handler %null "place"
  %ch1 = tfrt.merge.chains %c0, %c1 : !tfrt.chain, !tfrt.chain
  %late = corert.get_op_handler %ch1 "place"
  %b = tfrt.call @create(%late) : (!corert.ophandler) -> !corert.tensorhandle
  tfrt.return
}
