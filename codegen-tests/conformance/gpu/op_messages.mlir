// rule: gpu-details.md 5: what ops of a device refuse: element types, shapes, attributes; each is reported at the executeop
// run:
// out| --- Running 'types':
// out| --- Running 'attributes':
// out| --- Running 'normalized':
// out| --- Running 'device':
// out| 'device' returned <<error: there is no device -1>>
// out| --- Running 'other':
// out| 'other' returned <<error: there is no op handler of device GPU:1>>

func.func @types() {
  %zero = tfrt.constant.i32 0
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %gpu = "corert.create_gpu_op_handler"(%zero, %null) : (i32, !corert.ophandler) -> !corert.ophandler
  %i = corert.executeop(%gpu) "tf.Const"() {value = dense<1> : tensor<2x2xi8>} : 1
  %bias = corert.executeop(%gpu) "tf.Const"() {value = dense<1> : tensor<2xi8>} : 1
  %images = corert.executeop(%gpu) "tf.Const"() {value = dense<1> : tensor<1x2x2x1xi8>} : 1
  %cube = corert.executeop(%gpu) "tf.Const"() {value = dense<1.0> : tensor<2x2x2xf32>} : 1
  // expected-error @+1 {{unexpected type for operation}}
  %0 = corert.executeop(%gpu) "tf.AddV2"(%i, %i) : 1
  // expected-error @+1 {{unexpected type for operation}}
  %1 = corert.executeop(%gpu) "tf.Tanh"(%i) : 1
  // expected-error @+1 {{Unsupported type: i8}}
  %2 = corert.executeop(%gpu) "tf.Relu"(%i) : 1
  // expected-error @+1 {{cannot get destination type}}
  %3 = corert.executeop(%gpu) "tf.Cast"(%i) : 1
  // expected-error @+1 {{unexpected type for CastOp}}
  %4 = corert.executeop(%gpu) "tf.Cast"(%i) {DstT = f32, SrcT = f64} : 1
  // expected-error @+1 {{Unsupported type: i8}}
  %5 = corert.executeop(%gpu) "tf.BiasAdd"(%i, %bias) : 1
  // expected-error @+1 {{Unsupported type: i8}}
  %6 = corert.executeop(%gpu) "tf.MatMul"(%i, %i) {transpose_a = false, transpose_b = false} : 1
  // expected-error @+1 {{Unsupported data type: i8}}
  %7 = corert.executeop(%gpu) "tf.Mean"(%images, %i) : 1
  // expected-error @+1 {{Unsupported data type: i8}}
  %8 = corert.executeop(%gpu) "tf.Pad"(%images, %i) : 1
  // expected-error @+1 {{Unsupported data type: i8}}
  %9 = corert.executeop(%gpu) "tf.Transpose"(%images, %i) : 1
  // expected-error @+1 {{tf.Transpose `perm` must size must match input rank}}
  %10 = corert.executeop(%gpu) "tf.Transpose"(%i, %i) : 1
  // expected-error @+1 {{TransformFilterTensor does not support dtype: i8}}
  %11 = corert.executeop(%gpu) "tf.Conv2D"(%images, %images) {padding = "SAME"} : 1
  // expected-error @+1 {{Unsupported type: i8}}
  %12 = corert.executeop(%gpu) "tf.MaxPool"(%images) {ksize = [1], padding = "SAME"} : 1
  // expected-error @+1 {{Unsupported type: i8}}
  %13 = corert.executeop(%gpu) "tf.Softmax"(%i) : 1
  // expected-error @+1 {{Unsupported 'axis' attribute value 0}}
  %14 = corert.executeop(%gpu) "tf.Softmax"(%cube) {axis = 0} : 1
  // expected-error @+1 {{windows slide over rows and columns}}
  %15 = corert.executeop(%gpu) "tf.MaxPool"(%cube) {ksize = [1], padding = "SAME"} : 1
  tfrt.return
}

// Ops that take as an attribute what others of their name take as an argument.
func.func @attributes() {
  %zero = tfrt.constant.i32 0
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %gpu = "corert.create_gpu_op_handler"(%zero, %null) : (i32, !corert.ophandler) -> !corert.ophandler
  %x = corert.executeop(%gpu) "tf.Const"() {value = dense<1.0> : tensor<2x2xf32>} : 1
  %cube = corert.executeop(%gpu) "tf.Const"() {value = dense<1.0> : tensor<2x2x2xf32>} : 1
  %ranks = corert.executeop(%gpu) "tf.Const"() {value = dense<1.0> : tensor<1x1x1x1x1x1x1x1x1xf32>} : 1
  // expected-error @+1 {{tf.Mean needs a `reduction_indices` dense attribute}}
  %0 = corert.executeop(%gpu) "_tf.Mean"(%x) : 1
  // expected-error @+1 {{tf.Mean reduction index must be in [0, input_rank) range}}
  %1 = corert.executeop(%gpu) "_tf.Mean"(%x) {reduction_indices = dense<2> : tensor<1xi32>} : 1
  // expected-error @+1 {{Invalid reduction requested: in_rank=3 out_rank=1}}
  %2 = corert.executeop(%gpu) "_tf.Mean"(%cube) {reduction_indices = dense<[0, 2]> : tensor<2xi32>} : 1
  // expected-error @+1 {{tf.Pad is missing a required attribute `paddings`}}
  %3 = corert.executeop(%gpu) "_tf.Pad"(%x) : 1
  // expected-error @+1 {{tf.Pad input rank over 8 is not supported. Given value: 9}}
  %4 = corert.executeop(%gpu) "_tf.Pad"(%ranks) {paddings = dense<0> : tensor<9x2xi32>} : 1
  // expected-error @+1 {{tf.Pad paddings must be a matrix with 2 columns. Actual shape: [4]}}
  %5 = corert.executeop(%gpu) "_tf.Pad"(%x) {paddings = dense<0> : tensor<4xi32>} : 1
  // expected-error @+1 {{For tf.Pad operation, the first dimension of paddings must equal to the rank of inputs. Input shape: [2, 2]. Paddings shape: [3, 2]}}
  %6 = corert.executeop(%gpu) "_tf.Pad"(%x) {paddings = dense<0> : tensor<3x2xi32>} : 1
  // expected-error @+1 {{tf.Pad paddings type must be either int32 or int64. Actual type is: f32}}
  %7 = corert.executeop(%gpu) "_tf.Pad"(%x) {paddings = dense<0.0> : tensor<2x2xf32>} : 1
  // expected-error @+1 {{tf.Pad cannot add -1 and -1 to a size of 2}}
  %8 = corert.executeop(%gpu) "_tf.Pad"(%x) {paddings = dense<-1> : tensor<2x2xi32>} : 1
  // expected-error @+1 {{tf.Transpose needs a `perm` dense attribute}}
  %9 = corert.executeop(%gpu) "_tf.Transpose"(%x) : 1
  // expected-error @+1 {{tf.Transpose `perm` is [0, 0], expected the numbers below 2}}
  %10 = corert.executeop(%gpu) "_tf.Transpose"(%x) {perm = dense<0> : tensor<2xi32>} : 1
  // expected-error @+1 {{no memory of a device has }}
  %11 = corert.executeop(%gpu) "_tf.Pad"(%x) {paddings = dense<2305843009213693952> : tensor<2x2xi64>} : 1
  tfrt.return
}

func.func @normalized() {
  %zero = tfrt.constant.i32 0
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %gpu = "corert.create_gpu_op_handler"(%zero, %null) : (i32, !corert.ophandler) -> !corert.ophandler
  %images = corert.executeop(%gpu) "tf.Const"() {value = dense<1.0> : tensor<1x2x2x2xf32>} : 1
  %side = corert.executeop(%gpu) "tf.Const"() {value = dense<1.0> : tensor<1x2x2x1xf32>} : 1
  %p = corert.executeop(%gpu) "tf.Const"() {value = dense<1.0> : tensor<2xf32>} : 1
  // expected-error @+1 {{missing epsilon attribute}}
  %0:6 = corert.executeop(%gpu) "tf.FusedBatchNormV3"(%images, %p, %p, %p, %p) : 6
  // expected-error @+1 {{Input and side_input are expected to have the same shape}}
  %1:6 = corert.executeop(%gpu) "tf._FusedBatchNormEx"(%images, %p, %p, %p, %p, %side) {epsilon = 0.0 : f32} : 6
  // expected-error @+1 {{Unknown FusedBatchNormActivationMode: Elu}}
  %2:6 = corert.executeop(%gpu) "tf._FusedBatchNormEx"(%images, %p, %p, %p, %p) {activation_mode = "Elu", epsilon = 0.0 : f32} : 6
  tfrt.return
}

func.func @device() -> !corert.ophandler {
  %number = tfrt.constant.i32 -1
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  // expected-error @+1 {{there is no device -1}}
  %gpu = "corert.create_gpu_op_handler"(%number, %null) : (i32, !corert.ophandler) -> !corert.ophandler
  tfrt.return %gpu : !corert.ophandler
}

// A device that no handler was made for has no stream of its ops.
func.func @other() -> !corert.tensorhandle {
  %ch0 = tfrt.new.chain
  %zero = tfrt.constant.i32 0
  %one = tfrt.constant.i32 1
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %gpu = "corert.create_gpu_op_handler"(%zero, %null) : (i32, !corert.ophandler) -> !corert.ophandler
  %device = tfrt_gpu.device.get CUDA, %one
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %allocator = tfrt_gpu.allocator.create %context
  %bytes = tfrt.constant.i64 16
  %buffer = tfrt_gpu.mem.allocate %allocator, %stream, %bytes, %ch0
  %shape = ts.build_shape [4]
  %tensor = tfrt_gpu.tensor.make.f32 %buffer, %shape, %ch0
  %there = "corert.ht_to_tensorhandle"(%tensor, %ch0) : (!tfrt_tensor.tensor, !tfrt.chain) -> !corert.tensorhandle
  %cpu = tfrt.get_device %ch0 {device_name = "CPU:0"}
  %type = "tfrt_test.get_static_tensor_type"() {tensor_type = "DenseHost"} : () -> !tfrt.tensor_type
  // expected-error @+1 {{there is no op handler of device GPU:1}}
  %here = corert.transfer %there, %cpu, %type
  tfrt.return %here : !corert.tensorhandle
}
