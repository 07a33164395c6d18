// rule: tensors §11, corert_sync: as corert, without chains, in functions whose ops run in order; an error ends the function.
// run:
// out| --- Running 'sync':
// out| DenseHostTensor dtype = i32, shape = [2], values = [2, 4]
// out| 'sync' returned !corert.tensorhandle value
// out| --- Running 'fails':
// out| 'fails' returned <<error: incompatible dtypes for test.add>>
// out| --- Running 'no_name':
// out| 'no_name' returned <<error: op_handler not found: nobody>>
func.func @sync() -> !corert.tensorhandle attributes {tfrt.sync} {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  corert_sync.register_op_handler %cpu "in_order"
  %h = corert_sync.get_op_handler "in_order"
  %x = corert_sync.create_dense_tensor.i32 {shape = [2], value = [1 : i32, 2 : i32]}
  %y = corert_sync.executeop(%h) "tfrt_test.add"(%x, %x) : 1
  corert_sync.print_tensorhandle(%y)
  tfrt.return %y : !corert.tensorhandle
}
func.func @fails() -> !corert.tensorhandle attributes {tfrt.sync} {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %h = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %x = corert_sync.create_dense_tensor.i32 {shape = [2], value = [1 : i32, 2 : i32]}
  %z = corert_sync.create_dense_tensor.f32 {shape = [2], value = [1.0 : f32, 2.0 : f32]}
  %y = corert_sync.executeop(%h) "tfrt_test.add"(%x, %z) {a = 1 : i32} : 1 // expected-error {{incompatible dtypes for test.add}}
  tfrt.return %y : !corert.tensorhandle
}
func.func @no_name() -> !corert.ophandler attributes {tfrt.sync} {
  %h = corert_sync.get_op_handler "nobody" // expected-error {{op_handler not found: nobody}}
  tfrt.return %h : !corert.ophandler
}
