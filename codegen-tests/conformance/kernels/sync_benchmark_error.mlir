// rule: tensors §11, tfrt_test.sync_benchmark: the error of a run fails the function at once.
// rule: tensors §11: so does that of any kernel without results.
// run:
// out| --- Running 'bad':
// out| 'bad' returned <<error: something bad happened>>
// out| --- Running 'fails':
// out| 'fails' returned <<error: something bad happened>>
// out| --- Running 'later':
// out| 'later' returned 1
// out| --- Running 'is_late':
// out| 'is_late' returned <<error: benchmark of 'later', whose results are not available when it returns>>
// out| --- Running 'no_tensor':
// out| 'no_tensor' returned <<error: Incorrect number of values for the tensor: 1, but expected 2>>
// out| --- Running 'called':
// out| 'called' returned <<error: Incorrect number of values for the tensor: 1, but expected 2>>

func.func @bad() -> i32 attributes {tfrt.sync} {
  // It is told for each function that runs it.
  // expected-error @+2 {{something bad happened}}
  // expected-error @+1 {{something bad happened}}
  %x = "tfrt_test.fail_s"() : () -> i32
  tfrt.return %x : i32
}

func.func @fails() -> i32 attributes {tfrt.sync} {
  %x = tfrt.constant_s.i32 1
  // expected-error @+1 {{something bad happened}}
  tfrt_test.sync_benchmark @bad() duration_secs = 100, max_count = 5
  tfrt.return %x : i32
}

func.func @later() -> i32 {
  %x = "tfrt_test.async_constant.i32"() {value = 1 : i32} : () -> i32
  tfrt.return %x : i32
}

func.func @is_late() -> i32 attributes {tfrt.sync} {
  %x = tfrt.constant_s.i32 1
  // expected-error @+1 {{benchmark of 'later', whose results are not available when it returns}}
  tfrt_test.sync_benchmark @later() duration_secs = 100, max_count = 5
  tfrt.return %x : i32
}

func.func @no_tensor() -> i32 attributes {tfrt.sync} {
  %x = tfrt.constant_s.i32 1
  %t = tfrt_dht_sync.create_uninitialized_tensor.i32.1 [2 : i64]
  // expected-error @+2 {{Incorrect number of values for the tensor: 1, but expected 2}}
  // expected-error @+1 {{Incorrect number of values for the tensor: 1, but expected 2}}
  tfrt_dht_sync.set_tensor_with_constant_values.i32 %t [1 : i32]
  // What follows an error does not run.
  tfrt_dht_sync.print_tensor %t
  tfrt.return %x : i32
}

func.func @called() -> i32 {
  %x = tfrt.call @no_tensor() : () -> i32
  tfrt.return %x : i32
}
