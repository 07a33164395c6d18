// rule: kernels §2, tfrt_test.allocate_resource: prints 'Allocated TestResource'; 'Destroyed
//   TestResource' when it is dropped.
// rule: kernels §2, tfrt_test.deallocate_resource: destroys it and then prints
//   'tfrt_test.deallocate_resource done'.
// run:
// out| --- Running 'given_back':
// out| Allocated TestResource
// out| Destroyed TestResource
// out| tfrt_test.deallocate_resource done
// out| 'given_back' returned !tfrt.chain value
// out| --- Running 'dropped':
// out| Allocated TestResource
// out| Destroyed TestResource
// out| 'dropped' returned !tfrt.chain value

func.func @given_back() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %r, %ch1 = "tfrt_test.allocate_resource"(%ch0) : (!tfrt.chain) -> (!tfrt.test.resource, !tfrt.chain)
  %ch2 = "tfrt_test.deallocate_resource"(%r, %ch1) : (!tfrt.test.resource, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch2 : !tfrt.chain
}

func.func @dropped() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %r, %ch1 = "tfrt_test.allocate_resource"(%ch0) : (!tfrt.chain) -> (!tfrt.test.resource, !tfrt.chain)
  tfrt.return %ch1 : !tfrt.chain
}
