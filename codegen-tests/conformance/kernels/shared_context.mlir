// rule: kernels §2, tfrt_test.use_sample_shared_context: 'sample_shared_context0' each time.
// run:
// out| --- Running 'first':
// out| string = sample_shared_context0
// out| string = sample_shared_context0
// out| 'first' returned !tfrt.chain value
// out| --- Running 'another_request':
// out| string = sample_shared_context0
// out| 'another_request' returned !tfrt.chain value

func.func @first() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a, %ch1 = "tfrt_test.use_sample_shared_context"(%ch0) : (!tfrt.chain) -> (!tfrt.string, !tfrt.chain)
  %ch2 = "tfrt_test.print_string"(%a, %ch1) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  %b, %ch3 = "tfrt_test.use_sample_shared_context"(%ch2) : (!tfrt.chain) -> (!tfrt.string, !tfrt.chain)
  %ch4 = "tfrt_test.print_string"(%b, %ch3) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch4 : !tfrt.chain
}

func.func @another_request() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %a, %ch1 = "tfrt_test.use_sample_shared_context"(%ch0) : (!tfrt.chain) -> (!tfrt.string, !tfrt.chain)
  %ch2 = "tfrt_test.print_string"(%a, %ch1) : (!tfrt.string, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch2 : !tfrt.chain
}
