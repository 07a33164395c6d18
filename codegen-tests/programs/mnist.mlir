// A network for digits: images of 784 pixels, 512 hidden units, 10 classes. Its parameters are the
// weights (inputs by outputs) and biases of its two layers.

// The logits of 20 images, and the share of those whose largest logit is at the label.
func.func @infer(%images: !tfrt_tensor.tensor, %labels: !tfrt_tensor.tensor,
    %w1: !tfrt_tensor.tensor, %b1: !tfrt_tensor.tensor,
    %w2: !tfrt_tensor.tensor, %b2: !tfrt_tensor.tensor, %ch0: !tfrt.chain)
    -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor) {
  %one = tfrt.constant.f32 1.0
  %zero = tfrt.constant.f32 0.0

  %hidden_shape = ts.build_shape [20, 512]
  %product = tfrt_dht.create_uninitialized_tensor.f32.2 [20, 512]
  %hidden = tfrt_dht.create_uninitialized_tensor.f32.2 [20, 512]
  %ch1 = "tfrt_test.matmul.f32.2"(%one, %images, %w1, %zero, %product, %ch0) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %bias1 = "tfrt_test.broadcast.f32.2"(%b1, %hidden_shape, %ch1) : (!tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch2 = "tfrt_test.add.f32"(%product, %bias1, %hidden, %ch1) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch3 = "tfrt_test.relu_inplace.f32"(%hidden, %ch2) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain

  %logits_shape = ts.build_shape [20, 10]
  %logits = tfrt_dht.create_uninitialized_tensor.f32.2 [20, 10]
  %ch4 = "tfrt_test.matmul.f32.2"(%one, %hidden, %w2, %zero, %logits, %ch3) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %bias2 = "tfrt_test.broadcast.f32.2"(%b2, %logits_shape, %ch4) : (!tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch5 = "tfrt_test.add_inplace.f32"(%bias2, %logits, %ch4) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain

  %classes = "tfrt_test.argmax.f32.2"(%logits, %ch5) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  %equal = tfrt_dht.create_uninitialized_tensor.i32.1 [20]
  %ch6 = "tfrt_test.equal.i32"(%classes, %labels, %equal, %ch5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %right = tfrt_dht.create_uninitialized_tensor.f32.1 [20]
  %ch7 = "tfrt_test.cast.i32_to_f32"(%equal, %right, %ch6) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %accuracy = "tfrt_test.reduce_mean.f32.1"(%right, %ch7) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt_tensor.tensor
  tfrt.return %logits, %accuracy : !tfrt_tensor.tensor, !tfrt_tensor.tensor
}

// A matrix of one row: that of a tensor of matrices of one row.
func.func @row(%all: !tfrt_tensor.tensor, %index: i64, %row: !tfrt_tensor.tensor, %shape: !ts.shape, %ch0: !tfrt.chain)
    -> (!tfrt_tensor.tensor, !tfrt.chain) {
  %zero = tfrt.constant.i64 0
  %begin = tfrt_dht.create_uninitialized_tensor.i64.1 [3]
  %ch1 = "tfrt_dht.set_tensor_with_values.i64"(%begin, %ch0, %index, %zero, %zero) : (!tfrt_tensor.tensor, !tfrt.chain, i64, i64, i64) -> !tfrt.chain
  %ch2 = "tfrt_test.slice_inplace.f32.3"(%all, %begin, %ch1, %row) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain, !tfrt_tensor.tensor) -> !tfrt.chain
  %elements, %ch3 = tfrt_dht.get_buffer %row, %ch2
  %matrix, %ch4 = tfrt_dht.make_tensor.f32 %elements, %shape, %ch3
  tfrt.return %matrix, %ch4 : !tfrt_tensor.tensor, !tfrt.chain
}

// A step of gradient descent down the cross entropy of an image and its label.
func.func @step(%x: !tfrt_tensor.tensor, %label: !tfrt_tensor.tensor,
    %w1: !tfrt_tensor.tensor, %b1: !tfrt_tensor.tensor,
    %w2: !tfrt_tensor.tensor, %b2: !tfrt_tensor.tensor, %ch0: !tfrt.chain) -> !tfrt.chain {
  %one = tfrt.constant.f32 1.0
  %zero = tfrt.constant.f32 0.0
  %rate = tfrt_dht.create_uninitialized_tensor.f32.0 []
  %ch1 = tfrt_dht.fill_tensor_with_constant.f32 %rate, %ch0 0.03 : f32

  // Forward.
  %hidden_shape = ts.build_shape [1, 512]
  %hidden = tfrt_dht.create_uninitialized_tensor.f32.2 [1, 512]
  %ch2 = "tfrt_test.matmul.f32.2"(%one, %x, %w1, %zero, %hidden, %ch1) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %bias1 = "tfrt_test.broadcast.f32.2"(%b1, %hidden_shape, %ch2) : (!tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch3 = "tfrt_test.add_inplace.f32"(%bias1, %hidden, %ch2) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch4 = "tfrt_test.relu_inplace.f32"(%hidden, %ch3) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %out_shape = ts.build_shape [1, 10]
  %out = tfrt_dht.create_uninitialized_tensor.f32.2 [1, 10]
  %ch5 = "tfrt_test.matmul.f32.2"(%one, %hidden, %w2, %zero, %out, %ch4) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %bias2 = "tfrt_test.broadcast.f32.2"(%b2, %out_shape, %ch5) : (!tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> !tfrt_tensor.tensor
  %ch6 = "tfrt_test.add_inplace.f32"(%bias2, %out, %ch5) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch7 = "tfrt_test.softmax_inplace.f32"(%out, %ch6) : (!tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain

  // The gradient of the logits, in their place.
  %ch8 = "tfrt_test.subtract_inplace.f32"(%label, %out, %ch7) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain

  // Gradients of the second layer, and of the hidden units by its weights before the step.
  %columns = tfrt_dht.create_uninitialized_tensor.f32.2 [512, 1]
  %ch9 = "tfrt_test.tensor_transpose.f32"(%hidden, %columns, %ch8) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %w2_grad = tfrt_dht.create_uninitialized_tensor.f32.2 [512, 10]
  %ch10 = "tfrt_test.matmul.f32.2"(%one, %columns, %out, %zero, %w2_grad, %ch9) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %b2_grad = tfrt_dht.create_uninitialized_tensor.f32.1 [10]
  %ch11 = "tfrt_test.mean_axis_zero.f32"(%out, %b2_grad, %ch10) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %w2_transposed = tfrt_dht.create_uninitialized_tensor.f32.2 [10, 512]
  %ch12 = "tfrt_test.tensor_transpose.f32"(%w2, %w2_transposed, %ch11) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %hidden_grad = tfrt_dht.create_uninitialized_tensor.f32.2 [1, 512]
  %ch13 = "tfrt_test.matmul.f32.2"(%one, %out, %w2_transposed, %zero, %hidden_grad, %ch12) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %ch14 = "tfrt_test.relu_grad_inplace.f32"(%hidden, %hidden_grad, %ch13) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain

  // Gradients of the first layer.
  %pixels = tfrt_dht.create_uninitialized_tensor.f32.2 [784, 1]
  %ch15 = "tfrt_test.tensor_transpose.f32"(%x, %pixels, %ch14) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %w1_grad = tfrt_dht.create_uninitialized_tensor.f32.2 [784, 512]
  %ch16 = "tfrt_test.matmul.f32.2"(%one, %pixels, %hidden_grad, %zero, %w1_grad, %ch15) : (f32, !tfrt_tensor.tensor, !tfrt_tensor.tensor, f32, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %b1_grad = tfrt_dht.create_uninitialized_tensor.f32.1 [512]
  %ch17 = "tfrt_test.mean_axis_zero.f32"(%hidden_grad, %b1_grad, %ch16) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain

  // The step. The parameters have nothing to do with each other.
  %w1_done = "tfrt_test.gradient_descent.f32"(%w1_grad, %rate, %w1, %ch17) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %b1_done = "tfrt_test.gradient_descent.f32"(%b1_grad, %rate, %b1, %ch17) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %w2_done = "tfrt_test.gradient_descent.f32"(%w2_grad, %rate, %w2, %ch17) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %b2_done = "tfrt_test.gradient_descent.f32"(%b2_grad, %rate, %b2, %ch17) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %done = tfrt.merge.chains %w1_done, %b1_done, %w2_done, %b2_done : !tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain
  tfrt.return %done : !tfrt.chain
}

// A step for each of the first images.
func.func @train(%images: !tfrt_tensor.tensor, %labels: !tfrt_tensor.tensor,
    %w1: !tfrt_tensor.tensor, %b1: !tfrt_tensor.tensor,
    %w2: !tfrt_tensor.tensor, %b2: !tfrt_tensor.tensor, %steps: i32, %ch: !tfrt.chain) -> !tfrt.chain {
  %first = tfrt.constant.i64 0
  %r:8 = tfrt.repeat.i32 %steps, %first, %images, %labels, %w1, %b1, %w2, %b2, %ch : i64, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain {
    %image_shape = ts.build_shape [1, 784]
    %image = tfrt_dht.create_uninitialized_tensor.f32.3 [1, 1, 784]
    %x, %ch1 = tfrt.call @row(%images, %first, %image, %image_shape, %ch) : (!tfrt_tensor.tensor, i64, !tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain)
    %label_shape = ts.build_shape [1, 10]
    %class = tfrt_dht.create_uninitialized_tensor.f32.3 [1, 1, 10]
    %label, %ch2 = tfrt.call @row(%labels, %first, %class, %label_shape, %ch1) : (!tfrt_tensor.tensor, i64, !tfrt_tensor.tensor, !ts.shape, !tfrt.chain) -> (!tfrt_tensor.tensor, !tfrt.chain)
    %ch3 = tfrt.call @step(%x, %label, %w1, %b1, %w2, %b2, %ch2) : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
    %one = tfrt.constant.i64 1
    %next = tfrt.add.i64 %first, %one
    tfrt.return %next, %images, %labels, %w1, %b1, %w2, %b2, %ch3 : i64, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain
  }
  tfrt.return %r#7 : !tfrt.chain
}
