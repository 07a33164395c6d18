// A tensor of twos goes to the device, is added to itself there, and comes back.
func.func @sum(%ch0: !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain) {
  %device = tfrt.get_device %ch0 {device_name = "FAKE:0"}
  %twos = tfrt_dht.create_uninitialized_tensor.f32.1 [4]
  %ch1 = tfrt_dht.fill_tensor_with_constant.f32 %twos, %ch0 2.0 : f32
  %there = "fake.upload"(%twos, %device, %ch1)
    : (!tfrt_tensor.tensor, !tfrt.device, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch2 = "devices.note"(%there) : (!tfrt_tensor.tensor) -> !tfrt.chain
  %fours = "fake.add"(%there, %there)
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch3 = "devices.note"(%fours) : (!tfrt_tensor.tensor) -> !tfrt.chain
  %here = "fake.download"(%fours) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %ch4 = "devices.note"(%here) : (!tfrt_tensor.tensor) -> !tfrt.chain
  %ch5 = tfrt.merge.chains %ch2, %ch3, %ch4 : !tfrt.chain, !tfrt.chain, !tfrt.chain
  tfrt.return %here, %ch5 : !tfrt_tensor.tensor, !tfrt.chain
}

// A tensor that stays on the device.
func.func @there(%ch0: !tfrt.chain) -> !tfrt_tensor.tensor {
  %device = tfrt.get_device %ch0 {device_name = "FAKE:0"}
  %ones = tfrt_dht.create_uninitialized_tensor.f32.1 [3]
  %ch1 = tfrt_dht.fill_tensor_with_constant.f32 %ones, %ch0 1.0 : f32
  %there = "fake.upload"(%ones, %device, %ch1)
    : (!tfrt_tensor.tensor, !tfrt.device, !tfrt.chain) -> !tfrt_tensor.tensor
  tfrt.return %there : !tfrt_tensor.tensor
}

func.func @twice(%x: !tfrt_tensor.tensor) -> !tfrt_tensor.tensor {
  %y = "fake.add"(%x, %x) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  %z = "fake.download"(%y) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  tfrt.return %z : !tfrt_tensor.tensor
}

// What kernels of host memory say of a tensor on a device.
func.func @printed(%x: !tfrt_tensor.tensor, %ch0: !tfrt.chain) -> (!tfrt.string, !tfrt.chain) {
  %place = "fake.place"(%x) : (!tfrt_tensor.tensor) -> !tfrt.string
  %ch1 = tfrt_dht.print_tensor %x, %ch0
  tfrt.return %place, %ch1 : !tfrt.string, !tfrt.chain
}
func.func @refused(%x: !tfrt_tensor.tensor, %ch0: !tfrt.chain) -> !tfrt.chain {
  %ch1 = "eigen.softmax.f32"(%x, %x, %ch0) {log = false}
    : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  tfrt.return %ch1 : !tfrt.chain
}

// What kernels of the device say of others, and of tensors elsewhere.
func.func @elsewhere(%ch0: !tfrt.chain) -> !tfrt_tensor.tensor {
  %device = tfrt.get_device %ch0 {device_name = "CPU:0"}
  %ones = tfrt_dht.create_uninitialized_tensor.f32.1 [3]
  %there = "fake.upload"(%ones, %device, %ch0)
    : (!tfrt_tensor.tensor, !tfrt.device, !tfrt.chain) -> !tfrt_tensor.tensor
  tfrt.return %there : !tfrt_tensor.tensor
}

// The device is removed by a kernel, while a tensor is on it.
func.func @removed(%ch0: !tfrt.chain) -> !tfrt_tensor.tensor {
  %device = tfrt.get_device %ch0 {device_name = "FAKE:0"}
  %ones = tfrt_dht.create_uninitialized_tensor.f32.1 [3]
  %ch1 = tfrt_dht.fill_tensor_with_constant.f32 %ones, %ch0 1.0 : f32
  %there = "fake.upload"(%ones, %device, %ch1)
    : (!tfrt_tensor.tensor, !tfrt.device, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch2 = "devices.note"(%there) : (!tfrt_tensor.tensor) -> !tfrt.chain
  %ch3 = "fake.remove"(%device, %ch2) : (!tfrt.device, !tfrt.chain) -> !tfrt.chain
  %same = "devices.after"(%there, %ch3)
    : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %back = "fake.download"(%same) : (!tfrt_tensor.tensor) -> !tfrt_tensor.tensor
  tfrt.return %back : !tfrt_tensor.tensor
}
