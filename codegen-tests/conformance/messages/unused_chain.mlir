// rule: engines §11: a warning says where the chain of a kernel that writes in place and can fail is unused.
// tool: translate --verify-diagnostics FILE

func.func @unused(%a: !tfrt_tensor.tensor) -> !tfrt_tensor.tensor {
  %ch0 = tfrt.new.chain
  // expected-warning@+1 {{nobody uses the chain of 'tfrt_dht.fill_tensor_with_constant.f32': if it fails, its error is lost, and what it writes may be read before}}
  %ch1 = tfrt_dht.fill_tensor_with_constant.f32 %a, %ch0 1.0 : f32
  tfrt.return %a : !tfrt_tensor.tensor
}

func.func @in_a_region(%a: !tfrt_tensor.tensor, %x: i1) -> !tfrt_tensor.tensor {
  %b = tfrt.if %x, %a : (!tfrt_tensor.tensor) -> (!tfrt_tensor.tensor) {
    %ch0 = tfrt.new.chain
    // expected-warning@+1 {{nobody uses the chain of 'tfrt_test.relu_inplace.f32'}}
    %ch1 = "tfrt_test.relu_inplace.f32"(%a, %ch0) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
    tfrt.return %a : !tfrt_tensor.tensor
  } else {
    tfrt.return %a : !tfrt_tensor.tensor
  }
  tfrt.return %b : !tfrt_tensor.tensor
}

// No warning is asked for: none is needed where there is one.
func.func @silent(%a: !tfrt_tensor.tensor) {
  %ch0 = tfrt.new.chain
  %ch1 = tfrt_dht.fill_tensor_with_constant.f32 %a, %ch0 1.0 : f32
  tfrt.return
}

// A returned chain is used, and a kernel that writes nothing may be alone.
func.func @used(%a: !tfrt_tensor.tensor) -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %equal, %ch1 = tfrt_dht.tensor_equal.f32 %a, %a, %ch0
  %ch2 = tfrt_dht.fill_tensor_with_constant.f32 %a, %ch0 1.0 : f32
  tfrt.return %ch2 : !tfrt.chain
}
