// rule: gpu-details.md 1: enumerations are written as words; unknown ones are refused
// tool: run FILE
// exit: 2
// err| unknown platform enum

func.func @unknown(%n: i32) -> !tfrt_gpu.device {
  %device = tfrt_gpu.device.get METAL, %n
  tfrt.return %device : !tfrt_gpu.device
}
