// rule: kernels.md 9, gpu-details.md 1: convolutions, their gradients and pooling by the library of neural networks
// run:
// out| --- Not running 'device' because it has arguments.
// out| --- Not running 'upload' because it has arguments.
// out| --- Not running 'print' because it has arguments.
// out| --- Running 'convolutions':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 2, 2], values = [3.700000e+01, 4.700000e+01, 6.700000e+01, 7.700000e+01]
// out| DenseHostTensor dtype = f32, shape = [1, 1, 2, 2], values = [1.100000e+01, 1.400000e+01, 2.000000e+01, 2.300000e+01]
// out| DenseHostTensor dtype = f32, shape = [1, 1, 3, 3], values = [1.000000e+00, 2.000000e+00, 0.000000e+00, 3.000000e+00, 6.000000e+00, 4.000000e+00, 0.000000e+00, 6.000000e+00, 8.000000e+00]
// out| 'convolutions' returned !tfrt.chain value
// out| --- Running 'fused':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 2, 2], values = [2.000000e+00, 1.200000e+01, 1.200000e+01, 2.200000e+01]
// out| 'fused' returned !tfrt.chain value
// out| --- Running 'pooling':
// out| DenseHostTensor dtype = f32, shape = [1, 1, 2, 2], values = [5.000000e+00, 6.000000e+00, 8.000000e+00, 9.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [1, 1, 3, 3], values = [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+00, 2.000000e+00, 0.000000e+00, 3.000000e+00, 4.000000e+00]
// out| DenseHostTensor dtype = f32, shape = [1, 1, 2, 2], values = [8.000000e+00, 1.000000e+01, 1.400000e+01, 1.600000e+01]
// out| 'pooling' returned !tfrt.chain value
// out| --- Running 'lengths':
// out| 'lengths' returned <<error: Inconsistent dims/strides lengths>>
// out| --- Running 'short':
// out| 'short' returned <<error: x has 12 bytes, and 16 are used of it>>

func.func @device(%ordinal: i32) -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator) {
  %device = tfrt_gpu.device.get CUDA, %ordinal
  %context = tfrt_gpu.context.primary %device
  %stream = tfrt_gpu.stream.create %context
  %allocator = tfrt_gpu.allocator.create %context
  tfrt.return %context, %stream, %allocator : !tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator
}

func.func @upload(%ch0: !tfrt.chain, %stream: !tfrt_gpu.stream, %allocator: !tfrt_gpu.allocator, %t: !tfrt_tensor.tensor, %size: i64) -> (!tfrt_gpu.buffer, !tfrt.chain) {
  %bytes, %ch1 = tfrt_dht.get_buffer %t, %ch0
  %buffer = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch1
  %ch2 = tfrt_gpu.mem.copy %buffer, %bytes, %stream, %ch1 : !tfrt_gpu.buffer, !ht.host_buffer
  tfrt.return %buffer, %ch2 : !tfrt_gpu.buffer, !tfrt.chain
}

func.func @print(%ch0: !tfrt.chain, %stream: !tfrt_gpu.stream, %t: !tfrt_tensor.tensor, %buffer: !tfrt_gpu.buffer) -> !tfrt.chain {
  %bytes, %ch1 = tfrt_dht.get_buffer %t, %ch0
  %ch2 = tfrt_gpu.mem.copy %bytes, %buffer, %stream, %ch1 : !ht.host_buffer, !tfrt_gpu.buffer
  %ch3 = tfrt_gpu.stream.synchronize %stream, %ch2
  %ch4 = tfrt_dht.print_tensor %t, %ch3
  tfrt.return %ch4 : !tfrt.chain
}

func.func @convolutions() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %ordinal = tfrt.constant.i32 0
  %context, %stream, %allocator = tfrt.call @device(%ordinal) : (i32) -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %tx = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 3 : i64, 3 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %tx, %ch0 [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32, 5.0 : f32, 6.0 : f32, 7.0 : f32, 8.0 : f32, 9.0 : f32]
  %x_size = tfrt.constant.i64 36
  %x, %ch2 = tfrt.call @upload(%ch1, %stream, %allocator, %tx, %x_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %tw = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 2 : i64, 2 : i64]
  %ch3 = tfrt_dht.set_tensor_with_constant_values.f32 %tw, %ch2 [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32]
  %w_size = tfrt.constant.i64 16
  %w, %ch4 = tfrt.call @upload(%ch3, %stream, %allocator, %tw, %w_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %ty = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 2 : i64, 2 : i64]
  %ch5 = tfrt_dht.set_tensor_with_constant_values.f32 %ty, %ch4 [0.0 : f32, 0.0 : f32, 0.0 : f32, 0.0 : f32]
  %y_size = tfrt.constant.i64 16
  %y, %ch6 = tfrt.call @upload(%ch5, %stream, %allocator, %ty, %y_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %dnn = tfrt_gpu.dnn.create %context
  %x_type = tfrt_gpu.dnn.create_tensor_descriptor CUDNN_DATA_FLOAT, [1 : i32, 1 : i32, 3 : i32, 3 : i32], [9 : i32, 9 : i32, 3 : i32, 1 : i32]
  %w_type = tfrt_gpu.dnn.create_filter_descriptor CUDNN_DATA_FLOAT, 0, [1 : i32, 1 : i32, 2 : i32, 2 : i32]
  %y_type = tfrt_gpu.dnn.create_tensor_descriptor CUDNN_DATA_FLOAT, [1 : i32, 1 : i32, 2 : i32, 2 : i32], [4 : i32, 4 : i32, 2 : i32, 1 : i32]
  %window = tfrt_gpu.dnn.create_convolution_descriptor CUDNN_DATA_FLOAT, CUDNN_CROSS_CORRELATION, CUDNN_DEFAULT_MATH, [0 : i32, 0 : i32], [1 : i32, 1 : i32], [1 : i32, 1 : i32]
  %forward = tfrt_gpu.dnn.convolution_forward_algorithm CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM
  %data = tfrt_gpu.dnn.convolution_backward_data_algorithm CUDNN_CONVOLUTION_BWD_DATA_ALGO_0
  %filter = tfrt_gpu.dnn.convolution_backward_filter_algorithm CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0
  %no_bytes = tfrt.constant.i64 0
  %workspace = tfrt_gpu.mem.allocate %allocator, %stream, %no_bytes, %ch0
  %ch7 = tfrt_gpu.dnn.convolution_forward %dnn, %stream, CUDNN_DATA_FLOAT, %x_type, %x, %w_type, %w, %window, %forward, %workspace, %y_type, %y, %ch6
  %ch8 = tfrt.call @print(%ch7, %stream, %ty, %y) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %td = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 2 : i64, 2 : i64]
  %ch9 = tfrt_dht.set_tensor_with_constant_values.f32 %td, %ch8 [1.0 : f32, 0.0 : f32, 0.0 : f32, 2.0 : f32]
  %dy_size = tfrt.constant.i64 16
  %dy, %ch10 = tfrt.call @upload(%ch9, %stream, %allocator, %td, %dy_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %ch11 = tfrt_gpu.dnn.convolution_backward_filter %dnn, %stream, CUDNN_DATA_FLOAT, %x_type, %x, %y_type, %dy, %window, %filter, %workspace, %w_type, %y, %ch10
  %ch12 = tfrt.call @print(%ch11, %stream, %ty, %y) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %ch13 = tfrt_gpu.dnn.convolution_backward_data %dnn, %stream, CUDNN_DATA_FLOAT, %w_type, %w, %y_type, %dy, %window, %data, %workspace, %x_type, %x, %ch12
  %ch14 = tfrt.call @print(%ch13, %stream, %tx, %x) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  tfrt.return %ch14 : !tfrt.chain
}

func.func @fused() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %ordinal = tfrt.constant.i32 0
  %context, %stream, %allocator = tfrt.call @device(%ordinal) : (i32) -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %tx = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 3 : i64, 3 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %tx, %ch0 [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32, 5.0 : f32, 6.0 : f32, 7.0 : f32, 8.0 : f32, 9.0 : f32]
  %x_size = tfrt.constant.i64 36
  %x, %ch2 = tfrt.call @upload(%ch1, %stream, %allocator, %tx, %x_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %tw = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 2 : i64, 2 : i64]
  %ch3 = tfrt_dht.set_tensor_with_constant_values.f32 %tw, %ch2 [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32]
  %w_size = tfrt.constant.i64 16
  %w, %ch4 = tfrt.call @upload(%ch3, %stream, %allocator, %tw, %w_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %tz = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 2 : i64, 2 : i64]
  %ch5 = tfrt_dht.set_tensor_with_constant_values.f32 %tz, %ch4 [10.0 : f32, 20.0 : f32, 30.0 : f32, 40.0 : f32]
  %z_size = tfrt.constant.i64 16
  %z, %ch6 = tfrt.call @upload(%ch5, %stream, %allocator, %tz, %z_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %y_size = tfrt.constant.i64 16
  %y, %ch7 = tfrt.call @upload(%ch6, %stream, %allocator, %tz, %y_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %tb = tfrt_dht.create_uninitialized_tensor.f32.1 [1 : i64]
  %ch8 = tfrt_dht.set_tensor_with_constant_values.f32 %tb, %ch7 [5.0 : f32]
  %bias_size = tfrt.constant.i64 4
  %bias, %ch9 = tfrt.call @upload(%ch8, %stream, %allocator, %tb, %bias_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %dnn = tfrt_gpu.dnn.create %context
  %x_type = tfrt_gpu.dnn.create_tensor_descriptor CUDNN_DATA_FLOAT, [1 : i32, 1 : i32, 3 : i32, 3 : i32], [9 : i32, 9 : i32, 3 : i32, 1 : i32]
  %w_type = tfrt_gpu.dnn.create_filter_descriptor CUDNN_DATA_FLOAT, 0, [1 : i32, 1 : i32, 2 : i32, 2 : i32]
  %y_type = tfrt_gpu.dnn.create_tensor_descriptor CUDNN_DATA_FLOAT, [1 : i32, 1 : i32, 2 : i32, 2 : i32], [4 : i32, 4 : i32, 2 : i32, 1 : i32]
  %bias_type = tfrt_gpu.dnn.create_tensor_descriptor CUDNN_DATA_FLOAT, [1 : i32, 1 : i32, 1 : i32, 1 : i32], [1 : i32, 1 : i32, 1 : i32, 1 : i32]
  // A convolution turns its filters around.
  %window = tfrt_gpu.dnn.create_convolution_descriptor CUDNN_DATA_FLOAT, CUDNN_CONVOLUTION, CUDNN_FMA_MATH, [0 : i32, 0 : i32], [1 : i32, 1 : i32], [1 : i32, 1 : i32]
  %relu = tfrt_gpu.dnn.create_activation_descriptor 0.0, CUDNN_ACTIVATION_RELU, true
  %algo = tfrt_gpu.dnn.convolution_forward_algorithm CUDNN_CONVOLUTION_FWD_ALGO_GEMM
  %no_bytes = tfrt.constant.i64 0
  %workspace = tfrt_gpu.mem.allocate %allocator, %stream, %no_bytes, %ch0
  %minus = tfrt.constant.f32 -1.0
  %two = tfrt.constant.f32 2.0
  %ch10 = tfrt_gpu.dnn.convolution_bias_activation_forward %dnn, %stream, CUDNN_DATA_FLOAT, %minus, %x_type, %x, %w_type, %w, %window, %algo, %workspace, %two, %y_type, %z, %bias_type, %bias, %relu, %y_type, %y, %ch9
  %ch11 = tfrt.call @print(%ch10, %stream, %tz, %y) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  tfrt.return %ch11 : !tfrt.chain
}

func.func @pooling() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %ordinal = tfrt.constant.i32 0
  %context, %stream, %allocator = tfrt.call @device(%ordinal) : (i32) -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %tx = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 3 : i64, 3 : i64]
  %ch1 = tfrt_dht.set_tensor_with_constant_values.f32 %tx, %ch0 [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32, 5.0 : f32, 6.0 : f32, 7.0 : f32, 8.0 : f32, 9.0 : f32]
  %x_size = tfrt.constant.i64 36
  %x, %ch2 = tfrt.call @upload(%ch1, %stream, %allocator, %tx, %x_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %dx_size = tfrt.constant.i64 36
  %dx, %ch3 = tfrt.call @upload(%ch2, %stream, %allocator, %tx, %dx_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %ty = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 2 : i64, 2 : i64]
  %ch4 = tfrt_dht.set_tensor_with_constant_values.f32 %ty, %ch3 [1.0 : f32, 2.0 : f32, 3.0 : f32, 4.0 : f32]
  %y_size = tfrt.constant.i64 16
  %y, %ch5 = tfrt.call @upload(%ch4, %stream, %allocator, %ty, %y_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %dy_size = tfrt.constant.i64 16
  %dy, %ch6 = tfrt.call @upload(%ch5, %stream, %allocator, %ty, %dy_size) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_gpu.allocator, !tfrt_tensor.tensor, i64) -> (!tfrt_gpu.buffer, !tfrt.chain)
  %dnn = tfrt_gpu.dnn.create %context
  %x_type = tfrt_gpu.dnn.create_tensor_descriptor CUDNN_DATA_FLOAT, [1 : i32, 1 : i32, 3 : i32, 3 : i32], [9 : i32, 9 : i32, 3 : i32, 1 : i32]
  %y_type = tfrt_gpu.dnn.create_tensor_descriptor CUDNN_DATA_FLOAT, [1 : i32, 1 : i32, 2 : i32, 2 : i32], [4 : i32, 4 : i32, 2 : i32, 1 : i32]
  %largest = tfrt_gpu.dnn.create_pooling_descriptor %context, 0, 0, [2 : i32, 2 : i32], [0 : i32, 0 : i32], [1 : i32, 1 : i32]
  %mean = tfrt_gpu.dnn.create_pooling_descriptor %context, 1, 0, [2 : i32, 2 : i32], [0 : i32, 0 : i32], [1 : i32, 1 : i32]
  %one = tfrt.constant.f32 1.0
  %none = tfrt.constant.f32 0.0
  %ch7 = tfrt_gpu.dnn.pooling_forward %dnn, %stream, %largest, %one, %x_type, %x, %none, %y_type, %y, %ch6
  %ch8 = tfrt.call @print(%ch7, %stream, %ty, %y) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %ch9 = tfrt_gpu.dnn.pooling_backward %dnn, %stream, %largest, %one, %y_type, %y, %y_type, %dy, %x_type, %x, %none, %x_type, %dx, %ch8
  %ch10 = tfrt.call @print(%ch9, %stream, %tx, %dx) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  %ch11 = tfrt_gpu.dnn.pooling_forward %dnn, %stream, %mean, %one, %x_type, %x, %one, %y_type, %y, %ch10
  %ch12 = tfrt.call @print(%ch11, %stream, %ty, %y) : (!tfrt.chain, !tfrt_gpu.stream, !tfrt_tensor.tensor, !tfrt_gpu.buffer) -> (!tfrt.chain)
  tfrt.return %ch12 : !tfrt.chain
}

func.func @lengths() -> !tfrt_gpu.dnn.tensor.descriptor {
  %ch0 = tfrt.new.chain
  %type = tfrt_gpu.dnn.create_tensor_descriptor CUDNN_DATA_FLOAT, [1 : i32, 2 : i32], [1 : i32] // expected-error {{Inconsistent dims/strides lengths}}
  tfrt.return %type : !tfrt_gpu.dnn.tensor.descriptor
}

func.func @short() -> !tfrt.chain {
  %ch0 = tfrt.new.chain
  %ordinal = tfrt.constant.i32 0
  %context, %stream, %allocator = tfrt.call @device(%ordinal) : (i32) -> (!tfrt_gpu.context, !tfrt_gpu.stream, !tfrt_gpu.allocator)
  %size = tfrt.constant.i64 12
  %x = tfrt_gpu.mem.allocate %allocator, %stream, %size, %ch0
  %dnn = tfrt_gpu.dnn.create %context
  %type = tfrt_gpu.dnn.create_tensor_descriptor CUDNN_DATA_FLOAT, [1 : i32, 1 : i32, 2 : i32, 2 : i32], [4 : i32, 4 : i32, 2 : i32, 1 : i32]
  %largest = tfrt_gpu.dnn.create_pooling_descriptor %context, 0, 0, [2 : i32, 2 : i32], [0 : i32, 0 : i32], [1 : i32, 1 : i32]
  %one = tfrt.constant.f32 1.0
  %ch1 = tfrt_gpu.dnn.pooling_forward %dnn, %stream, %largest, %one, %type, %x, %one, %type, %x, %ch0 // expected-error {{x has 12 bytes, and 16 are used of it}}
  tfrt.return %ch1 : !tfrt.chain
}
