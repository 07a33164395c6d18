// rule: kernels §1, tfrt.get_device: the device of that name, else the error 'cannot find device X'.
// rule: executor §1: kernel errors have the code INTERNAL unless they say otherwise.
// run: --print-error-code
// out| --- Running 'devices':
// out| 'devices' returned !tfrt.device value,<<error: cannot find device GPU:7, code: INTERNAL>>

func.func @devices() -> (!tfrt.device, !tfrt.device) {
  %ch = tfrt.new.chain
  %d = tfrt.get_device %ch {device_name = "CPU:0"}
  %e = tfrt.get_device %ch {device_name = "GPU:7"} // expected-error {{runtime error: cannot find device GPU:7}}
  tfrt.return %d, %e : !tfrt.device, !tfrt.device
}
