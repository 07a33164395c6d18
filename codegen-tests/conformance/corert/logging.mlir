// rule: details §3: a logging handler writes each call to the log, numbered from 0, with inputs and, if it is asked for,
//   outputs; late ones when they are there.
// run:
// out| --- Running 'logged':
// out| DenseHostTensor dtype = i32, shape = [2], values = [2, 2]
// err| [0] dispatch 'tfrt_test.create_dense_tensor' 0 arguments, 1 result, OpAttrs contains 2 entries:
// err|   'shape' type=I64 value=[2]
// err|   'values' type=I32 value=[1]
// err| Inputs for [0]: 'tfrt_test.create_dense_tensor':
// err| Outputs for [0]: 'tfrt_test.create_dense_tensor':
// err|   Output for [0] tensor 0: DenseHostTensor dtype = i32, shape = [2], values = [1, 1]
// err| [1] dispatch 'tfrt_test.add' 2 arguments, 1 result, no attributes
// err| Inputs for [1]: 'tfrt_test.add':
// err|   Input for [1] tensor 0: DenseHostTensor dtype = i32, shape = [2], values = [1, 1]
// err|   Input for [1] tensor 1: DenseHostTensor dtype = i32, shape = [2], values = [1, 1]
// err| Outputs for [1]: 'tfrt_test.add':
// err|   Output for [1] tensor 0: DenseHostTensor dtype = i32, shape = [2], values = [2, 2]
func.func @logged() {
  %ch = tfrt.new.chain
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %h = "corert.create_logging_op_handler"(%cpu) {sync_log_results = 1} : (!corert.ophandler) -> !corert.ophandler
  %a = corert.executeop(%h) "tfrt_test.create_dense_tensor"() {shape = [2], values = [1 : i32]} : 1
  %b = corert.executeop(%h) "tfrt_test.add"(%a, %a) : 1
  %c = "corert.print_tensorhandle"(%b, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
