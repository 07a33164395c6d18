// rule: gpu-details.md 5: ops one by one on a device: constants go there, results come back, others are the fallback's
// run:
// out| --- Running 'network':
// out| DenseHostTensor dtype = f32, shape = [2, 2], values = [0.000000e+00, 8.500000e+00, 0.000000e+00, 1.850000e+01]
// out| 'network' returned !tfrt.chain value
// out| --- Running 'fallback':
// out| DenseHostTensor dtype = i32, shape = [2], values = [2, 2]
// out| 'fallback' returned !tfrt.chain value
// out| --- Running 'in_sequence':
// out| DenseHostTensor dtype = f32, shape = [2], values = [2.000000e+00, -4.000000e+00]
// out| 'in_sequence' returned !tfrt.chain value
// out| --- Running 'kind':
// out| 'kind' returned <<error: a tensor of kind DenseHost, expected DenseGpu>>

func.func @network() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %gpu = "corert.create_gpu_op_handler"(%zero, %null) : (i32, !corert.ophandler) -> !corert.ophandler
  %x = corert.executeop(%gpu) "tf.Const"() {value = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>} : 1
  %w = corert.executeop(%gpu) "tf.Const"() {value = dense<[[-1.0, 2.0], [-3.0, 3.0]]> : tensor<2x2xf32>} : 1
  %b = corert.executeop(%gpu) "tf.Const"() {value = dense<[0.5, 0.5]> : tensor<2xf32>} : 1
  %product = corert.executeop(%gpu) "tf.MatMul"(%x, %w) {transpose_a = false, transpose_b = false} : 1
  %sum = corert.executeop(%gpu) "tf.BiasAdd"(%product, %b) : 1
  %out = corert.executeop(%gpu) "tf.Relu"(%sum) : 1
  %cpu = tfrt.get_device %ch {device_name = "CPU:0"}
  %here = corert.transfer_inferred_tensortype %out, %cpu
  %printed = "corert.print_tensorhandle"(%here, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %printed : !tfrt.chain
}

func.func @fallback() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %gpu = "corert.create_gpu_op_handler"(%zero, %cpu) : (i32, !corert.ophandler) -> !corert.ophandler
  %x = corert.executeop(%cpu) "tf.Const"() {value = dense<[1, 7]> : tensor<2xi32>} : 1
  %shape = corert.executeop(%cpu) "tf.Const"() {value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>} : 1
  %sizes = corert.executeop(%gpu) "tf.Shape"(%shape) : 1
  %printed = "corert.print_tensorhandle"(%sizes, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %printed : !tfrt.chain
}

// The chain of an op is the one that it got: the stream orders what the device does.
func.func @in_sequence() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %gpu = "corert.create_gpu_op_handler"(%zero, %null) : (i32, !corert.ophandler) -> !corert.ophandler
  %x = corert.executeop(%gpu) "tf.Const"() {value = dense<[1.0, -2.0]> : tensor<2xf32>} : 1
  %ch1, %y = corert.executeop.seq(%gpu, %ch) "tf.AddV2"(%x, %x) : 1
  %cpu = tfrt.get_device %ch1 {device_name = "CPU:0"}
  %here = corert.transfer_inferred_tensortype %y, %cpu
  %printed = "corert.print_tensorhandle"(%here, %ch1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %printed : !tfrt.chain
}

func.func @kind() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %gpu = "corert.create_gpu_op_handler"(%zero, %null) : (i32, !corert.ophandler) -> !corert.ophandler
  %x = corert.executeop(%cpu) "tf.Const"() {value = dense<[1.0, -2.0]> : tensor<2xf32>} : 1
  %y = corert.executeop(%gpu) "tf.Relu"(%x) : 1 // expected-error {{a tensor of kind DenseHost, expected DenseGpu}}
  tfrt.return %y : !corert.tensorhandle
}
