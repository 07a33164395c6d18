// rule: core-runtime A7, corert.cond: the condition is one truth value or integer, dense or converted to it; corert.while:
//   the condition function gives a chain and a handle; tensorhandle_to_int32: the only element of an i32 tensor.
// run:
// out| --- Not running 'twice' because it has arguments.
// out| --- Not running 'same' because it has arguments.
// out| --- Running 'handler':
// out| 'handler' returned !tfrt.chain value,!corert.ophandler value
// out| --- Running 'cond':
// out| DenseHostTensor dtype = i32, shape = [1], values = [6]
// out| DenseHostTensor dtype = i32, shape = [1], values = [3]
// out| DenseHostTensor dtype = i32, shape = [1], values = [6]
// out| --- Not running 'below' because it has arguments.
// out| --- Not running 'step' because it has arguments.
// out| --- Running 'while':
// out| DenseHostTensor dtype = i32, shape = [1], values = [48]
// out| --- Running 'index':
// out| int32 = 7
// out| --- Running 'index_errors':
// out| 'index_errors' returned <<error: Expecting a DenseHostTensor of int32 as branch index.>>,<<error: The tensor should have only one element, which is the index.>>
// out| --- Running 'cond_errors':
// out| 'cond_errors' returned <<error: cannot find conversion function for [StringHost]->[DenseHost]>>,<<error: cannot find conversion function for [StringHost]->[DenseHost]>>
// out| --- Running 'condition_of_two':
func.func @twice(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "control"
  %y = corert.executeop(%cpu) "tfrt_test.add"(%x, %x) : 1
  tfrt.return %ch, %y : !tfrt.chain, !corert.tensorhandle
}
func.func @same(%ch: !tfrt.chain, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  tfrt.return %ch, %x : !tfrt.chain, !corert.tensorhandle
}
func.func @handler() -> (!tfrt.chain, !corert.ophandler) {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %ch = corert.register_op_handler %cpu "control"
  tfrt.return %ch, %cpu : !tfrt.chain, !corert.ophandler
}
func.func @cond() {
  %ch, %cpu = tfrt.call @handler() : () -> (!tfrt.chain, !corert.ophandler)
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [1], values = [3 : i32]} : 1
  %t = corert.create_dense_tensor.i1 {shape = [1], value = [true]}
  %f = corert.create_dense_tensor.i64 {shape = [], value = [0]}
  %s = corert.executeop(%cpu) "tfrt_test.create_from_scalar"() {shape = [1], value = 2 : i8} : 1
  %c1, %a = corert.cond %t @twice @same (%ch, %x) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  %c2 = "corert.print_tensorhandle"(%a, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %c3, %b = corert.cond %f @twice @same (%c2, %x) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  %c4 = "corert.print_tensorhandle"(%b, %c3) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %c5, %c = corert.cond %s @twice @same (%c4, %x) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  %c6 = "corert.print_tensorhandle"(%c, %c5) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @below(%ch: !tfrt.chain, %left: !corert.tensorhandle, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  tfrt.return %ch, %left : !tfrt.chain, !corert.tensorhandle
}
func.func @step(%ch: !tfrt.chain, %left: !corert.tensorhandle, %x: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %ch "control"
  %minus = corert.create_dense_tensor.i32 {shape = [1], value = [-1 : i32]}
  %less = corert.executeop(%cpu) "tfrt_test.add"(%left, %minus) : 1
  %later = corert.executeop(%cpu) "tfrt_test.async.noop"(%less) : 1
  %y = corert.executeop(%cpu) "tfrt_test.add"(%x, %x) : 1
  tfrt.return %ch, %later, %y : !tfrt.chain, !corert.tensorhandle, !corert.tensorhandle
}
func.func @while() {
  %ch, %cpu = tfrt.call @handler() : () -> (!tfrt.chain, !corert.ophandler)
  %four = corert.create_dense_tensor.i32 {shape = [1], value = [4 : i32]}
  %x = corert.create_dense_tensor.i32 {shape = [1], value = [3 : i32]}
  %c1, %left, %y = corert.while @below @step (%ch, %four, %x) : (!corert.tensorhandle, !corert.tensorhandle) -> (!corert.tensorhandle, !corert.tensorhandle)
  %c2 = "corert.print_tensorhandle"(%y, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return
}
func.func @index() {
  %ch = tfrt.new.chain
  %x = corert.create_dense_tensor.i32 {shape = [], value = [7 : i32]}
  %i = "corert.tensorhandle_to_int32"(%x) : (!corert.tensorhandle) -> i32
  %c = tfrt.print.i32 %i, %ch
  tfrt.return
}
func.func @index_errors() -> (i32, i32) {
  %x = corert.create_dense_tensor.i64 {shape = [], value = [7]}
  %i = "corert.tensorhandle_to_int32"(%x) : (!corert.tensorhandle) -> i32
  %y = corert.create_dense_tensor.i32 {shape = [2], value = [7 : i32, 8 : i32]}
  %j = "corert.tensorhandle_to_int32"(%y) : (!corert.tensorhandle) -> i32
  tfrt.return %i, %j : i32, i32
}
func.func @cond_errors() -> (!tfrt.chain, !corert.tensorhandle) {
  %ch = tfrt.new.chain
  %x = corert.const_string_tensor {shape = [1], value = ["yes"]}
  // expected-error @+1 {{cannot find conversion function for [StringHost]->[DenseHost]}}
  %c, %y = corert.cond %x @same @same (%ch, %x) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  tfrt.return %c, %y : !tfrt.chain, !corert.tensorhandle
}
func.func @condition_of_two() {
  %ch = tfrt.new.chain
  %x = corert.create_dense_tensor.i32 {shape = [2], value = [7 : i32, 8 : i32]}
  // expected-error @+1 {{a tensor predicate has 2 elements, expected 1}}
  %c, %y = corert.cond %x @same @same (%ch, %x) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  %z = corert.create_dense_tensor.f32 {shape = [1], value = [1.0 : f32]}
  // expected-error @+1 {{tensor predicate does not support element type f32}}
  %c1, %w = corert.cond %z @same @same (%ch, %x) : (!corert.tensorhandle) -> (!corert.tensorhandle)
  tfrt.return
}
